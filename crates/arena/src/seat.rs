//! The player of one side of `outflank play`, as written on the command line, and why it could not
//! move.

use std::{fmt, str::FromStr, time::Duration};

use outflank_engine::Level;

use crate::{
    Limits, ParsePlayerError, PlayerError, PlayerSpec, Protocol, Verdict, bot::BotKind, process::command::shell_word,
};

/// The default name of a person.
pub const GUEST: &str = "Guest";

/// The player of one side: a person, or any player that a match accepts.
///
/// ```
/// use outflank_arena::Seat;
///
/// for text in ["human", "random", "level:8", "mcts:500", "gtp:edax -gtp", "python3 bot.py", "tcp://127.0.0.1:7000"] {
///     assert_eq!(text.parse::<Seat>()?.to_string(), text);
/// }
/// # Ok::<(), outflank_arena::ParsePlayerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The person at the keyboard.
    Human,
    /// A built-in bot or a program.
    Computer(PlayerSpec),
}

impl Seat {
    /// The default level against a person.
    pub const USUAL_LEVEL: u8 = 6;

    /// The default opponent of a person.
    pub fn usual_opponent() -> Seat {
        BotKind::Level(Level::numbered(Self::USUAL_LEVEL).unwrap_or(Level::STRONGEST)).into()
    }

    /// True for a person.
    pub fn is_human(&self) -> bool {
        *self == Seat::Human
    }

    /// The display name.
    pub fn title(&self) -> String {
        self.computer().map_or_else(|| GUEST.to_owned(), PlayerSpec::title)
    }

    /// The player, unless it is a person.
    pub fn computer(&self) -> Option<&PlayerSpec> {
        match self {
            Seat::Human => None,
            Seat::Computer(entrant) => Some(entrant),
        }
    }

    /// Time limit per move without a clock for programs; `None` for people and built-in bots.
    pub fn patience(&self) -> Option<Duration> {
        matches!(self, Seat::Computer(PlayerSpec::Program { .. })).then(|| Limits::default().patience)
    }

    /// Checks that a program exists, not that it can play.
    pub fn find(&self) -> Result<(), PlayerFault> {
        let found = self.computer().map_or(Ok(()), PlayerSpec::find);
        found.map_err(|foul| PlayerFault { player: self.clone(), error: PlayerError::Foul(foul) })
    }
}

impl From<BotKind> for Seat {
    fn from(kind: BotKind) -> Seat {
        Seat::Computer(PlayerSpec::Bot(kind))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => f.pad("human"),
            Seat::Computer(entrant) => entrant.fmt(f),
        }
    }
}

impl FromStr for Seat {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Seat, ParsePlayerError> {
        if text.trim().eq_ignore_ascii_case("human") {
            return Ok(Seat::Human);
        }
        text.parse().map(Seat::Computer).map_err(ParsePlayerError::beside_people)
    }
}

/// A player that could not move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerFault {
    /// The player.
    pub player: Seat,
    /// What went wrong.
    pub error: PlayerError,
}

impl PlayerFault {
    /// Suggests a fix: many programs speak another protocol than the one they were started for.
    fn hint(&self) -> Option<String> {
        let (Seat::Computer(PlayerSpec::Program { protocol, command }), PlayerError::Foul(foul)) =
            (&self.player, &self.error)
        else {
            return None;
        };
        match (protocol, foul.verdict) {
            (_, Verdict::NotStarted | Verdict::UnsupportedGame) => None,
            (Protocol::Json, verdict) => {
                let is_maybe_gtp = match verdict {
                    // GTP programs begin every reply with one of these.
                    Verdict::Garbage => foul.bytes.starts_with(b"?") || foul.bytes.starts_with(b"="),
                    verdict => matches!(verdict, Verdict::Hung | Verdict::Closed | Verdict::Flood),
                };
                let gtp = if is_maybe_gtp { "; if it speaks GTP, write gtp: before its command line" } else { "" };
                Some(format!("outflank bot check {} examines it{gtp}", shell_word(command)))
            }
            (Protocol::Gtp, Verdict::Hung | Verdict::Crashed | Verdict::Closed | Verdict::Flood) => {
                Some("does it speak GTP?".to_owned())
            }
            _ => None,
        }
    }
}

impl fmt::Display for PlayerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the player {} ", self.player)?;
        match &self.error {
            PlayerError::Foul(foul) => foul.fmt(f)?,
            PlayerError::OutOfResources(shortage) => write!(f, "could not be started: {shortage}")?,
            PlayerError::Stopped => f.write_str("was stopped")?,
        }
        self.hint().map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}

impl std::error::Error for PlayerFault {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Protocol;

    #[test]
    fn mistyped_names_are_not_taken_for_programs() {
        for wrong in ["", " ", "gredy", "level:0", "level:21", "gtp:", "gtp: ", "21", "level: x", "ggs: /x"] {
            let error = wrong.parse::<Seat>().unwrap_err().to_string();
            assert!(error.contains("is not a player: ") && error.contains("human, a bot ("), "{error}");
        }
    }

    #[test]
    fn a_bare_command_line_speaks_our_protocol_and_gtp_is_named() {
        let program =
            |protocol, command: &str| Ok(Seat::Computer(PlayerSpec::Program { protocol, command: command.to_owned() }));
        assert_eq!("python3 bot.py".parse(), program(Protocol::Json, "python3 bot.py"));
        assert_eq!("GTP:/bin/engine".parse(), program(Protocol::Gtp, "/bin/engine"));
        assert_eq!("nboard:ntest x".parse(), program(Protocol::NBoard, "ntest x"));
    }

    #[test]
    fn missing_programs_are_reported() {
        for there in ["human", "3", "gtp:cargo --version", "tcp://127.0.0.1:1"] {
            assert!(there.parse::<Seat>().unwrap().find().is_ok(), "{there}");
        }
        for missing in ["/no/such/program x", "gtp:no-such-program-anywhere", "gtp:''"] {
            let fault = missing.parse::<Seat>().unwrap().find().unwrap_err();
            assert!(fault.to_string().contains("could not be started"), "{fault}");
        }
    }

    #[test]
    fn case_and_bare_numbers_are_accepted() {
        assert_eq!(" Human ".parse(), Ok(Seat::Human));
        assert_eq!("GREEDY".parse(), Ok(Seat::from(BotKind::Greedy)));
        assert_eq!("12".parse::<Seat>().unwrap().to_string(), "level:12");
    }
}
