//! When clocks run.

use crate::Session;

impl Session {
    /// Nobody may move for a while: clocks stand, and no engine is asked or heard until [`Session::go_on`]. One that thinks
    /// already thinks on.
    pub fn pause(&mut self) {
        let now = self.now();
        self.paused.get_or_insert(now);
        self.run_clock();
    }

    /// Ends a pause.
    pub fn go_on(&mut self) {
        if let Some(since) = self.paused.take() {
            self.turn_began += self.now().saturating_sub(since);
            self.run_clock();
        }
    }

    /// Is there a pause?
    pub fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Starts the clocks, if nobody has.
    pub(super) fn begin(&mut self) {
        if !self.is_begun {
            self.is_begun = true;
            self.turn_began = self.now();
            self.run_clock();
        }
    }
}
