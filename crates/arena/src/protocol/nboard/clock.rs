//! The clock of a game, computed from its record.

use std::time::Duration;

use outflank_engine::Clock;
use outflank_rules::{Color, Game, record::Record};

/// Maximum number of seconds on a clock.
const MAX_SECONDS: f64 = 1e7;

/// The default extension when the time is up.
const EXTENSION: Duration = Duration::from_secs(2 * 60);

/// The time control of both sides and the time used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GameClock {
    /// Per side; `None` without a limit.
    control: [Option<Control>; 2],
    spent: [Duration; 2],
    moves: [u32; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Control {
    main: Duration,
    increment: Duration,
    /// Granted once when the time is up.
    extension: Duration,
}

impl GameClock {
    /// The clock at the end of a recorded game.
    pub(super) fn of(record: &Record) -> GameClock {
        // `TI` applies to both sides unless a side has its own tag.
        let own = |tag| record.tags.iter().find(|(name, _)| name == tag).map_or(&record.clock, |(_, text)| text);
        let control = ["TB", "TW"].map(|tag| Control::parse(own(tag)));
        let mut clock = GameClock { control, ..GameClock::default() };
        for (ply, (before, _)) in record.game.turns().enumerate() {
            let seconds = record.notes.get(ply).and_then(|note| note.seconds).unwrap_or(0.0);
            clock.spend(before.turn(), duration(seconds).unwrap_or_default());
        }
        clock
    }

    /// Adds the time of a move.
    pub(super) fn spend(&mut self, color: Color, time: Duration) {
        let (spent, moves) = (&mut self.spent[color as usize], &mut self.moves[color as usize]);
        (*spent, *moves) = (spent.saturating_add(time), *moves + 1);
    }

    /// The clock of the side to move.
    pub(super) fn clock(&self, game: &Game) -> Clock {
        let side = game.position().turn() as usize;
        let Some(control) = self.control[side] else { return Clock::Unlimited };
        let given = control.main.saturating_add(control.increment.saturating_mul(self.moves[side]));
        let left = match given.checked_sub(self.spent[side]) {
            Some(left) if !left.is_zero() => left,
            _ => control.extension.saturating_sub(self.spent[side].saturating_sub(given)),
        };
        Clock::Game { left, increment: control.increment }
    }
}

impl Control {
    /// Parses `15:00/00:05/02:00`: main time, increment, extension. Empty text, or zero main time
    /// and increment, means no limit.
    fn parse(text: &str) -> Option<Control> {
        let mut parts = text.split('/');
        let mut part = || parts.next().filter(|part| !part.trim().is_empty());
        let (main, increment, extension) = (part(), part(), part());
        let main = main.and_then(time)?;
        let increment = increment.and_then(time).unwrap_or_default();
        let extension = extension.map_or(EXTENSION, |part| time(part).unwrap_or_default());
        let is_limit = !(main.is_zero() && increment.is_zero());
        is_limit.then_some(Control { main, increment, extension })
    }
}

/// Parses `3.01:02:03` with days, `1:02:03`, `15:00` or `90`; ignores text after a comma.
fn time(text: &str) -> Option<Duration> {
    let text = text.split(',').next()?.trim();
    let (days, text) = match text.split_once('.') {
        Some((days, hours)) if hours.matches(':').count() == 2 => (days.parse::<u32>().ok()?, hours),
        _ => (0, text),
    };
    let seconds = text.split(':').try_fold(0.0, |sum, part| Some(sum * 60.0 + part.parse::<f64>().ok()?));
    duration(seconds? + f64::from(days) * 24.0 * 3600.0)
}

fn duration(seconds: f64) -> Option<Duration> {
    (0.0..=MAX_SECONDS).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use outflank_rules::record::ggf;

    use super::*;

    fn clock_of(tags: &str) -> Clock {
        let record = ggf::parse(&format!("(;GM[Othello]{tags};)")).unwrap();
        GameClock::of(&record).clock(&record.game)
    }

    fn game(left: u64, increment: u64) -> Clock {
        Clock::Game { left: Duration::from_secs(left), increment: Duration::from_secs(increment) }
    }

    #[test]
    fn time_of_earlier_moves_is_subtracted() {
        assert_eq!(clock_of("TI[5:00]B[f5//10]W[d6//20.0]"), game(290, 0));
        assert_eq!(clock_of("TI[05:00/0:02/02:00]B[f5//10]W[d6//20]B[c3]"), game(282, 2));
        assert_eq!(clock_of("TI[1:00:00]"), game(3600, 0));
    }

    #[test]
    fn the_extension_follows_the_main_time() {
        assert_eq!(clock_of("TI[0:10//2:00]B[f5//25]W[d6]"), game(105, 0));
        assert_eq!(clock_of("TI[0:10]B[f5//25]W[d6]"), game(105, 0), "two minutes, where nothing is said of it");
        assert_eq!(clock_of("TI[0:10//0:00]B[f5//25]W[d6]"), game(0, 0));
    }

    #[test]
    fn each_side_may_have_its_own_clock() {
        assert_eq!(clock_of("TB[5:00]TW[3:00]"), game(300, 0));
        assert_eq!(clock_of("TI[9:00]TW[3:00/0:02]B[f5]"), game(180, 2));
        assert_eq!(clock_of("TW[3:00]"), Clock::Unlimited);
    }

    #[test]
    fn times_may_have_days_and_fractions_of_seconds() {
        assert_eq!(clock_of("TI[2.01:00:00]"), game(2 * 24 * 3600 + 3600, 0));
        let half = Clock::Game { left: Duration::from_millis(500), increment: Duration::from_millis(1500) };
        assert_eq!(clock_of("TI[0:00.5/0:01.500/0:00]"), half);
        assert_eq!(clock_of("TI[0:00/0:02/0:00]"), game(0, 2));
    }

    #[test]
    fn bad_or_zero_times_mean_no_limit() {
        for tags in ["", "TI[]", "TI[0:00]", "TI[soon]", "TI[-5]", "TI[nan]", "TI[inf]"] {
            assert_eq!(clock_of(tags), Clock::Unlimited, "{tags}");
        }
    }
}
