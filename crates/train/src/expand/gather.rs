//! Labels games on several threads and returns the samples in the order of the games.

use std::{
    collections::BTreeMap,
    io::{self, Read},
    iter::Peekable,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, SyncSender},
    },
    thread,
};

use outflank_engine::eval::Layout;

use super::{ExpandError, Plan, Sample, is_validation};
use crate::{
    BoardKind, Game,
    dataset::{Damage, ReadError, Reader},
    flat_layout::FlatLayout,
};

/// The number of games that a thread labels at a time.
const BATCH: usize = 512;

/// The contents of the files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games with labels.
    pub games: u64,
    /// Games that break the rules.
    pub illegal: u64,
    /// Damaged blocks and ends of files.
    pub damaged: u64,
}

/// Games of one file, with a number that is unique across all files.
struct Batch {
    number: u64,
    seed: u64,
    games: Vec<Game>,
}

struct Labeled {
    number: u64,
    samples: Vec<Sample>,
    illegal: u64,
}

/// Labels all games and passes each sample to `take`.
pub(super) fn gather<R: Read + Send>(
    plan: &Plan,
    kind: BoardKind,
    readers: Vec<Reader<R>>,
    take: &mut dyn FnMut(&Sample) -> io::Result<()>,
) -> Result<Tally, ExpandError> {
    let threads = plan.threads.max(1);
    let (to_label, batches) = mpsc::sync_channel(2 * threads);
    let (labeled, results) = mpsc::sync_channel(2 * threads);
    let (batches, layout) = (Mutex::new(batches), kind.layout());
    let (terms, is_refused) = (FlatLayout::of(&layout), AtomicBool::new(false));
    thread::scope(|scope| {
        let is_refused = &is_refused;
        let reading = scope.spawn(move || read(readers, &to_label, is_refused));
        for _ in 0..threads {
            let (labeled, batches, layout, terms) = (labeled.clone(), &batches, &layout, &terms);
            scope.spawn(move || {
                while let Some(batch) = next(batches)
                    && labeled.send(label(plan, kind, layout, terms, &batch)).is_ok()
                {}
            });
        }
        drop(labeled);
        let illegal = in_order(&results, take);
        // After an error, drains the channels, so that no thread blocks on a full one.
        is_refused.store(illegal.is_err(), Ordering::Relaxed);
        results.iter().for_each(drop);
        let mut tally = reading.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        tally.illegal = illegal?;
        tally.games -= tally.illegal;
        Ok(tally)
    })
}

fn next(batches: &Mutex<Receiver<Batch>>) -> Option<Batch> {
    batches.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

fn read<R: Read>(readers: Vec<Reader<R>>, to_label: &SyncSender<Batch>, is_refused: &AtomicBool) -> io::Result<Tally> {
    let (mut tally, mut number) = (Tally::default(), 0);
    for reader in readers {
        let seed = reader.header().seed;
        let mut games = reader.peekable();
        while games.peek().is_some() {
            let games = take_batch(&mut games, &mut tally)?;
            if is_refused.load(Ordering::Relaxed) || to_label.send(Batch { number, seed, games }).is_err() {
                return Ok(tally);
            }
            number += 1;
        }
    }
    Ok(tally)
}

fn take_batch<R: Read>(reader: &mut Peekable<Reader<R>>, tally: &mut Tally) -> io::Result<Vec<Game>> {
    let mut games = Vec::with_capacity(BATCH);
    while games.len() < BATCH {
        match reader.next() {
            None => break,
            Some(Ok(game)) => games.push(game),
            Some(Err(ReadError::Damage(Damage::Block { .. } | Damage::Tail))) => tally.damaged += 1,
            Some(Err(ReadError::Io(cause))) => return Err(cause),
        }
    }
    tally.games += games.len() as u64;
    Ok(games)
}

fn label(plan: &Plan, kind: BoardKind, layout: &Layout, terms: &FlatLayout, batch: &Batch) -> Labeled {
    let (mut samples, mut illegal) = (Vec::with_capacity(60 * batch.games.len()), 0);
    for game in &batch.games {
        let Ok(positions) = plan.labeling.of_game(game, kind) else {
            illegal += 1;
            continue;
        };
        let is_validation = is_validation(batch.seed, game.number, plan.validation);
        samples.extend(positions.iter().map(|labeled| Sample::new(labeled, layout, terms, is_validation)));
    }
    Labeled { number: batch.number, samples, illegal }
}

/// Passes the samples on in the order of their batches. Returns the number of illegal games.
fn in_order(results: &Receiver<Labeled>, take: &mut dyn FnMut(&Sample) -> io::Result<()>) -> io::Result<u64> {
    let (mut waiting, mut next, mut illegal) = (BTreeMap::new(), 0, 0);
    for result in results {
        waiting.insert(result.number, result);
        while let Some(batch) = waiting.remove(&next) {
            batch.samples.iter().try_for_each(&mut *take)?;
            illegal += batch.illegal;
            next += 1;
        }
    }
    Ok(illegal)
}
