//! The sequential probability ratio test: play until the answer is certain enough, and no longer.
//!
//! There are two hypotheses: H0 "the difference is `elo0`" and H1 "it is `elo1`". After each pair,
//! the log-likelihood ratio (LLR) of H1 to H0 is compared with two bounds, ln(β / (1 - α)) and
//! ln((1 - β) / α): A. Wald, *Sequential Tests of Statistical Hypotheses* (1945). H0 is then
//! rejected wrongly with probability at most α, H1 with β.
//!
//! The frequencies of the five results of a pair are unknown. Each hypothesis therefore uses the
//! distribution with its mean that fits best (generalized test). That distribution is p_i / (1 + x
//! (a_i - s)) for the frequencies p_i, the values a_i and the mean s, with x such that the mean
//! comes out: A. B. Owen's empirical likelihood (1988), for games M. Van den Bergh, *The
//! Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution* (2019).
//!
//! The error rates hold if results vary, as in Reversi with its few draws, even if openings decide
//! most games. If nearly all pairs end alike and the hypotheses are far apart, a test ends after a
//! few pairs and errs more often. With 80 % draws and 100 Elo between the hypotheses, H0 is
//! rejected wrongly in 12 of 100 tests instead of 5.

use serde::{Deserialize, Serialize};

use super::{
    Elo, Pentanomial,
    pentanomial::{VALUES, moments},
};

/// Stands for a result that has not occurred: without it, the first pairs would make it impossible.
const UNSEEN: f64 = 1e-3;

/// Bisection steps for x: enough for all digits.
const HALVINGS: u32 = 60;

/// The scale of differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Elo: the share of the points.
    #[default]
    Logistic,
    /// [Normalized Elo](Pentanomial::normalised_elo): the length of a test does not depend on draws
    /// and openings.
    Normalised,
}

/// A test of whether a player is stronger, which ends when the answer is clear.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct Sprt {
    elo0: Elo,
    elo1: Elo,
    alpha: f64,
    beta: f64,
    scale: Scale,
}

/// A test as stored in a file, not yet validated.
#[derive(Deserialize)]
struct Written {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    #[serde(default)]
    scale: Scale,
}

impl TryFrom<Written> for Sprt {
    type Error = SprtError;

    fn try_from(written: Written) -> Result<Sprt, SprtError> {
        let Written { elo0, elo1, alpha, beta, scale } = written;
        Sprt::new(Elo(elo0), Elo(elo1), alpha, beta).map(|sprt| sprt.with_scale(scale))
    }
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtState {
    /// Undecided.
    Continue,
    /// The player is not better than `elo0`.
    AcceptH0,
    /// The player is better by `elo1`.
    AcceptH1,
}

/// Invalid parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The second difference must be larger than the first.
    #[error("a test of {elo0} against {elo1} Elo cannot end: give the smaller first, such as 0 and 10")]
    Order {
        /// The first difference.
        elo0: f64,
        /// The second difference.
        elo1: f64,
    },
    /// An error probability must be between 0 and 0.5.
    #[error("a risk of {0} makes no sense: give one above 0 and below 0.5, such as 0.05")]
    Risk(f64),
}

impl Sprt {
    /// A test of `elo0` against `elo1` that wrongly rejects the first with probability `alpha` and
    /// the second with `beta`.
    pub fn new(elo0: Elo, elo1: Elo, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        if !(elo0.0.is_finite() && elo1.0.is_finite() && elo0 < elo1) {
            return Err(SprtError::Order { elo0: elo0.0, elo1: elo1.0 });
        }
        match [alpha, beta].into_iter().find(|risk| !(*risk > 0.0 && *risk < 0.5)) {
            Some(risk) => Err(SprtError::Risk(risk)),
            None => Ok(Sprt { elo0, elo1, alpha, beta, scale: Scale::Logistic }),
        }
    }

    /// The same test on another scale.
    #[must_use]
    pub fn with_scale(self, scale: Scale) -> Sprt {
        Sprt { scale, ..self }
    }

    /// The differences of the two hypotheses.
    pub fn hypotheses(&self) -> (Elo, Elo) {
        (self.elo0, self.elo1)
    }

