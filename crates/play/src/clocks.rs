//! The two clocks of a game. They never look at the time themselves: callers say what it is.

use std::time::{Duration, Instant};

use outflank_engine::Clock;
use outflank_rules::Color;

use crate::{Sides, TimeControl};

/// Two clocks of which one may run.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    control: TimeControl,
    left: Sides<Duration>,
    running: Option<(Color, Instant)>,
    /// Where the clocks were stopped by moves, the last at the end.
    stops: Vec<Stop>,
}

/// A clock as a move stopped it, before the move earned anything.
#[derive(Clone, Copy, Debug)]
struct Stop {
    /// The plies before the move.
    ply: usize,
    color: Color,
    left: Duration,
}

impl Clocks {
    /// Clocks at the beginning of a game.
    pub(crate) fn new(control: TimeControl) -> Clocks {
        Clocks { control, left: Sides::of(|_| control.initial()), running: None, stops: Vec::new() }
    }

    /// Clocks of a game taken up again.
    pub(crate) fn with_left(self, left: Sides<Duration>) -> Clocks {
        Clocks { left, ..self }
    }

    pub(crate) fn control(&self) -> TimeControl {
        self.control
    }

    /// What a side has left.
    pub(crate) fn left(&self, color: Color, now: Instant) -> Duration {
        match self.running {
            Some((running, since)) if running == color => {
                self.left[color].saturating_sub(now.saturating_duration_since(since))
            }
            _ => self.left[color],
        }
    }

    /// Has the clock that runs run down?
    pub(crate) fn fallen(&self, now: Instant) -> Option<Color> {
        self.running.map(|(color, _)| color).filter(|&color| self.left(color, now).is_zero())
    }

    /// Lets the clock of a side run; one that runs already goes on.
    pub(crate) fn run(&mut self, color: Color, now: Instant) {
        if self.running.is_none_or(|(running, _)| running != color) {
            self.halt(now);
            self.running = Some((color, now));
        }
    }

    /// Stops the clock that runs, without a move.
    pub(crate) fn halt(&mut self, now: Instant) {
        if let Some((color, _)) = self.running {
            self.left[color] = self.left(color, now);
            self.running = None;
        }
    }

    /// Stops the clock of a side that has moved after so many plies, and gives it what a move earns.
    pub(crate) fn moved(&mut self, ply: usize, color: Color, now: Instant) {
        self.halt(now);
        self.stops.push(Stop { ply, color, left: self.left[color] });
        match self.control {
            TimeControl::PerMove(time) => self.left[color] = time,
            TimeControl::Game { increment, .. } => self.left[color] += increment,
        }
    }

    /// Moves were taken back to so many plies: what they earned is lost, and time that was thought stays thought, so that nobody
    /// gains by moving and taking back.
    pub(crate) fn taken_back(&mut self, ply: usize, now: Instant) {
        self.halt(now);
        while let Some(stop) = self.stops.pop_if(|stop| stop.ply >= ply) {
            self.left[stop.color] = self.left[stop.color].min(stop.left);
        }
        if let TimeControl::PerMove(time) = self.control {
            self.left = Sides::of(|_| time);
        }
    }

    /// The clock of a side as the engine knows it.
    pub(crate) fn for_engine(&self, color: Color, now: Instant) -> Clock {
        let left = self.left(color, now);
        match self.control {
            TimeControl::PerMove(_) => Clock::PerMove(left),
            TimeControl::Game { increment, .. } => Clock::Game { left, increment },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn only_the_side_to_move_loses_time_and_a_move_earns_the_increment() {
        let begin = Instant::now();
        let mut clocks = Clocks::new(TimeControl::Game { main: 10 * SECOND, increment: 2 * SECOND });
        clocks.run(Color::Black, begin);
        clocks.run(Color::Black, begin + SECOND);
        assert_eq!(clocks.left(Color::Black, begin + 3 * SECOND), 7 * SECOND);
        clocks.moved(0, Color::Black, begin + 3 * SECOND);
        clocks.run(Color::White, begin + 3 * SECOND);
        assert_eq!(clocks.left(Color::Black, begin + 9 * SECOND), 9 * SECOND);
        assert_eq!(clocks.left(Color::White, begin + 9 * SECOND), 4 * SECOND);
        assert_eq!(clocks.fallen(begin + 12 * SECOND), None);
        assert_eq!(clocks.fallen(begin + 13 * SECOND), Some(Color::White));
    }

    #[test]
    fn each_move_has_its_own_time() {
        let begin = Instant::now();
        let mut clocks = Clocks::new(TimeControl::PerMove(5 * SECOND));
        clocks.run(Color::Black, begin);
        clocks.moved(0, Color::Black, begin + 4 * SECOND);
        assert_eq!(clocks.left(Color::Black, begin + 4 * SECOND), 5 * SECOND);
    }

    #[test]
    fn moving_and_taking_back_earns_nothing() {
        let mut now = Instant::now();
        let mut clocks = Clocks::new(TimeControl::Game { main: 60 * SECOND, increment: 10 * SECOND });
        for _ in 0..20 {
            clocks.run(Color::Black, now);
            now += SECOND;
            clocks.moved(0, Color::Black, now);
            clocks.run(Color::White, now);
            now += SECOND;
            clocks.taken_back(0, now);
        }
        assert_eq!((clocks.left(Color::Black, now), clocks.left(Color::White, now)), (40 * SECOND, 40 * SECOND));
    }

    #[test]
    fn a_move_taken_back_leaves_the_other_side_its_whole_time_for_the_next() {
        let begin = Instant::now();
        let mut clocks = Clocks::new(TimeControl::PerMove(5 * SECOND));
        clocks.moved(0, Color::Black, begin);
        clocks.run(Color::White, begin);
        clocks.taken_back(0, begin + 4 * SECOND);
        assert_eq!(clocks.left(Color::White, begin + 4 * SECOND), 5 * SECOND);
    }

    #[test]
    fn a_halted_clock_stands() {
        let begin = Instant::now();
        let mut clocks = Clocks::new(TimeControl::PerMove(5 * SECOND));
        clocks.run(Color::White, begin);
        clocks.halt(begin + SECOND);
        assert_eq!(clocks.left(Color::White, begin + 9 * SECOND), 4 * SECOND);
        assert_eq!(clocks.fallen(begin + 9 * SECOND), None);
    }
}
