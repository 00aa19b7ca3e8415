//! Lines as commands.

use std::{str::FromStr, time::Duration};

use outflank_rules::{
    Move,
    record::{Record, ggf},
};

use super::NboardError;
use crate::protocol::excerpt;

/// Nobody thinks longer about a move.
const LONGEST: f64 = 1e7;

/// The values of a draw that can be wished for.
const CONTEMPT: std::ops::RangeInclusive<i32> = -100..=100;

/// What a window can ask for.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The first line, with the version of the protocol.
    Begin(u32),
    /// Look so many plies ahead.
    SetDepth(u32),
    /// Go to the end of this game.
    SetGame(Box<Record>),
    /// What a draw out of the book is worth to Black, in discs.
    SetContempt(i32),
    /// A move was made.
    Move {
        /// Which.
        mv: Move,
        /// How long it took, where that is told.
        time: Option<Duration>,
    },
    /// Value the best moves, so many, until somebody says stop.
    Hint(usize),
    /// Choose a move.
    Go,
    /// Stop, and say this number.
    Ping(i64),
    /// Learn from the game.
    Learn,
    /// Value every position of the game.
    Analyze,
    /// The end.
    Quit,
}

impl FromStr for Command {
    type Err = NboardError;

    /// Reads a line; blanks around it do not count, nor does the case of its words. `set` may be left out, and of `move F5` the first
    /// word, as older versions have it.
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

/// The first word, and what is behind it.
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

/// `F5/1.00/2.5`, with blanks for the slashes as some write it; value and time may be missing.
fn timed_move(text: &str) -> Option<Command> {
    let mut parts: Box<dyn Iterator<Item = &str>> =
        if text.contains('/') { Box::new(text.split('/')) } else { Box::new(text.split_whitespace()) };
    let mv = parts.next()?.trim().parse().ok()?;
    let seconds = parts.nth(1).and_then(|seconds| seconds.trim().parse::<f64>().ok());
    let time = seconds.filter(|seconds| (0.0..=LONGEST).contains(seconds)).map(Duration::from_secs_f64);
    Some(Command::Move { mv, time })
}
