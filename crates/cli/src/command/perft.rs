//! `outflank perft`: counts of all lines of play, the classic test of a move generator.

mod tally;

use std::{
    io::Write,
    num::NonZeroUsize,
    thread,
    time::{Duration, Instant},
};

use outflank_rules::{Move, Position};
use serde::Serialize;

use crate::{Verdict, error::Error, json, number::grouped, start::StartArgs};

/// Count all lines of play to a depth
///
/// A forced pass is one ply, and a game that ended earlier is one leaf. The last ply is counted, not played;
/// there is no hash table. Once every game is over, deeper counts are all the same and are left out.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Every depth up to 11 from the standard start:
      outflank perft --depth 11
  All 60,060 games of the 4x4 board:
      outflank perft --size 4 --depth 18
  The count below each first move:
      outflank perft --depth 9 --divide
  With all processors:
      outflank perft --depth 12 --threads 0")]
pub(crate) struct Args {
    /// How many plies deep
    #[arg(short, long, value_name = "PLIES", default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,

    /// Show the count below each first move at the full depth
    #[arg(long)]
    divide: bool,

    /// Threads to count with; 0 for one a processor
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    threads: usize,

    /// Print JSON for programs
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    start: StartArgs,
}

/// One depth, counted.
#[derive(Serialize)]
struct Row {
    depth: u32,
    leaves: u64,
    seconds: f64,
    leaves_per_second: f64,
}

/// The count below one first move.
#[derive(Serialize)]
struct Part {
    #[serde(rename = "move")]
    mv: String,
    leaves: u64,
}

/// What programs read.
#[derive(Serialize)]
struct Report<'a> {
    variant: String,
    threads: usize,
    depths: &'a [Row],
    /// Is every game over at the last of these depths?
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Part>>,
}

impl Row {
    fn new(depth: u32, leaves: u64, took: Duration) -> Row {
        let seconds = took.as_secs_f64();
        Row { depth, leaves, seconds, leaves_per_second: leaves as f64 / seconds.max(1e-9) }
    }
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let position = self.start.position();
        if self.divide {
            self.divided(&position, out)?;
        } else {
            self.by_depth(&position, out)?;
        }
        Ok(Verdict::Fine)
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
            let row = Row::new(depth, leaves, took);
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
        let row = Row::new(self.depth, total(&parts), took);
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
        depths: &[Row],
        complete: bool,
        parts: &[(Move, u64)],
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        let part = |&(mv, leaves): &(Move, u64)| Part { mv: mv.to_string(), leaves };
        let report = Report {
            variant: self.start.variant().to_string(),
            threads: self.threads(),
            depths,
            complete,
            divide: self.divide.then(|| parts.iter().map(part).collect()),
        };
        json::write(&report, out)
    }
}

/// A game that is over has no first move, and is one leaf.
fn total(parts: &[(Move, u64)]) -> u64 {
    if parts.is_empty() { 1 } else { parts.iter().map(|(_, leaves)| leaves).sum() }
}

/// Each row is shown as soon as it is known: the next one may take minutes.
fn write_row(row: &Row, out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "{:>5} {:>20} {:>12.3} {:>14}", row.depth, grouped(row.leaves), row.seconds, rate(row))?;
    out.flush()?;
    Ok(())
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let result = work();
    (result, begun.elapsed())
}

/// `450 M`; a time too short to measure has no rate.
fn rate(row: &Row) -> String {
    if row.seconds < 0.001 { "-".to_owned() } else { format!("{:.0} M", row.leaves_per_second / 1e6) }
}
