//! `outflank moves`: lists the legal moves and the discs each flips.

use std::io::Write;

use outflank_rules::{Bitboard, Move, Position, notation::Notation};
use serde::Serialize;

use crate::{
    CommandStatus,
    error::Error,
    input::InputArgs,
    json,
    state::{State, names},
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
    input: InputArgs,

    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
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
        let position = self.input.read_position()?.position;
        json::print(&MovesJson::new(&position, self.input.notation), self.json, out, MovesJson::write_text)?;
        Ok(CommandStatus::Fine)
    }
}

impl MovesJson {
    fn new(position: &Position, notation: Notation) -> MovesJson {
        let flips = |mv: Move| mv.square().map_or(Bitboard::EMPTY, |square| position.flips(square));
        let entry = |mv: Move| LegalMoveJson { mv: notation.write(mv), flips: names(flips(mv), notation) };
        MovesJson { state: State::new(position, notation), moves: position.moves().into_iter().map(entry).collect() }
    }

    fn write_text(&self, out: &mut dyn Write) -> Result<(), Error> {
        if let Some(score) = self.state.result {
            writeln!(out, "game over: {score}")?;
        }
        let width = self.moves.iter().map(|entry| entry.mv.len()).max().unwrap_or(0);
        for LegalMoveJson { mv, flips } in &self.moves {
            match flips.len() {
                _ if self.state.status == "pass" => writeln!(out, "pass  {} has no legal square", self.state.turn)?,
                0 => writeln!(out, "{mv:<width$}  flips nothing")?,
                count => writeln!(out, "{mv:<width$}  flips {count:>2}: {}", flips.join(" "))?,
            }
        }
        Ok(())
    }
}
