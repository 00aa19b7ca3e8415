//! Who plays a side of a game on a server.

use std::{fmt, str::FromStr};

use outflank_engine::Level;

/// What comes before the name of a bot.
const BOT: &str = "bot:";

/// A person, the engine at a level, or a bot that has connected.
///
/// Programs on the server's own machine are deliberately absent: they are not started at a stranger's word.
///
/// ```
/// use outflank_server::seat::Seat;
///
/// for text in ["human", "random", "greedy", "level:8", "bot:Ann's first"] {
///     assert_eq!(text.parse::<Seat>()?.to_string(), text);
/// }
/// assert!("gtp:edax -gtp".parse::<Seat>().is_err());
/// # Ok::<(), outflank_server::seat::UnknownSeat>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Somebody in front of a browser, or a program that plays as people do.
    Human,
    /// The engine.
    Level(Level),
    /// A bot, by its name.
    Bot(String),
}

impl Seat {
    /// Does a person sit here?
    pub fn is_human(&self) -> bool {
        *self == Seat::Human
    }

    /// The name of the bot, if it is one.
    pub fn bot(&self) -> Option<&str> {
        match self {
            Seat::Bot(name) => Some(name),
            Seat::Human | Seat::Level(_) => None,
        }
    }
}

impl From<Level> for Seat {
    fn from(level: Level) -> Seat {
        Seat::Level(level)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => f.pad("human"),
            Seat::Level(level) if level.number().is_some() => f.pad(&format!("level:{level}")),
            Seat::Level(level) => fmt::Display::fmt(level, f),
            Seat::Bot(name) => f.pad(&format!("{BOT}{name}")),
        }
    }
}

/// A text that names nobody who could play on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSeat(String);

impl fmt::Display for UnknownSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} does not play here: write human, random, greedy, level:1 to level:20, or bot: and the name of a bot that is connected",
            self.0
        )
    }
}

impl std::error::Error for UnknownSeat {}

/// Reads a player's name; that of a bot keeps its case.
impl FromStr for Seat {
    type Err = UnknownSeat;

    fn from_str(text: &str) -> Result<Seat, UnknownSeat> {
        let text = text.trim();
        let unknown = || UnknownSeat(text.chars().take(80).collect());
        if text.eq_ignore_ascii_case("human") {
            return Ok(Seat::Human);
        }
        match text.split_at_checked(BOT.len()) {
            Some((word, name)) if word.eq_ignore_ascii_case(BOT) => {
                let name = name.trim();
                if name.is_empty() { Err(unknown()) } else { Ok(Seat::Bot(name.to_owned())) }
            }
            _ => text.parse().map(Seat::Level).map_err(|_| unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_else_plays_on_a_server() {
        for wrong in ["", " ", "gredy", "level:0", "level:21", "bot:", "bot: ", "gtp:x", "./engine --fast", "bots:x"] {
            let error = wrong.parse::<Seat>().unwrap_err();
            assert!(error.to_string().contains("does not play here: write human"), "{error}");
        }
    }

    #[test]
    fn case_and_a_bare_number_are_understood() {
        assert_eq!(" Human ".parse(), Ok(Seat::Human));
        assert_eq!("GREEDY".parse(), Ok(Seat::Level(Level::GREEDY)));
        assert_eq!("12".parse::<Seat>().unwrap().to_string(), "level:12");
        assert_eq!("Bot: Ann".parse(), Ok(Seat::Bot("Ann".to_owned())));
    }
}
