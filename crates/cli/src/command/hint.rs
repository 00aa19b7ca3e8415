//! `outflank hint`: finds the best move of a position.

use std::{io::Write, time::Duration};

use outflank_engine::{Bound, Outcome, Selectivity};
use outflank_rules::{DiscDiff, Position, Status, notation::Notation};
use serde::Serialize;

use crate::{
    CommandStatus,
    engine::SearchArgs,
    error::Error,
    input::InputArgs,
    interrupt, json,
    number::grouped,
    search_report::{MoveList, SearchCost, SearchDepth},
    state::State,
};

/// The default level.
const LEVEL: u8 = 14;

/// Find the best move of a position or of the end of a game
///
/// The value counts discs for the side to move; empty squares go to the winner. A depth of 12@73%
/// is a search 12 plies deep with selectivity 73. An exact value is marked "with perfect play".
/// Without --level, --depth or --time, level 14 thinks. Ctrl-C stops and prints the result so far.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Find the best move after these moves:
      outflank hint f5d6c3
  Search for five seconds:
      outflank hint board.txt --time 5s
  Print the best move after 20 moves of a game as JSON:
      outflank hint game.ggf --ply 20 --level 10 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    search: SearchArgs,

    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// JSON printed by `outflank hint --json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct HintJson {
    #[serde(flatten)]
    state: State,
    #[serde(rename = "move")]
    best: Option<String>,
    #[serde(serialize_with = "json::discs")]
    value: DiscDiff,
    #[serde(flatten)]
    depth: SearchDepth,
    line: MoveList,
    #[serde(flatten)]
    cost: SearchCost,
    interrupted: bool,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let reading = self.input.read_position()?;
        let position = reading.position;
        let outcome = self.think(&position)?;
        let report = HintJson::new(&position, &outcome, self.input.notation);
        json::print(&report, self.json, out, HintJson::write_text)?;
        Ok(interrupt::verdict())
    }

    fn think(&self, position: &Position) -> Result<Outcome, Error> {
        if let Status::Over(score) = position.status() {
            return Ok(end(score.official_utility(position.turn())));
        }
        self.search.search(position, LEVEL)
    }
}

/// The outcome of a finished game, which needs no search.
fn end(value: DiscDiff) -> Outcome {
    Outcome {
        mv: None,
        value,
        depth: 0,
        selectivity: Selectivity::Full,
        bound: Bound::Exact,
        is_proven: true,
        line: Vec::new(),
        nodes: 0,
        time: Duration::ZERO,
    }
}

impl HintJson {
    fn new(position: &Position, outcome: &Outcome, notation: Notation) -> HintJson {
        HintJson {
            state: State::new(position, notation),
            best: outcome.mv.map(|mv| notation.write(mv)),
            value: outcome.value,
            depth: SearchDepth::new(outcome.depth, outcome.selectivity, outcome.is_exact()),
            line: MoveList::new(&outcome.line, notation),
            cost: SearchCost::new(outcome.nodes, outcome.time),
            interrupted: interrupt::came(),
        }
    }

    fn write_text(&self, out: &mut dyn Write) -> Result<(), Error> {
        let HintJson { state, best, value, depth, line, cost, .. } = self;
        if let Some(score) = state.result {
            writeln!(out, "game over: {score}")?;
            return Ok(());
        }
        match best {
            Some(_) if state.status == "pass" => writeln!(out, "pass: {} has no legal square", state.turn)?,
            Some(best) => writeln!(out, "{best}")?,
            None => return Ok(()),
        }
        writeln!(out, "value: {value} for {}, {}", state.turn, depth.proof())?;
        writeln!(out, "line: {line}")?;
        writeln!(out, "nodes: {} in {:.3} s", grouped(cost.nodes), cost.seconds)?;
        Ok(())
    }
}
