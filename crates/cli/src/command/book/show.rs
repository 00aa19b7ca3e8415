//! `outflank book show`: lists the moves of a book in a position.

use std::{fs, io::Write, path::PathBuf, sync::Arc};

use outflank_engine::{Book, BookMove};
use outflank_rules::{DiscDiff, Position, notation::Notation};
use serde::Serialize;

use crate::{CommandStatus, error::Error, input::InputArgs, json, state::State};

/// List the moves of a book in a position
///
/// The exit code is 1 if the position is not in the book.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Show the first moves of the built-in book:
      outflank book show
  Show a position of another book:
      outflank book show f5d6c3 --book my.book")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// Read the book from FILE [default: the built-in book]
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    book: Option<PathBuf>,

    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// JSON printed by `outflank book show --json`.
#[derive(Serialize)]
struct BookShowJson {
    #[serde(flatten)]
    state: State,
    /// Number of positions in the book.
    positions: usize,
    moves: Vec<BookMoveJson>,
}

#[derive(Serialize)]
struct BookMoveJson {
    #[serde(rename = "move")]
    mv: String,
    #[serde(serialize_with = "json::discs")]
    value: DiscDiff,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let book = self.open()?;
        let position = self.input.read_position()?.position;
        let report = BookShowJson::new(&book, &position, self.input.notation);
        json::print(&report, self.json, out, BookShowJson::write_text)?;
        Ok(if report.moves.is_empty() { CommandStatus::Refused } else { CommandStatus::Fine })
    }

    fn open(&self) -> Result<Arc<Book>, Error> {
        let Some(path) = &self.book else { return Ok(Book::embedded()) };
        let bytes = fs::read(path).map_err(|cause| Error::File { doing: "read", path: path.clone(), cause })?;
        let book = Book::from_bytes(&bytes).map_err(|cause| Error::Book { path: path.clone(), cause })?;
        Ok(Arc::new(book))
    }
}

impl BookShowJson {
    fn new(book: &Book, position: &Position, notation: Notation) -> BookShowJson {
        let entry = |known: BookMove| BookMoveJson { mv: notation.write(known.mv), value: known.value };
        BookShowJson {
            state: State::new(position, notation),
            positions: book.len(),
            moves: book.probe(position).into_iter().map(entry).collect(),
        }
    }

    fn write_text(&self, out: &mut dyn Write) -> Result<(), Error> {
        if self.moves.is_empty() {
            writeln!(out, "not in the book of {} positions", self.positions)?;
        }
        for BookMoveJson { mv, value } in &self.moves {
            writeln!(out, "{mv:<6} {value:>4} for {}", self.state.turn)?;
        }
        Ok(())
    }
}
