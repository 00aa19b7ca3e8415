//! What the selectivity levels save and what they cost, measured against searches that leave nothing out.

use std::{sync::Arc, time::Duration};

use outflank_engine::{Limits, Outcome, Searcher, Selectivity, Settings, eval::Model};
use outflank_rules::Position;
use serde::Serialize;

/// A level over all positions.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The level in percent.
    pub percent: u8,
    /// Positions searched within the searches.
    pub nodes: u64,
    /// Their time in seconds.
    pub seconds: f64,
    /// Against the search that leaves nothing out, if there was one.
    pub agreement: Option<Agreement>,
}

/// How often a level finds what the search finds that leaves nothing out.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Agreement {
    /// Part of the positions with the same best move.
    pub same_move: f64,
    /// Part with the same value.
    pub same_value: f64,
    /// Part with values that differ by a disc at most.
    pub within_1: f64,
    /// Part with values that differ by two discs at most.
    pub within_2: f64,
    /// Mean of the value minus the full one.
    pub mean: f64,
    /// Root of the mean square of that difference.
    pub deviation: f64,
}

/// Searches positions to a depth at each level, every time from an empty table. A level of 100 % makes the others comparable.
pub fn compare(
    positions: &[Position],
    model: &Arc<Model>,
    depth: u32,
    levels: &[Selectivity],
    hash_bytes: usize,
    tell: &mut dyn FnMut(&Row),
) -> Vec<Row> {
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
        let row = Row::new(level, &outcomes, full.as_deref());
        tell(&row);
        rows.push(row);
    }
    rows
}

impl Row {
    fn new(level: Selectivity, outcomes: &[Outcome], full: Option<&[Outcome]>) -> Row {
        Row {
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
            same_move: part(&|a, b| a.best == b.best),
            same_value: part(&|a, b| a.value == b.value),
            within_1: part(&|a, b| (a.value - b.value).abs() <= 1),
            within_2: part(&|a, b| (a.value - b.value).abs() <= 2),
            mean: off().sum::<f64>() / count,
            deviation: (off().map(|off| off * off).sum::<f64>() / count).sqrt(),
        }
    }
}
