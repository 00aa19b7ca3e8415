//! `outflank eval`: what each feature of a position contributes to its evaluation.

use std::io::Write;

use outflank_engine::{
    Board,
    eval::{Contribution, Model},
};
use outflank_rules::{Color, Move, Position, notation::Notation};
use serde::Serialize;

use crate::{
    Verdict,
    engine::{unplayable, weights},
    error::Error,
    json,
    state::State,
    subject::SubjectArgs,
};

/// Show what each feature of a position adds to its evaluation
///
/// Each row is a group of squares with what lies on it (X black, O white, - empty) and what that adds, in discs for the
/// side to move; rows of one kind stand together below their sum. The total is what the engine sees without
/// looking ahead.
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
    #[arg(long, help_heading = "Output")]
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
        let report = Report::new(&reading.position, self.subject.notation);
        if self.json {
            json::write(&report, out)?;
        } else {
            self.write_table(&report, out)?;
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
        let features = features(&model, position, notation);
        Report {
            state: State::new(position, notation),
            model: model.name().to_owned(),
            total: features.iter().map(|feature| feature.discs).sum(),
            features,
        }
    }
}

fn features(model: &Model, position: &Position, notation: Notation) -> Vec<Feature> {
    let board = Board { own: position.own().0, opp: position.opp().0 };
    let feature = |contribution: Contribution| Feature {
        name: contribution.name,
        squares: contribution.squares.iter().map(|&square| notation.write(Move::Place(square))).collect(),
        cells: contribution.digits.iter().map(|&digit| cell(digit, position.turn())).collect(),
        discs: contribution.discs,
    };
    model.explain(board, position.empties().len()).into_iter().map(feature).collect()
}

/// The sign of a cell on which an own disc (1), an opposing one (-1) or none lies.
fn cell(digit: i8, turn: Color) -> char {
    match (digit, turn) {
        (0, _) => '-',
        (1, Color::Black) | (-1, Color::White) => 'X',
        _ => 'O',
    }
}
