//! The settings of all levels.

use std::time::Duration;

use crate::Selectivity;

/// The number of the strongest level.
pub(super) const LEVELS: u8 = 20;

/// The settings of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelPlan {
    /// Plies searched in the opening and midgame.
    pub depth: u32,
    /// The selectivity there.
    pub selectivity: Selectivity,
    /// Searches to the end at 73 % with at most this many empty squares.
    pub end_73_from: u32,
    /// Searches to the end at 95 % with at most this many empty squares.
    pub end_95_from: u32,
    /// Solves exactly with at most this many empty squares.
    pub exact_from: u32,
    /// Standard deviation, in discs, of the error added to the value of each move.
    pub noise: f32,
    /// Discs added to the value of a move for each disc that it flips: beginners take as many as
    /// they can.
    pub greed: f32,
    /// Plies played from the book.
    pub book_plies: u32,
}

/// One row: depth and selectivity, ends at 73 %, 95 % and exactly, noise, greed, plies of the book.
const fn row(depth: u32, risk: Selectivity, ends: [u32; 3], noise: f32, greed: f32, book_plies: u32) -> LevelPlan {
    let [end_73_from, end_95_from, exact_from] = ends;
    LevelPlan { depth, selectivity: risk, end_73_from, end_95_from, exact_from, noise, greed, book_plies }
}

use Selectivity::P73;

#[rustfmt::skip]
pub(super) const PLANS: [LevelPlan; LEVELS as usize] = [
    //  depth      73 95 exact  noise greed book
    row(1,  P73, [ 2,  2,  2], 30.0, 8.0,  0), // 1
    row(1,  P73, [ 2,  2,  2], 15.0, 2.5,  0), // 2
    row(1,  P73, [ 3,  3,  3],  8.6, 1.1,  0), // 3
    row(1,  P73, [ 4,  4,  4],  5.0, 0.6,  2), // 4
    row(1,  P73, [ 6,  6,  6],  2.7, 0.3,  4), // 5
    row(2,  P73, [ 7,  7,  7],  2.7, 0.3,  4), // 6
    row(2,  P73, [ 9,  9,  9],  1.4, 0.1,  6), // 7
    row(3,  P73, [11, 11, 11],  1.4, 0.0,  8), // 8
    row(4,  P73, [12, 12, 12],  1.2, 0.0, 10), // 9
    row(5,  P73, [14, 14, 14],  1.0, 0.0, 12), // 10
    row(6,  P73, [16, 16, 16],  0.5, 0.0, 60), // 11
    row(8,  P73, [20, 18, 18],  0.0, 0.0, 60), // 12
    row(10, P73, [22, 20, 19],  0.0, 0.0, 60), // 13
    row(12, P73, [24, 22, 20],  0.0, 0.0, 60), // 14
    row(14, P73, [25, 23, 21],  0.0, 0.0, 60), // 15
    row(16, P73, [27, 24, 22],  0.0, 0.0, 60), // 16
    row(18, P73, [28, 24, 23],  0.0, 0.0, 60), // 17
    row(20, P73, [29, 25, 24],  0.0, 0.0, 60), // 18
    row(22, P73, [31, 27, 25],  0.0, 0.0, 60), // 19
    row(24, P73, [32, 28, 26],  0.0, 0.0, 60), // 20
];

/// About the largest number of empty squares solved at 73 % within 1 s.
const END_WITHIN_A_SECOND: i32 = 24;

/// Fewest and most empty squares whose end is searched on a clock.
const END_ON_CLOCK: (i32, i32) = (14, 36);

/// Returns the largest number of empty squares for which this time suffices to the end: three more
/// for four times the time.
pub(super) fn end_within(time: Duration) -> u32 {
    let doublings = time.as_millis().max(1).ilog2() as i32 - 1000_u32.ilog2() as i32;
    let (fewest, most) = END_ON_CLOCK;
    (END_WITHIN_A_SECOND + (3 * doublings).div_euclid(2)).clamp(fewest, most) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The documented table matches the levels.
    #[test]
    fn the_documentation_matches_the_levels() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/levels.md");
        let document = std::fs::read_to_string(path).expect("the table of the levels");
        for (index, plan) in PLANS.iter().enumerate() {
            let LevelPlan { depth, end_73_from, end_95_from, exact_from, noise, greed, book_plies, .. } = plan;
            let level = index + 1;
            let row = format!(
                "| {level} | {depth} | {end_73_from} | {end_95_from} | {exact_from} | {noise:.1} | {greed:.1} | {book_plies} |"
            );
            assert!(document.contains(&row), "docs/reference/levels.md lacks {row}");
        }
    }
}
