//! Chance from a seed: the same seed and position, the same choice.

use outflank_rules::{Bitboard, Move, Position};

/// A stream of numbers that look random, splitmix64.
#[derive(Clone, Debug)]
pub(super) struct Chance(u64);

impl Chance {
    /// A stream for the decision in one position. It depends on nothing that went before, so that a game taken up in the middle
    /// goes on as it would have.
    pub(super) fn at(seed: u64, position: &Position) -> Chance {
        let mut chance = Chance(seed);
        for word in [position.own().0, position.opp().0, position.turn() as u64] {
            chance = Chance(chance.next() ^ word);
        }
        chance
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`; each is as likely as any other.
    fn below(&mut self, bound: u32) -> usize {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as usize
    }

    /// One of these squares, of which there must be one.
    pub(super) fn pick(&mut self, squares: Bitboard) -> Move {
        let drawn = self.below(squares.len());
        Move::Place(squares.into_iter().nth(drawn).expect("a bot is asked only where a disc can be placed"))
    }
}
