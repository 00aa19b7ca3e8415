//! What is looked at, each with its name.

use std::{fmt, str::FromStr};

/// One thing that every bot should be able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// The first move of a game.
    Opening,
    /// A game as White.
    White,
    /// Games in which sides must pass.
    Pass,
    /// Games that end as one side has no disc left.
    WipeOut,
    /// The last square of a board.
    FullBoard,
    /// Whole games on 4x4.
    Tiny,
    /// Whole games on 6x6.
    Six,
    /// A board with holes.
    Holes,
    /// Fewest discs win.
    Anti,
    /// The centre is filled by the players.
    FreeCentre,
    /// The end of a game with three seconds for all of it.
    Clock,
    /// Two games without being started again.
    TwoGames,
    /// Lines with fields that no version has yet.
    UnknownFields,
    /// Goodbye, and the end of the input without it.
    Ending,
    /// The same seed twice.
    Seed,
    /// Whole games with both colors against a bot that plays by chance.
    Random,
    /// Whole games with both colors against one that takes all it can.
    Greedy,
}

const NAMES: [(Check, &str, &str); 17] = [
    (Check::Opening, "opening", "answers the first question of a game"),
    (Check::White, "white", "plays White too"),
    (Check::Pass, "pass", "goes on after passes, which are made for it"),
    (Check::WipeOut, "wipe-out", "bears that a side has no disc left"),
    (Check::FullBoard, "full-board", "plays the last square of the board"),
    (Check::Tiny, "4x4", "plays on 4x4"),
    (Check::Six, "6x6", "plays on 6x6"),
    (Check::Holes, "holes", "plays on a board with holes"),
    (Check::Anti, "anti", "plays the game in which fewest discs win"),
    (Check::FreeCentre, "free-centre", "fills a free centre"),
    (Check::Clock, "clock", "keeps to a clock of three seconds for six moves"),
    (Check::TwoGames, "two-games", "plays two whole games without being started again"),
    (Check::UnknownFields, "unknown-fields", "ignores fields that it does not know"),
    (Check::Ending, "ending", "ends when it is told to and when its input ends"),
    (Check::Seed, "seed", "plays the same for the same seed"),
    (Check::Random, "random", "plays whole games against random"),
    (Check::Greedy, "greedy", "plays whole games against greedy"),
];

impl Check {
    /// All of them, in the order in which they make sense.
    pub fn all() -> impl Iterator<Item = Check> {
        NAMES.into_iter().map(|(check, ..)| check)
    }

    /// Is it about boards or goals other than the usual ones?
    pub fn is_odd(self) -> bool {
        matches!(self, Check::Tiny | Check::Six | Check::Holes | Check::Anti | Check::FreeCentre)
    }

    /// What a bot that passes it does.
    pub fn description(self) -> &'static str {
        NAMES[self as usize].2
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(NAMES[*self as usize].1)
    }
}

/// A text that names no check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCheck(String);

impl fmt::Display for UnknownCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = NAMES.iter().map(|(_, name, _)| *name).collect();
        write!(f, "{:?} is not a check: write one of {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownCheck {}

impl FromStr for Check {
    type Err = UnknownCheck;

    fn from_str(text: &str) -> Result<Check, UnknownCheck> {
        let found = NAMES.iter().find(|(_, name, _)| name.eq_ignore_ascii_case(text.trim()));
        found.map(|(check, ..)| *check).ok_or_else(|| UnknownCheck(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_has_its_own_name() {
        for (place, check) in Check::all().enumerate() {
            assert_eq!(check as usize, place, "{check} stands where its number says");
            assert_eq!(check.to_string().parse(), Ok(check));
        }
        assert!("nothing".parse::<Check>().unwrap_err().to_string().contains("wipe-out"));
    }
}
