//! A guess with what chance leaves open.

use std::fmt;

use serde::Serialize;

/// Standard deviations on each side that hold 95 % of a normal distribution.
pub(crate) const Z_95: f64 = 1.959_963_985;

/// A number with its 95 % confidence interval: of all intervals that are made this way, 95 % hold the truth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval<T> {
    /// The lower end.
    pub low: T,
    /// The best guess.
    pub value: T,
    /// The upper end.
    pub high: T,
}

impl<T> Interval<T> {
    /// The same in another unit, which must grow with this one.
    pub fn map<U>(self, unit: impl Fn(T) -> U) -> Interval<U> {
        Interval { low: unit(self.low), value: unit(self.value), high: unit(self.high) }
    }
}

impl<T: PartialOrd> Interval<T> {
    /// Whether a value lies within.
    pub fn contains(&self, value: &T) -> bool {
        self.low <= *value && *value <= self.high
    }
}

impl<T: fmt::Display> fmt::Display for Interval<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}, {}]", self.value, self.low, self.high)
    }
}
