//! One of several things.

use outflank_engine::Level;
use outflank_play::Seat;

/// Things of which one is chosen.
#[derive(Clone, Debug)]
pub(super) struct Choice<T> {
    options: Vec<T>,
    index: usize,
}

impl<T: PartialEq> Choice<T> {
    /// These options, and what is chosen among them or behind them.
    pub(super) fn with(mut options: Vec<T>, chosen: T) -> Choice<T> {
        let index = options.iter().position(|option| *option == chosen).unwrap_or_else(|| {
            options.push(chosen);
            options.len() - 1
        });
        Choice { options, index }
    }

    /// These options, and the first of them.
    pub(super) fn first(options: Vec<T>) -> Choice<T> {
        Choice { options, index: 0 }
    }

    pub(super) fn step(&mut self, forward: bool) {
        let count = self.options.len();
        self.index = (self.index + if forward { 1 } else { count - 1 }) % count;
    }

    pub(super) fn chosen(&self) -> &T {
        &self.options[self.index]
    }
}

impl Choice<Seat> {
    /// A person, all levels, and whoever plays now.
    pub(super) fn seat(now: &Seat) -> Choice<Seat> {
        let levels = Level::all().map(Seat::Level);
        Choice::with(std::iter::once(Seat::Human).chain(levels).collect(), now.clone())
    }
}

/// A player in words.
pub(super) fn seat_name(seat: &Seat) -> String {
    match seat {
        Seat::Level(level) if level.number().is_some() => format!("computer, level {level}"),
        Seat::Level(level) => format!("computer, {level}"),
        Seat::Human | Seat::Gtp(_) => seat.to_string(),
    }
}
