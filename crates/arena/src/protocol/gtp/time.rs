//! The clocks that a GUI sets.
//!
//! `time_left` is authoritative; between two of them our own thinking time is subtracted.

use std::time::Duration;

use outflank_engine::Clock;
use outflank_rules::Color;

/// The limits set by `time_settings`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Control {
    main: Duration,
    byo_yomi: Duration,
    /// If 0, the byo-yomi time is an increment.
    stones: u32,
}

/// The state of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shown {
    left: Duration,
    /// For this many moves; 0 in the main time.
    stones: u32,
}

/// The clocks of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clocks {
    control: Option<Control>,
    /// `None` without a limit.
    shown: [Option<Shown>; 2],
}

impl Clocks {
    /// Applies `time_settings`. Byo-yomi for 0 moves means no limit in the standard, but an
    /// increment for engines that also have main time. All zeros mean no limit.
    pub(super) fn settle(main: Duration, byo_yomi: Duration, stones: u32) -> Clocks {
        let is_unlimited = main.is_zero() && stones == 0;
        let control = (!is_unlimited).then_some(Control { main, byo_yomi, stones });
        Clocks { control, shown: [control.map(Control::at_start); 2] }
    }

    /// The clocks at the start of the next game.
    pub(super) fn restarted(self) -> Clocks {
        Clocks { shown: [self.control.map(Control::at_start); 2], ..self }
    }

    /// Applies `time_left`.
    pub(super) fn show(&mut self, color: Color, left: Duration, stones: u32) {
        self.shown[color as usize] = Some(match self.control {
            Some(control) if left.is_zero() && stones == 0 => control.after_main(left),
            _ => Shown { left, stones },
        });
    }

    /// The clock for choosing a move.
    pub(super) fn clock(&self, color: Color) -> Clock {
        match self.shown[color as usize] {
            None => Clock::Unlimited,
            Some(Shown { left, stones: 0 }) => {
                Clock::Game { left, increment: self.control.map_or(Duration::ZERO, Control::per_move) }
            }
            Some(Shown { left, stones }) => Clock::PerMove(left / stones),
        }
    }

    /// Subtracts the time of a move.
    pub(super) fn spend(&mut self, color: Color, time: Duration) {
        let shown = &mut self.shown[color as usize];
        let (Some(before), Some(control)) = (*shown, self.control) else { return };
        let left = before.left.saturating_sub(time);
        *shown = Some(match before.stones {
            0 if control.stones == 0 => Shown { left: left.saturating_add(control.byo_yomi), stones: 0 },
            0 => control.after_main(left),
            1 => control.period(),
            stones => Shown { left, stones: stones - 1 },
        });
    }
}

impl Control {
    fn at_start(self) -> Shown {
        self.after_main(self.main)
    }

    /// The state with this much main time left.
    fn after_main(self, left: Duration) -> Shown {
        if left.is_zero() && self.stones > 0 { self.period() } else { Shown { left, stones: 0 } }
    }

    fn period(self) -> Shown {
        Shown { left: self.byo_yomi, stones: self.stones }
    }

    /// The time per move beyond the main time.
    fn per_move(self) -> Duration {
        self.byo_yomi / self.stones.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn main_time_alone_is_for_the_game() {
        let mut clocks = Clocks::settle(seconds(300), Duration::ZERO, 0);
        clocks.spend(Color::Black, seconds(20));
        let clock = |left| Clock::Game { left: seconds(left), increment: Duration::ZERO };
        assert_eq!((clocks.clock(Color::Black), clocks.clock(Color::White)), (clock(280), clock(300)));
        clocks.show(Color::Black, seconds(250), 0);
        assert_eq!(clocks.clock(Color::Black), clock(250));
        assert_eq!(clocks.restarted().clock(Color::Black), clock(300));
    }

    #[test]
    fn byo_yomi_of_zero_stones_is_an_increment() {
        let mut clocks = Clocks::settle(seconds(60), seconds(2), 0);
        clocks.spend(Color::White, seconds(5));
        assert_eq!(clocks.clock(Color::White), Clock::Game { left: seconds(57), increment: seconds(2) });
    }

    #[test]
    fn byo_yomi_comes_after_the_main_time_and_again() {
        let mut clocks = Clocks::settle(seconds(10), seconds(30), 3);
        assert_eq!(clocks.clock(Color::Black), Clock::Game { left: seconds(10), increment: seconds(10) });
        clocks.spend(Color::Black, seconds(12));
        assert_eq!(clocks.clock(Color::Black), Clock::PerMove(seconds(10)));
        clocks.spend(Color::Black, seconds(6));
        assert_eq!(clocks.clock(Color::Black), Clock::PerMove(seconds(12)));
        clocks.spend(Color::Black, seconds(6));
        clocks.spend(Color::Black, seconds(6));
        assert_eq!(clocks.clock(Color::Black), Clock::PerMove(seconds(10)), "a new period");
    }

    #[test]
    fn settings_without_time_mean_no_limit() {
        for byo_yomi in [0, 1] {
            assert_eq!(Clocks::settle(Duration::ZERO, seconds(byo_yomi), 0).clock(Color::Black), Clock::Unlimited);
        }
        let mut clocks = Clocks::default();
        clocks.show(Color::White, seconds(8), 2);
        assert_eq!(clocks.clock(Color::White), Clock::PerMove(seconds(4)));
        clocks.spend(Color::White, seconds(3));
        assert_eq!(clocks.clock(Color::White), Clock::PerMove(seconds(4)), "as long as nobody says otherwise");
    }

    #[test]
    fn main_time_that_has_run_out_is_byo_yomi() {
        let mut clocks = Clocks::settle(seconds(10), seconds(5), 1);
        clocks.show(Color::Black, Duration::ZERO, 0);
        assert_eq!(clocks.clock(Color::Black), Clock::PerMove(seconds(5)));
    }
}
