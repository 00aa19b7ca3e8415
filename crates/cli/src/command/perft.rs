//! `outflank perft`: counts all lines of play, the classic test of a move generator.

mod tally;

use std::{
    io::Write,
    num::NonZeroUsize,
    thread,
    time::{Duration, Instant},
};

use outflank_rules::{Move, Position};
use serde::Serialize;

use crate::{CommandStatus, error::Error, json, number::grouped, start::StartArgs};

/// Count all lines of play to a depth
///
/// A forced pass is one ply, and a game that ended earlier is one leaf. The moves of the last ply are counted, not
/// played, and there is no hash table. The count stops at the depth at which every game is over.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Count every depth up to 11:
      outflank perft --depth 11
  Count all 60,060 games of the 4x4 board:
      outflank perft --size 4 --depth 18
  Count below each first move:
      outflank perft --depth 9 --divide
  Use all processors:
      outflank perft --depth 12 --threads 0")]
pub(crate) struct Args {
    /// Count to this depth
    #[arg(short, long, value_name = "PLIES", default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,

    /// Print the count below each first move
    #[arg(long)]
    divide: bool,

    /// Count with N threads; 0 for one per processor
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    threads: usize,

    /// Print JSON instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    start: StartArgs,
}

/// The count at one depth.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PerftDepthJson {
    depth: u32,
    leaves: u64,
    seconds: f64,
    leaves_per_second: f64,
}

/// The count below one first move.
#[derive(Serialize)]
struct PerftMoveJson {
    #[serde(rename = "move")]
    mv: String,
    leaves: u64,
}

/// JSON printed by `outflank perft --json`.
#[derive(Serialize)]
struct PerftJson<'a> {
    variant: String,
    threads: usize,
    depths: &'a [PerftDepthJson],
    /// Whether every game is over at the last of these depths.
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<PerftMoveJson>>,
}

impl PerftDepthJson {
    fn new(depth: u32, leaves: u64, took: Duration) -> PerftDepthJson {
        let seconds = took.as_secs_f64();
        PerftDepthJson { depth, leaves, seconds, leaves_per_second: leaves as f64 / seconds.max(1e-9) }
    }
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let position = self.start.position();
        if self.divide {
            self.divided(&position, out)?;
        } else {
            self.by_depth(&position, out)?;
        }
        Ok(CommandStatus::Fine)
    }

    fn threads(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, NonZeroUsize::get),
            asked => asked.min(1024),
        }
    }

    fn by_depth(&self, position: &Position, out: &mut dyn Write) -> Result<(), Error> {
        let (mut rows, mut before, mut is_complete) = (Vec::new(), 1, false);
        if !self.json {
            writeln!(out, "depth {:>20} {:>12} {:>14}", "leaves", "seconds", "leaves/second")?;
        }
        for depth in 1..=self.depth {
            let (leaves, took) = timed(|| tally::count(position, depth, self.threads()));
            let row = PerftDepthJson::new(depth, leaves, took);
            if !self.json {
                write_row(&row, out)?;
            }
            rows.push(row);
            is_complete = leaves == before && !tally::goes_on(position, depth);
            if is_complete {
                break;
            }
            before = leaves;
        }
        if self.json {
            return self.write_json(&rows, is_complete, &[], out);
        }
        if is_complete && rows.len() < self.depth as usize {
            writeln!(out, "every game is over by depth {}: deeper counts are the same", rows.len())?;
        }
        Ok(())
    }

    fn divided(&self, position: &Position, out: &mut dyn Write) -> Result<(), Error> {
        let (parts, took) = timed(|| tally::divide(position, self.depth, self.threads()));
        let row = PerftDepthJson::new(self.depth, total(&parts), took);
        if self.json {
            return self.write_json(&[row], !tally::goes_on(position, self.depth), &parts, out);
        }
        for (mv, leaves) in &parts {
            writeln!(out, "{:<5} {:>20}", mv.to_string(), grouped(*leaves))?;
        }
        writeln!(out, "total {:>20} {:>11.3}s {:>14}", grouped(row.leaves), row.seconds, rate(&row))?;
        Ok(())
    }

    fn write_json(
        &self,
        depths: &[PerftDepthJson],
        complete: bool,
        parts: &[(Move, u64)],
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        let part = |&(mv, leaves): &(Move, u64)| PerftMoveJson { mv: mv.to_string(), leaves };
        let report = PerftJson {
            variant: self.start.variant().to_string(),
            threads: self.threads(),
            depths,
            complete,
            divide: self.divide.then(|| parts.iter().map(part).collect()),
        };
        json::write(&report, out)
    }
}

/// The sum of the counts. A game that is over has no moves and is one leaf.
fn total(parts: &[(Move, u64)]) -> u64 {
    if parts.is_empty() { 1 } else { parts.iter().map(|(_, leaves)| leaves).sum() }
}

/// Prints a row and flushes, because the next one may take minutes.
fn write_row(row: &PerftDepthJson, out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "{:>5} {:>20} {:>12.3} {:>14}", row.depth, grouped(row.leaves), row.seconds, rate(row))?;
    out.flush()?;
    Ok(())
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let result = work();
    (result, begun.elapsed())
}

/// `450 M`, or `-` if the time is too short to measure.
fn rate(row: &PerftDepthJson) -> String {
    if row.seconds < 0.001 { "-".to_owned() } else { format!("{:.0} M", row.leaves_per_second / 1e6) }
}
