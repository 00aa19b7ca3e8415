//! The options of commands that search: how far, on how many threads, with how much memory.

use std::{fmt, num::NonZeroUsize, str::FromStr, sync::Arc, thread, time::Duration};

use outflank_arena::{
    bot::{Budget, MAX_NODES},
    protocol::{Engine, EngineLimits},
};
use outflank_engine::{
    Analysis, AnalysisStep, Bound, Level, Limits, Outcome, Progress as Step, Review, Searcher, Selectivity, Settings,
    eval::Model,
};
use outflank_rules::{DiscDiff, Game, Position};
use serde_json::{Value, json};

use crate::{
    cli::whole_number, error::Error, input::PositionInput, interrupt, progress::Progress, search_report::SearchDepth,
    start::drawn_seed,
};

/// The options of a command that searches positions.
#[derive(Debug, clap::Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    effort: EffortArgs,

    #[command(flatten)]
    engine: EngineArgs,
}

impl SearchArgs {
    /// The search limits for a position with this many empty squares. `level` is the default.
    pub(crate) fn limits(&self, empties: u32, level: u8) -> Limits {
        self.effort.limits(empties, level)
    }

    /// The search limits as JSON, for a job on a server. `level` is the default.
    pub(crate) fn job_limits(&self, level: u8) -> serde_json::Map<String, Value> {
        self.effort.job_limits(level)
    }

    /// Creates an engine that an interrupt stops.
    pub(crate) fn searcher(&self) -> Result<Searcher, Error> {
        self.engine.searcher()
    }

    /// Finds the best move of a position and shows the progress. An interrupt returns the result so
    /// far.
    pub(crate) fn search(&self, position: &Position, level: u8) -> Result<Outcome, Error> {
        if !position.free_squares().is_empty() {
            return Ok(outcome_of(position, &self.analyse(position, level)?));
        }
        let mut searcher = self.searcher()?;
        weights(position);
        let progress = Progress::of_search();
        let limits = self.limits(position.empties().len(), level);
        Ok(searcher.search_with(position, &limits, &mut |step| progress.set_message(&step_line(step))))
    }

    /// Evaluates every move of a position and shows the progress. An interrupt returns the results
    /// so far.
    pub(crate) fn analyse(&self, position: &Position, level: u8) -> Result<Analysis, Error> {
        let mut searcher = self.searcher()?;
        weights(position);
        let progress = Progress::of_search();
        let limits = self.limits(position.empties().len(), level);
        Ok(searcher.analyse_with(position, &limits, &mut |step| progress.set_message(&analysis_line(step))))
    }

    /// Reviews the moves of a game, the last first, and shows the progress. An interrupt returns
    /// the results so far.
    pub(crate) fn review(&self, game: &Game, level: u8) -> Result<Review, Error> {
        let mut searcher = self.searcher()?;
        weights(&game.position());
        let progress = Progress::of_search();
        progress.set_message(&move_line(game.ply(), game.ply()));
        Ok(searcher.review(game, &|empties| self.limits(empties, level), &mut |reviewed| {
            progress.set_message(&move_line(reviewed.ply - 1, game.ply()));
        }))
    }
}

/// The options of `gtp` and `nboard`, which run the engine for other programs.
#[derive(Debug, clap::Args)]
pub(crate) struct OpponentArgs {
    #[command(flatten)]
    search: SearchArgs,

    /// Search N positions per move, without the book; with --threads 1 --hash 16M this is the bot
    /// nodes:N
    #[arg(long, value_name = "N", help_heading = "Engine", value_parser = whole_number::<u64>(1..=MAX_NODES), conflicts_with_all = ["level", "depth", "time"])]
    nodes: Option<u64>,

    /// Use no book. With --depth N, also search endgames only N plies deep; with --threads 1 --hash
    /// 16M this is the bot depth:N
    #[arg(long, help_heading = "Engine", conflicts_with = "selectivity")]
    no_book: bool,

