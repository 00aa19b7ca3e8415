//! Lists every legal move of a position with its value.

use std::io::Write;

use outflank_engine::{Analysis, MoveValue};
use outflank_rules::{Game, Position, Status, notation::Notation};
use outflank_server::engine::jobs::VALUES_LEVEL;
use serde::Serialize;

use super::{Args, remote};
use crate::{
    CommandStatus,
    error::Error,
    interrupt, json, line,
    number::{grouped, per_second},
    state::State,
    terminal,
};

/// JSON printed by `outflank analyse --json` for a position.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PositionAnalysisJson {
    kind: &'static str,
    #[serde(flatten)]
    state: State,
    moves: Vec<MoveValueJson>,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    interrupted: bool,
}

/// A move with its value for the side to move.
#[derive(Serialize)]
struct MoveValueJson {
    #[serde(rename = "move")]
    mv: String,
    value: i8,
    exact: bool,
    depth: u32,
    selectivity: u8,
    line: Vec<String>,
}

impl MoveValueJson {
    fn new(valued: &MoveValue, notation: Notation) -> MoveValueJson {
        MoveValueJson {
            mv: notation.write(valued.mv),
            value: valued.value.discs(),
            exact: valued.is_exact(),
            depth: valued.depth,
            selectivity: valued.selectivity.percent(),
            line: line::names(&valued.line, notation),
        }
    }
}

impl Args {
    pub(super) fn value_moves(&self, game: &Game, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let position = &game.position();
        let analysis = match &self.server {
            Some(server) => remote::values(server, game, self.effort.job_limits(VALUES_LEVEL))?,
            None => self.engine.analyse(position, &self.effort.limits(position.empties().len(), VALUES_LEVEL))?,
        };
        let notation = self.subject.notation;
        json::print(&report(position, &analysis, notation), self.json, out, |out| {
            write_table(position, &analysis, notation, out)
        })?;
        Ok(interrupt::verdict())
    }
}

fn report(position: &Position, analysis: &Analysis, notation: Notation) -> PositionAnalysisJson {
    let seconds = analysis.time.as_secs_f64();
    PositionAnalysisJson {
        kind: "position",
        state: State::new(position, notation),
        moves: analysis.moves.iter().map(|valued| MoveValueJson::new(valued, notation)).collect(),
        nodes: analysis.nodes,
        seconds,
        nodes_per_second: per_second(analysis.nodes, seconds),
        interrupted: interrupt::came(),
    }
}

fn write_table(position: &Position, analysis: &Analysis, notation: Notation, out: &mut dyn Write) -> Result<(), Error> {
    if let Status::Over(score) = position.status() {
        writeln!(out, "game over: {score}")?;
        return Ok(());
    }
    writeln!(out, "{} to move, {} empty", position.turn(), position.empties().len())?;
    writeln!(out, "move    value   depth  line")?;
    for valued in &analysis.moves {
        let depth = line::depth(valued.depth, valued.selectivity, valued.is_exact());
        let (mv, value) = (notation.write(valued.mv), valued.value);
        let start = format!("{mv:<7} {value:>5} {depth:>7}  ");
        writeln!(out, "{start}{}", terminal::rest_of_row(&line::text(&valued.line, notation), start.len()))?;
    }
    writeln!(out, "{} nodes in {:.3} s", grouped(analysis.nodes), analysis.time.as_secs_f64())?;
    Ok(())
}
