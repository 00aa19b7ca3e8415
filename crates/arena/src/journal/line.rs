//! One game as a line of JSON.

mod made;
mod record;

use std::{fmt, str::FromStr};

use outflank_rules::{Color, Goal, Variant, record::Fault};
use serde::{Deserialize, Serialize};

use crate::{
    Sides, Verdict,
    protocol::json::{Info, text},
    stat::Ending,
};

/// A game of a run: all that tables, ratings and reports need, in one line of `games.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// Its place among all games, from 0.
    pub number: u32,
    /// What it is called.
    pub name: String,
    /// Who had Black, by the place in the list of entrants.
    pub black: usize,
    /// Who had White.
    pub white: usize,
    /// The start.
    #[serde(with = "text")]
    pub variant: Variant,
    /// The moves that were given.
    #[serde(default)]
    pub opening: String,
    /// The moves that were played. Forced passes are left out, but for one at the end.
    pub moves: String,
    /// Who won; `null` for a draw.
    #[serde(default, with = "text::maybe")]
    pub winner: Option<Color>,
    /// The discs of each side as tournaments count them, with empty squares to the winner. Of a game that was not played to its end the
    /// winner has all.
    pub discs: Sides<u32>,
    /// `played`, `resigned`, or the name of a verdict.
    pub reason: String,
    /// What a side did wrong, if the game ended by that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foul: Option<FoulLine>,
    /// How many moves each side was asked for, also the last that it took too long for.
    #[serde(default)]
    pub asked: Sides<u32>,
    /// What each side used of its time, in microseconds.
    #[serde(default)]
    pub spent_us: Sides<u64>,
    /// The longest that each side took for a move, in microseconds.
    #[serde(default)]
    pub slowest_us: Sides<u64>,
    /// The milliseconds of each of the moves; none if nobody took as much as one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times_ms: Vec<u32>,
    /// What players told about their moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thoughts: Vec<Thought>,
    /// The seed of the game, below 2^53; folders of older versions have larger ones.
    #[serde(default)]
    pub seed: u64,
}

/// What a side did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoulLine {
    /// Who.
    #[serde(with = "text")]
    pub color: Color,
    /// What.
    #[serde(with = "text")]
    pub verdict: Verdict,
    /// More in words.
    #[serde(default)]
    pub detail: String,
    /// What it wrote, with escapes for what cannot be seen.
    #[serde(default)]
    pub bytes: String,
}

/// What a player thought about a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thought {
    /// The plies before the move.
    pub ply: usize,
    /// What it told.
    #[serde(flatten)]
    pub info: Info,
}

impl GameLine {
    /// How it ended for the entrant at this place. One who played itself won with Black.
    pub fn ending(&self, entrant: usize) -> Ending {
        let color = if self.black == entrant { Color::Black } else { Color::White };
        match self.winner {
            None => Ending::Draw,
            Some(winner) if winner == color => Ending::Win,
            Some(_) => Ending::Loss,
        }
    }

    /// The discs as tables count them, where more is better: in the anti game those of the other side.
    pub fn counted(&self) -> Sides<u32> {
        if self.variant.ground().goal() == Goal::Fewest { self.discs.swapped() } else { self.discs }
    }
}

/// A line that tells of no game.
#[derive(Clone, Debug)]
pub enum BadGameLine {
    /// It is no JSON, or lacks something.
    Json(String),
    /// Its moves are not those of a game.
    Moves {
        /// The moves.
        moves: String,
        /// What is wrong with them.
        fault: Box<Fault>,
    },
}

impl fmt::Display for BadGameLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadGameLine::Json(why) => write!(f, "this is no game: {why}"),
            BadGameLine::Moves { moves, fault } => write!(f, "{moves:?} is no game: {fault}"),
        }
    }
}

impl std::error::Error for BadGameLine {}

impl FromStr for GameLine {
    type Err = BadGameLine;

    fn from_str(text: &str) -> Result<GameLine, BadGameLine> {
        serde_json::from_str(text).map_err(|cause| BadGameLine::Json(cause.to_string()))
    }
}

/// The line, without its end.
impl fmt::Display for GameLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}
