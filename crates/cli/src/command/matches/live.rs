//! Shows the score of a running match on stderr.

use std::{
    cell::Cell,
    time::{Duration, Instant},
};

use outflank_arena::matches::{MatchScore, MatchSettings};

use super::table;
use crate::progress::Progress;

/// Time between two updates of the table.
const PACE: Duration = Duration::from_millis(200);

/// A table above a progress bar, on a terminal.
pub(super) struct Live {
    progress: Progress,
    names: [String; 2],
    shown: Cell<Instant>,
    told: Cell<u64>,
}

impl Live {
    pub(super) fn new(settings: &MatchSettings, score: &MatchScore) -> Live {
        let progress = Progress::of_table(u64::from(settings.pairs) * 2);
        progress.advance(score.finished());
        Live { progress, names: settings.names(), shown: Cell::new(Instant::now()), told: Cell::new(score.finished()) }
    }

    /// Updates the table, unless it was just updated.
    pub(super) fn show(&self, score: &MatchScore) {
        if self.shown.get().elapsed() < PACE {
            return;
        }
        self.shown.set(Instant::now());
        let finished = score.finished();
        self.progress.set_message(&table::brief(&self.names, score));
        self.progress.advance(finished - self.told.replace(finished));
    }
}
