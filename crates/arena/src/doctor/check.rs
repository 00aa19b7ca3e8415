//! The checks.

use std::{fmt, str::FromStr};

/// Something every bot should be able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// The first move of a game.
    Opening,
    /// A game as White.
    White,
    /// Games with forced passes.
    Pass,
    /// Games that end because a side has no discs left.
    WipeOut,
    /// The last square of a board.
    FullBoard,
    /// Whole games on 4x4.
    Tiny,
    /// Whole games on 6x6.
    Six,
    /// A board with holes.
    Holes,
    /// The anti game: fewest discs win.
    Anti,
    /// The players fill the center.
    FreeCentre,
    /// The end of a game with three seconds for all moves.
    Clock,
    /// Two games in one process.
    TwoGames,
    /// Lines with unknown fields.
    UnknownFields,
    /// A goodbye, and the end of the input without one.
    Ending,
    /// The same seed twice.
    Seed,
    /// Whole games with both colors against `random`.
    Random,
    /// Whole games with both colors against `greedy`.
    Greedy,
}

const NAMES: [(Check, &str, &str); 17] = [
    (Check::Opening, "opening", "answers the first request of a game"),
    (Check::White, "white", "plays White too"),
    (Check::Pass, "pass", "continues after passes, which the runner makes"),
    (Check::WipeOut, "wipe-out", "handles a side without discs"),
    (Check::FullBoard, "full-board", "plays the last square of the board"),
    (Check::Tiny, "4x4", "plays on 4x4"),
    (Check::Six, "6x6", "plays on 6x6"),
    (Check::Holes, "holes", "plays on a board with holes"),
    (Check::Anti, "anti", "plays the anti game, in which fewest discs win"),
    (Check::FreeCentre, "free-centre", "fills a free centre"),
    (Check::Clock, "clock", "keeps to a clock of three seconds for six moves"),
    (Check::TwoGames, "two-games", "plays two whole games without a restart"),
    (Check::UnknownFields, "unknown-fields", "ignores unknown fields"),
    (Check::Ending, "ending", "exits at bye and at the end of its input"),
    (Check::Seed, "seed", "plays the same for the same seed"),
    (Check::Random, "random", "plays whole games against random"),
    (Check::Greedy, "greedy", "plays whole games against greedy"),
];

impl Check {
    /// All checks in a sensible order.
    pub fn all() -> impl Iterator<Item = Check> {
        NAMES.into_iter().map(|(check, ..)| check)
    }

    /// True for checks of other boards or goals than the standard ones.
    pub fn is_odd(self) -> bool {
        matches!(self, Check::Tiny | Check::Six | Check::Holes | Check::Anti | Check::FreeCentre)
    }

    /// What a bot that passes does.
    pub fn description(self) -> &'static str {
        NAMES[self as usize].2
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(NAMES[*self as usize].1)
    }
}

/// A text that is not the name of a check.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a check: write one of {names}", names = NAMES.map(|(_, name, _)| name).join(", "))]
pub struct ParseCheckError(String);

impl FromStr for Check {
    type Err = ParseCheckError;

    fn from_str(text: &str) -> Result<Check, ParseCheckError> {
        let found = NAMES.iter().find(|(_, name, _)| name.eq_ignore_ascii_case(text.trim()));
        found.map(|(check, ..)| *check).ok_or_else(|| ParseCheckError(text.to_owned()))
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
