//! A small table for positions near the end: one thread's own, small enough for its cache, exact in its keys.

use crate::{Board, kernel};

#[derive(Clone, Copy)]
#[repr(align(32))]
struct Slot {
    own: u64,
    opp: u64,
    lower: i8,
    upper: i8,
    best: u8,
}

/// What is known of a position.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    lower: i8,
    upper: i8,
    /// The best move found, or 64.
    pub(crate) best: u8,
}

impl Known {
    /// The score, if it settles the null window at `alpha`.
    #[inline(always)]
    pub(crate) fn cut(self, alpha: i32) -> Option<i32> {
        if i32::from(self.lower) > alpha {
            Some(i32::from(self.lower))
        } else if i32::from(self.upper) <= alpha {
            Some(i32::from(self.upper))
        } else {
            None
        }
    }
}

/// A direct-mapped table: the newest result wins.
pub(crate) struct LocalTable {
    slots: Vec<Slot>,
    shift: u32,
}

/// No position: the same disc on both sides.
const EMPTY: Slot = Slot { own: !0, opp: !0, lower: 0, upper: 0, best: 64 };

impl LocalTable {
    pub(crate) fn new(bits: u32) -> LocalTable {
        LocalTable { slots: vec![EMPTY; 1 << bits], shift: 64 - bits }
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill(EMPTY);
    }

    #[inline(always)]
    fn index(&self, board: Board) -> usize {
        let mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.opp.rotate_left(32).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        (mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) >> self.shift) as usize
    }

    /// Asks for the memory of a position that is looked up soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, board: Board) {
        kernel::prefetch(&self.slots[self.index(board)]);
    }

    #[inline(always)]
    pub(crate) fn probe(&self, board: Board) -> Option<Known> {
        let slot = &self.slots[self.index(board)];
        (slot.own == board.own && slot.opp == board.opp).then_some(Known {
            lower: slot.lower,
            upper: slot.upper,
            best: slot.best,
        })
    }

    /// Remembers the score found with a null window at `alpha`.
    #[inline(always)]
    pub(crate) fn store(&mut self, board: Board, alpha: i32, score: i32, best: u8) {
        let index = self.index(board);
        let slot = &mut self.slots[index];
        if slot.own != board.own || slot.opp != board.opp {
            *slot = Slot { own: board.own, opp: board.opp, lower: -64, upper: 64, best };
        }
        slot.best = best;
        if score > alpha {
            slot.lower = slot.lower.max(score as i8);
        } else {
            slot.upper = slot.upper.min(score as i8);
        }
    }
}
