//! The transposition table: results of earlier searches, shared by all threads without locks.
//!
//! A bucket is one cache line of four entries. An entry is two words, the data and the key mixed
//! with the data. A torn write gives a pair that matches no key, so readers need no lock.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::{Board, kernel};

/// The square of an entry without a move.
pub(crate) const NO_MOVE: u8 = 64;

/// Less than any score: nothing is known yet.
pub(crate) const NO_SCORE: i32 = -99;

/// The stored result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The value is at least this.
    pub(crate) lower: i8,
    /// The value is at most this.
    pub(crate) upper: i8,
    /// Plies searched.
    pub(crate) depth: u8,
    /// Selectivity level of that search.
    pub(crate) level: u8,
    /// The best move, or [`NO_MOVE`].
    pub(crate) best: u8,
    /// The best move before that one, or [`NO_MOVE`].
    pub(crate) second: u8,
    /// The number of the search that wrote it.
    age: u8,
}

impl Entry {
    /// Returns the score if it settles the null window at `alpha`.
    #[inline(always)]
    pub(crate) fn cut(self, alpha: i32) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower > alpha {
            Some(lower)
        } else if upper <= alpha {
            Some(upper)
        } else {
            None
        }
    }

    fn pack(self) -> u64 {
        u64::from_le_bytes([
            self.lower as u8,
            self.upper as u8,
            self.depth,
            self.level,
            self.best,
            self.second,
            self.age,
            1,
        ])
    }

    fn unpack(word: u64) -> Entry {
        let [lower, upper, depth, level, best, second, age, _] = word.to_le_bytes();
        Entry { lower: lower as i8, upper: upper as i8, depth, level, best, second, age }
    }

    /// Whether the entry replaces a search of this depth and level.
    #[inline(always)]
    pub(crate) fn covers(self, depth: u32, level: u8) -> bool {
        u32::from(self.depth) >= depth && self.level >= level
    }

    /// The cost of overwriting the entry.
    fn worth(self, age: u8) -> u32 {
        (u32::from(self.age == age) << 16) + (u32::from(self.depth) << 4) + u32::from(self.level)
    }
}

/// A result to store.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewEntry {
    pub(crate) depth: u32,
    pub(crate) level: u8,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) score: i32,
    pub(crate) best: u8,
}

/// The words of an entry: the key mixed with the data, and the data.
type Slot = [AtomicU64; 2];

/// Words of a bucket, which is one cache line.
const BUCKET: usize = 8;

/// Bytes of a word.
const WORD: usize = size_of::<AtomicU64>();

/// The table itself.
pub(crate) struct Table {
    words: Box<[AtomicU64]>,
    /// The index of the first word on the boundary of a cache line.
    start: usize,
    mask: u64,
    age: AtomicU8,
}

impl Table {
    /// A table of at most this many bytes: the largest power of two of cache lines, at least one
    /// thousand.
    pub(crate) fn new(bytes: usize) -> Table {
        let wanted = (bytes / (BUCKET * WORD)).max(1024);
        let count = if wanted.is_power_of_two() { wanted } else { wanted.next_power_of_two() / 2 };
        let words = kernel::zeroed_words((count + 1) * BUCKET);
        let start = words.as_ptr().align_offset(BUCKET * WORD).min(BUCKET);
        Table { words, start, mask: count as u64 - 1, age: AtomicU8::new(1) }
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        (self.mask as usize + 1) * BUCKET * WORD
    }

    /// Starts a new search: older entries are replaced first from now on.
    pub(crate) fn begin_search(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// The key of a board.
    #[inline(always)]
    pub(crate) fn key(board: Board, seed: u64) -> u64 {
        let product =
            u128::from(board.own ^ 0x8f3a_2d1b_c5e7_9641 ^ seed) * u128::from(board.opp ^ 0x51d7_48e2_9b06_fc3d);
        product as u64 ^ (product >> 64) as u64
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[Slot] {
        let first = self.start + (key & self.mask) as usize * BUCKET;
        let words: &[AtomicU64; BUCKET] = self.words[first..].first_chunk().expect("the mask keeps it inside");
        words.as_chunks().0
    }

    /// Prefetches the bucket of a key that is looked up soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        kernel::prefetch(&self.bucket(key)[0]);
    }

    /// Returns the entry of the position with this key.
    #[inline(always)]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        for [check, data] in self.bucket(key) {
            let data = data.load(Relaxed);
            if check.load(Relaxed) ^ data == key && data != 0 {
                return Some(Entry::unpack(data));
            }
        }
        None
    }

    /// Stores a result. An older and deeper one of the same position stays.
    pub(crate) fn store(&self, key: u64, found: NewEntry) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let mut victim = &bucket[0];
        let mut least = u32::MAX;
        for slot in bucket {
            let data = slot[1].load(Relaxed);
            let entry = Entry::unpack(data);
            if slot[0].load(Relaxed) ^ data == key && data != 0 {
                return write(slot, key, merged(entry, found, age));
            }
            let worth = if data == 0 { 0 } else { entry.worth(age) };
            if worth < least {
                (least, victim) = (worth, slot);
            }
        }
        write(victim, key, fresh(found, NO_MOVE, age));
    }
}

fn write(slot: &Slot, key: u64, entry: Entry) {
    let data = entry.pack();
    slot[0].store(key ^ data, Relaxed);
    slot[1].store(data, Relaxed);
}

