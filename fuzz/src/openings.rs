//! Lists of openings.

use outflank_arena::opening::{Openings, PLIES};

/// A list that is read has legal lines only and is written as it came; whatever else is refused.
pub fn openings(input: &[u8]) {
    let Ok(openings) = Openings::from_bytes(input) else { return };
    for opening in openings.iter() {
        assert_eq!(opening.game().moves().len(), PLIES);
    }
    assert_eq!(openings.to_bytes(), input);
}
