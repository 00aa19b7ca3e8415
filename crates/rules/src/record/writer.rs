//! Records as text.

use std::fmt;

use super::{Format, Record, board, fen, ggf, json, obf, pgn, sgf, transcript};

/// Writes a record in a text format, with a line end behind it.
///
/// The game itself, its start and its goal are written whole, or the record is [`Unwritable`]. What surrounds the
/// game (players, dates, notes) is written as far as the format has a place for it.
///
/// WTHOR is binary, and its names are kept in files of their own: [`wthor::Writer`](super::wthor::Writer) writes it.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritable {
    /// The format that was asked for.
    pub format: Format,
    /// What it cannot hold.
    pub what: String,
}

impl Unwritable {
    /// `what` completes the sentence "the format cannot hold ...".
    pub(crate) fn new(format: Format, what: impl Into<String>) -> Unwritable {
        Unwritable { format, what: what.into() }
    }
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the format {} cannot hold {}", self.format, self.what)
    }
}

impl std::error::Error for Unwritable {}