    /// Seed the random generator, for openings and the mistakes of weak levels [default: random]
    #[arg(long, value_name = "N", help_heading = "Engine", value_parser = whole_number::<u64>(0..))]
    seed: Option<u64>,
}

impl OpponentArgs {
    pub(crate) fn engine(&self) -> Result<Engine, Error> {
        let settings = self.search.engine.settings()?;
        let engine = Engine::new(self.limits(), self.seed.unwrap_or_else(drawn_seed), &settings);
        Ok(if self.no_book { engine.without_book() } else { engine })
    }

    fn limits(&self) -> EngineLimits {
        match (self.nodes, self.search.effort.effort()) {
            (Some(nodes), _) => EngineLimits::Fixed(Budget::Nodes(nodes)),
            (None, EngineLimits::Depth { depth, .. }) if self.no_book => EngineLimits::Fixed(Budget::Depth(depth)),
            (None, limits) => limits,
        }
    }
}

/// The options `--level`, `--depth` and `--time`.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Engine")]
#[group(skip)]
struct EffortArgs {
    /// Search as this level does: 1 to 20 (see docs/reference/levels.md)
    #[arg(long, value_name = "N", value_parser = parse_level, conflicts_with_all = ["depth", "time"])]
    level: Option<Level>,

    /// Search PLIES deep, passes not counted
    #[arg(long, value_name = "PLIES", value_parser = whole_number::<u32>(1..), conflicts_with = "time")]
    depth: Option<u32>,

    /// Set the selectivity: 73, 87, 95, 98, 99 or 100 [default: 73, or 100 if --depth reaches the
    /// end]
    #[arg(long, value_name = "PERCENT", requires = "depth", conflicts_with_all = ["level", "time"])]
    selectivity: Option<Selectivity>,

    /// Search for TIME: 2s, 500ms, 1m; a bare number is in seconds
    #[arg(long, value_name = "TIME", visible_alias = "time-per-move")]
    time: Option<Time>,
}

impl EffortArgs {
    /// The search limits for a position with this many empty squares; those of the default level if
    /// none are given.
    fn limits(&self, empties: u32, default: u8) -> Limits {
        match (self.depth, self.time, self.level) {
            (Some(depth), ..) => Limits::depth(depth).with_selectivity(self.risk(depth, empties)),
            (_, Some(Time(time)), _) => Level::STRONGEST.limits_within(empties, time),
            (_, _, level) => level.or(Level::numbered(default)).unwrap_or(Level::STRONGEST).limits(empties),
        }
    }

    /// The search limits as JSON, for a job on a server.
    fn job_limits(&self, default: u8) -> serde_json::Map<String, Value> {
        let limits = match (self.depth, self.time, self.level) {
            (Some(depth), ..) => match self.selectivity {
                Some(selectivity) => json!({ "depth": depth, "selectivity": selectivity.percent() }),
                None => json!({ "depth": depth }),
            },
            (_, Some(Time(time)), _) => json!({ "timeMs": u64::try_from(time.as_millis()).unwrap_or(u64::MAX) }),
            (_, _, level) => json!({ "level": level.and_then(Level::number).unwrap_or(default) }),
        };
        limits.as_object().cloned().unwrap_or_default()
    }

    /// The search limits for an engine that plays, which has another default.
    fn effort(&self) -> EngineLimits {
        match (self.depth, self.time, self.level) {
            (Some(depth), ..) => EngineLimits::Depth { depth, selectivity: self.selectivity },
            (_, Some(Time(time)), _) => EngineLimits::Time(time),
            (_, _, Some(level)) => EngineLimits::Level(level),
            _ => EngineLimits::Usual,
        }
    }

    fn risk(&self, depth: u32, empties: u32) -> Selectivity {
        let usual = if depth >= empties { Selectivity::Full } else { Selectivity::P73 };
        self.selectivity.unwrap_or(usual)
    }
}

