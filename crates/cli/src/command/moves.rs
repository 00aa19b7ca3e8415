//! `outflank moves`: lists the legal moves and the discs each flips.

use std::io::Write;

use outflank_rules::{Bitboard, Move, Position, notation::Notation};
use serde::Serialize;

use crate::{
    CommandStatus,
    error::Error,
    json,
    state::{State, names},
    subject::SubjectArgs,
};

/// List the legal moves of a position with the discs each flips
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  List the moves at the start:
      outflank moves
  List the moves after these moves:
      outflank moves f5 d6 c3
  Write squares as (row, column) from 0:
      outflank moves --size 4 --notation row-column
  Print the moves after 20 moves of a game as JSON:
      outflank moves game.ggf --ply 20 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    subject: SubjectArgs,

    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// A legal move and the discs it flips.
struct LegalMove {
    mv: Move,
    flips: Bitboard,
}

/// JSON printed by `outflank moves --json`.
#[derive(Serialize)]
struct MovesJson {
    #[serde(flatten)]
    state: State,
    moves: Vec<LegalMoveJson>,
}

#[derive(Serialize)]
struct LegalMoveJson {
    #[serde(rename = "move")]
    mv: String,
    flips: Vec<String>,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let position = self.subject.read_position()?.position;
        let choices = choices(&position);
        let notation = self.subject.notation;
        json::print(&report(&position, &choices, notation), self.json, out, |out| {
            write_table(&position, &choices, notation, out)
        })?;
        Ok(CommandStatus::Fine)
    }
}

fn choices(position: &Position) -> Vec<LegalMove> {
    let flips = |mv: Move| mv.square().map_or(Bitboard::EMPTY, |square| position.flips(square));
    position.moves().into_iter().map(|mv| LegalMove { mv, flips: flips(mv) }).collect()
}

fn report(position: &Position, choices: &[LegalMove], notation: Notation) -> MovesJson {
    let report =
        |choice: &LegalMove| LegalMoveJson { mv: notation.write(choice.mv), flips: names(choice.flips, notation) };
    MovesJson { state: State::new(position, notation), moves: choices.iter().map(report).collect() }
}

fn write_table(
    position: &Position,
    choices: &[LegalMove],
    notation: Notation,
    out: &mut dyn Write,
) -> Result<(), Error> {
    if choices.is_empty() {
        writeln!(out, "game over: {}", position.score())?;
    }
    let width = choices.iter().map(|choice| notation.write(choice.mv).len()).max().unwrap_or(0);
    for LegalMove { mv, flips } in choices {
        match mv {
            Move::Pass => writeln!(out, "pass  {} has no legal square", position.turn())?,
            Move::Place(_) if flips.is_empty() => writeln!(out, "{:<width$}  flips nothing", notation.write(*mv))?,
            Move::Place(_) => {
                let squares = notation.write_squares(*flips);
                writeln!(out, "{:<width$}  flips {:>2}: {squares}", notation.write(*mv), flips.len())?;
            }
        }
    }
    Ok(())
}
