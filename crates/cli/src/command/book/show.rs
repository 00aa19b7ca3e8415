//! `outflank book show`: what a book knows about a position.

use std::{fs, io::Write, path::PathBuf, sync::Arc};

use outflank_engine::{Book, BookMove};
use outflank_rules::{Position, notation::Notation};
use serde::Serialize;

use crate::{Verdict, error::Error, json, state::State, subject::SubjectArgs};

/// List the moves that a book knows in a position
///
/// Without INPUT at a terminal, the start of the game is looked up. The exit code is 1 if the position is not in the book.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  The first moves of the book inside the program:
      outflank book show
  A position in a book of your own:
      outflank book show f5d6c3 --book my.book")]
pub(crate) struct Args {
    #[command(flatten)]
    subject: SubjectArgs,

    /// A book file [default: the book inside the program]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Print JSON for programs
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// What programs read.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    state: State,
    /// How many positions the book has.
    positions: usize,
    moves: Vec<MoveReport>,
}

#[derive(Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    mv: String,
    value: i8,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let book = self.open()?;
        let position = self.subject.read_position()?.position;
        let moves = book.probe(&position);
        if self.json {
            json::write(&report(&book, &position, &moves, self.subject.notation), out)?;
        } else {
            write_moves(&book, &position, &moves, self.subject.notation, out)?;
        }
        Ok(if moves.is_empty() { Verdict::Refused } else { Verdict::Fine })
    }

    fn open(&self) -> Result<Arc<Book>, Error> {
        let Some(path) = &self.book else { return Ok(Book::embedded()) };
        let bytes = fs::read(path).map_err(|cause| Error::File { doing: "read", path: path.clone(), cause })?;
        let book = Book::from_bytes(&bytes).map_err(|cause| Error::Book { path: path.clone(), cause })?;
        Ok(Arc::new(book))
    }
}

fn report(book: &Book, position: &Position, moves: &[BookMove], notation: Notation) -> Report {
    let moves = moves.iter().map(|known| MoveReport { mv: notation.write(known.mv), value: known.value.discs() });
    Report { state: State::new(position, notation), positions: book.len(), moves: moves.collect() }
}

fn write_moves(
    book: &Book,
    position: &Position,
    moves: &[BookMove],
    notation: Notation,
    out: &mut dyn Write,
) -> Result<(), Error> {
    if moves.is_empty() {
        writeln!(out, "not in the book of {} positions", book.len())?;
    }
    for known in moves {
        writeln!(out, "{:<6} {:>4} for {}", notation.write(known.mv), known.value, position.turn())?;
    }
    Ok(())
}
