//! A line of play, as the search builds it from its end.

use outflank_rules::{Move, Square};

/// At most all squares and as many passes.
const MOST: usize = 120;

/// Moves one after another.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    moves: [u8; MOST],
    len: usize,
}

impl Default for Line {
    fn default() -> Line {
        Line { moves: [0; MOST], len: 0 }
    }
}

impl Line {
    /// Stands for a pass among the squares.
    pub(crate) const PASS: u8 = 64;

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// This move first, then the rest.
    pub(crate) fn lead(&mut self, first: u8, rest: &Line) {
        let len = rest.len.min(MOST - 1);
        self.moves[0] = first;
        self.moves[1..=len].copy_from_slice(&rest.moves[..len]);
        self.len = len + 1;
    }

    /// The moves in words of the rules.
    pub(crate) fn moves(&self) -> Vec<Move> {
        self.moves[..self.len]
            .iter()
            .map(|square| Square::from_index(*square).map_or(Move::Pass, Move::Place))
            .collect()
    }
}
