//! Regions of empty squares: the four quadrants stand for them, which is cheap and nearly as good as true regions.

use outflank_rules::{Bitboard, Square};

/// The squares around each square.
pub(crate) static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::from_index(index as u8).expect("below 64");
        table[index] = Bitboard::of(square).dilated().0 & !(1 << index);
        index += 1;
    }
    table
};

const QUADRANTS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// The number of the quadrant of a square, 0 to 3.
#[inline(always)]
pub(crate) fn quadrant(square: u32) -> u32 {
    square >> 2 & 1 | square >> 4 & 2
}

/// One bit for each quadrant with an odd number of empty squares.
#[inline(always)]
pub(crate) fn parity(empties: u64) -> u32 {
    let mut bits = 0;
    for (number, quadrant) in QUADRANTS.iter().enumerate() {
        bits |= ((empties & quadrant).count_ones() & 1) << number;
    }
    bits
}

/// The squares of the quadrants whose bit is set.
#[inline(always)]
pub(crate) fn odd_squares(parity: u32) -> u64 {
    ODD_SQUARES[(parity & 15) as usize]
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

/// Four squares with those of odd quadrants first, else in the order of the board.
#[inline(always)]
pub(crate) fn four_odd_first(mut empties: u64) -> [u32; 4] {
    let mut squares = 0_u32;
    let mut quadrants = 0;
    for place in 0..4 {
        let square = empties.trailing_zeros() & 63;
        empties &= empties.wrapping_sub(1);
        squares |= square << (8 * place);
        quadrants |= quadrant(square) << (2 * place);
    }
    ORDER_OF_FOUR[quadrants as usize & 255].map(|shift| squares >> (shift & 31) & 63)
}

/// Three squares with the one that is alone in its quadrant first.
#[inline(always)]
pub(crate) fn odd_first([a, b, c]: [u32; 3]) -> [u32; 3] {
    let squares = a | b << 8 | c << 16;
    let quadrants = quadrant(a) | quadrant(b) << 2 | quadrant(c) << 4;
    ORDER_OF_THREE[quadrants as usize & 63].map(|shift| squares >> (shift & 31) & 63)
}

/// By the quadrants of four squares: how far each square of the wanted order lies in a word of bytes.
static ORDER_OF_FOUR: [[u8; 4]; 256] = orders();

/// The same for three squares.
static ORDER_OF_THREE: [[u8; 3]; 64] = orders();

const fn orders<const SQUARES: usize, const CASES: usize>() -> [[u8; SQUARES]; CASES] {
    let mut table = [[0; SQUARES]; CASES];
    let mut case = 0;
    while case < CASES {
        let mut filled = 0;
        let mut wanted = 2;
        while wanted > 0 {
            wanted -= 1;
            let mut place = 0;
            while place < SQUARES {
                if companions(case, place, SQUARES) % 2 == wanted {
                    table[case][filled] = 8 * place as u8;
                    filled += 1;
                }
                place += 1;
            }
        }
        case += 1;
    }
    table
}

/// How many of the squares lie in the quadrant of the one at this place.
const fn companions(case: usize, place: usize, squares: usize) -> usize {
    let mut count = 0;
    let mut other = 0;
    while other < squares {
        count += (case >> (2 * other) & 3 == case >> (2 * place) & 3) as usize;
        other += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    /// Squares of odd quadrants first, and else as they were: what the tables must say, in plain words.
    fn sorted<const SQUARES: usize>(mut squares: [u32; SQUARES]) -> [u32; SQUARES] {
        let companions = |of: u32| squares.iter().filter(|square| quadrant(**square) == quadrant(of)).count();
        let counts = squares.map(|square| (square, companions(square)));
        squares.sort_by_key(|square| counts.iter().any(|(of, count)| of == square && count % 2 == 0));
        squares
    }

    fn different(chance: &mut Chance, count: usize) -> Vec<u32> {
        let mut squares: Vec<u32> = Vec::new();
        while squares.len() < count {
            let square = chance.below(64) as u32;
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        squares
    }

    #[test]
    fn odd_quadrants_come_first() {
        let mut chance = Chance::from_seed(1);
        for _ in 0..5000 {
            let three: [u32; 3] = different(&mut chance, 3).try_into().unwrap();
            assert_eq!(odd_first(three), sorted(three), "{three:?}");
            let mut four: [u32; 4] = different(&mut chance, 4).try_into().unwrap();
            four.sort_unstable();
            let empties = four.iter().map(|square| 1_u64 << square).sum();
            assert_eq!(four_odd_first(empties), sorted(four), "{four:?}");
        }
    }

    #[test]
    fn parity_is_that_of_the_quadrants() {
        let mut chance = Chance::from_seed(2);
        for _ in 0..200 {
            let squares = different(&mut chance, 9);
            let mut bits = 0;
            for square in &squares {
                bits ^= 1 << quadrant(*square);
            }
            assert_eq!(parity(squares.iter().map(|square| 1_u64 << square).sum()), bits);
            let is_odd =
                |square: u32| squares.iter().filter(|other| quadrant(**other) == quadrant(square)).count() % 2 == 1;
            assert!((0..64).all(|square| (odd_squares(bits) >> square & 1 == 1) == is_odd(square)));
        }
    }
}
