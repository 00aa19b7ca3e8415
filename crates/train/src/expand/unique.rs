//! Merges equal positions, including mirror images.

use std::{
    io,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use outflank_engine::Board;
use outflank_rules::{Bitboard, Symmetry, rng::mix};

use super::Sample;
use crate::BoardKind;

/// The number of buckets, which are sorted separately.
const BUCKETS: usize = 256;

/// All samples, distributed such that equal ones share a bucket.
pub(super) struct Buckets {
    size: u8,
    buckets: Vec<Vec<Sample>>,
}

impl Buckets {
    pub(super) fn new(kind: BoardKind) -> Buckets {
        Buckets { size: kind.size(), buckets: vec![Vec::new(); BUCKETS] }
    }

    pub(super) fn add(&mut self, sample: &Sample) {
        let board = canonical(sample.board, self.size);
        let bucket = mix(board.own ^ mix(board.opp)) as usize % BUCKETS;
        self.buckets[bucket].push(Sample { board, ..*sample });
    }

    /// Merges on several threads and passes the merged samples on in a fixed order.
    pub(super) fn merged(self, threads: usize, take: &mut dyn FnMut(&Sample) -> io::Result<()>) -> io::Result<()> {
        let buckets: Vec<Mutex<Vec<Sample>>> = self.buckets.into_iter().map(Mutex::new).collect();
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    while let Some(bucket) = buckets.get(next.fetch_add(1, Ordering::Relaxed)) {
                        merge(&mut bucket.lock().unwrap_or_else(PoisonError::into_inner));
                    }
                });
            }
        });
        for bucket in buckets {
            bucket.into_inner().unwrap_or_else(PoisonError::into_inner).iter().try_for_each(&mut *take)?;
        }
        Ok(())
    }
}

fn canonical(board: Board, size: u8) -> Board {
    let image = |symmetry: Symmetry| [board.own, board.opp].map(|discs| symmetry.bitboard(Bitboard(discs), size).0);
    let [own, opp] = Symmetry::ALL.map(image).into_iter().min().expect("eight symmetries");
    Board { own, opp }
}

fn merge(samples: &mut Vec<Sample>) {
    samples.sort_by_key(|sample| (sample.board.own, sample.board.opp));
    *samples = samples.chunk_by(|one, other| one.board == other.board).map(one_of).collect();
}

/// Merges samples of one position. The label is exact if one of them is, else the mean. The result
/// belongs to validation only if all do, so that validation has no training positions. The weight
/// is the square root of the number of samples, because their labels are not independent: the
/// evaluation errs too.
fn one_of(same: &[Sample]) -> Sample {
    let is_validation = same.iter().all(|sample| sample.is_validation);
    let weight = (same.len() as f32).sqrt();
    if let Some(exact) = same.iter().find(|sample| sample.is_exact) {
        return Sample { is_validation, weight, ..*exact };
    }
    let mean = |of: fn(&Sample) -> f32| same.iter().map(of).sum::<f32>() / same.len() as f32;
    let value = mean(|sample| f32::from(sample.value)).round() as i8;
    Sample { label: mean(|sample| sample.label), value, is_validation, weight, ..same[0] }
}
