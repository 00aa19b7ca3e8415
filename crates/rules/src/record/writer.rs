//! Writes records as text.

use thiserror::Error;

use super::{Format, Record, board, fen, ggf, json, obf, pgn, sgf, transcript};
use crate::Game;

/// Writes a record in a text format, with a line end.
///
/// The game, its start and its goal are written completely, or the record is [`Unwritable`].
/// Players, dates and notes are written if the format can hold them.
///
/// WTHOR is binary and keeps names in separate files: use [`wthor::Writer`](super::wthor::Writer).
pub fn write(format: Format, record: &Record) -> Result<String, Unwritable> {
    match format {
        Format::Transcript => transcript::write(record),
        Format::Ggf => ggf::write(record),
        Format::Sgf => sgf::write(record),
        Format::Pgn => pgn::write(record),
        Format::Obf => obf::write(record),
        Format::Fen => fen::write(record),
        Format::Json => json::write(record),
        Format::Board => board::write(record),
        Format::Wthor => Err(Unwritable::new(format, "text: it is binary, and wthor::Writer writes it")),
    }
}

/// A record that a format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the format {format} cannot hold {what}")]
pub struct Unwritable {
    /// The format that was asked for.
    pub format: Format,
    /// The part that it cannot hold.
    pub what: String,
}

impl Unwritable {
    /// `what` completes the sentence "the format cannot hold ...".
    pub(crate) fn new(format: Format, what: impl Into<String>) -> Unwritable {
        Unwritable { format, what: what.into() }
    }

    /// Refuses a game with lost turns for a format that leaves passes out: the next disc would
    /// change its color.
    pub(crate) fn if_turns_are_lost(format: Format, game: &Game) -> Result<(), Unwritable> {
        match game.lost_turns().next() {
            None => Ok(()),
            Some(ply) => Err(Unwritable::new(format, format!("a lost turn (move {ply}); json, ggf, sgf and pgn can"))),
        }
    }
}
