//! Who plays a side.

use std::{fmt, io, str::FromStr, time::Duration};

use outflank_engine::Level;

use crate::{FaultKind, PlayerFault, gtp};

/// Who plays a side: a person, the engine at a level, or another program.
///
/// ```
/// use outflank_arena::Seat;
///
/// for text in ["human", "random", "greedy", "level:8", "gtp:edax -gtp"] {
///     assert_eq!(text.parse::<Seat>()?.to_string(), text);
/// }
/// assert_eq!("./engine --fast".parse(), Ok(Seat::Gtp("./engine --fast".to_owned())));
/// # Ok::<(), outflank_arena::UnknownSeat>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Somebody at the keyboard.
    Human,
    /// The engine.
    Level(Level),
    /// The command line of a program that speaks the Go Text Protocol.
    Gtp(String),
}

impl Seat {
    /// Does a person sit here?
    pub fn is_human(&self) -> bool {
        *self == Seat::Human
    }

    /// How long this player is waited for where it has no clock; `None` for one who is waited for however long it takes.
    pub fn patience(&self) -> Option<Duration> {
        matches!(self, Seat::Gtp(_)).then(|| gtp::limits().patience)
    }

    /// Is the program there, if it is one? This is told before a game begins; whether it can play shows later.
    pub fn find(&self) -> Result<(), PlayerFault> {
        let Seat::Gtp(command) = self else { return Ok(()) };
        if gtp::is_there(command) {
            return Ok(());
        }
        let kind = FaultKind::NotStarted(io::ErrorKind::NotFound.into());
        Err(PlayerFault { player: self.clone(), kind, last_words: String::new() })
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
            Seat::Gtp(command) => f.pad(&format!("gtp:{command}")),
        }
    }
}

/// A text that names nobody who could play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSeat(String);

impl fmt::Display for UnknownSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a player: write human, random, greedy, level:1 to level:20, or gtp: and the command line of an engine",
            self.0
        )
    }
}

impl std::error::Error for UnknownSeat {}

/// Reads a player's name in any case. What has blanks or a path in it is the command line of an engine that speaks GTP; a word alone is
/// not, as it is more often a name mistyped, and a word with a colon is not, as it is kept for other protocols.
impl FromStr for Seat {
    type Err = UnknownSeat;

    fn from_str(text: &str) -> Result<Seat, UnknownSeat> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("human") {
            return Ok(Seat::Human);
        }
        if let Ok(level) = text.parse() {
            return Ok(Seat::Level(level));
        }
        let command = match text.split_once(':') {
            Some((protocol, command)) if protocol.eq_ignore_ascii_case("gtp") => Some(command.trim()),
            Some((word, _)) if is_protocol(word) => None,
            _ => text.contains([' ', '/', '\\']).then_some(text),
        };
        match command {
            Some(command) if !command.is_empty() => Ok(Seat::Gtp(command.to_owned())),
            _ => Err(UnknownSeat(text.to_owned())),
        }
    }
}

/// Could it be the name of a protocol? One letter is the drive of a path.
fn is_protocol(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_+.".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistyped_names_are_not_taken_for_programs() {
        for wrong in ["", " ", "gredy", "level:0", "level:21", "gtp:", "gtp: ", "21", "level: x"] {
            let error = wrong.parse::<Seat>().unwrap_err();
            assert!(error.to_string().contains("is not a player: write human"), "{error}");
        }
    }

    #[test]
    fn words_with_a_colon_are_kept_for_other_protocols() {
        for wrong in ["nboard:x y", "NBoard:/bin/engine", "ggs: /x", "level:/bin/x", "https://a b"] {
            assert!(wrong.parse::<Seat>().unwrap_err().to_string().contains("gtp:"), "{wrong}");
        }
        for command in [r"C:\bin\engine.exe", "/opt/a:b -x", "python3 -m engine:main", "./engine:2"] {
            assert_eq!(command.parse(), Ok(Seat::Gtp(command.to_owned())));
        }
    }

    #[test]
    fn programs_that_are_not_there_are_found_out() {
        for there in ["human", "3", "gtp:cargo --version"] {
            assert!(there.parse::<Seat>().unwrap().find().is_ok(), "{there}");
        }
        for missing in ["gtp:/no/such/program x", "gtp:no-such-program-anywhere", "gtp:''"] {
            let fault = missing.parse::<Seat>().unwrap().find().unwrap_err();
            assert!(fault.to_string().contains("cannot be started"), "{fault}");
        }
    }

    #[test]
    fn case_and_a_bare_number_are_understood() {
        assert_eq!(" Human ".parse(), Ok(Seat::Human));
        assert_eq!("GREEDY".parse(), Ok(Seat::Level(Level::GREEDY)));
        assert_eq!("12".parse::<Seat>().unwrap().to_string(), "level:12");
        assert_eq!("GTP:/bin/engine".parse(), Ok(Seat::Gtp("/bin/engine".to_owned())));
    }
}
