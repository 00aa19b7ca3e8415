//! Parity of the empty squares by quadrants. Quadrants are cheap and nearly as good as true
//! regions.

use crate::ruleset::Ruleset;

const QUADRANTS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// Returns the quadrant of a square, 0 to 3. A smaller board is moved to the middle, which divides
/// it evenly.
#[inline(always)]
fn quadrant<F: Ruleset>(ruleset: F, square: u32) -> u32 {
    let square = square + ruleset.shift();
    square >> 2 & 1 | square >> 4 & 2
}

/// One bit for each quadrant with an odd number of empty squares.
#[inline(always)]
pub(crate) fn parity<F: Ruleset>(ruleset: F, empties: u64) -> u32 {
    let empties = empties << ruleset.shift();
    let mut bits = 0;
    for (number, quadrant) in QUADRANTS.iter().enumerate() {
        bits |= ((empties & quadrant).count_ones() & 1) << number;
    }
    bits
}

/// The squares of the quadrants whose bit is set, and on smaller boards some outside them.
#[inline(always)]
pub(crate) fn odd_squares<F: Ruleset>(ruleset: F, parity: u32) -> u64 {
    ODD_SQUARES[(parity & 15) as usize] >> ruleset.shift()
}

static ODD_SQUARES: [u64; 16] = {
    let mut table = [0; 16];
    let mut parity = 0;
    while parity < 16 {
        let mut number = 0;
        while number < 4 {
            if parity >> number & 1 != 0 {
                table[parity] |= QUADRANTS[number];
            }
            number += 1;
        }
        parity += 1;
    }
    table
};

/// The order in which moves on four empty squares are tried.
#[derive(Clone, Copy)]
pub(crate) struct FourMoves {
    /// The squares in the order of the board, a byte each.
    squares: u32,
    moves: &'static [[u8; 4]; 4],
}

impl FourMoves {
    #[inline(always)]
    pub(crate) fn new<F: Ruleset>(ruleset: F, mut empties: u64) -> FourMoves {
        let mut squares = 0_u32;
        let mut quadrants = 0;
        for place in 0..4 {
            let square = empties.trailing_zeros() & 63;
            empties &= empties.wrapping_sub(1);
            squares |= square << (8 * place);
            quadrants |= quadrant(ruleset, square) << (2 * place);
        }
        FourMoves { squares, moves: &FOUR_MOVES[quadrants as usize & 255] }
    }

    /// Returns the square of a move and the three squares left, each in the order for the next move.
    #[inline(always)]
    pub(crate) fn get(self, number: usize) -> [u32; 4] {
        self.moves[number & 3].map(|shift| self.squares >> (shift & 31) & 63)
    }
}

/// By the quadrants of four squares: for each move the byte offsets of its square and of the three
/// left. Squares of quadrants with an odd number of empty squares come first, else the order of
/// the board is kept.
static FOUR_MOVES: [[[u8; 4]; 4]; 256] = {
    let mut table = [[[0; 4]; 4]; 256];
    let mut case = 0;
    while case < 256 {
        let quadrants = [case & 3, case >> 2 & 3, case >> 4 & 3, case >> 6 & 3];
        let order = odd_first(quadrants, [0, 1, 2, 3]);
        let mut number = 0;
        while number < 4 {
            let mut left = [0; 3];
            let mut filled = 0;
            let mut place = 0;
            while place < 4 {
                if place != number {
                    left[filled] = order[place];
                    filled += 1;
                }
                place += 1;
            }
            let left = odd_first(quadrants, left);
            table[case][number] = [8 * order[number] as u8, 8 * left[0] as u8, 8 * left[1] as u8, 8 * left[2] as u8];
            number += 1;
        }
        case += 1;
    }
    table
};

