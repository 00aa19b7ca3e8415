//! What a bot answers.

use std::collections::BTreeMap;

use outflank_rules::Move;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::{plain, text};

/// A move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The number of the question; absent in a bare move.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "plain::request")]
    pub request: Option<u64>,
    /// The move.
    #[serde(rename = "move", serialize_with = "text::serialize", deserialize_with = "plain::mv")]
    pub mv: Move,
    /// What the bot thought, if it tells; it is kept with the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<Info>,
}

/// What a bot thought about a move. All of it is free, and nothing of it is believed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Info {
    /// What squares are worth to the bot, in its own measure.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, Number>,
    /// How it expects the game to go on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// Anything for people.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Plies it looked ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions it looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}
