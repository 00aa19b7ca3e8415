//! Checks whether moves are legal in a position.

use outflank_rules::{IllegalMove, IllegalReason, Move, Position, notation::Notation};
use serde::Serialize;

use super::{Args, CheckJson, CheckResultJson};
use crate::{error::Error, input::PositionInput, state::names};

/// The check of moves in a position.
#[derive(Debug, Serialize)]
pub(super) struct MovesCheckJson {
    /// `legal` if all of the moves are, else `illegal`.
    verdict: &'static str,
    moves: Vec<CheckedMoveJson>,
}

/// The result for one move.
#[derive(Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
enum CheckedMoveJson {
    Legal {
        #[serde(rename = "move")]
        mv: String,
        turn: String,
        flips: Vec<String>,
    },
    Illegal(IllegalMoveJson),
}

/// An illegal move and the reason.
#[derive(Debug, Serialize)]
pub(super) struct IllegalMoveJson {
    #[serde(rename = "move")]
    mv: String,
    turn: String,
    refusal: &'static str,
    reason: String,
    legal: Vec<String>,
}

impl Args {
    pub(super) fn check_moves(&self) -> Result<CheckJson, Error> {
        let notation = self.input.notation;
        let moves: Vec<Move> =
            self.moves.iter().map(|text| notation.parse(text)).collect::<Result<_, _>>().map_err(Error::Move)?;
        let PositionInput { source, position, .. } = self.input.read_position()?;
        let is_fine = moves.iter().all(|&mv| position.play(mv).is_ok());
        let report = MovesCheckJson {
            verdict: if is_fine { "legal" } else { "illegal" },
            moves: moves.iter().map(|&mv| CheckedMoveJson::new(&position, mv, notation)).collect(),
        };
        let text = moves.iter().map(|&mv| line(&position, mv, notation)).collect();
        Ok(CheckJson::new(source.as_ref(), is_fine, text, CheckResultJson::Move(report)))
    }
}

fn line(position: &Position, mv: Move, notation: Notation) -> String {
    match position.play(mv) {
        Ok(_) => format!("legal: {}\n", legal_text(position, mv, notation)),
        Err(illegal) => format!("illegal: {}\n", illegal.explain(notation)),
    }
}

fn legal_text(position: &Position, mv: Move, notation: Notation) -> String {
    let (name, turn) = (notation.write(mv), position.turn());
    match mv.square().map(|square| position.flips(square)) {
        None => format!("{turn} must pass"),
        Some(flips) if flips.is_empty() => format!("{name} places a disc for {turn}, who flips nothing yet"),
        Some(flips) => format!("{name} flips {} for {turn}", notation.write_squares(flips)),
    }
}

impl CheckedMoveJson {
    fn new(position: &Position, mv: Move, notation: Notation) -> CheckedMoveJson {
        match position.play(mv) {
            Err(illegal) => CheckedMoveJson::Illegal(IllegalMoveJson::new(&illegal, notation)),
            Ok(_) => CheckedMoveJson::Legal {
                mv: notation.write(mv),
                turn: position.turn().to_string(),
                flips: mv.square().map_or(Vec::new(), |square| names(position.flips(square), notation)),
            },
        }
    }
}

impl IllegalMoveJson {
    pub(super) fn new(illegal: &IllegalMove, notation: Notation) -> IllegalMoveJson {
        IllegalMoveJson {
            mv: notation.write(illegal.mv),
            turn: illegal.turn.to_string(),
            refusal: match illegal.reason {
                IllegalReason::OffBoard => "off-board",
                IllegalReason::Occupied(_) => "occupied",
                IllegalReason::FlipsNothing => "flips-nothing",
                IllegalReason::NotInCentre => "not-in-centre",
                IllegalReason::PassWithMoves => "pass-with-moves",
                IllegalReason::MustPass => "must-pass",
                IllegalReason::GameOver => "game-over",
            },
            reason: illegal.explain(notation),
            legal: names(illegal.legal, notation),
        }
    }
}
