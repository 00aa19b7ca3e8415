//! The eight directions in which discs are flipped.

use crate::Square;

/// A direction on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Direction {
    East,
    South,
    SouthEast,
    SouthWest,
    West,
    North,
    NorthWest,
    NorthEast,
}

impl Direction {
    /// All eight. The first four lead to squares of a higher index, the last four are their
    /// opposites in order.
    pub const ALL: [Direction; 8] = [
        Direction::East,
        Direction::South,
        Direction::SouthEast,
        Direction::SouthWest,
        Direction::West,
        Direction::North,
        Direction::NorthWest,
        Direction::NorthEast,
    ];

    /// Columns to the right and rows down of one step.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Direction::East => (1, 0),
            Direction::South => (0, 1),
            Direction::SouthEast => (1, 1),
            Direction::SouthWest => (-1, 1),
            Direction::West => (-1, 0),
            Direction::North => (0, -1),
            Direction::NorthWest => (-1, -1),
            Direction::NorthEast => (1, -1),
        }
    }

    /// The direction back.
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 4) % 8]
    }

    /// The squares met walking from a square (itself left out) to the edge of 8x8.
    pub fn walk(self, from: Square) -> impl Iterator<Item = Square> {
        let (columns, rows) = self.step();
        std::iter::successors(from.offset(columns, rows), move |s| s.offset(columns, rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposites_undo_each_other() {
        for direction in Direction::ALL {
            let (columns, rows) = direction.step();
            assert_eq!(direction.opposite().step(), (-columns, -rows));
        }
    }

    #[test]
    fn the_first_four_directions_ascend() {
        let d4 = Square::new(3, 3).unwrap();
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            let next = direction.walk(d4).next().unwrap();
            assert_eq!(next > d4, i < 4, "{direction:?}");
        }
    }
}
