//! Positions from random play.

use outflank_rules::{Position, Variant};

/// Chance from a seed.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }
}

/// A position of this variant with so many empty squares, to which random play led.
pub(crate) fn random_position(variant: Variant, empties: u32, seed: u64) -> Position {
    let mut chance = Chance::new(seed);
    loop {
        let mut position = variant.start();
        while position.empties().len() > empties && !position.is_over() {
            let moves = position.moves();
            position = position.play_unchecked(moves[chance.below(moves.len())]);
        }
        if position.empties().len() == empties {
            return position;
        }
    }
}
