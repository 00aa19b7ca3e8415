//! `outflank bench`: how fast the engine is on a fixed suite, and whether it still searches what it searched before.

use std::{fmt, io::Write, time::Instant};

use outflank_engine::{Limits, Searcher, perft};
use outflank_rules::{
    Position, Variant,
    record::{Format, Reader},
};
use serde::Serialize;

use crate::{
    Verdict,
    choice::choice,
    engine::{EngineArgs, HashSize, weights},
    error::Error,
    interrupt, json, line,
    number::{grouped, millions_a_second, per_second},
};

/// Positions from games of the engine with itself; the comment of each names its part.
const POSITIONS: &str = include_str!("../../data/bench.obf");

/// The depth of the midgame searches, at 73 %.
const MIDGAME_DEPTH: u32 = 14;

/// The depth of the count of lines through the move kernels.
const PERFT_DEPTH: u32 = 11;

/// Measure the engine on a fixed suite of positions
///
/// The suite is built in: endgames solved exactly, midgame positions searched to a fixed depth, and all lines of play
/// counted through the move kernels. With one thread the nodes of the searches are always the same for the same
/// engine: their sum is the signature of its behaviour, which a change that should only make it faster must not change.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Everything:
      outflank bench
  Only the exact solver, with two threads:
      outflank bench endgame --threads 2")]
pub(crate) struct Args {
    /// Which parts to run [default: all]
    #[arg(value_name = "PART", value_parser = choice(&Part::ALL))]
    parts: Vec<Part>,

    /// Threads to search with; 0 for one a processor. Only with one is there a signature
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    threads: usize,

    /// Memory for positions already searched: 512M, 2G; a number alone is in megabytes
    #[arg(long, value_name = "SIZE", default_value_t)]
    hash: HashSize,

    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Part {
    Endgame,
    Midgame,
    Perft,
}

impl Part {
    const ALL: [Part; 3] = [Part::Endgame, Part::Midgame, Part::Perft];
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Part::Endgame => "endgame",
            Part::Midgame => "midgame",
            Part::Perft => "perft",
        })
    }
}

impl std::str::FromStr for Part {
    type Err = UnknownPart;

    fn from_str(text: &str) -> Result<Part, UnknownPart> {
        Part::ALL.into_iter().find(|part| part.to_string() == text).ok_or(UnknownPart)
    }
}

/// Not a part of the bench; the list of those is told by whoever parses arguments.
#[derive(Debug)]
struct UnknownPart;

/// A part, measured.
#[derive(Serialize)]
struct Row {
    part: Part,
    positions: usize,
    depth: String,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
}

/// What programs read.
#[derive(Serialize)]
struct Report {
    threads: usize,
    hash_bytes: usize,
    parts: Vec<Row>,
    /// The nodes of all searches, if they are always the same.
    signature: Option<u64>,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let engine = EngineArgs { threads: self.threads, hash: self.hash };
        let mut searcher = engine.searcher()?;
        let mut rows = Vec::new();
        if !self.json {
            writeln!(out, "{}", ROW_HEADINGS.trim_end())?;
        }
        for part in Part::ALL.into_iter().filter(|part| self.parts.is_empty() || self.parts.contains(part)) {
            let row = part.measure(&mut searcher);
            if interrupt::came() {
                return Ok(interrupt::verdict());
            }
            if !self.json {
                write_row(&row, out)?;
            }
            rows.push(row);
        }
        let report = Report {
            threads: engine.threads(),
            hash_bytes: searcher.hash_bytes(),
            signature: signature(&rows, engine.threads()),
            parts: rows,
        };
        self.finish(&report, out)?;
        Ok(Verdict::Fine)
    }

    fn finish(&self, report: &Report, out: &mut dyn Write) -> Result<(), Error> {
        if self.json {
            return json::write(report, out);
        }
        if let Some(signature) = report.signature {
            writeln!(out, "signature: {signature}")?;
        }
        Ok(())
    }
}

const ROW_HEADINGS: &str = "part     positions   depth            nodes   seconds   Mn/s";

fn write_row(row: &Row, out: &mut dyn Write) -> Result<(), Error> {
    let (nodes, rate) = (grouped(row.nodes), millions_a_second(row.nodes, row.seconds));
    let Row { part, positions, depth, seconds, .. } = row;
    writeln!(out, "{part:<8} {positions:>9} {depth:>7} {nodes:>16} {seconds:>9.3} {rate:>6}")?;
    out.flush()?;
    Ok(())
}

/// Threads that help each other search what comes along.
fn signature(rows: &[Row], threads: usize) -> Option<u64> {
    let mut searches = rows.iter().filter(|row| row.part != Part::Perft).peekable();
    (threads == 1 && searches.peek().is_some()).then(|| searches.map(|row| row.nodes).sum())
}

impl Part {
    fn measure(self, searcher: &mut Searcher) -> Row {
        match self {
            Part::Endgame => self.search(searcher, &Limits::exact(), "exact".to_owned()),
            Part::Midgame => {
                let limits = Limits::depth(MIDGAME_DEPTH);
                self.search(searcher, &limits, line::depth(limits.depth, limits.selectivity, false))
            }
            Part::Perft => {
                let begun = Instant::now();
                let leaves = perft(&Variant::STANDARD.start(), PERFT_DEPTH);
                Row::new(self, 1, PERFT_DEPTH.to_string(), leaves, begun.elapsed().as_secs_f64())
            }
        }
    }

    /// Each position with an empty table, so that the order does not matter.
    fn search(self, searcher: &mut Searcher, limits: &Limits, depth: String) -> Row {
        let positions = self.positions();
        let (mut nodes, mut seconds) = (0, 0.0);
        for position in &positions {
            weights(position);
            searcher.clear();
            let outcome = searcher.search(position, limits);
            nodes += outcome.nodes;
            seconds += outcome.time.as_secs_f64();
        }
        Row::new(self, positions.len(), depth, nodes, seconds)
    }

    fn positions(self) -> Vec<Position> {
        let records = Reader::new(Format::Obf, POSITIONS.as_bytes()).flatten();
        let ours = records.filter(|record| record.comment.starts_with(&self.to_string()));
        ours.map(|record| record.game.position()).collect()
    }
}

impl Row {
    fn new(part: Part, positions: usize, depth: String, nodes: u64, seconds: f64) -> Row {
        Row { part, positions, depth, nodes, seconds, nodes_per_second: per_second(nodes, seconds) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_of_the_suite_can_be_read() {
        assert!(Reader::new(Format::Obf, POSITIONS.as_bytes()).all(|record| record.is_ok()));
        assert_eq!([Part::Endgame, Part::Midgame].map(|part| part.positions().len()), [8, 8]);
    }
}
