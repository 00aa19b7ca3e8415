//! What the engine may use: `--threads` and `--hash`.

use std::{fmt, num::NonZeroUsize, str::FromStr, sync::Arc, thread};

use outflank_engine::{
    Analysis, AnalysisStep, Bound, Limits, Outcome, Review, Searcher, Selectivity, Settings, eval::Model,
};
use outflank_rules::{DiscDiff, Game, Position};

use crate::{error::Error, interrupt, line, progress::Progress, subject::Reading};

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineArgs {
    /// Threads to search with, at most one a processor; 0 for all. With one, the same input gives the same nodes and the same line
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,

    /// Memory for positions already searched: 512M, 2G; a number alone is in megabytes
    #[arg(long, value_name = "SIZE", default_value_t)]
    pub(crate) hash: HashSize,
}

impl EngineArgs {
    pub(crate) fn threads(&self) -> usize {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        if self.threads == 0 { processors } else { self.threads.min(processors) }
    }

    /// An engine that an interrupt stops.
    pub(crate) fn searcher(&self) -> Result<Searcher, Error> {
        let searcher = Searcher::new(&self.settings()?);
        interrupt::watch(searcher.stop_flag());
        Ok(searcher)
    }

    /// What every move of a position is worth, with the progress shown; an interrupt ends it with what was found.
    pub(crate) fn analyse(&self, position: &Position, limits: &Limits) -> Result<Analysis, Error> {
        let mut searcher = self.searcher()?;
        weights(position);
        let progress = Progress::of_search();
        Ok(searcher.analyse_with(position, limits, &mut |step| progress.say(step_line(step))))
    }

    /// The moves of a game judged, with the progress shown; an interrupt ends it with the last ones.
    pub(crate) fn review(&self, game: &Game, limits: &dyn Fn(u32) -> Limits) -> Result<Review, Error> {
        let mut searcher = self.searcher()?;
        weights(&game.position());
        let progress = Progress::of_search();
        progress.say(move_line(game.ply(), game.ply()));
        Ok(searcher.review(game, limits, &mut |reviewed| progress.say(move_line(reviewed.ply - 1, game.ply()))))
    }

    /// Memory that the system would refuse is refused here, with a message.
    pub(crate) fn settings(&self) -> Result<Settings, Error> {
        let hash_bytes = self.hash.bytes();
        let reserved = Vec::<u8>::new().try_reserve_exact(hash_bytes);
        reserved.map_err(|_| Error::TooMuchMemory(self.hash.to_string()))?;
        Ok(Settings { hash_bytes, threads: self.threads() })
    }
}

/// `depth 14@73%, 3 of 11 moves`.
pub(crate) fn pass_line(depth: u32, selectivity: Selectivity, done: usize, of: usize) -> String {
    format!("depth {}, {done} of {of} moves,", line::depth(depth, selectivity, false))
}

/// `move 34 of 60`.
pub(crate) fn move_line(ply: usize, plies: usize) -> String {
    format!("move {ply} of {plies},")
}

fn step_line(step: &AnalysisStep<'_>) -> String {
    pass_line(step.depth, step.selectivity, step.done, step.of)
}

/// Why a search cannot begin here, if so: it knows no free placements.
pub(crate) fn unplayable(reading: &Reading) -> Option<Error> {
    (!reading.position.free_squares().is_empty()).then(|| Error::FreeOpening(reading.source.clone()))
}

/// What an analysis of all moves says about the position itself.
pub(crate) fn outcome_of(position: &Position, analysis: &Analysis) -> Outcome {
    let best = analysis.best();
    Outcome {
        best: best.map(|best| best.mv).or_else(|| position.moves().first().copied()),
        value: best.map_or(DiscDiff::default(), |best| best.value),
        depth: best.map_or(0, |best| best.depth),
        selectivity: best.map_or(Selectivity::P73, |best| best.selectivity),
        bound: best.map_or(Bound::Exact, |best| best.bound),
        is_proven: best.is_some() && analysis.is_proven(),
        line: best.map_or(Vec::new(), |best| best.line.clone()),
        nodes: analysis.nodes,
        time: analysis.time,
    }
}

/// The weights for this position. The first call unpacks them, which a search would count among its own time.
pub(crate) fn weights(position: &Position) -> Arc<Model> {
    Model::of_ground(position.ground())
}

/// A size of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HashSize {
    megabytes: usize,
}

impl Default for HashSize {
    fn default() -> HashSize {
        HashSize { megabytes: 128 }
    }
}

impl HashSize {
    const MOST: usize = 1 << 20;

    pub(crate) fn bytes(self) -> usize {
        self.megabytes.saturating_mul(1 << 20)
    }
}

impl fmt::Display for HashSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}M", self.megabytes)
    }
}

impl FromStr for HashSize {
    type Err = NotASize;

    fn from_str(text: &str) -> Result<HashSize, NotASize> {
        let text = text.trim();
        let digits = text.trim_end_matches(|sign: char| !sign.is_ascii_digit());
        let factor = match text[digits.len()..].to_ascii_uppercase().as_str() {
            "" | "M" | "MB" | "MIB" => Some(1),
            "G" | "GB" | "GIB" => Some(1 << 10),
            _ => None,
        };
        let megabytes = factor.and_then(|factor| digits.parse::<usize>().ok()?.checked_mul(factor));
        match megabytes {
            Some(megabytes @ 1..=HashSize::MOST) => Ok(HashSize { megabytes }),
            _ => Err(NotASize(text.to_owned())),
        }
    }
}

/// What was given for a size of memory and is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotASize(String);

impl fmt::Display for NotASize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = HashSize::MOST >> 10;
        write!(f, "{:?} is not a size of memory: write 64M, 512M or 2G, from 1M to {most}G", self.0)
    }
}

impl std::error::Error for NotASize {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units_and_limits() {
        for (text, megabytes) in [("512M", 512), ("2g", 2048), ("64", 64), (" 1GiB ", 1024), ("16MB", 16)] {
            assert_eq!(text.parse(), Ok(HashSize { megabytes }), "{text}");
        }
        for wrong in ["", "M", "0", "512K", "-1M", "1.5G", "lots", "99999999999999999999G", "2000000G"] {
            assert!(wrong.parse::<HashSize>().is_err(), "{wrong}");
        }
    }
}
