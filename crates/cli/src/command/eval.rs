//! `outflank eval`: shows the parts of the evaluation of a position.

use std::io::Write;

use outflank_engine::{
    Board,
    eval::{Contribution, Model},
};
use outflank_rules::{Color, Move, Position, Status, notation::Notation};
use serde::Serialize;

use crate::{
    CommandStatus,
    engine::{unplayable, weights},
    error::Error,
    input::InputArgs,
    json, print_message,
    state::State,
};

/// Show what each feature adds to the evaluation of a position
///
/// Each row is a group of squares with its content (X black, O white, - empty) and its contribution
/// in discs for the side to move. Rows of one kind stand below their sum. The total is the
/// evaluation without a search. Boards with holes use the weights of the whole board. 4x4 has no
/// evaluation.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Evaluate the position after these moves:
      outflank eval f5d6c3d3c4
  Print JSON:
      outflank eval board.txt --json")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// Print only the sum of each kind
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    brief: bool,

    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// JSON printed by `outflank eval --json`.
#[derive(Serialize)]
struct EvalJson {
    #[serde(flatten)]
    state: State,
    /// The name of the weights.
    model: String,
    /// In discs for the side to move.
    total: f64,
    features: Vec<FeatureJson>,
}

/// One feature: a group of squares, the moves of a side, parity, or the phase.
#[derive(Serialize)]
struct FeatureJson {
    name: &'static str,
    squares: Vec<String>,
    /// The content of the squares; empty for features that are not groups of squares.
    #[serde(skip_serializing_if = "String::is_empty")]
    cells: String,
    discs: f64,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let reading = self.input.read_position()?;
        if let Some(error) = unplayable(&reading) {
            return Err(error);
        }
        let position = reading.position;
        if position.spec().size() == 4 {
            return Err(Error::NoEvaluation);
        }
        let report = EvalJson::new(&position, self.input.notation);
        json::print(&report, self.json, out, |report, out| report.write_text(self.brief, out))?;
        if has_holes(&position) {
            print_message(format_args!("outflank: boards with holes use the weights of the whole board"));
        }
        Ok(CommandStatus::Fine)
    }
}

/// A kind with its sum, and its members below if there are several.
fn write_group(group: &[FeatureJson], is_brief: bool, out: &mut dyn Write) -> Result<(), Error> {
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

/// The squares of a feature with their content; for 24 squares or more only their number.
fn picture(feature: &FeatureJson) -> String {
    const MAX_LISTED_SQUARES: usize = 24;
    match (feature.squares.len(), feature.squares.join(" ")) {
        (0, _) => String::new(),
        (count @ MAX_LISTED_SQUARES.., _) => format!("{count} squares"),
        (count, squares) if feature.cells.is_empty() => format!("{count} squares: {squares}"),
        (_, squares) => format!("{:<10}  {squares}", feature.cells),
    }
}

impl EvalJson {
    fn new(position: &Position, notation: Notation) -> EvalJson {
        let model = weights(position);
        let state = State::new(position, notation);
        if let Status::Over(score) = position.status() {
            let total = f64::from(score.official_utility(position.turn()).discs());
            return EvalJson { state, model: "the rules".to_owned(), total, features: Vec::new() };
        }
        let features = features(&model, position, notation);
        let total = features.iter().map(|feature| feature.discs).sum();
        EvalJson { state, model: model.name().to_owned(), total, features }
    }

    fn write_text(&self, is_brief: bool, out: &mut dyn Write) -> Result<(), Error> {
        if let Some(score) = self.state.result {
            writeln!(out, "game over: {score}")?;
            return Ok(());
        }
        for group in self.features.chunk_by(|one, next| one.name == next.name) {
            write_group(group, is_brief, out)?;
        }
        writeln!(out, "{:<20} {:+7.2}  discs for {}, by {}", "total", self.total, self.state.turn, self.model)?;
        Ok(())
    }
}

/// Whether the board has fewer squares than the weights cover.
fn has_holes(position: &Position) -> bool {
    position.spec().area() != position.spec().frame()
}

fn features(model: &Model, position: &Position, notation: Notation) -> Vec<FeatureJson> {
    let board = Board { own: position.own().0, opp: position.opp().0 };
    let feature = |contribution: Contribution| {
        let is_there: Vec<bool> = contribution.squares.iter().map(|&square| position.spec().contains(square)).collect();
        let squares = selected(&contribution.squares, &is_there).map(|&square| notation.write(Move::Place(square)));
        let cells = selected(&contribution.digits, &is_there).map(|&digit| cell(digit, position.turn()));
        FeatureJson {
            name: contribution.name,
            squares: squares.collect(),
            cells: cells.collect(),
            discs: contribution.discs,
        }
    };
    model.explain(board, position.empties().len()).into_iter().map(feature).collect()
}

/// The items whose flag is set.
fn selected<'a, T>(all: &'a [T], is_selected: &'a [bool]) -> impl Iterator<Item = &'a T> {
    all.iter().zip(is_selected).filter(|&(_, &is_selected)| is_selected).map(|(item, _)| item)
}

/// The character of a cell: 1 is a disc of the side to move, -1 one of the opponent, 0 empty.
fn cell(digit: i8, turn: Color) -> char {
    match (digit, turn) {
        (0, _) => '-',
        (1, Color::Black) | (-1, Color::White) => 'X',
        _ => 'O',
    }
}