fn fresh(found: NewEntry, before: u8, age: u8) -> Entry {
    Entry {
        lower: if found.score > found.alpha { found.score as i8 } else { i8::MIN },
        upper: if found.score < found.beta { found.score as i8 } else { i8::MAX },
        depth: found.depth as u8,
        level: found.level,
        best: found.best,
        second: before,
        age,
    }
}

/// Combines an entry with a new result. Bounds tighten at the same depth and level; else the better
/// search wins, however old.
fn merged(old: Entry, found: NewEntry, age: u8) -> Entry {
    let new = fresh(found, NO_MOVE, age);
    let (best, second) = match found.best {
        NO_MOVE => (old.best, old.second),
        best if best == old.best => (best, old.second),
        best => (best, old.best),
    };
    let rank = |entry: Entry| (entry.depth, entry.level);
    if rank(old) == rank(new) {
        let (mut lower, mut upper) = (old.lower.max(new.lower), old.upper.min(new.upper));
        if lower > upper {
            (lower, upper) = (new.lower, new.upper);
        }
        Entry { lower, upper, best, second, age, ..new }
    } else if rank(new) > rank(old) {
        Entry { best, second, ..new }
    } else {
        Entry { age, ..old }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::EXACT;

    /// All keys fall into one bucket if their low bits are the same.
    const KEY: u64 = 0xfeed << 32;

    fn table() -> Table {
        Table::new(0)
    }

    fn found(depth: u32, level: u8, (alpha, beta): (i32, i32), score: i32) -> NewEntry {
        NewEntry { depth, level, alpha, beta, score, best: 19 }
    }

    fn bounds(table: &Table) -> (i8, i8) {
        let entry = table.probe(KEY).expect("it was stored");
        (entry.lower, entry.upper)
    }

    #[test]
    fn scores_become_bounds_by_the_window_and_meet() {
        let table = table();
        table.store(KEY, found(10, EXACT, (3, 4), 8));
        assert_eq!(bounds(&table), (8, i8::MAX));
        table.store(KEY, found(10, EXACT, (11, 12), 10));
        assert_eq!(bounds(&table), (8, 10));
        table.store(KEY, found(10, EXACT, (-65, 65), 9));
        assert_eq!(bounds(&table), (9, 9));
        table.store(KEY, found(10, EXACT, (19, 20), 20));
        assert_eq!(bounds(&table), (20, i8::MAX), "what contradicts the old is believed");
    }

    #[test]
    fn the_ends_of_the_scale_are_stored() {
        let table = table();
        table.store(KEY, found(10, EXACT, (-65, 65), -64));
        assert_eq!(bounds(&table), (-64, -64));
        table.store(KEY, found(11, EXACT, (-65, 65), 64));
        assert_eq!(bounds(&table), (64, 64));
    }

    /// The deeper of two results counts, and at equal depth the one with less risk, whichever came
    /// last.
    #[test]
    fn the_better_result_stays() {
        for searches_between in [0, 1] {
            for (worse, better) in [((9, EXACT), (10, EXACT)), ((10, 0), (10, EXACT)), ((9, EXACT), (10, 0))] {
                for (first, second) in [(worse, better), (better, worse)] {
                    let table = table();
                    table.store(KEY, found(first.0, first.1, (-65, 65), 1));
                    (0..searches_between).for_each(|_| table.begin_search());
                    table.store(KEY, found(second.0, second.1, (-65, 65), 2));
                    let entry = table.probe(KEY).unwrap();
                    assert_eq!((u32::from(entry.depth), entry.level), better);
                    assert_eq!(entry.age, table.age.load(Relaxed), "in use again");
                }
            }
        }
    }

    #[test]
    fn best_moves_are_kept_with_those_before_them() {
        let table = table();
        for best in [19, 26, 26, NO_MOVE] {
            table.store(KEY, NewEntry { best, ..found(8, 0, (0, 1), 1) });
        }
        let entry = table.probe(KEY).unwrap();
        assert_eq!((entry.best, entry.second), (26, 19));
    }

    #[test]
    fn a_full_bucket_evicts_the_least_valuable_entry() {
        let table = table();
        let key = |number: u64| KEY + (number << 40);
        table.store(key(0), found(30, EXACT, (0, 1), 1));
        table.begin_search();
        for (number, depth) in [(1, 20), (2, 5), (3, 20)] {
            table.store(key(number), found(depth, 0, (0, 1), 1));
        }
        table.store(key(4), found(1, 0, (0, 1), 1));
        assert!(table.probe(key(0)).is_none(), "of an older search, be it as deep as it may");
        table.store(key(5), found(1, 0, (0, 1), 1));
        assert!(table.probe(key(4)).is_none(), "the least deep");
        assert!([1, 2, 3, 5].iter().all(|number| table.probe(key(*number)).is_some()));
    }

    #[test]
    fn entries_of_other_positions_are_not_returned() {
        let table = table();
        let board = Board { own: 0x10_0800_0000, opp: 0x08_1000_0000 };
        table.store(Table::key(board, 0), found(5, 0, (0, 1), 1));
        assert!(table.probe(Table::key(board, 0)).is_some());
        for (other, seed) in [(board.passed(), 0), (board, 1), (Board { own: board.own | 1, ..board }, 0)] {
            assert!(table.probe(Table::key(other, seed)).is_none());
        }
    }

    #[test]
    fn an_entry_serves_searches_of_less_depth_and_more_risk() {
        let table = table();
        table.store(KEY, found(10, 2, (0, 1), 1));
        let entry = table.probe(KEY).unwrap();
        assert!(entry.covers(10, 2) && entry.covers(3, 0));
        assert!(!entry.covers(11, 2) && !entry.covers(10, 3));
    }
}
