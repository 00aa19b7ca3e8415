//! The errors of an evaluation.

use serde::Serialize;

/// Sums over positions, for computing losses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    count: u64,
    off: f64,
    squares: f64,
    values: [f64; 2],
    labels: [f64; 2],
    products: f64,
}

/// The errors of an evaluation, in discs.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Losses {
    /// Number of positions.
    pub positions: u64,
    /// Mean absolute error.
    pub mae: Option<f64>,
    /// Root mean square error.
    pub rmse: Option<f64>,
    /// Correlation of values and labels.
    pub correlation: Option<f64>,
}

impl Sums {
    /// Adds a position.
    pub fn add(&mut self, value: f64, label: f64) {
        self.count += 1;
        self.off += (value - label).abs();
        self.squares += (value - label).powi(2);
        self.values = [self.values[0] + value, self.values[1] + value * value];
        self.labels = [self.labels[0] + label, self.labels[1] + label * label];
        self.products += value * label;
    }

    /// Adds all positions of other sums.
    pub fn join(&mut self, other: &Sums) {
        self.count += other.count;
        self.off += other.off;
        self.squares += other.squares;
        for i in 0..2 {
            self.values[i] += other.values[i];
            self.labels[i] += other.labels[i];
        }
        self.products += other.products;
    }

    /// Computes the losses: `None` without positions, and no correlation if nothing varies.
    pub fn losses(&self) -> Losses {
        let n = self.count as f64;
        let mean = |sum: f64| (self.count > 0).then(|| sum / n);
        Losses {
            positions: self.count,
            mae: mean(self.off),
            rmse: mean(self.squares).map(f64::sqrt),
            correlation: self.correlation(),
        }
    }

    fn correlation(&self) -> Option<f64> {
        let n = self.count as f64;
        let variance = |[sum, squares]: [f64; 2]| squares / n - (sum / n).powi(2);
        let spread = (variance(self.values) * variance(self.labels)).sqrt();
        let together = self.products / n - self.values[0] * self.labels[0] / (n * n);
        (spread > 1e-9).then(|| together / spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &[(f64, f64)]) -> Losses {
        let (mut all, mut rest) = (Sums::default(), Sums::default());
        for (i, &(value, label)) in pairs.iter().enumerate() {
            if i % 2 == 0 { &mut all } else { &mut rest }.add(value, label);
        }
        all.join(&rest);
        all.losses()
    }

    #[test]
    fn losses_of_a_few_positions() {
        let losses = of(&[(1.0, 2.0), (3.0, 6.0), (-2.0, -4.0)]);
        assert_eq!((losses.positions, losses.mae), (3, Some(2.0)));
        assert!((losses.rmse.unwrap() - (14f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!((losses.correlation.unwrap() - 1.0).abs() < 1e-12);
        assert!(of(&[(1.0, 2.0), (1.0, 3.0)]).correlation.is_none());
        assert!(of(&[]).mae.is_none());
    }
}