/// Sorts places by the number of them in the same quadrant, odd numbers first.
const fn odd_first<const PLACES: usize>(quadrants: [usize; 4], places: [usize; PLACES]) -> [usize; PLACES] {
    let mut sorted = places;
    let mut filled = 0;
    let mut wanted = 2;
    while wanted > 0 {
        wanted -= 1;
        let mut at = 0;
        while at < PLACES {
            let mut companions = 0;
            let mut other = 0;
            while other < PLACES {
                companions += (quadrants[places[other]] == quadrants[places[at]]) as usize;
                other += 1;
            }
            if companions % 2 == wanted {
                sorted[filled] = places[at];
                filled += 1;
            }
            at += 1;
        }
    }
    sorted
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Bitboard, BoardSpec, Square, rng::SplitMix64};

    use super::*;
    use crate::kernel::Portable;
    use crate::ruleset::AnyRuleset;

    /// The half of a board of this size, across and down.
    fn quarter(size: u8, square: u32) -> (bool, bool) {
        let square = Square::from_index(square as u8).unwrap();
        (square.column() >= size / 2, square.row() >= size / 2)
    }

    /// Sorts squares of odd quadrants first and keeps the order otherwise, without tables.
    fn sorted<const SQUARES: usize>(size: u8, mut squares: [u32; SQUARES]) -> [u32; SQUARES] {
        let companions = |of: u32| squares.iter().filter(|at| quarter(size, **at) == quarter(size, of)).count();
        let counts = squares.map(|square| (square, companions(square)));
        squares.sort_by_key(|square| counts.iter().any(|(of, count)| of == square && count % 2 == 0));
        squares
    }

    /// Returns `count` different squares of a board of this size.
    fn different(rng: &mut SplitMix64, size: u8, count: usize) -> Vec<u32> {
        let board: Vec<u32> = BoardSpec::square(size).area().into_iter().map(|square| square.index() as u32).collect();
        let mut squares: Vec<u32> = Vec::new();
        while squares.len() < count {
            let square = board[rng.below(board.len())];
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        squares
    }

    fn set(squares: &[u32]) -> u64 {
        squares.iter().map(|square| 1_u64 << square).sum()
    }

    /// Runs a test on the standard game of each size.
    fn on_every_size(test: impl Fn(u8, AnyRuleset<Portable>)) {
        [8, 6, 4].into_iter().for_each(|size| test(size, AnyRuleset::new(Portable, BoardSpec::square(size))));
    }

    fn assert_odd_first<F: Ruleset>(ruleset: F, size: u8) {
        let mut rng = SplitMix64::new(1);
        for _ in 0..2000 {
            let mut four: [u32; 4] = different(&mut rng, size, 4).try_into().unwrap();
            four.sort_unstable();
            let moves = FourMoves::new(ruleset, set(&four));
            let four = sorted(size, four);
            for (number, square) in four.into_iter().enumerate() {
                let left: Vec<u32> = four.into_iter().filter(|other| *other != square).collect();
                let [a, b, c] = sorted(size, left.try_into().unwrap());
                assert_eq!(moves.get(number), [square, a, b, c], "{four:?}");
            }
        }
    }

    fn assert_parity<F: Ruleset>(ruleset: F, size: u8) {
        let mut rng = SplitMix64::new(2);
        for _ in 0..200 {
            let squares = different(&mut rng, size, 9);
            let bits = squares.iter().fold(0, |bits, square| bits ^ 1 << quadrant(ruleset, *square));
            assert_eq!(parity(ruleset, set(&squares)), bits);
            let is_odd =
                |of: u32| squares.iter().filter(|at| quarter(size, **at) == quarter(size, of)).count() % 2 == 1;
            for square in Bitboard(ruleset.area()) {
                let square = square.index() as u32;
                assert_eq!(odd_squares(ruleset, bits) >> square & 1 == 1, is_odd(square), "{size}: {squares:?}");
            }
        }
    }

    #[test]
    fn odd_quadrants_come_first() {
        on_every_size(|size, ruleset| match ruleset {
            AnyRuleset::Standard(ruleset) => assert_odd_first(ruleset, size),
            AnyRuleset::Partial(ruleset) => assert_odd_first(ruleset, size),
            AnyRuleset::Anti(ruleset) => assert_odd_first(ruleset, size),
        });
    }

    #[test]
    fn parity_is_that_of_the_quadrants() {
        on_every_size(|size, ruleset| match ruleset {
            AnyRuleset::Standard(ruleset) => assert_parity(ruleset, size),
            AnyRuleset::Partial(ruleset) => assert_parity(ruleset, size),
            AnyRuleset::Anti(ruleset) => assert_parity(ruleset, size),
        });
    }
}
