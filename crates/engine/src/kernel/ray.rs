//! The squares in line with a square.

use outflank_rules::{Direction, Square};

/// The squares from a square (itself left out) to the edge.
pub(super) const fn ray(square: usize, direction: Direction) -> u64 {
    let (columns, rows) = direction.step();
    let mut ray = 0;
    let mut at = Square::from_index(square as u8);
    while let Some(from) = at {
        at = from.offset(columns, rows);
        if let Some(next) = at {
            ray |= 1 << next.index();
        }
    }
    ray
}
