//! `outflank check`: is a move legal, is a game, can a board arise?

mod games;
mod position;

use std::io::Write;

use outflank_rules::{IllegalMove, Move, Position, Refusal, notation::Notation};
use serde::Serialize;

use crate::{
    Verdict,
    error::Error,
    json,
    state::names,
    subject::{Found, SubjectArgs},
};

/// Say why a move is illegal, or whether a game or a board is possible
///
/// With --move: is the move legal there, and if not, why? A game without it is replayed, and the first illegal move
/// named; of a file every record is checked. A board is tried for whether any game leads to it: the answer is a
/// reason why none can, such a game, or that it could not be decided. The exit code is 1 for illegal and impossible.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank check --move a1                  why not begin on a1?
  outflank check f5d6c3 --move '(3, 2)'     is row 3, column 2 legal after these moves?
  outflank check games.pgn                  are all games of the file legal?
  outflank check board.txt                  can this board arise in a game?")]
pub(crate) struct Args {
    #[command(flatten)]
    subject: SubjectArgs,

    /// The move to check in the position; may be given several times
    #[arg(long = "move", value_name = "MOVE", allow_hyphen_values = true)]
    moves: Vec<String>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A refused move for programs.
#[derive(Debug, Serialize)]
struct RefusalReport {
    #[serde(rename = "move")]
    mv: String,
    turn: String,
    refusal: &'static str,
    reason: String,
    legal: Vec<String>,
}

/// The answer about one move for programs.
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

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        if !self.moves.is_empty() {
            return self.check_moves(out);
        }
        match self.subject.find()? {
            Found::Start(position) => self.check_position(&position, out),
            Found::Board(setup) => self.check_setup(&setup, out),
            Found::Records(source, records) => self.check_records(&source, *records, out),
        }
    }

    fn check_moves(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let notation = self.subject.notation;
        let moves: Vec<Move> =
            self.moves.iter().map(|text| notation.parse(text)).collect::<Result<_, _>>().map_err(Error::Move)?;
        let position = self.subject.read_position()?.position;
        let answers: Vec<_> = moves.iter().map(|&mv| (mv, position.play(mv).err())).collect();
        if self.json {
            let reports = answers.iter().map(|(mv, illegal)| match illegal {
                None => legal_report(&position, *mv, notation),
                Some(illegal) => MoveReport::Illegal(RefusalReport::new(illegal, notation)),
            });
            json::write(&reports.collect::<Vec<_>>(), out)?;
        } else {
            for (mv, illegal) in &answers {
                match illegal {
                    None => writeln!(out, "legal: {}", praise(&position, *mv, notation))?,
                    Some(illegal) => writeln!(out, "illegal: {}", illegal.explain(notation))?,
                }
            }
        }
        let is_fine = answers.iter().all(|(_, illegal)| illegal.is_none());
        Ok(if is_fine { Verdict::Fine } else { Verdict::Refused })
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

fn legal_report(position: &Position, mv: Move, notation: Notation) -> MoveReport {
    MoveReport::Legal {
        mv: notation.write(mv),
        turn: position.turn().to_string(),
        flips: mv.square().map_or(Vec::new(), |square| names(position.flips(square), notation)),
    }
}

impl RefusalReport {
    fn new(illegal: &IllegalMove, notation: Notation) -> RefusalReport {
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
