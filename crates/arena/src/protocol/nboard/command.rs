//! Parses lines into commands; errors of lines.

use std::{str::FromStr, time::Duration};

use outflank_rules::{
    IllegalMove, Move,
    record::{Record, RecordError, ggf},
};

use crate::protocol::excerpt;

/// Maximum time of a move in seconds.
const MAX_SECONDS: f64 = 1e7;

/// Allowed contempt values.
const CONTEMPT: std::ops::RangeInclusive<i32> = -100..=100;

/// A command from the GUI.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The first line, with the protocol version.
    Begin(u32),
    /// Sets the search depth in plies.
    SetDepth(u32),
    /// Loads a game and goes to its end.
    SetGame(Box<Record>),
    /// The value of a book draw for Black, in discs.
    SetContempt(i32),
    /// A move was made.
    Move {
        /// The move.
        mv: Move,
        /// The time it took, if given.
        time: Option<Duration>,
    },
    /// Evaluates the best moves, at most this many, until stopped.
    Hint(usize),
    /// Chooses a move.
    Go,
    /// Stops the search and answers with this number.
    Ping(i64),
    /// Learns from the game.
    Learn,
    /// Evaluates every position of the game.
    Analyze,
    /// Ends the session.
    Quit,
}

impl FromStr for Command {
    type Err = NboardError;

    /// Parses a line, ignoring surrounding spaces and case. `set` is optional, as is `move` in
    /// `move F5`, because older versions omit them.
    fn from_str(line: &str) -> Result<Command, NboardError> {
        let line = line.trim();
        let (word, rest) = split(line);
        let (name, rest) = if word.eq_ignore_ascii_case("set") { split(rest) } else { (word, rest) };
        let wrong = |expected| NboardError::Syntax { line: excerpt(line), expected };
        Ok(match name.to_ascii_lowercase().as_str() {
            "nboard" => Command::Begin(number(rest).ok_or_else(|| wrong("nboard 2"))?),
            "depth" => Command::SetDepth(number(rest).filter(|&depth| depth > 0).ok_or_else(|| wrong("set depth 12"))?),
            "game" => Command::SetGame(Box::new(game(rest)?)),
            "contempt" => {
                let contempt = number(rest).filter(|contempt| CONTEMPT.contains(contempt));
                Command::SetContempt(contempt.ok_or_else(|| wrong("set contempt 0, from -100 to 100"))?)
            }
            "move" => timed_move(rest).ok_or_else(|| wrong("move F5, move F5/1.00/2.5 or move PA"))?,
            "hint" if rest.is_empty() => Command::Hint(1),
            "hint" => Command::Hint(number::<usize>(rest).ok_or_else(|| wrong("hint 3"))?.max(1)),
            "go" => Command::Go,
            "ping" => Command::Ping(number(rest).ok_or_else(|| wrong("ping 1"))?),
            "learn" => Command::Learn,
            "analyze" | "analyse" => Command::Analyze,
            "quit" => Command::Quit,
            _ => timed_move(line).ok_or_else(|| NboardError::Unknown(excerpt(line)))?,
        })
    }
}

/// The first word and the rest.
fn split(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim_start())
}

/// The first word as a number.
fn number<N: FromStr>(text: &str) -> Option<N> {
    split(text).0.parse().ok()
}

fn game(text: &str) -> Result<Record, NboardError> {
    ggf::parse(text).map_err(|fault| NboardError::Game { line: excerpt(text), fault })
}

/// Parses `F5/1.00/2.5`, with slashes or spaces; evaluation and time are optional.
fn timed_move(text: &str) -> Option<Command> {
    let mut parts: Box<dyn Iterator<Item = &str>> =
        if text.contains('/') { Box::new(text.split('/')) } else { Box::new(text.split_whitespace()) };
    let mv = parts.next()?.trim().parse().ok()?;
    let seconds = parts.nth(1).and_then(|seconds| seconds.trim().parse::<f64>().ok());
    let time = seconds.filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds)).map(Duration::from_secs_f64);
    Some(Command::Move { mv, time })
}

/// A line that was not executed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NboardError {
    /// Unknown command; the protocol says to ignore such lines.
    #[error("{0:?} is not an NBoard command and is ignored: write ping 1, hint 3, go or quit")]
    Unknown(String),
    /// The arguments are invalid.
    #[error("cannot read {line:?}: write {expected}")]
    Syntax {
        /// The line.
        line: String,
        /// An example that is valid.
        expected: &'static str,
    },
    /// A game that cannot be parsed.
    #[error("cannot read the game {line:?}: {fault}")]
    Game {
        /// How it starts.
        line: String,
        /// What is wrong with it.
        fault: RecordError,
    },
    /// An illegal move.
    #[error("illegal move: {0}; send the game again with set game")]
    Illegal(IllegalMove),
}
