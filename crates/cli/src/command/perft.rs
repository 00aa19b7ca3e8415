//! `outflank perft`: counts all lines of play, the classic test of a move generator.

mod tally;

use std::{
    io::Write,
    time::{Duration, Instant},
};

use outflank_rules::{Move, Position};
use serde::Serialize;

use crate::{
    CommandStatus,
    cli::whole_number,
    engine::processors,
    error::Error,
    json,
    number::{grouped, per_second},
    start::StartArgs,
};

/// Count all lines of play to a depth
///
/// A forced pass is one ply, and a game that ended earlier is one leaf. The moves of the last ply
/// are counted, not played, and there is no hash table. The count stops at the depth at which every
/// game is over.
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
    #[arg(short, long, value_name = "PLIES", default_value_t = 9, value_parser = whole_number::<u32>(1..))]
    depth: u32,

    /// Print the count below each first move
    #[arg(long)]
    divide: bool,

    /// Count with N threads; 0 for one per processor
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = whole_number::<usize>(0..))]
    threads: usize,

    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
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
struct PerftJson {
    variant: String,
    threads: usize,
    depths: Vec<PerftDepthJson>,
    /// Whether every game is over at the last of these depths.
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<PerftMoveJson>>,
}

impl PerftDepthJson {
    fn new(depth: u32, leaves: u64, took: Duration) -> PerftDepthJson {
        let seconds = took.as_secs_f64();
        PerftDepthJson { depth, leaves, seconds, leaves_per_second: per_second(leaves, seconds) }
    }

    fn write_text(&self, out: &mut dyn Write) -> Result<(), Error> {
        let PerftDepthJson { depth, leaves, seconds, .. } = self;
        writeln!(out, "{depth:>5} {:>20} {seconds:>12.3} {:>14}", grouped(*leaves), self.rate())?;
        Ok(())
    }

    /// `450 M`, or `-` if the time is too short to measure.
    fn rate(&self) -> String {
        if self.seconds < 0.001 { "-".to_owned() } else { format!("{:.0} M", self.leaves_per_second / 1e6) }
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
            0 => processors(),
            asked => asked.min(1024),
        }
    }

    fn by_depth(&self, position: &Position, out: &mut dyn Write) -> Result<(), Error> {
        let (mut depths, mut before, mut complete) = (Vec::new(), 1, false);
        json::print_part(self.json, out, |out| {
            Ok(writeln!(out, "depth {:>20} {:>12} {:>14}", "leaves", "seconds", "leaves/second")?)
        })?;
        for depth in 1..=self.depth {
            let (leaves, took) = timed(|| tally::count(position, depth, self.threads()));
            let row = PerftDepthJson::new(depth, leaves, took);
            json::print_part(self.json, out, |out| row.write_text(out))?;
            depths.push(row);
            complete = leaves == before && !tally::is_longer_than(position, depth);
            if complete {
                break;
            }
            before = leaves;
        }
        json::print(&self.report(depths, complete, None), self.json, out, |report, out| {
            if complete && report.depths.len() < self.depth as usize {
                let depth = report.depths.len();
                writeln!(out, "every game is over by depth {depth}: deeper counts are the same")?;
            }
            Ok(())
        })
    }

    fn divided(&self, position: &Position, out: &mut dyn Write) -> Result<(), Error> {
        let (parts, took) = timed(|| tally::divide(position, self.depth, self.threads()));
        let row = PerftDepthJson::new(self.depth, total(&parts), took);
        let part = |(mv, leaves): (Move, u64)| PerftMoveJson { mv: mv.to_string(), leaves };
        let parts = parts.into_iter().map(part).collect();
        let report = self.report(vec![row], !tally::is_longer_than(position, self.depth), Some(parts));
        json::print(&report, self.json, out, |report, out| {
            for PerftMoveJson { mv, leaves } in report.divide.iter().flatten() {
                writeln!(out, "{mv:<5} {:>20}", grouped(*leaves))?;
            }
            for row in &report.depths {
                writeln!(out, "total {:>20} {:>11.3}s {:>14}", grouped(row.leaves), row.seconds, row.rate())?;
            }
            Ok(())
        })
    }

    fn report(&self, depths: Vec<PerftDepthJson>, complete: bool, divide: Option<Vec<PerftMoveJson>>) -> PerftJson {
        PerftJson { variant: self.start.variant().to_string(), threads: self.threads(), depths, complete, divide }
    }
}

/// The sum of the counts. A game that is over has no moves and is one leaf.
fn total(parts: &[(Move, u64)]) -> u64 {
    if parts.is_empty() { 1 } else { parts.iter().map(|(_, leaves)| leaves).sum() }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let result = work();
    (result, begun.elapsed())
}
