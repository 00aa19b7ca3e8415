//! `outflank moves`: the legal moves and what each flips.

use std::io::Write;

use outflank_rules::{Bitboard, Move, Position, notation::Notation};
use serde::Serialize;

use crate::{
    Verdict,
    error::Error,
    json,
    state::{State, names},
    subject::SubjectArgs,
};

/// List the legal moves of a position with the discs each flips
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  At the start of the game:
      outflank moves
  After these moves:
      outflank moves f5 d6 c3
  On the 4x4 board, squares as (row, column) from 0:
      outflank moves --size 4 --notation row-column
  After 20 moves of a recorded game, for a program:
      outflank moves game.ggf --ply 20 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    subject: SubjectArgs,

    /// Print JSON for programs
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// A move and what it does.
struct Choice {
    mv: Move,
    flips: Bitboard,
}

/// What programs read.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    state: State,
    moves: Vec<ChoiceReport>,
}

#[derive(Serialize)]
struct ChoiceReport {
    #[serde(rename = "move")]
    mv: String,
    flips: Vec<String>,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let position = self.subject.read_position()?.position;
        let choices = choices(&position);
        let notation = self.subject.notation;
        if self.json {
            json::write(&report(&position, &choices, notation), out)?;
        } else {
            write_table(&position, &choices, notation, out)?;
        }
        Ok(Verdict::Fine)
    }
}

fn choices(position: &Position) -> Vec<Choice> {
    let flips = |mv: Move| mv.square().map_or(Bitboard::EMPTY, |square| position.flips(square));
    position.moves().into_iter().map(|mv| Choice { mv, flips: flips(mv) }).collect()
}

fn report(position: &Position, choices: &[Choice], notation: Notation) -> Report {
    let report = |choice: &Choice| ChoiceReport { mv: notation.write(choice.mv), flips: names(choice.flips, notation) };
    Report { state: State::new(position, notation), moves: choices.iter().map(report).collect() }
}

fn write_table(position: &Position, choices: &[Choice], notation: Notation, out: &mut dyn Write) -> Result<(), Error> {
    if choices.is_empty() {
        writeln!(out, "game over: {}", position.score())?;
    }
    let width = choices.iter().map(|choice| notation.write(choice.mv).len()).max().unwrap_or(0);
    for Choice { mv, flips } in choices {
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
