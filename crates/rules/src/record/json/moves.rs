//! Moves as a list, or as the text of a transcript.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, SeqAccess, Visitor},
};

use crate::{
    Move,
    record::{Fault, transcript},
};

/// The moves of a record; we write a list.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum MovesForm {
    List(Vec<String>),
    Text(String),
}

impl MovesForm {
    pub(super) fn parse(&self) -> Result<Vec<Move>, Fault> {
        match self {
            MovesForm::List(moves) => moves.iter().map(|mv| parse_move(mv)).collect(),
            MovesForm::Text(text) => transcript::moves(text).collect(),
        }
    }
}

pub(super) fn parse_move(text: &str) -> Result<Move, Fault> {
    text.parse().map_err(|_| Fault::syntax(text, "a move: a square such as d3, or pass"))
}

impl<'de> Deserialize<'de> for MovesForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MovesForm, D::Error> {
        deserializer.deserialize_any(Either)
    }
}

struct Either;

impl<'de> Visitor<'de> for Either {
    type Value = MovesForm;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of moves or a transcript in quotes")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<MovesForm, E> {
        Ok(MovesForm::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<MovesForm, A::Error> {
        let mut moves = Vec::new();
        while let Some(mv) = list.next_element()? {
            moves.push(mv);
        }
        Ok(MovesForm::List(moves))
    }
}
