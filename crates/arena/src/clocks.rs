//! The two clocks of a game. They never read the time; callers pass it.

use std::time::Duration;

use outflank_engine::Clock;
use outflank_rules::Color;

use crate::{Sides, TimeControl};

/// Two clocks. At most one runs.
///
/// All times are offsets from a zero that the caller chooses. The clocks are therefore a pure
/// function of a list of timed events, and the list can be stored and replayed.
///
/// ```
/// use std::time::Duration;
/// use outflank_arena::Clocks;
/// use outflank_rules::Color;
///
/// let at = Duration::from_secs;
/// let mut clocks = Clocks::new("1m+5s".parse()?);
/// clocks.run(Color::Black, at(100));
/// clocks.moved(0, Color::Black, at(110));
/// clocks.run(Color::White, at(110));
/// assert_eq!(clocks.left(Color::Black, at(130)), at(55));
/// assert_eq!(clocks.left(Color::White, at(130)), at(40));
/// assert_eq!(clocks.falls_at(), Some((Color::White, at(170))));
/// # Ok::<(), outflank_arena::ParseTimeControlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: TimeControl,
    left: Sides<Duration>,
    running: Option<(Color, Duration)>,
    /// The clocks as moves stopped them, the latest last.
    stops: Vec<Stop>,
}

/// A clock at the moment a move stopped it, before the increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stop {
    /// Plies before the move.
    ply: usize,
    color: Color,
    left: Duration,
}

impl Clocks {
    /// Clocks at the start of a game; neither runs.
    pub fn new(control: TimeControl) -> Clocks {
        Clocks { control, left: Sides::of(|_| control.initial()), running: None, stops: Vec::new() }
    }

    /// Restores the remaining times of a resumed game.
    #[must_use]
    pub fn with_left(self, left: Sides<Duration>) -> Clocks {
        Clocks { left, ..self }
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// The side whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// The remaining time of a side.
    pub fn left(&self, color: Color, now: Duration) -> Duration {
        match self.running {
            Some((running, since)) if running == color => self.left[color].saturating_sub(now.saturating_sub(since)),
            _ => self.left[color],
        }
    }

    /// The side whose running clock has reached zero.
    pub fn fallen(&self, now: Duration) -> Option<Color> {
        self.running().filter(|&color| self.left(color, now).is_zero())
    }

    /// The side whose clock runs, and when it reaches zero if nothing happens before.
    pub fn falls_at(&self) -> Option<(Color, Duration)> {
        self.running.map(|(color, since)| (color, since.saturating_add(self.left[color])))
    }

    /// Starts the clock of a side; no effect if it already runs.
    pub fn run(&mut self, color: Color, now: Duration) {
        if self.running() != Some(color) {
            self.halt(now);
            self.running = Some((color, now));
        }
    }

    /// Stops the running clock without a move.
    pub fn halt(&mut self, now: Duration) {
        if let Some(color) = self.running() {
            self.left[color] = self.left(color, now);
            self.running = None;
        }
    }

    /// Restarts the running clock from now: the time since its start is not counted.
    pub fn forgive(&mut self, now: Duration) {
        if let Some((_, since)) = &mut self.running {
            *since = now;
        }
    }

    /// Stops the clock of a side that moved after `ply` plies and adds the increment. Do not call
    /// it for forced passes: they earn nothing.
    pub fn moved(&mut self, ply: usize, color: Color, now: Duration) {
        self.halt(now);
        self.stops.push(Stop { ply, color, left: self.left[color] });
        self.left[color] = match self.control {
            TimeControl::PerMove(time) => time,
            TimeControl::Game { increment, .. } => self.left[color].saturating_add(increment),
        };
    }

    /// Takes moves back to `ply` plies. Their increments are removed but the time spent stays
    /// spent, so taking back gains no time.
    pub fn taken_back(&mut self, ply: usize, now: Duration) {
        self.halt(now);
        while let Some(stop) = self.stops.pop_if(|stop| stop.ply >= ply) {
            self.left[stop.color] = self.left[stop.color].min(stop.left);
        }
        if let TimeControl::PerMove(time) = self.control {
            self.left = Sides::of(|_| time);
        }
    }

    /// The clock of a side in the engine's form.
    pub fn for_engine(&self, color: Color, now: Duration) -> Clock {
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
        let begin = 1000 * SECOND;
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
        let begin = 1000 * SECOND;
        let mut clocks = Clocks::new(TimeControl::PerMove(5 * SECOND));
        clocks.run(Color::Black, begin);
        clocks.moved(0, Color::Black, begin + 4 * SECOND);
        assert_eq!(clocks.left(Color::Black, begin + 4 * SECOND), 5 * SECOND);
    }

    #[test]
    fn moving_and_taking_back_earns_nothing() {
        let mut now = 1000 * SECOND;
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
        let begin = 1000 * SECOND;
        let mut clocks = Clocks::new(TimeControl::PerMove(5 * SECOND));
        clocks.moved(0, Color::Black, begin);
        clocks.run(Color::White, begin);
        clocks.taken_back(0, begin + 4 * SECOND);
        assert_eq!(clocks.left(Color::White, begin + 4 * SECOND), 5 * SECOND);
    }

    #[test]
    fn a_halted_clock_stands() {
        let begin = 1000 * SECOND;
        let mut clocks = Clocks::new(TimeControl::PerMove(5 * SECOND));
        clocks.run(Color::White, begin);
        clocks.halt(begin + SECOND);
        assert_eq!(clocks.left(Color::White, begin + 9 * SECOND), 4 * SECOND);
        assert_eq!(clocks.fallen(begin + 9 * SECOND), None);
    }

    #[test]
    fn the_clock_falls_at_the_announced_time() {
        let mut clocks = Clocks::new(TimeControl::PerMove(5 * SECOND));
        assert_eq!((clocks.running(), clocks.falls_at()), (None, None));
        clocks.run(Color::White, 2 * SECOND);
        let (color, at) = clocks.falls_at().unwrap();
        assert_eq!((color, clocks.fallen(at)), (Color::White, Some(Color::White)));
        assert_eq!(clocks.fallen(at - Duration::from_nanos(1)), None);
    }

    #[test]
    fn very_long_times_do_not_overflow() {
        let mut clocks = Clocks::new(TimeControl::Game { main: Duration::MAX, increment: Duration::MAX });
        clocks.run(Color::Black, Duration::MAX);
        assert_eq!(clocks.falls_at(), Some((Color::Black, Duration::MAX)));
        clocks.moved(0, Color::Black, Duration::ZERO);
        assert_eq!(clocks.left(Color::Black, Duration::ZERO), Duration::MAX);
    }
}
