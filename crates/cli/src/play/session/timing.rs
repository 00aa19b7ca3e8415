//! The clocks of a session.

use std::time::Duration;

use outflank_rules::Color;

use crate::play::Session;
use outflank_arena::{Clocks, GameResult, TimeControl, TimeSource};

impl Session {
    /// Uses another time source from now on. The remaining times stay the same. The default is real
    /// time.
    #[must_use]
    pub fn timed_by(mut self, source: TimeSource) -> Session {
        let (before, now) = (self.now(), source.now());
        if let Some(clocks) = &mut self.clocks {
            clocks.halt(before);
        }
        for moment in [Some(&mut self.turn_began), self.paused.as_mut()].into_iter().flatten() {
            *moment = now.saturating_sub(before.saturating_sub(*moment));
        }
        self.time_source = source;
        self.went_on = now;
        self.run_clock();
        self
    }

    /// The time control, if there is one.
    pub fn time(&self) -> Option<TimeControl> {
        self.clocks.as_ref().map(Clocks::control)
    }

    /// The remaining time of a side, if there are clocks.
    pub fn time_left(&self, color: Color) -> Option<Duration> {
        self.clocks.as_ref().map(|clocks| clocks.left(color, self.now()))
    }

    /// Stops the clocks, and sends and receives nothing until [`Session::unpause`]. A player that
    /// thinks keeps thinking.
    pub fn pause(&mut self) {
        let now = self.now();
        self.paused.get_or_insert(now);
        self.run_clock();
    }

    /// Ends a pause.
    pub fn unpause(&mut self) {
        if let Some(since) = self.paused.take() {
            self.went_on = self.now();
            self.turn_began += self.went_on.saturating_sub(since);
            self.run_clock();
        }
    }

    /// Is the session paused?
    pub fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Starts the clocks once.
    pub(super) fn start_clocks(&mut self) {
        if !self.is_begun {
            self.is_begun = true;
            self.turn_began = self.now();
            self.run_clock();
        }
    }

    /// The player is ready: its time counts from now on.
    pub(super) fn start_thinking(&mut self, color: Color, at: Duration) {
        let at = at.max(self.went_on);
        self.turn_began = at;
        if let Some(clocks) = &mut self.clocks {
            clocks.run(color, at);
        }
    }

    pub(super) fn run_clock(&mut self) {
        let is_running = self.is_begun && self.paused.is_none();
        let to_move = self.to_move().map(|(color, _)| color).filter(|&color| is_running && !self.is_preparing(color));
        let now = self.now();
        match (&mut self.clocks, to_move) {
            (Some(clocks), Some(color)) => clocks.run(color, now),
            (Some(clocks), None) => clocks.halt(now),
            (None, _) => {}
        }
    }

    pub(super) fn has_fallen(&self, at: Duration) -> bool {
        self.clocks.as_ref().is_some_and(|clocks| clocks.fallen(at).is_some())
    }

    /// Ends the game if a clock has run out.
    pub(super) fn check_clock(&mut self) -> Option<GameResult> {
        let loser = self.clocks.as_ref().filter(|_| !self.is_over())?.fallen(self.now())?;
        let result = GameResult::TimedOut(loser);
        self.end(result);
        Some(result)
    }

    pub(crate) fn now(&self) -> Duration {
        self.time_source.now()
    }
}
