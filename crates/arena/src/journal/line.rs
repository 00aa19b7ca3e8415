//! A game as a line of JSON.

mod create;
mod record;

use std::{fmt, str::FromStr};

use outflank_rules::{Color, Goal, Variant, record::RecordError};
use serde::{Deserialize, Deserializer, Serialize};

use crate::{
    Sides, Verdict,
    protocol::json::{Info, text},
    stat::Ending,
};

/// A finished game: everything that tables, ratings and reports need, in one line of `games.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// Its index among all games, from 0.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// The black player's entrant index.
    pub black: usize,
    /// The white player's entrant index.
    pub white: usize,
    /// The variant.
    #[serde(with = "text")]
    pub variant: Variant,
    /// The moves of the opening.
    #[serde(default)]
    pub opening: String,
    /// The moves played after the opening. Forced passes are omitted, except one at the end.
    pub moves: String,
    /// The winner; `null` for a draw.
    #[serde(default, with = "text::maybe")]
    pub winner: Option<Color>,
    /// The discs of each side as tournaments count them, with empty squares to the winner. If the
    /// game was not played to its end, the winner has all.
    pub discs: Sides<u32>,
    /// `played`, `resigned`, or the name of a verdict.
    #[serde(deserialize_with = "current_reason")]
    pub reason: String,
    /// The foul that ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foul: Option<FoulLine>,
    /// The number of moves requested from each side, including one it was too late for.
    #[serde(default)]
    pub asked: Sides<u32>,
    /// The total time of each side, in microseconds.
    #[serde(default)]
    pub spent_us: Sides<u64>,
    /// The longest move of each side, in microseconds.
    #[serde(default)]
    pub slowest_us: Sides<u64>,
    /// The time of each move in milliseconds; empty if all are 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times_ms: Vec<u32>,
    /// The players' analysis of their moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thoughts: Vec<Thought>,
    /// The seed of the game, below 2^53; older versions stored larger ones.
    #[serde(default)]
    pub seed: u64,
}

/// Reads a reason; an old name of a verdict becomes the current one.
fn current_reason<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let reason = String::deserialize(deserializer)?;
    Ok(reason.parse().map_or(reason, |verdict: Verdict| verdict.to_string()))
}

/// A foul.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoulLine {
    /// The side that committed it.
    #[serde(with = "text")]
    pub color: Color,
    /// The verdict.
    #[serde(with = "text")]
    pub verdict: Verdict,
    /// Details.
    #[serde(default)]
    pub detail: String,
    /// What the player wrote, escaped.
    #[serde(default)]
    pub bytes: String,
}

/// A player's analysis of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thought {
    /// Plies before the move.
    pub ply: usize,
    /// The analysis.
    #[serde(flatten)]
    pub info: Info,
}

impl GameLine {
    /// The result for this entrant. For an entrant that played itself, that of Black.
    pub fn ending(&self, entrant: usize) -> Ending {
        let color = if self.black == entrant { Color::Black } else { Color::White };
        match self.winner {
            None => Ending::Draw,
            Some(winner) if winner == color => Ending::Win,
            Some(_) => Ending::Loss,
        }
    }

    /// The discs as tables count them, where more is better; in the anti game those of the other
    /// side.
    pub fn counted(&self) -> Sides<u32> {
        if self.variant.spec().goal() == Goal::Fewest { self.discs.swapped() } else { self.discs }
    }
}

/// A line that is not a game.
#[derive(Clone, Debug, thiserror::Error)]
pub enum GameLineError {
    /// It is not JSON, or a field is missing.
    #[error("this is not a game: {0}")]
    Json(String),
    /// Its moves are not legal.
    #[error("{moves:?} is not a game: {fault}")]
    Moves {
        /// The moves.
        moves: String,
        /// What is wrong with them.
        fault: Box<RecordError>,
    },
}

impl FromStr for GameLine {
    type Err = GameLineError;

    fn from_str(text: &str) -> Result<GameLine, GameLineError> {
        serde_json::from_str(text).map_err(|cause| GameLineError::Json(cause.to_string()))
    }
}

/// The line without its line end.
impl fmt::Display for GameLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}
