//! Compares the selectivity levels with a full search: their cost and their error.

use std::{sync::Arc, time::Duration};

use outflank_engine::{Limits, Outcome, Searcher, Selectivity, Settings, eval::Model};
use outflank_rules::Position;
use serde::Serialize;

/// A level over all positions, compared with the full search.
#[derive(Clone, Debug, Serialize)]
pub struct LevelComparison {
    /// The level in percent.
    pub percent: u8,
    /// Positions searched within the searches.
    pub nodes: u64,
    /// Their time in seconds.
    pub seconds: f64,
    /// Agreement with the full search, if it is among the levels.
    pub agreement: Option<Agreement>,
}

/// Agreement of a level with the full search.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Agreement {
    /// Share of the positions with the same best move.
    pub same_move: f64,
    /// Share with the same score.
    pub same_value: f64,
    /// Share with scores that differ by at most one disc.
    pub within_1: f64,
    /// Share with scores that differ by at most two discs.
    pub within_2: f64,
    /// Mean of the score minus that of the full search.
    pub mean: f64,
    /// Root of the mean square of that difference.
    pub deviation: f64,
}

/// Searches the positions to a depth at each level, always with an empty transposition table. Calls
/// `report` after each level. The level of 100 % is the full search.
pub fn compare(
    positions: &[Position],
    model: &Arc<Model>,
    depth: u32,
    levels: &[Selectivity],
    hash_bytes: usize,
    report: &mut dyn FnMut(&LevelComparison),
) -> Vec<LevelComparison> {
    let mut searcher = Searcher::new(&Settings { hash_bytes, threads: 1 }).with_model(Arc::clone(model));
    let mut search_all = |level: Selectivity| -> Vec<Outcome> {
        let limits = Limits::depth(depth).with_selectivity(level);
        let search = |position: &Position| {
            searcher.clear();
            searcher.search(position, &limits)
        };
        positions.iter().map(search).collect()
    };
    let full = levels.contains(&Selectivity::Full).then(|| search_all(Selectivity::Full));
    let mut rows = Vec::with_capacity(levels.len());
    for &level in levels {
        let outcomes = match &full {
            Some(full) if level == Selectivity::Full => full.clone(),
            _ => search_all(level),
        };
        let row = LevelComparison::new(level, &outcomes, full.as_deref());
        report(&row);
        rows.push(row);
    }
    rows
}

impl LevelComparison {
    fn new(level: Selectivity, outcomes: &[Outcome], full: Option<&[Outcome]>) -> LevelComparison {
        LevelComparison {
            percent: level.percent(),
            nodes: outcomes.iter().map(|outcome| outcome.nodes).sum(),
            seconds: outcomes.iter().map(|outcome| outcome.time).sum::<Duration>().as_secs_f64(),
            agreement: full.map(|full| Agreement::of(outcomes, full)),
        }
    }
}

impl Agreement {
    fn of(outcomes: &[Outcome], full: &[Outcome]) -> Agreement {
        let pairs = || outcomes.iter().zip(full);
        let count = outcomes.len().max(1) as f64;
        let part =
            |holds: &dyn Fn(&Outcome, &Outcome) -> bool| pairs().filter(|(a, b)| holds(a, b)).count() as f64 / count;
        let off = || pairs().map(|(a, b)| f64::from(a.value - b.value));
        Agreement {
            same_move: part(&|a, b| a.mv == b.mv),
            same_value: part(&|a, b| a.value == b.value),
            within_1: part(&|a, b| (a.value - b.value).abs() <= 1),
            within_2: part(&|a, b| (a.value - b.value).abs() <= 2),
            mean: off().sum::<f64>() / count,
            deviation: (off().map(|off| off * off).sum::<f64>() / count).sqrt(),
        }
    }
}
