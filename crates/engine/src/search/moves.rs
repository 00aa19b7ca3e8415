//! The moves of one position, best first, without allocation.

use crate::Board;

/// The most legal moves of a position. A search over boards of all kinds, also such that no game leads to, found 35 at most; more than
/// fit here would be left out.
pub(crate) const MOST: usize = 40;

/// A legal move, what it flips, and how promising it looks.
#[derive(Clone, Copy, Default)]
pub(crate) struct Candidate {
    pub(crate) flips: u64,
    pub(crate) value: i32,
    pub(crate) square: u8,
}

/// A list of moves on the stack.
#[derive(Clone, Copy)]
pub(crate) struct Moves {
    list: [Candidate; MOST],
    len: usize,
}

impl Moves {
    pub(crate) const EMPTY: Moves = Moves { list: [Candidate { flips: 0, value: 0, square: 0 }; MOST], len: 0 };

    /// The moves on these legal squares.
    #[inline]
    pub(crate) fn of(board: Board, mut legal: u64) -> Moves {
        let mut moves = Moves::EMPTY;
        while legal != 0 && moves.len < MOST {
            let square = legal.trailing_zeros();
            legal &= legal - 1;
            moves.list[moves.len] = Candidate { flips: board.flips(square), value: 0, square: square as u8 };
            moves.len += 1;
        }
        debug_assert_eq!(legal, 0, "more moves than any position is known to have");
        moves
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[Candidate] {
        &self.list[..self.len.min(MOST)]
    }

    #[inline(always)]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [Candidate] {
        &mut self.list[..self.len.min(MOST)]
    }

    /// Moves this square to the front; whether it was there.
    #[inline]
    pub(crate) fn lead_with(&mut self, square: u8) -> bool {
        let moves = self.as_mut_slice();
        let Some(at) = moves.iter().position(|candidate| candidate.square == square) else { return false };
        moves[..=at].rotate_right(1);
        true
    }
}

/// Highest value first; equal ones stay in the order of the squares.
#[inline]
pub(crate) fn sort(moves: &mut [Candidate]) {
    for at in 1..moves.len() {
        let moved = moves[at];
        let mut to = at;
        while to > 0 && moves[to - 1].value < moved.value {
            moves[to] = moves[to - 1];
            to -= 1;
        }
        moves[to] = moved;
    }
}
