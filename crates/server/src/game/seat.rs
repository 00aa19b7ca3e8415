//! The players of a game on a server.

use std::{fmt, str::FromStr};

use outflank_arena::{GUEST, PlayerSpec, bot::BotKind, shell_word};

/// Prefix of a connected bot's name.
const BOT: &str = "bot:";

/// Prefix of the name of a player that the operator offers.
const PROGRAM: &str = "player:";

/// The most characters of a text that an error quotes.
const LONGEST_QUOTE: usize = 80;

/// A person, a built-in bot, a player that the operator offers, or a connected bot.
///
/// Command lines and addresses are refused, so that clients cannot start programs on the server or
/// make it connect elsewhere.
///
/// ```
/// use outflank_server::game::Seat;
///
/// for text in ["human", "random", "minimax:3", "level:8", "player:Edax", "bot:Ann's first"] {
///     assert_eq!(text.parse::<Seat>()?.to_string(), text);
/// }
/// assert!("gtp:edax -gtp".parse::<Seat>().is_err());
/// # Ok::<(), outflank_server::game::ParseSeatError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person, or a program that plays as people do.
    Human,
    /// A built-in bot.
    Computer(BotKind),
    /// A player that the operator offers, by its name.
    Program(String),
    /// A connected bot, by its name.
    Bot(String),
}

impl Seat {
    /// Is it the seat of a person?
    pub fn is_human(&self) -> bool {
        *self == Seat::Human
    }

    /// The name of the connected bot, if it is one.
    pub fn bot(&self) -> Option<&str> {
        match self {
            Seat::Bot(name) => Some(name),
            Seat::Human | Seat::Computer(_) | Seat::Program(_) => None,
        }
    }

    /// The name shown for a player who gave none.
    pub fn title(&self) -> String {
        match self {
            Seat::Human => GUEST.to_owned(),
            Seat::Computer(kind) => kind.title(),
            Seat::Program(name) | Seat::Bot(name) => name.clone(),
        }
    }
}

impl From<BotKind> for Seat {
    fn from(kind: BotKind) -> Seat {
        Seat::Computer(kind)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => f.pad("human"),
            Seat::Computer(kind) => kind.fmt(f),
            Seat::Program(name) => f.pad(&format!("{PROGRAM}{name}")),
            Seat::Bot(name) => f.pad(&format!("{BOT}{name}")),
        }
    }
}

/// A text that is not a player of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSeatError {
    text: String,
    /// Is it a command line or an address?
    is_program: bool,
}

impl fmt::Display for ParseSeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseSeatError { text, is_program } = self;
        if *is_program {
            return write!(
                f,
                "{text:?} is a program, which only the operator can offer; start the server with \
                 outflank serve --player {} and write player:NAME",
                shell_word(&format!("NAME={text}"))
            );
        }
        let bots: Vec<String> = BotKind::all().iter().map(|(kind, _)| kind.to_string()).collect();
        write!(
            f,
            "{text:?} is not a player of this server; write human, a built-in bot ({}), player:NAME for a player that \
             the operator offers, or bot:NAME for a connected bot",
            bots.join(", ")
        )
    }
}

impl std::error::Error for ParseSeatError {}

/// Parses a player. Names keep their case.
impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Seat, ParseSeatError> {
        let text = text.trim();
        let unknown = |is_program| ParseSeatError { text: text.chars().take(LONGEST_QUOTE).collect(), is_program };
        if text.eq_ignore_ascii_case("human") {
            return Ok(Seat::Human);
        }
        for (prefix, seat) in [(BOT, Seat::Bot as fn(String) -> Seat), (PROGRAM, Seat::Program)] {
            match text.split_at_checked(prefix.len()) {
                Some((word, name)) if word.eq_ignore_ascii_case(prefix) => {
                    let name = name.trim();
                    return if name.is_empty() { Err(unknown(false)) } else { Ok(seat(name.to_owned())) };
                }
                _ => {}
            }
        }
        match text.parse() {
            Ok(PlayerSpec::Bot(kind)) => Ok(Seat::Computer(kind)),
            Ok(PlayerSpec::Program { .. }) => Err(unknown(true)),
            Err(_) => Err(unknown(false)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_players_and_programs_are_no_seats() {
        for wrong in ["", " ", "gredy", "level:0", "level:21", "bot:", "bot: ", "player:", "bots:x", "depth:61"] {
            let error = wrong.parse::<Seat>().unwrap_err();
            assert!(error.to_string().contains("is not a player of this server; write human"), "{error}");
        }
        for program in ["gtp:x", "./engine --fast", "python3 bot.py", "tcp://127.0.0.1:7000", "json:ws://h:1/"] {
            let error = program.parse::<Seat>().unwrap_err().to_string();
            assert!(error.contains(program) && error.contains("--player"), "{error}");
        }
    }

    #[test]
    fn case_and_a_bare_number_are_understood() {
        assert_eq!(" Human ".parse(), Ok(Seat::Human));
        assert_eq!("GREEDY".parse(), Ok(Seat::Computer(BotKind::Greedy)));
        assert_eq!("12".parse::<Seat>().unwrap().to_string(), "level:12");
        assert_eq!("Bot: Ann".parse(), Ok(Seat::Bot("Ann".to_owned())));
        assert_eq!("Player: Edax".parse(), Ok(Seat::Program("Edax".to_owned())));
    }
}