    /// H0 is accepted at or below the first number, H1 at or above the second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of H1 to H0.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.is_empty() {
            return 0.0;
        }
        let counts = pairs.counts.map(|count| f64::from(count).max(UNSEEN));
        let (tilt0, tilt1) =
            (Tilt::new(&counts, self.mean(self.elo0, &counts)), Tilt::new(&counts, self.mean(self.elo1, &counts)));
        // The frequencies cancel out: ln(p1 / p0) is the difference of their divisors.
        counts.iter().zip(VALUES).map(|(count, value)| count * (tilt0.divisor(value) / tilt1.divisor(value)).ln()).sum()
    }

    /// Whether to stop, and with which answer.
    pub fn state(&self, pairs: &Pentanomial) -> SprtState {
        let (llr, (low, high)) = (self.llr(pairs), self.bounds());
        match llr {
            _ if llr <= low => SprtState::AcceptH0,
            _ if llr >= high => SprtState::AcceptH1,
            _ => SprtState::Continue,
        }
    }

    /// The mean value of a pair under a hypothesis. On the normalized scale it depends on the
    /// spread, for which that of the pairs is used.
    fn mean(&self, elo: Elo, counts: &[f64; 5]) -> f64 {
        let mean = match self.scale {
            Scale::Logistic => elo.share().0,
            Scale::Normalised => 0.5 + elo.0 / (2.0 * Elo::PER_LOGIT) * (2.0 * moments(counts).1).sqrt(),
        };
        mean.clamp(1e-6, 1.0 - 1e-6)
    }
}

/// The distribution with a given mean that is closest to the observed one: each frequency is
/// divided by 1 + x (a - s).
struct Tilt {
    mean: f64,
    x: f64,
}

impl Tilt {
    fn new(counts: &[f64; 5], mean: f64) -> Tilt {
        // No divisor may be zero; in this interval the sum falls from plus to minus infinity.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..HALVINGS {
            let x = f64::midpoint(low, high);
            let excess: f64 = counts.iter().zip(VALUES).map(|(n, a)| n * (a - mean) / (1.0 + x * (a - mean))).sum();
            if excess > 0.0 { low = x } else { high = x }
        }
        Tilt { mean, x: f64::midpoint(low, high) }
    }

    fn divisor(&self, value: f64) -> f64 {
        1.0 + self.x * (value - self.mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(Elo(elo0), Elo(elo1), 0.05, 0.05).unwrap()
    }

    #[test]
    fn the_usual_risks_give_the_usual_bounds() {
        let (low, high) = test(0.0, 10.0).bounds();
        assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3);
    }

    #[test]
    fn close_hypotheses_give_the_simple_formula() {
        // LLR = N (s1 - s0)(2m - s0 - s1) / (2v), correct to first order.
        let pairs = Pentanomial { counts: [900, 2000, 4000, 2100, 1000] };
        let (mean, variance) = pairs.moments();
        let (s0, s1) = (Elo(0.0).share().0, Elo(5.0).share().0);
        let simple = pairs.pairs() as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        assert!((test(0.0, 5.0).llr(&pairs) / simple - 1.0).abs() < 0.02, "{} {simple}", test(0.0, 5.0).llr(&pairs));
    }

    #[test]
    fn one_lucky_pair_decides_nothing() {
        for counts in [[0, 0, 0, 0, 1], [1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0; 5]] {
            let pairs = Pentanomial { counts };
            assert_eq!(test(0.0, 100.0).state(&pairs), SprtState::Continue);
            assert!(test(0.0, 100.0).llr(&pairs).abs() < 0.5, "{}", test(0.0, 100.0).llr(&pairs));
        }
    }

    #[test]
    fn opposite_results_answer_the_opposite_test_the_same_way() {
        let pairs = Pentanomial { counts: [30, 20, 70, 40, 50] };
        let (llr, opposite) = (test(-10.0, 20.0).llr(&pairs), test(-20.0, 10.0).llr(&pairs.reversed()));
        assert!((llr + opposite).abs() < 1e-9, "{llr} {opposite}");
    }

    #[test]
    fn sprt_settings_round_trip_and_bad_ones_are_refused() {
        let written = serde_json::to_string(&test(-5.0, 2.5)).unwrap();
        assert_eq!(written, r#"{"elo0":-5.0,"elo1":2.5,"alpha":0.05,"beta":0.05,"scale":"logistic"}"#);
        assert_eq!(serde_json::from_str::<Sprt>(&written).unwrap(), test(-5.0, 2.5));
        assert!(serde_json::from_str::<Sprt>(&written.replace("2.5", "-5")).is_err());
    }

    #[test]
    fn sprt_settings_that_cannot_end_are_refused() {
        assert!(matches!(Sprt::new(Elo(5.0), Elo(5.0), 0.05, 0.05), Err(SprtError::Order { .. })));
        assert!(matches!(Sprt::new(Elo(f64::NAN), Elo(5.0), 0.05, 0.05), Err(SprtError::Order { .. })));
        assert_eq!(Sprt::new(Elo(0.0), Elo(5.0), 0.05, 0.5), Err(SprtError::Risk(0.5)));
    }
}
