//! How a match stands while it is played, on stderr.

use std::{
    cell::Cell,
    time::{Duration, Instant},
};

use outflank_arena::duel::{Duel, Score};

use super::table;
use crate::progress::Progress;

/// How often the table is made anew.
const PACE: Duration = Duration::from_millis(200);

/// A table above a bar, on a terminal.
pub(super) struct Live {
    progress: Progress,
    names: [String; 2],
    shown: Cell<Instant>,
    told: Cell<u64>,
}

impl Live {
    pub(super) fn new(duel: &Duel, score: &Score) -> Live {
        let progress = Progress::of_table(u64::from(duel.pairs) * 2);
        progress.advance(score.finished());
        Live { progress, names: duel.names(), shown: Cell::new(Instant::now()), told: Cell::new(score.finished()) }
    }

    /// Shows how it stands, unless it was just shown.
    pub(super) fn show(&self, score: &Score) {
        if self.shown.get().elapsed() < PACE {
            return;
        }
        self.shown.set(Instant::now());
        let finished = score.finished();
        self.progress.say(table::brief(&self.names, score));
        self.progress.advance(finished - self.told.replace(finished));
    }
}
