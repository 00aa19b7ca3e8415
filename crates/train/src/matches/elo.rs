//! Elo ratings with 95 % intervals from the points of a match.

use serde::Serialize;

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Standard deviations of a 95 % interval.
const DEVIATIONS: f64 = 1.96;

impl Interval {
    /// Returns the share of the points, given the number of pairs with 0, 1/2, 1, 3/2 and 2 points.
    /// Pairs are independent of each other, the two games of a pair are not. Half a pair of each
    /// extreme is added to the variance, so that a match with equal results has an interval too.
    pub(super) fn of_pairs(pairs: &[u32; 5]) -> Interval {
        let mean = |counts: &[f64; 5]| {
            let total: f64 = counts.iter().sum();
            (0..5).map(|i| counts[i] * i as f64 / 4.0).sum::<f64>() / total.max(1.0)
        };
        let counts = pairs.map(f64::from);
        let mut padded = counts;
        padded[0] += 0.5;
        padded[4] += 0.5;
        let (value, center, total) = (mean(&counts), mean(&padded), padded.iter().sum::<f64>());
        let variance = (0..5).map(|i| padded[i] * (i as f64 / 4.0 - center).powi(2)).sum::<f64>() / total;
        let margin = DEVIATIONS * (variance / total).sqrt();
        Interval { value, low: (value - margin).max(0.0), high: (value + margin).min(1.0) }
    }

    /// Converts the interval to Elo.
    pub fn elo(self) -> Interval {
        Interval { value: elo(self.value), low: elo(self.low), high: elo(self.high) }
    }
}

/// Returns the rating difference for a share of the points, clamped to 1200.
pub fn elo(share: f64) -> f64 {
    (400.0 * (share / (1.0 - share)).log10()).clamp(-1200.0, 1200.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_of_well_known_shares() {
        assert!(elo(0.5).abs() < 1e-9);
        assert!((elo(0.64) - 100.0).abs() < 0.1);
        assert_eq!((elo(0.0), elo(1.0)), (-1200.0, 1200.0));
    }

    #[test]
    fn intervals_shrink_with_the_root_of_the_games_and_hold_the_share() {
        let few = Interval::of_pairs(&[10, 10, 20, 20, 40]);
        let many = Interval::of_pairs(&[1000, 1000, 2000, 2000, 4000]);
        assert!((few.value - 0.675).abs() < 1e-9 && few.value == many.value);
        let width = |interval: Interval| interval.high - interval.low;
        assert!((width(few) / width(many) - 10.0).abs() < 0.3, "{few:?} {many:?}");
    }

    #[test]
    fn no_games_give_the_widest_interval() {
        let none = Interval::of_pairs(&[0; 5]);
        assert!(none.low <= 0.0 && none.high >= 0.9, "{none:?}");
        let swept = Interval::of_pairs(&[0, 0, 0, 0, 3]);
        assert!(swept.value == 1.0 && swept.low < 0.9, "{swept:?}");
    }
}
