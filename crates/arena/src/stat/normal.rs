//! The normal distribution.

use std::f64::consts::TAU;

/// Beyond so many standard deviations lies less than the error of the sum.
const FAR: f64 = 8.0;

/// The probability that a standard normal number is below `z`, to about 15 digits: 1/2 + φ(z) (z + z³/3 + z⁵/(3·5) + ...),
/// the series of G. Marsaglia, *Evaluating the Normal Distribution*, Journal of Statistical Software 11 (2004).
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
    fn nothing_is_impossible_to_ask() {
        assert_eq!((cumulative(f64::INFINITY), cumulative(-100.0)), (1.0, 0.0));
        assert!(cumulative(7.9) > 1.0 - 1e-12 && cumulative(-7.9) < 1e-12);
    }
}