/// Parses a level that searches, which `random` and `greedy` do not.
fn parse_level(text: &str) -> Result<Level, ParseSearchLevelError> {
    let level = text.parse::<Level>().ok().filter(|level| level.number().is_some());
    level.ok_or_else(|| ParseSearchLevelError(text.to_owned()))
}

#[derive(Clone, Debug, thiserror::Error)]
#[error("{0:?} is not a level that searches: use a number from 1 to 20")]
struct ParseSearchLevelError(String);

/// The options `--threads` and `--hash`.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineArgs {
    /// Search with N threads, at most one per processor; 0 for all. Only one thread gives
    /// repeatable node counts
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = whole_number::<usize>(0..))]
    threads: usize,

    /// Set the size of the transposition table: 512M, 2G; a bare number is in MiB
    #[arg(long, value_name = "SIZE", default_value_t)]
    hash: HashSize,
}

impl EngineArgs {
    pub(crate) fn threads(&self) -> usize {
        if self.threads == 0 { processors() } else { self.threads.min(processors()) }
    }

    /// Creates an engine that an interrupt stops.
    pub(crate) fn searcher(&self) -> Result<Searcher, Error> {
        let searcher = Searcher::new(&self.settings()?);
        interrupt::watch(searcher.stop_handle().clone().into());
        Ok(searcher)
    }

    /// Fails if the system does not have enough memory.
    pub(crate) fn settings(&self) -> Result<Settings, Error> {
        let hash_bytes = self.hash.bytes();
        let reserved = Vec::<u8>::new().try_reserve_exact(hash_bytes);
        reserved.map_err(|_| Error::TooMuchMemory(self.hash.to_string()))?;
        Ok(Settings { hash_bytes, threads: self.threads() })
    }
}

/// The number of processors.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// `depth 20@73%, +4 by f5,`.
pub(crate) fn step_line(step: &Step) -> String {
    let depth = SearchDepth::new(step.depth, step.selectivity, step.is_proven);
    let best = step.line.first().map(ToString::to_string).unwrap_or_default();
    format!("depth {depth}, {} by {best},", step.value)
}

/// `depth 14@73%, 3 of 11 moves,`.
pub(crate) fn analysis_line(step: &AnalysisStep<'_>) -> String {
    pass_line(step.depth, step.selectivity, step.done, step.of)
}

/// As [`analysis_line`].
pub(crate) fn pass_line(depth: u32, selectivity: Selectivity, done: usize, of: usize) -> String {
    format!("depth {}, {done} of {of} moves,", SearchDepth::new(depth, selectivity, false))
}

/// `move 34 of 60,`.
pub(crate) fn move_line(ply: usize, plies: usize) -> String {
    format!("move {ply} of {plies},")
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
        let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
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

/// A search time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Time(pub(crate) Duration);

impl FromStr for Time {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<Time, ParseTimeError> {
        const MAX_SECONDS: f64 = 1e7;
        let text = text.trim();
        let number = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        let unit = match &text[number.len()..] {
            "" | "s" => Some(1.0),
            "ms" => Some(1e-3),
            "m" | "min" => Some(60.0),
            _ => None,
        };
        let seconds = unit.and_then(|unit| Some(number.parse::<f64>().ok()? * unit));
        match seconds {
            Some(seconds) if (1e-3..=MAX_SECONDS).contains(&seconds) => Ok(Time(Duration::from_secs_f64(seconds))),
            _ => Err(ParseTimeError(text.to_owned())),
        }
    }
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{0:?} is not a time: write 2s, 500ms or 1m")]
pub(crate) struct ParseTimeError(String);

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

    #[test]
    fn times_have_units() {
        for (text, milliseconds) in [("2", 2000), ("1.5s", 1500), ("500ms", 500), ("1m", 60_000), (" 3 ", 3000)] {
            assert_eq!(text.parse(), Ok(Time(Duration::from_millis(milliseconds))), "{text}");
        }
        for wrong in ["", "s", "0", "-1", "nan", "inf", "2h", "1e99", "soon"] {
            assert!(wrong.parse::<Time>().is_err(), "{wrong}");
        }
    }
}
