//! `outflank eval`: what each feature of a position contributes to its evaluation.

use std::io::Write;

use outflank_engine::{
    Board,
    eval::{Contribution, Model},
};
use outflank_rules::{Color, Move, Position, Status, notation::Notation};
use serde::Serialize;

use crate::{
    Verdict,
    engine::{unplayable, weights},
    error::Error,
    json,
    state::State,
    subject::SubjectArgs,
    tell,
};

/// Show what each feature of a position adds to its evaluation
///
/// Each row is a group of squares with what lies on it (X black, O white, - empty) and what that adds, in discs for the
/// side to move; rows of one kind stand together below their sum. The total is what the engine sees without
/// looking ahead. Boards with holes have no weights of their own and are judged by those of the whole board; 4x4 is
/// solved and not judged.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  After these moves:
      outflank eval f5d6c3d3c4
  For a program:
      outflank eval board.txt --json")]
pub(crate) struct Args {
    #[command(flatten)]
    subject: SubjectArgs,

    /// Print only the sums of each kind
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    brief: bool,

    /// Print JSON for programs
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// What programs read.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    state: State,
    /// What the weights are called.
    model: String,
    /// In discs for the side to move.
    total: f64,
    features: Vec<Feature>,
}

/// One feature: a group of squares, the moves of a side, parity, or the phase.
#[derive(Serialize)]
struct Feature {
    name: &'static str,
    squares: Vec<String>,
    /// What lies on them, for groups of squares.
    #[serde(skip_serializing_if = "String::is_empty")]
    cells: String,
    discs: f64,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let reading = self.subject.read_position()?;
        if let Some(error) = unplayable(&reading) {
            return Err(error);
        }
        let position = reading.position;
        if position.ground().size() == 4 {
            return Err(Error::NotJudged);
        }
        let report = Report::new(&position, self.subject.notation);
        match position.status() {
            _ if self.json => json::write(&report, out)?,
            Status::Over(score) => writeln!(out, "game over: {score}")?,
            _ => self.write_table(&report, out)?,
        }
        if has_holes(&position) {
            tell(format_args!(
                "outflank: boards with holes have no weights of their own: those of the whole board are used"
            ));
        }
        Ok(Verdict::Fine)
    }

    fn write_table(&self, report: &Report, out: &mut dyn Write) -> Result<(), Error> {
        let mut rest = report.features.as_slice();
        while let Some(first) = rest.first() {
            let count = rest.iter().take_while(|feature| feature.name == first.name).count();
            let (group, others) = rest.split_at(count);
            write_group(group, self.brief, out)?;
            rest = others;
        }
        writeln!(out, "{:<20} {:+7.2}  discs for {}, by {}", "total", report.total, report.state.turn, report.model)?;
        Ok(())
    }
}

/// A kind with its sum, and its members below if there are several.
fn write_group(group: &[Feature], is_brief: bool, out: &mut dyn Write) -> Result<(), Error> {
    let sum: f64 = group.iter().map(|feature| feature.discs).sum();
    let only = match group {
        [only] => format!("  {}", picture(only)),
        _ => String::new(),
    };
    writeln!(out, "{}", format!("{:<20} {sum:+7.2}{only}", group[0].name).trim_end())?;
    if group.len() > 1 && !is_brief {
        for feature in group {
            writeln!(out, "{:<20} {:+7.2}  {}", "", feature.discs, picture(feature))?;
        }
    }
    Ok(())
}

/// What it looks at; a crowd of squares is only counted.
fn picture(feature: &Feature) -> String {
    const CROWD: usize = 24;
    match (feature.squares.len(), feature.squares.join(" ")) {
        (0, _) => String::new(),
        (count @ CROWD.., _) => format!("{count} squares"),
        (count, squares) if feature.cells.is_empty() => format!("{count} squares: {squares}"),
        (_, squares) => format!("{:<10}  {squares}", feature.cells),
    }
}

impl Report {
    fn new(position: &Position, notation: Notation) -> Report {
        let model = weights(position);
        let state = State::new(position, notation);
        if let Status::Over(score) = position.status() {
            let total = f64::from(score.official_utility(position.turn()).discs());
            return Report { state, model: "the rules".to_owned(), total, features: Vec::new() };
        }
        let features = features(&model, position, notation);
        let total = features.iter().map(|feature| feature.discs).sum();
        Report { state, model: model.name().to_owned(), total, features }
    }
}

/// Are there fewer squares than the weights look at?
fn has_holes(position: &Position) -> bool {
    position.ground().area() != position.ground().frame()
}

fn features(model: &Model, position: &Position, notation: Notation) -> Vec<Feature> {
    let board = Board { own: position.own().0, opp: position.opp().0 };
    let feature = |contribution: Contribution| {
        let is_there: Vec<bool> =
            contribution.squares.iter().map(|&square| position.ground().contains(square)).collect();
        let squares = kept(&contribution.squares, &is_there).map(|&square| notation.write(Move::Place(square)));
        let cells = kept(&contribution.digits, &is_there).map(|&digit| cell(digit, position.turn()));
        Feature {
            name: contribution.name,
            squares: squares.collect(),
            cells: cells.collect(),
            discs: contribution.discs,
        }
    };
    model.explain(board, position.empties().len()).into_iter().map(feature).collect()
}

/// Those for which it is so.
fn kept<'a, T>(all: &'a [T], is_so: &'a [bool]) -> impl Iterator<Item = &'a T> {
    all.iter().zip(is_so).filter(|&(_, &is_so)| is_so).map(|(item, _)| item)
}

/// The sign of a cell on which an own disc (1), an opposing one (-1) or none lies.
fn cell(digit: i8, turn: Color) -> char {
    match (digit, turn) {
        (0, _) => '-',
        (1, Color::Black) | (-1, Color::White) => 'X',
        _ => 'O',
    }
}
