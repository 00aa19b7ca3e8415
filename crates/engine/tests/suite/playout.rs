//! Positions from random play.

use outflank_rules::{Position, Variant, rng::SplitMix64};

/// A position of this variant with this many empty squares after random moves.
pub(crate) fn random_position(variant: Variant, empties: u32, seed: u64) -> Position {
    let mut rng = SplitMix64::new(seed);
    loop {
        let mut position = variant.start();
        while position.empties().len() > empties && !position.is_over() {
            let moves = position.moves();
            position = position.play_unchecked(moves[rng.next_u64() as usize % moves.len()]);
        }
        if position.empties().len() == empties {
            return position;
        }
    }
}
