//! A position on the way through the tree, with all that is kept up to date from move to move.

use crate::Board;
use crate::eval::{Features, Layout};

/// A board, its features, and the number of its empty squares.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) board: Board,
    pub(crate) features: Features,
    pub(crate) empties: u32,
}

impl Node {
    pub(crate) fn new(layout: &Layout, board: Board, empties: u32) -> Node {
        Node { board, features: Features::of(layout, board), empties }
    }

    /// After a disc on the square that flips these discs.
    #[inline(always)]
    pub(crate) fn after(&self, layout: &Layout, square: u32, flips: u64) -> Node {
        Node {
            board: self.board.after(square, flips),
            features: self.features.after(layout, square, flips),
            empties: self.empties - 1,
        }
    }

    /// After a pass.
    pub(crate) fn passed(&self, layout: &Layout) -> Node {
        Node { board: self.board.passed(), features: self.features.passed(layout), empties: self.empties }
    }
}
