//! Changes without input: computers move, animations and clocks run, evaluations arrive.

use std::time::Duration;

use crate::play::Event;
use outflank_arena::Sides;

use super::{App, Watch};
use crate::screen::timing;

impl App {
    /// Advances everything to the current time.
    pub(crate) fn tick(&mut self) {
        self.now = self.clock.now();
        self.update_pause();
        if self.watch != Watch::Waits {
            self.poll_session();
            let rest = if self.has_human() { timing::ANSWER } else { timing::BETWEEN };
            self.has_changed |= self.show.advance(&self.session, self.now, self.speed, rest);
            self.follow_up();
        }
        self.follow_advice();
        self.update_clocks();
        if let Some(error) = self.session.take_save_error() {
            self.notify(format!("cannot save the game: {error}"));
        }
    }

    /// Stops the clocks before the game starts, after a player has failed, and while two computers
    /// wait for an animation.
    fn update_pause(&mut self) {
        let waits = self.watch == Watch::Waits || self.is_choosing_first() || self.is_stalled;
        let shows = !self.has_human() && (self.is_paused || !self.show.is_settled(&self.session, self.now));
        if waits || shows {
            self.session.pause();
        } else {
            self.session.unpause();
        }
    }

    /// The time until the next tick, unless there is input.
    pub(crate) fn next_tick(&self) -> Duration {
        let thinks = self.session.is_thinking() || self.advice.is_waiting();
        let busy = if thinks { timing::THINKING } else { timing::IDLE };
        self.show.next_frame(&self.session, self.now).map_or(busy, |shown| shown.min(busy))
    }

    pub(crate) fn has_human(&self) -> bool {
        let seats = self.session.seats();
        seats.black.is_human() || seats.white.is_human()
    }

    /// Polls the session. Against a person a computer thinks during animations; two computers wait
    /// for them.
    fn poll_session(&mut self) {
        let is_time = self.has_human() || (!self.is_paused && self.show.is_settled(&self.session, self.now));
        if !is_time || self.is_stalled {
            return;
        }
        match self.session.poll() {
            None => {}
            Some(Event::Moved { .. } | Event::Ended(_)) => self.has_changed = true,
            Some(Event::Failed(fault)) => {
                self.is_stalled = true;
                let others = if self.watch == Watch::Off { ", p: another player" } else { "" };
                self.notify(format!("{fault}; Space asks again{others}"));
            }
        }
    }

    /// In watch mode, starts the next game after a pause. The last game stays on the screen.
    fn follow_up(&mut self) {
        if self.watch != Watch::Runs || !self.session.is_over() || !self.show.has_all(&self.session) {
            return;
        }
        let since = *self.rests_since.get_or_insert(self.now);
        if !self.has_next() {
            self.watch = Watch::Ended;
            self.has_changed = true;
        } else if self.now >= since + timing::BETWEEN_GAMES.div_f64(self.speed) {
            self.next_game();
            self.has_changed = true;
        }
    }

    /// Evaluates the shown position; searches deeper while no player thinks.
    fn follow_advice(&mut self) {
        if self.watch == Watch::Waits || !(self.has_hints || self.has_evaluation) || self.is_choosing_first() {
            return;
        }
        let is_idle = self.may_place() || self.back.is_some() && !self.session.is_thinking();
        let (ply, position) = (self.shown_ply(), self.shown());
        self.has_changed |= self.advice.follow(ply, position, is_idle);
    }

    /// Redraws the clocks only if their text changed.
    fn update_clocks(&mut self) {
        if self.session.time().is_none() {
            return;
        }
        let clocks = Sides::of(|color| self.session.time_left(color).map(clock_text).unwrap_or_default());
        if clocks != self.clocks {
            self.clocks = clocks;
            self.has_changed = true;
        }
    }

    pub(crate) fn notify(&mut self, notice: String) {
        self.notice = Some(notice);
        self.has_changed = true;
    }
}

/// `4:05`, rounded up to seconds, so that 0:00 means that the time is up.
fn clock_text(left: Duration) -> String {
    let seconds = left.as_millis().div_ceil(1000);
    if seconds >= 3600 {
        return format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_hours_minutes_and_seconds() {
        for (milliseconds, text) in
            [(0, "0:00"), (1, "0:01"), (61_000, "1:01"), (300_000, "5:00"), (3_725_000, "1:02:05")]
        {
            assert_eq!(clock_text(Duration::from_millis(milliseconds)), text);
        }
    }
}
