//! Lists every legal move of a position with its value.

use std::io::Write;

use outflank_engine::{Analysis, MoveValue};
use outflank_rules::{DiscDiff, Game, Position, notation::Notation};
use outflank_server::engine::jobs::VALUES_LEVEL;
use serde::Serialize;

use super::{Args, remote};
use crate::{
    CommandStatus,
    error::Error,
    interrupt, json,
    number::grouped,
    search_report::{MoveList, SearchCost, SearchDepth},
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
    #[serde(flatten)]
    cost: SearchCost,
    interrupted: bool,
}

/// A move with its value for the side to move.
#[derive(Serialize)]
struct MoveValueJson {
    #[serde(rename = "move")]
    mv: String,
    #[serde(serialize_with = "json::discs")]
    value: DiscDiff,
    #[serde(flatten)]
    depth: SearchDepth,
    line: MoveList,
}

impl MoveValueJson {
    fn new(valued: &MoveValue, notation: Notation) -> MoveValueJson {
        MoveValueJson {
            mv: notation.write(valued.mv),
            value: valued.value,
            depth: SearchDepth::new(valued.depth, valued.selectivity, valued.is_exact()),
            line: MoveList::new(&valued.line, notation),
        }
    }
}

impl Args {
    pub(super) fn value_moves(&self, game: &Game, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let position = &game.position();
        let analysis = match &self.server {
            Some(server) => remote::values(server, game, self.search.job_limits(VALUES_LEVEL))?,
            None => self.search.analyse(position, VALUES_LEVEL)?,
        };
        let report = PositionAnalysisJson::new(position, &analysis, self.input.notation);
        json::print(&report, self.json, out, PositionAnalysisJson::write_text)?;
        Ok(interrupt::verdict())
    }
}

impl PositionAnalysisJson {
    fn new(position: &Position, analysis: &Analysis, notation: Notation) -> PositionAnalysisJson {
        PositionAnalysisJson {
            kind: "position",
            state: State::new(position, notation),
            moves: analysis.moves.iter().map(|valued| MoveValueJson::new(valued, notation)).collect(),
            cost: SearchCost::new(analysis.nodes, analysis.time),
            interrupted: interrupt::came(),
        }
    }

    fn write_text(&self, out: &mut dyn Write) -> Result<(), Error> {
        let PositionAnalysisJson { state, moves, cost, .. } = self;
        if let Some(score) = state.result {
            writeln!(out, "game over: {score}")?;
            return Ok(());
        }
        writeln!(out, "{} to move, {} empty", state.turn, state.empty)?;
        writeln!(out, "move    value   depth  line")?;
        for MoveValueJson { mv, value, depth, line } in moves {
            let start = format!("{mv:<7} {value:>5} {depth:>7}  ");
            writeln!(out, "{start}{}", terminal::rest_of_row(&line.to_string(), start.len()))?;
        }
        writeln!(out, "{} nodes in {:.3} s", grouped(cost.nodes), cost.seconds)?;
        Ok(())
    }
}
