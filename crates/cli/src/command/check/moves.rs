//! Are these moves legal in a position?

use outflank_rules::{IllegalMove, Move, Position, Refusal, notation::Notation};
use serde::Serialize;

use super::{Answer, Args};
use crate::{Verdict, error::Error, source::Source, state::names, subject::Reading};

/// What programs read.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// `legal` if all of the moves are, else `illegal`.
    verdict: &'static str,
    moves: Vec<MoveReport>,
}

/// The answer about one move.
#[derive(Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
enum MoveReport {
    Legal {
        #[serde(rename = "move")]
        mv: String,
        turn: String,
        flips: Vec<String>,
    },
    Illegal(RefusalReport),
}

/// A refused move.
#[derive(Debug, Serialize)]
pub(super) struct RefusalReport {
    #[serde(rename = "move")]
    mv: String,
    turn: String,
    refusal: &'static str,
    reason: String,
    legal: Vec<String>,
}

impl Args {
    pub(super) fn check_moves(&self) -> Result<(Option<Source>, Answer), Error> {
        let notation = self.subject.notation;
        let moves: Vec<Move> =
            self.moves.iter().map(|text| notation.parse(text)).collect::<Result<_, _>>().map_err(Error::Move)?;
        let Reading { source, position, .. } = self.subject.read_position()?;
        let is_fine = moves.iter().all(|&mv| position.play(mv).is_ok());
        let report = Report {
            verdict: if is_fine { "legal" } else { "illegal" },
            moves: moves.iter().map(|&mv| MoveReport::new(&position, mv, notation)).collect(),
        };
        let answer = Answer {
            verdict: if is_fine { Verdict::Fine } else { Verdict::Refused },
            text: moves.iter().map(|&mv| line(&position, mv, notation)).collect(),
            report: super::Report::Move(report),
        };
        Ok((source, answer))
    }
}

fn line(position: &Position, mv: Move, notation: Notation) -> String {
    match position.play(mv) {
        Ok(_) => format!("legal: {}\n", praise(position, mv, notation)),
        Err(illegal) => format!("illegal: {}\n", illegal.explain(notation)),
    }
}

fn praise(position: &Position, mv: Move, notation: Notation) -> String {
    let (name, turn) = (notation.write(mv), position.turn());
    match mv.square().map(|square| position.flips(square)) {
        None => format!("{turn} must pass"),
        Some(flips) if flips.is_empty() => format!("{name} places a disc for {turn}, who flips nothing yet"),
        Some(flips) => format!("{name} flips {} for {turn}", notation.write_squares(flips)),
    }
}

impl MoveReport {
    fn new(position: &Position, mv: Move, notation: Notation) -> MoveReport {
        match position.play(mv) {
            Err(illegal) => MoveReport::Illegal(RefusalReport::new(&illegal, notation)),
            Ok(_) => MoveReport::Legal {
                mv: notation.write(mv),
                turn: position.turn().to_string(),
                flips: mv.square().map_or(Vec::new(), |square| names(position.flips(square), notation)),
            },
        }
    }
}

impl RefusalReport {
    pub(super) fn new(illegal: &IllegalMove, notation: Notation) -> RefusalReport {
        RefusalReport {
            mv: notation.write(illegal.mv),
            turn: illegal.turn.to_string(),
            refusal: match illegal.refusal {
                Refusal::OffBoard => "off-board",
                Refusal::Occupied(_) => "occupied",
                Refusal::FlipsNothing => "flips-nothing",
                Refusal::NotInCentre => "not-in-centre",
                Refusal::PassWithMoves => "pass-with-moves",
                Refusal::MustPass => "must-pass",
                Refusal::GameOver => "game-over",
            },
            reason: illegal.explain(notation),
            legal: names(illegal.legal, notation),
        }
    }
}
