//! Confidence intervals and the normal distribution.

use std::{f64::consts::TAU, fmt};

use serde::Serialize;

/// Standard deviations on each side that hold 95 % of a normal distribution.
pub(crate) const Z_95: f64 = 1.959_963_985;

/// An estimate with its 95 % confidence interval: 95 % of intervals made this way contain the
/// truth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval<T> {
    /// The lower end.
    pub low: T,
    /// The estimate.
    pub value: T,
    /// The upper end.
    pub high: T,
}

impl<T> Interval<T> {
    /// Converts to another unit with an increasing function.
    pub fn map<U>(self, unit: impl Fn(T) -> U) -> Interval<U> {
        Interval { low: unit(self.low), value: unit(self.value), high: unit(self.high) }
    }
}

impl<T: PartialOrd> Interval<T> {
    /// True if a value lies within.
    pub fn contains(&self, value: &T) -> bool {
        self.low <= *value && *value <= self.high
    }
}

impl<T: fmt::Display> fmt::Display for Interval<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}, {}]", self.value, self.low, self.high)
    }
}

/// Beyond this many standard deviations lies less than the error of the sum.
const FAR: f64 = 8.0;

/// The probability that a standard normal number is below `z`, to about 15 digits: 1/2 + φ(z) (z +
/// z³/3 + z⁵/(3·5) + ...), the series of G. Marsaglia, *Evaluating the Normal Distribution*,
/// Journal of Statistical Software 11 (2004).
pub(crate) fn cumulative(z: f64) -> f64 {
    if z.abs() > FAR {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut odd) = (z, z, 1.0);
    while term.abs() > f64::EPSILON * sum.abs() {
        odd += 2.0;
        term *= z * z / odd;
        sum += term;
    }
    (0.5 + sum * (-z * z / 2.0).exp() / TAU.sqrt()).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::{super::Z_95, cumulative};

    #[test]
    fn well_known_values() {
        let known =
            [(0.0, 0.5), (1.0, 0.841_344_746_068_543), (-2.0, 0.022_750_131_948_179), (3.0, 0.998_650_101_968_370)];
        for (z, probability) in known {
            assert!((cumulative(z) - probability).abs() < 1e-13, "{z}: {}", cumulative(z));
        }
        assert!((cumulative(Z_95) - 0.975).abs() < 1e-9);
    }

    #[test]
    fn extreme_arguments_are_handled() {
        assert_eq!((cumulative(f64::INFINITY), cumulative(-100.0)), (1.0, 0.0));
        assert!(cumulative(7.9) > 1.0 - 1e-12 && cumulative(-7.9) < 1e-12);
    }
}
