//! The engines of a session: asked, heard, hurried and stopped.

use std::time::Duration;

use outflank_arena::{Decision, mover, seed};
use outflank_engine::Clock;
use outflank_rules::Color;

use super::{Event, Session};
use crate::{
    FaultKind, GameResult, PlayerFault,
    thinker::{Heard, Thinker},
};

impl Session {
    /// Is an engine at work?
    pub fn is_thinking(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.thinker(color).is_some_and(Thinker::is_thinking))
    }

    /// Lets engines go on, and tells of what they did; never waits. A face calls this again and again while nobody does anything.
    pub fn poll(&mut self) -> Option<Event> {
        self.wait(Duration::ZERO)
    }

    /// As [`Session::poll`], but waits so long for an engine that thinks. Where a person is to move, and in a pause, it
    /// returns at once.
    pub fn wait(&mut self, timeout: Duration) -> Option<Event> {
        if self.is_paused() {
            return None;
        }
        self.begin();
        let (color, seat) = self.to_move()?;
        if seat.is_human() {
            return self.look_at_clock().map(Event::Ended);
        }
        self.ask(color);
        self.hear(color, timeout)
    }

    /// Waits for the decision of an engine that was asked.
    fn hear(&mut self, color: Color, timeout: Duration) -> Option<Event> {
        let until_flag = self.time_left(color).unwrap_or(Duration::MAX);
        let heard = self.thinkers[color].as_mut()?.answer(timeout.min(until_flag));
        let Some((at, heard)) = heard else { return self.look_at_clock().map(Event::Ended) };
        let at = at.unwrap_or_else(|| self.now());
        match heard {
            Heard::Ready => {
                self.start_thinking(color, at);
                self.hear(color, timeout)
            }
            // A decision that came in time is in time, whenever somebody looks.
            Heard::Decided(_) if self.has_fallen(at) => self.look_at_clock().map(Event::Ended),
            Heard::Decided(decision) => self.take(color, decision, at),
        }
    }

    /// Makes an engine of ours that thinks move at once with the best it has found.
    pub fn hurry(&self) {
        Color::ALL.into_iter().filter_map(|color| self.thinker(color)).for_each(Thinker::hurry);
    }

    fn thinker(&self, color: Color) -> Option<&Thinker> {
        self.thinkers[color].as_ref()
    }

    /// Lets the engine of the side to move begin, unless it has.
    pub(super) fn ask(&mut self, color: Color) {
        if self.thinker(color).is_some_and(Thinker::is_thinking) {
            return;
        }
        self.seat(color);
        let now = self.now();
        let clock = self.clocks.as_ref().map_or(Clock::Unlimited, |clocks| clocks.for_engine(color, now));
        if let Some(thinker) = &mut self.thinkers[color] {
            thinker.ask(self.game.clone(), clock, self.time_source.clone());
        }
        self.run_clock();
    }

    /// Is an engine of another program being started, or told of a game that it does not know? Its clock stands meanwhile.
    pub(super) fn is_preparing(&self, color: Color) -> bool {
        self.thinker(color).is_some_and(Thinker::is_preparing)
    }

    /// Makes the player of a color, if it is a computer and not there yet.
    pub(super) fn seat(&mut self, color: Color) {
        if self.thinkers[color].is_none() {
            let seed = seed::derived(self.seed, color as u64);
            let seat = &self.seats[color];
            self.thinkers[color] = mover(seat, seed, &self.settings).map(|it| Thinker::new(seat.clone(), it));
        }
    }

    fn take(&mut self, color: Color, decision: Result<Decision, PlayerFault>, at: Duration) -> Option<Event> {
        let from_ply = self.game.ply();
        match decision {
            Ok(Decision::Resign) => {
                self.end(GameResult::Resigned(color));
                Some(Event::Ended(GameResult::Resigned(color)))
            }
            Ok(Decision::Move(mv, thought)) => match self.make(mv, thought, at) {
                Ok(()) => Some(Event::Moved { from_ply }),
                Err(illegal) => Some(Event::Failed(self.fault(color, FaultKind::Illegal(illegal)))),
            },
            Err(fault) => {
                // A player that broke down is made anew when it is asked again.
                self.thinkers[color] = None;
                Some(Event::Failed(fault))
            }
        }
    }

    fn fault(&self, color: Color, kind: FaultKind) -> PlayerFault {
        PlayerFault { player: self.seats[color].clone(), kind, last_words: String::new() }
    }

    pub(super) fn cancel(&mut self) {
        for color in Color::ALL {
            if let Some(thinker) = &mut self.thinkers[color] {
                thinker.cancel();
            }
        }
    }
}
