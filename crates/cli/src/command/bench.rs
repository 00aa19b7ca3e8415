//! `outflank bench`: measures the speed of the engine on fixed positions and prints the signature
//! of its searches.

use std::{fmt, io::Write, time::Instant};

use outflank_engine::{CpuLevel, Limits, Searcher, perft};
use outflank_rules::{
    Position, Variant,
    record::{Format, Reader},
};
use serde::Serialize;

use crate::{
    CommandStatus,
    cli::choice,
    engine::{EngineArgs, weights},
    error::Error,
    interrupt, json,
    number::{grouped, millions_a_second, per_second},
    search_report::SearchDepth,
};

/// Positions from self-play. The comment of each names its part.
const POSITIONS: &str = include_str!("../../data/bench.obf");

/// The depth of the midgame searches, at 73 %.
const MIDGAME_DEPTH: u32 = 14;

/// The depth of the perft count.
const PERFT_DEPTH: u32 = 11;

const THREADS_HELP: &str =
    "Search with N threads; 0 for one per processor. The signature is printed only with one thread";

/// Measure the engine on a fixed suite of positions
///
/// The built-in suite solves endgames, searches midgame positions to a fixed depth, and counts all
/// lines of play with the move kernels. With one thread the number of searched nodes is repeatable.
/// Their sum is the signature of the engine: a change that should only make it faster must not
/// change it.
#[derive(Debug, clap::Args)]
#[command(mut_arg("threads", |threads| threads.help(THREADS_HELP).default_value("1")))]
#[command(after_help = "\
Examples:
  Run the whole suite:
      outflank bench
  Run only the exact solver, with two threads:
      outflank bench endgame --threads 2")]
pub(crate) struct Args {
    /// Run these parts [default: all]
    #[arg(value_name = "PART", value_parser = choice(&Part::ALL))]
    parts: Vec<Part>,

    #[command(flatten)]
    engine: EngineArgs,

    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
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

/// Has no message, because clap lists the known parts.
#[derive(Debug)]
struct UnknownPart;

/// One part of the suite.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BenchPartJson {
    part: Part,
    positions: usize,
    depth: String,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
}

/// JSON printed by `outflank bench --json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BenchJson {
    cpu_level: String,
    threads: usize,
    hash_bytes: usize,
    parts: Vec<BenchPartJson>,
    /// The nodes of all searches, if repeatable.
    signature: Option<u64>,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let mut searcher = self.engine.searcher()?;
        let mut rows = Vec::new();
        let cpu_level = CpuLevel::in_use().expect("checked at the start").to_string();
        json::print_part(self.json, out, |out| Ok(writeln!(out, "CPU level: {cpu_level}\n{ROW_HEADINGS}")?))?;
        for part in Part::ALL.into_iter().filter(|part| self.parts.is_empty() || self.parts.contains(part)) {
            let row = part.measure(&mut searcher);
            if interrupt::came() {
                return Ok(interrupt::verdict());
            }
            json::print_part(self.json, out, |out| row.write_text(out))?;
            rows.push(row);
        }
        let report = BenchJson {
            cpu_level,
            threads: self.engine.threads(),
            hash_bytes: searcher.hash_bytes(),
            signature: signature(&rows, self.engine.threads()),
            parts: rows,
        };
        json::print(&report, self.json, out, |report, out| match report.signature {
            Some(signature) => Ok(writeln!(out, "signature: {signature}")?),
            None => Ok(()),
        })?;
        Ok(CommandStatus::Fine)
    }
}

const ROW_HEADINGS: &str = "part     positions   depth            nodes   seconds   Mn/s";

/// The sum of the nodes. `None` with several threads, where the number of nodes varies.
fn signature(rows: &[BenchPartJson], threads: usize) -> Option<u64> {
    let mut searches = rows.iter().filter(|row| row.part != Part::Perft).peekable();
    (threads == 1 && searches.peek().is_some()).then(|| searches.map(|row| row.nodes).sum())
}

impl Part {
    fn measure(self, searcher: &mut Searcher) -> BenchPartJson {
        match self {
            Part::Endgame => self.search(searcher, &Limits::exact(), "exact".to_owned()),
            Part::Midgame => {
                let limits = Limits::depth(MIDGAME_DEPTH);
                self.search(searcher, &limits, SearchDepth::new(limits.depth, limits.selectivity, false).to_string())
            }
            Part::Perft => {
                let begun = Instant::now();
                let leaves = perft(&Variant::STANDARD.start(), PERFT_DEPTH);
                BenchPartJson::new(self, 1, PERFT_DEPTH.to_string(), leaves, begun.elapsed().as_secs_f64())
            }
        }
    }

    /// Searches each position with an empty transposition table, so that the order does not matter.
    fn search(self, searcher: &mut Searcher, limits: &Limits, depth: String) -> BenchPartJson {
        let positions = self.positions();
        let (mut nodes, mut seconds) = (0, 0.0);
        for position in &positions {
            weights(position);
            searcher.clear();
            let outcome = searcher.search(position, limits);
            nodes += outcome.nodes;
            seconds += outcome.time.as_secs_f64();
        }
        BenchPartJson::new(self, positions.len(), depth, nodes, seconds)
    }

    fn positions(self) -> Vec<Position> {
        let records = Reader::new(Format::Obf, POSITIONS.as_bytes()).flatten();
        let ours = records.filter(|record| record.comment.starts_with(&self.to_string()));
        ours.map(|record| record.game.position()).collect()
    }
}

impl BenchPartJson {
    fn new(part: Part, positions: usize, depth: String, nodes: u64, seconds: f64) -> BenchPartJson {
        BenchPartJson { part, positions, depth, nodes, seconds, nodes_per_second: per_second(nodes, seconds) }
    }

    fn write_text(&self, out: &mut dyn Write) -> Result<(), Error> {
        let (nodes, rate) = (grouped(self.nodes), millions_a_second(self.nodes, self.seconds));
        let BenchPartJson { part, positions, depth, seconds, .. } = self;
        writeln!(out, "{part:<8} {positions:>9} {depth:>7} {nodes:>16} {seconds:>9.3} {rate:>6}")?;
        Ok(())
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
