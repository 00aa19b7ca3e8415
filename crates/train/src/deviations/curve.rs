//! A formula for all pairs of depths.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    Cell, Measured, Pair,
    cell::{cells, for_each_difference},
    squares,
};

/// Added to the shallow depth, because even the evaluation without a search has some value.
const HEAD_START: f64 = 3.0;

/// Cells with fewer positions are ignored.
const MIN_POSITIONS: u32 = 8;

/// The logarithm of the deviation as a sum of terms. So the deviation is positive, grows as a power
/// of the depth difference and falls as a power of the shallow depth, also outside the measured
/// range.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Curve {
    /// The constant term.
    pub base: f64,
    /// Times the logarithm of the depth difference, or for the end of the game, of its share of the
    /// way to the end.
    pub gap: f64,
    /// Times the logarithm of the shallow depth plus 3.
    pub shallow: f64,
    /// Times the empty share of the board.
    pub empty: f64,
    /// Times the square of the empty share.
    pub empty_square: f64,
    /// Times the empty share and the logarithm of the shallow depth: early in the game a few plies
    /// tell more.
    pub empty_shallow: f64,
}

impl Curve {
    /// The deviation in discs.
    pub fn deviation(&self, pair: Pair) -> f64 {
        let sum: f64 = self.coefficients().iter().zip(terms(pair)).map(|(coefficient, term)| coefficient * term).sum();
        sum.exp()
    }

    /// The coefficients in the order of the engine.
    pub const fn coefficients(&self) -> [f64; 6] {
        [self.base, self.gap, self.shallow, self.empty, self.empty_square, self.empty_shallow]
    }

    /// Fits a curve to the cells; `None` if there are too few. Without `bend`, leaves the last two
    /// terms out.
    fn through(cells: &BTreeMap<Pair, Cell>, bend: bool) -> Option<Curve> {
        let usable = cells.iter().filter(|(_, cell)| cell.count >= MIN_POSITIONS && cell.squares > 0.0);
        let count = if bend { 6 } else { 4 };
        let equations: Vec<squares::Equation> = usable
            .map(|(pair, cell)| squares::Equation {
                terms: terms(*pair)[..count].to_vec(),
                value: cell.deviation().ln(),
                weight: f64::from(cell.count),
            })
            .collect();
        let found = squares::solve(&equations)?;
        let [base, gap, shallow, empty] = *found.first_chunk()?;
        let [empty_square, empty_shallow] = [4, 5].map(|i| found.get(i).copied().unwrap_or(0.0));
        Some(Curve { base, gap, shallow, empty, empty_square, empty_shallow })
    }
}

fn terms(pair: Pair) -> [f64; 6] {
    let gap = f64::from(pair.deep.saturating_sub(pair.shallow).max(1));
    let gap = if pair.deep >= pair.empties { gap / f64::from(pair.deep.max(1)) } else { gap };
    let empty = f64::from(pair.empties) / 64.0;
    let shallow = (f64::from(pair.shallow) + HEAD_START).ln();
    [1.0, gap.ln(), shallow, empty, empty * empty, empty * shallow]
}

/// A curve and its fit.
#[derive(Clone, Debug, Serialize)]
pub struct Fitted {
    /// The curve.
    pub curve: Curve,
    /// Pairs of a number of deviations and the share of the differences below it.
    pub within: Vec<(f64, f64)>,
}

/// Fits the curves of the midgame and of the end.
pub fn fit(measured: &[Measured], deviations: &[f64]) -> [Option<Fitted>; 2] {
    let [midgame, end] = cells(measured);
    let curves = [Curve::through(&midgame, true), Curve::through(&end, false)];
    let within = within(measured, &curves, deviations);
    let fitted = |(curve, within): (Option<Curve>, &[f64])| {
        curve.map(|curve| Fitted { curve, within: deviations.iter().copied().zip(within.iter().copied()).collect() })
    };
    [fitted((curves[0], &within[0])), fitted((curves[1], &within[1]))]
}

/// The share of the differences below each number of deviations.
fn within(measured: &[Measured], curves: &[Option<Curve>; 2], deviations: &[f64]) -> [Vec<f64>; 2] {
    let mut counts = [vec![0_u32; deviations.len()], vec![0; deviations.len()]];
    let mut all = [0_u32; 2];
    for_each_difference(measured, &mut |is_end, pair, difference| {
        let Some(curve) = curves[usize::from(is_end)] else { return };
        all[usize::from(is_end)] += 1;
        let size = difference.abs() / curve.deviation(pair);
        for (count, deviation) in counts[usize::from(is_end)].iter_mut().zip(deviations) {
            *count += u32::from(size < *deviation);
        }
    });
    [0, 1].map(|i| counts[i].iter().map(|count| f64::from(*count) / f64::from(all[i].max(1))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRUE: Curve =
        Curve { base: 1.5, gap: 0.4, shallow: -0.5, empty: 0.5, empty_square: -1.0, empty_shallow: -0.2 };

    /// Cells of 100 positions that lie exactly on a curve.
    fn cells_of(curve: &Curve) -> BTreeMap<Pair, Cell> {
        let pairs = (20..56).flat_map(|empties| {
            (0..8)
                .flat_map(move |shallow| (shallow + 2..12).step_by(2).map(move |deep| Pair { deep, shallow, empties }))
        });
        pairs
            .map(|pair| (pair, Cell { count: 100, sum: 0.0, squares: 100.0 * curve.deviation(pair).powi(2) }))
            .collect()
    }

    #[test]
    fn a_known_curve_is_recovered() {
        let found = Curve::through(&cells_of(&TRUE), true).unwrap();
        for (found, is) in found.coefficients().into_iter().zip(TRUE.coefficients()) {
            assert!((found - is).abs() < 1e-6, "{found} is not {is}");
        }
        let straight = Curve { empty_square: 0.0, empty_shallow: 0.0, ..TRUE };
        let found = Curve::through(&cells_of(&straight), false).unwrap();
        assert!((found.empty - straight.empty).abs() < 1e-6 && found.empty_square == 0.0, "{found:?}");
    }

    #[test]
    fn too_little_is_not_fitted() {
        assert!(Curve::through(&BTreeMap::new(), true).is_none());
        let one = Measured { empties: 30, values: vec![1, 3, 2, 4], exact: None };
        assert!(fit(&[one], &[1.0]).iter().all(Option::is_none));
    }

    #[test]
    fn larger_numbers_of_deviations_hold_more_differences() {
        let spread = |number: i8| (0..6).map(|depth: i8| (number % 7 - 3) * (6 - depth)).collect();
        let measured: Vec<Measured> = (0..120)
            .map(|number| Measured { empties: 20 + number as u32 % 3 * 9, values: spread(number), exact: None })
            .collect();
        let [Some(fitted), None] = fit(&measured, &[0.5, 1.0, 3.0]) else { panic!("the midgame alone is measured") };
        let parts: Vec<f64> = fitted.within.iter().map(|(_, part)| *part).collect();
        assert!(parts.is_sorted() && parts[0] < parts[2] && parts[2] > 0.95, "{parts:?}");
    }
}
