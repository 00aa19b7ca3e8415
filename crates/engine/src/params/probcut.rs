//! Parameters of Multi-ProbCut: the deviation of a shallow search from a deep one, and the accepted
//! risk.
//!
//! The curves were measured on our own searches with `outflank-train deviations GAMES --positions
//! 3000 --depth 11 --exact-to 21 --seed 3 --out FILE` and fitted with `outflank-train deviations
//! --fit FILE`. That command and this file must use the same formula.

/// Deviations by which a shallow search must exceed the window, by level. They cover about 73, 87,
/// 95, 98 and 99 % of the measured differences, whose tails are longer than those of a normal
/// distribution.
const DEVIATIONS: [f64; 5] = [1.0, 1.45, 2.0, 2.5, 3.0];

/// The part of those deviations by which the evaluation may fall short of the result hoped for.
/// Less saves useless searches, and cuts that the evaluation does not support are wrong more often.
const DOUBT: f64 = 0.5;

/// The factor of the deviations if the shallow search is the evaluation alone: such cuts are cheap
/// and many.
const LEAF_DEVIATION: f64 = 1.5;

/// The deviations of one kind of game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deviations {
    midgame: Curve,
    /// The factor of both curves.
    part: f64,
}

impl Deviations {
    /// The standard game.
    pub(crate) const STANDARD: Deviations = Deviations { midgame: MIDGAME, part: 1.0 };
    /// Other boards.
    pub(crate) const OTHER_BOARDS: Deviations = Deviations { midgame: MIDGAME_OF_ROUND_4, part: 1.0 };
    /// Games in which fewest discs win: those values lie closer together. Measured: 0.40 to 0.50 on
    /// 8x8, 0.34 to 0.40 on 6x6.
    pub(crate) const FEWEST: Deviations = Deviations { midgame: MIDGAME_OF_ROUND_4, part: 0.5 };
}

/// Minimum depth for ProbCut with a search. At [`LEAF_DEPTH`](super::LEAF_DEPTH) the evaluation
/// decides.
pub(crate) const PROBCUT_FROM: u32 = 3;

/// Returns the depth of the shallow search: about half, of the same parity.
fn shallow_depth(depth: u32) -> u32 {
    let half = depth / 2;
    half.saturating_sub((half ^ depth) & 1)
}

/// The logarithm of a standard deviation, as a sum.
#[derive(Clone, Copy, Debug)]
struct Curve {
    base: f64,
    /// Times the logarithm of the difference of depths; to the end of the game, of its part of the
    /// way to the end.
    gap: f64,
    /// Times the logarithm of the shallow depth, which begins at [`HEAD_START`].
    shallow: f64,
    /// Times the part of the board that is empty.
    empty: f64,
    /// Times its square.
    empty_square: f64,
    /// Times the part that is empty and the logarithm of the shallow depth.
    empty_shallow: f64,
}

/// Added to the shallow depth: even no search gives some knowledge.
const HEAD_START: u32 = 3;

/// Between two searches that stop before the end of the game, with the weights of round 4. All
/// games but the standard one use it.
const MIDGAME_OF_ROUND_4: Curve =
    Curve { base: 1.3616, gap: 0.2654, shallow: -0.1261, empty: 1.1990, empty_square: -1.2200, empty_shallow: -0.7488 };

/// The same with the weights of round 10, which deviate less.
const MIDGAME: Curve =
    Curve { base: 1.7136, gap: 0.3085, shallow: -0.1455, empty: -1.9263, empty_square: 1.4771, empty_shallow: -0.5055 };

/// Between a search that stops before the end and the exact value. Measured with the weights of round
/// 4. A fit to those of round 10 differs by at most 6 % from 14 empty squares on, and is not used
/// because it grows with the first ply of the shallow search.
const END: Curve =
    Curve { base: 2.1061, gap: 0.5543, shallow: -0.0593, empty: -0.6314, empty_square: 0.0, empty_shallow: 0.0 };

impl Curve {
    /// The standard deviation in discs.
    fn deviation(&self, empties: u32, depth: u32, shallow: u32) -> f64 {
        let empty = f64::from(empties) / 64.0;
        let gap = f64::from(depth - shallow) / if depth >= empties { f64::from(depth) } else { 1.0 };
        let known = f64::from(shallow + HEAD_START).ln();
        let sum = self.base
            + self.gap * gap.ln()
            + self.shallow * known
            + self.empty * empty
            + self.empty_square * empty * empty
            + self.empty_shallow * empty * known;
        sum.exp()
    }
}

/// A shallow search that may replace a deep one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Probe {
    /// Its depth.
    pub(crate) depth: u8,
    /// Discs by which its value must exceed the window.
    pub(crate) margin: i8,
    /// Discs by which the evaluation may miss the value hoped for. If it misses by more, the search
    /// is skipped.
    pub(crate) doubt: i8,
}

impl Probe {
    /// Computes the probe for a search of this depth, which is the number of empty squares if it
    /// goes to the end of the game.
    pub(crate) fn new(level: u8, empties: u32, depth: u32, of_game: &Deviations) -> Probe {
        let Deviations { midgame, part } = of_game;
        let deviations = part * DEVIATIONS[usize::from(level) % DEVIATIONS.len()];
        let shallow = shallow_depth(depth);
        let curve = if depth >= empties { &END } else { midgame };
        let leaf = if shallow == 0 { LEAF_DEVIATION } else { 1.0 };
        let margin = leaf * deviations * curve.deviation(empties, depth, shallow);
        let doubt = if shallow == 0 { 0.0 } else { DOUBT * deviations * midgame.deviation(empties, shallow, 0) };
        Probe { depth: shallow as u8, margin: margin.round().max(1.0) as i8, doubt: doubt.round() as i8 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::LEAF_DEPTH;

    /// Empty squares and depths, as far as searches reach.
    fn all() -> impl Iterator<Item = (u32, u32)> {
        (1..61).flat_map(|empties| (LEAF_DEPTH..=empties.min(36)).map(move |depth| (empties, depth)))
    }

    #[test]
    fn more_certainty_needs_wider_margins_which_stay_on_the_scale() {
        for (empties, depth) in all() {
            let margins: Vec<i8> =
                (0..5).map(|level| Probe::new(level, empties, depth, &Deviations::STANDARD).margin).collect();
            assert!(margins.is_sorted() && margins[0] < margins[4], "{margins:?}");
            assert!((1..32).contains(&margins[0]) && margins[4] < 64, "{empties} {depth}: {margins:?}");
        }
    }

    #[test]
    fn probes_are_shallower_and_of_the_same_parity() {
        for (empties, depth) in all() {
            let shallow = u32::from(Probe::new(0, empties, depth, &Deviations::STANDARD).depth);
            assert!(shallow < depth && (depth - shallow).is_multiple_of(2), "{depth}: {shallow}");
        }
    }

    #[test]
    fn deviations_grow_with_the_difference_and_shrink_with_knowledge() {
        for (empties, shallow) in (20..60).flat_map(|empties| (0..14).map(move |shallow| (empties, shallow))) {
            for curve in [MIDGAME, MIDGAME_OF_ROUND_4] {
                let midgame = |gap, shallow| curve.deviation(empties, shallow + gap, shallow);
                assert!(midgame(2, shallow) < midgame(4, shallow) && midgame(4, shallow) > midgame(4, shallow + 1));
            }
            let end = |shallow| END.deviation(empties, empties, shallow);
            assert!(end(shallow) > end(shallow + 1));
        }
    }
}
