//! A small per-thread table for positions near the end. It fits into the CPU cache.

use crate::table::Table;
use crate::{Board, kernel};

#[derive(Clone, Copy)]
#[repr(align(16))]
struct Slot {
    key: u64,
    lower: i8,
    upper: i8,
    best: u8,
}

/// The stored bounds of a position.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    lower: i8,
    /// At most this for the side to move.
    pub(crate) upper: i8,
    /// The best move found, or 64.
    pub(crate) best: u8,
}

impl Known {
    /// Returns the score if it settles the null window at `alpha`.
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

/// The entry of an unknown position: it matches any key and settles nothing.
const EMPTY: Slot = Slot { key: 0, lower: -64, upper: 64, best: 64 };

impl LocalTable {
    pub(crate) fn new(bits: u32) -> LocalTable {
        LocalTable { slots: vec![EMPTY; 1 << bits], shift: 64 - bits }
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill(EMPTY);
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        (key >> self.shift) as usize
    }

    /// Prefetches the entry of a position that is looked up soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, board: Board) {
        kernel::prefetch(&self.slots[self.index(Table::key(board, 0))]);
    }

    #[inline(always)]
    pub(crate) fn probe(&self, board: Board) -> Option<Known> {
        let key = Table::key(board, 0);
        let slot = &self.slots[self.index(key)];
        (slot.key == key).then_some(Known { lower: slot.lower, upper: slot.upper, best: slot.best })
    }

    /// Stores the score found with a null window at `alpha`.
    #[inline(always)]
    pub(crate) fn store(&mut self, board: Board, alpha: i32, score: i32, best: u8) {
        let key = Table::key(board, 0);
        let index = self.index(key);
        let slot = &mut self.slots[index];
        if slot.key != key {
            *slot = Slot { key, lower: -64, upper: 64, best };
        }
        slot.best = best;
        if score > alpha {
            slot.lower = slot.lower.max(score as i8);
        } else {
            slot.upper = slot.upper.min(score as i8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Board = Board { own: 0b0110, opp: 0b1001 };

    #[test]
    fn bounds_close_in_on_the_value() {
        let mut table = LocalTable::new(4);
        assert!(table.probe(BOARD).is_none());
        table.store(BOARD, 3, 8, 5);
        table.store(BOARD, 11, 10, 7);
        table.store(BOARD, 5, 6, 9);
        let known = table.probe(BOARD).unwrap();
        assert_eq!((known.lower, known.upper, known.best), (8, 10, 9));
        assert_eq!([7, 8, 9, 10, 11].map(|alpha| known.cut(alpha)), [Some(8), None, None, Some(10), Some(10)]);
    }

    #[test]
    fn the_newest_entry_of_a_slot_stays() {
        let mut table = LocalTable::new(1);
        let boards: Vec<Board> = (0..50).map(|number| Board { own: 1 << number, opp: 1 << (number + 1) }).collect();
        for board in &boards {
            table.store(*board, 0, 4, 1);
            assert!(table.probe(*board).is_some());
        }
        assert!(boards.iter().filter(|board| table.probe(**board).is_some()).count() <= 2);
        table.clear();
        assert!(boards.iter().all(|board| table.probe(*board).is_none()));
    }
}
