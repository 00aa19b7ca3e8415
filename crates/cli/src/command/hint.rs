//! `outflank hint`: finds the best move of a position.

use std::{io::Write, time::Duration};

use outflank_engine::{Bound, Outcome, Progress as Step, Selectivity};
use outflank_rules::{DiscDiff, Move, Position, Status, notation::Notation};
use serde::Serialize;

use crate::{
    CommandStatus,
    effort::EffortArgs,
    engine::{EngineArgs, outcome_of, weights},
    error::Error,
    interrupt, json, line,
    number::{grouped, per_second},
    progress::Progress,
    state::State,
    subject::SubjectArgs,
};

/// The default level.
const LEVEL: u8 = 14;

/// Find the best move of a position or of the end of a game
///
/// The value counts discs for the side to move; empty squares go to the winner. A depth of 12@73% is a search 12 plies
/// deep with selectivity 73. An exact value is marked "with perfect play". Without --level, --depth or --time, level 14
/// thinks. Ctrl-C stops and prints the result so far.
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
    subject: SubjectArgs,

    #[command(flatten)]
    effort: EffortArgs,

    #[command(flatten)]
    engine: EngineArgs,

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
    value: i8,
    exact: bool,
    depth: u32,
    selectivity: u8,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    interrupted: bool,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let reading = self.subject.read_position()?;
        let position = reading.position;
        let outcome = self.think(&position)?;
        json::print(&report(&position, &outcome, self.subject.notation), self.json, out, |out| {
            write_hint(&position, &outcome, self.subject.notation, out)
        })?;
        Ok(interrupt::verdict())
    }

    fn think(&self, position: &Position) -> Result<Outcome, Error> {
        if let Status::Over(score) = position.status() {
            return Ok(end(score.official_utility(position.turn())));
        }
        let mut searcher = self.engine.searcher()?;
        weights(position);
        let progress = Progress::of_search();
        let limits = self.effort.limits(position.empties().len(), LEVEL);
        if !position.free_squares().is_empty() {
            return Ok(outcome_of(position, &searcher.analyse(position, &limits)));
        }
        Ok(searcher.search_with(position, &limits, &mut |step| progress.set_message(&step_line(step))))
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

fn step_line(step: &Step) -> String {
    let best = step.line.first().map(ToString::to_string).unwrap_or_default();
    format!("depth {}: {best} {},", line::depth(step.depth, step.selectivity, step.is_proven), step.value)
}

fn report(position: &Position, outcome: &Outcome, notation: Notation) -> HintJson {
    let seconds = outcome.time.as_secs_f64();
    HintJson {
        state: State::new(position, notation),
        best: outcome.mv.map(|mv| notation.write(mv)),
        value: outcome.value.discs(),
        exact: outcome.is_exact(),
        depth: outcome.depth,
        selectivity: outcome.selectivity.percent(),
        line: line::names(&outcome.line, notation),
        nodes: outcome.nodes,
        seconds,
        nodes_per_second: per_second(outcome.nodes, seconds),
        interrupted: interrupt::came(),
    }
}

fn write_hint(position: &Position, outcome: &Outcome, notation: Notation, out: &mut dyn Write) -> Result<(), Error> {
    let turn = position.turn();
    match outcome.mv {
        None => {
            let Status::Over(score) = position.status() else { return Ok(()) };
            writeln!(out, "game over: {score}")?;
            return Ok(());
        }
        Some(Move::Pass) => writeln!(out, "pass: {turn} has no legal square")?,
        Some(mv) => writeln!(out, "{}", notation.write(mv))?,
    }
    let depth = line::depth(outcome.depth, outcome.selectivity, outcome.is_exact());
    let proof = if outcome.is_exact() { "with perfect play".to_owned() } else { format!("at depth {depth}") };
    writeln!(out, "value: {} for {turn}, {proof}", outcome.value)?;
    writeln!(out, "line: {}", line::text(&outcome.line, notation))?;
    writeln!(out, "nodes: {} in {:.3} s", grouped(outcome.nodes), outcome.time.as_secs_f64())?;
    Ok(())
}
