//! `outflank check`: is a move legal, is a game, can a board arise?

mod board;
mod games;

use std::io::Write;

use outflank_rules::{IllegalMove, Move, Position, Refusal, notation::Notation, reach::Budget};
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
/// With --move, the move is tried in the position, and if it is illegal, the reason and the legal moves are told.
/// Without it, a game is replayed up to its first illegal move (of files, every game), and a board is judged: it is
/// impossible, with a reason you can check; possible, with a game that leads to it; or undecided.
///
/// The exit code is 1 for what is illegal or impossible.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Why not begin on a1?
      outflank check --move a1
  Is row 3, column 2 legal after these moves?
      outflank check f5d6c3 --move '(3, 2)'
  Are all games of these files legal?
      outflank check games.pgn more.ggf
  Can this board arise in a game?
      outflank check board.txt")]
pub(crate) struct Args {
    /// The move to check in the position; may be given several times
    #[arg(long = "move", value_name = "MOVE", allow_hyphen_values = true)]
    moves: Vec<String>,

    /// Positions to examine in the search for a game that leads to a board
    #[arg(long, value_name = "POSITIONS", default_value_t = Budget::default().backward)]
    budget: u64,

    #[command(flatten)]
    subject: SubjectArgs,

    /// Print JSON for programs
    #[arg(long, help_heading = "Output")]
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
        if self.subject.stops_early() {
            return Err(Error::PlyOfCheck);
        }
        let mut verdict = Verdict::Fine;
        for found in self.subject.find_each() {
            if self.check_found(found?, out)? == Verdict::Refused {
                verdict = Verdict::Refused;
            }
        }
        Ok(verdict)
    }

    fn check_found(&self, found: Found, out: &mut dyn Write) -> Result<Verdict, Error> {
        match found {
            Found::Start(position) => self.check_board(&position.into(), out),
            Found::Board(setup) => self.check_board(&setup, out),
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
