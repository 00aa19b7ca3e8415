//! Resources of the engine: `--threads` and `--hash`.

use std::{fmt, num::NonZeroUsize, str::FromStr, sync::Arc, thread};

use outflank_engine::{
    Analysis, AnalysisStep, Bound, Limits, Outcome, Review, Searcher, Selectivity, Settings, eval::Model,
};
use outflank_rules::{DiscDiff, Game, Position};

use crate::{error::Error, interrupt, progress::Progress, search_report::SearchDepth, subject::PositionInput};

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineArgs {
    /// Search with N threads, at most one per processor; 0 for all. Only one thread gives repeatable node counts
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,

    /// Set the size of the transposition table: 512M, 2G; a bare number is in MiB
    #[arg(long, value_name = "SIZE", default_value_t)]
    pub(crate) hash: HashSize,
}

impl EngineArgs {
    pub(crate) fn threads(&self) -> usize {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        if self.threads == 0 { processors } else { self.threads.min(processors) }
    }

    /// Creates an engine that an interrupt stops.
    pub(crate) fn searcher(&self) -> Result<Searcher, Error> {
        let searcher = Searcher::new(&self.settings()?);
        interrupt::watch(searcher.stop_handle().clone().into());
        Ok(searcher)
    }

    /// Evaluates every move of a position and shows the progress. An interrupt returns the results
    /// so far.
    pub(crate) fn analyse(&self, position: &Position, limits: &Limits) -> Result<Analysis, Error> {
        let mut searcher = self.searcher()?;
        weights(position);
        let progress = Progress::of_search();
        Ok(searcher.analyse_with(position, limits, &mut |step| progress.set_message(&step_line(step))))
    }

    /// Reviews the moves of a game, the last first, and shows the progress. An interrupt returns
    /// the results so far.
    pub(crate) fn review(&self, game: &Game, limits: &dyn Fn(u32) -> Limits) -> Result<Review, Error> {
        let mut searcher = self.searcher()?;
        weights(&game.position());
        let progress = Progress::of_search();
        progress.set_message(&move_line(game.ply(), game.ply()));
        Ok(searcher
            .review(game, limits, &mut |reviewed| progress.set_message(&move_line(reviewed.ply - 1, game.ply()))))
    }

    /// Fails if the system does not have enough memory.
    pub(crate) fn settings(&self) -> Result<Settings, Error> {
        let hash_bytes = self.hash.bytes();
        let reserved = Vec::<u8>::new().try_reserve_exact(hash_bytes);
        reserved.map_err(|_| Error::TooMuchMemory(self.hash.to_string()))?;
        Ok(Settings { hash_bytes, threads: self.threads() })
    }
}

/// `depth 14@73%, 3 of 11 moves`.
pub(crate) fn pass_line(depth: u32, selectivity: Selectivity, done: usize, of: usize) -> String {
    format!("depth {}, {done} of {of} moves,", SearchDepth::new(depth, selectivity, false))
}

/// `move 34 of 60`.
pub(crate) fn move_line(ply: usize, plies: usize) -> String {
    format!("move {ply} of {plies},")
}

fn step_line(step: &AnalysisStep<'_>) -> String {
    pass_line(step.depth, step.selectivity, step.done, step.of)
}

/// Returns an error if the position has free placements, which a search does not support.
pub(crate) fn unplayable(reading: &PositionInput) -> Option<Error> {
    (!reading.position.free_squares().is_empty()).then(|| Error::FreeOpening(reading.source.clone()))
}

/// The result of a position, given the analysis of its moves.
pub(crate) fn outcome_of(position: &Position, analysis: &Analysis) -> Outcome {
    let best = analysis.best();
    Outcome {
        mv: best.map(|best| best.mv).or_else(|| position.moves().first().copied()),
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

/// Returns the weights for this position. Call it before a search: the first call unpacks them,
/// which would count as search time.
pub(crate) fn weights(position: &Position) -> Arc<Model> {
    Model::for_spec(position.spec())
}

/// The size of the transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HashSize {
    mebibytes: usize,
}

impl Default for HashSize {
    fn default() -> HashSize {
        HashSize { mebibytes: 128 }
    }
}

impl HashSize {
    const MAX_MIB: usize = 1 << 20;

    pub(crate) fn bytes(self) -> usize {
        self.mebibytes.saturating_mul(1 << 20)
    }
}

impl fmt::Display for HashSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}M", self.mebibytes)
    }
}

impl FromStr for HashSize {
    type Err = ParseHashSizeError;

    fn from_str(text: &str) -> Result<HashSize, ParseHashSizeError> {
        let text = text.trim();
        let digits = text.trim_end_matches(|sign: char| !sign.is_ascii_digit());
        let factor = match text[digits.len()..].to_ascii_uppercase().as_str() {
            "" | "M" | "MB" | "MIB" => Some(1),
            "G" | "GB" | "GIB" => Some(1 << 10),
            _ => None,
        };
        let mebibytes = factor.and_then(|factor| digits.parse::<usize>().ok()?.checked_mul(factor));
        match mebibytes {
            Some(mebibytes @ 1..=HashSize::MAX_MIB) => Ok(HashSize { mebibytes }),
            _ => Err(ParseHashSizeError(text.to_owned())),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a memory size: write 64M, 512M or 2G, from 1M to {most}G", most = HashSize::MAX_MIB >> 10)]
pub(crate) struct ParseHashSizeError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units_and_limits() {
        for (text, mebibytes) in [("512M", 512), ("2g", 2048), ("64", 64), (" 1GiB ", 1024), ("16MB", 16)] {
            assert_eq!(text.parse(), Ok(HashSize { mebibytes }), "{text}");
        }
        for wrong in ["", "M", "0", "512K", "-1M", "1.5G", "lots", "99999999999999999999G", "2000000G"] {
            assert!(wrong.parse::<HashSize>().is_err(), "{wrong}");
        }
    }
}
