//! What happens while nobody does anything: engines move, moves are shown, clocks run, values deepen.

use std::time::Duration;

use outflank_play::{Event, Sides};

use super::{App, Watch};
use crate::timing;

impl App {
    /// Lets everything go on.
    pub(crate) fn tick(&mut self) {
        self.now = self.clock.now();
        self.mind_clocks();
        if self.watch != Watch::Waits {
            self.let_engines_play();
            let rest = if self.has_human() { timing::ANSWER } else { timing::BETWEEN };
            self.has_changed |= self.show.advance(&self.session, self.now, self.speed, rest);
            self.go_on_after_end();
        }
        self.follow_advice();
        self.look_at_clocks();
        if let Some(error) = self.session.take_save_error() {
            self.tell(format!("the game could not be saved: {error}"));
        }
    }

    /// Clocks stand while nobody may move: before a game is begun, after a player has failed, and while computers among themselves wait
    /// for their moves to be seen.
    fn mind_clocks(&mut self) {
        let waits = self.watch == Watch::Waits || self.is_choosing_first() || self.is_stalled;
        let shows = !self.has_human() && (self.is_paused || !self.show.is_settled(&self.session, self.now));
        if waits || shows {
            self.session.pause();
        } else {
            self.session.go_on();
        }
    }

    /// How long nothing will happen by itself.
    pub(crate) fn patience(&self) -> Duration {
        let thinks = self.session.is_thinking() || self.advice.is_waiting();
        let busy = if thinks { timing::THINKING } else { timing::IDLE };
        self.show.patience(&self.session, self.now).map_or(busy, |shown| shown.min(busy))
    }

    pub(crate) fn has_human(&self) -> bool {
        let seats = self.session.seats();
        seats.black.is_human() || seats.white.is_human()
    }

    /// Against a person engines think while moves are shown; among themselves they wait until they are.
    fn let_engines_play(&mut self) {
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
                self.tell(format!("{fault}; Space asks again{others}"));
            }
        }
    }

    /// Games that are watched follow each other; the last one stays until somebody has seen it.
    fn go_on_after_end(&mut self) {
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

    /// The adviser looks at what is shown, and goes deep where nobody else thinks.
    fn follow_advice(&mut self) {
        if self.watch == Watch::Waits || !(self.has_hints || self.has_evaluation) || self.is_choosing_first() {
            return;
        }
        let has_leisure = self.may_place() || self.back.is_some() && !self.session.is_thinking();
        let (ply, position) = (self.shown_ply(), self.shown());
        self.has_changed |= self.advice.follow(ply, position, has_leisure);
    }

    /// Clocks are drawn again only when they read differently.
    fn look_at_clocks(&mut self) {
        if self.session.time().is_none() {
            return;
        }
        let clocks = Sides::of(|color| self.session.time_left(color).map(clock_text).unwrap_or_default());
        if clocks != self.clocks {
            self.clocks = clocks;
            self.has_changed = true;
        }
    }

    pub(crate) fn tell(&mut self, notice: String) {
        self.notice = Some(notice);
        self.has_changed = true;
    }
}

/// `4:05`; a second that has begun counts, so that no clock reads 0:00 before its time is up.
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
    fn clocks_read_as_clocks_do() {
        for (milliseconds, text) in
            [(0, "0:00"), (1, "0:01"), (61_000, "1:01"), (300_000, "5:00"), (3_725_000, "1:02:05")]
        {
            assert_eq!(clock_text(Duration::from_millis(milliseconds)), text);
        }
    }
}
