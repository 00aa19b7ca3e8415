//! Counts with several threads.

use std::{
    sync::atomic::{AtomicU64, AtomicUsize, Ordering},
    thread,
};

use outflank_rules::{Move, Position, perft};

use crate::progress::Progress;

/// Minimum number of pieces: enough that all threads end at about the same time and the bar
/// advances evenly.
const PIECES: usize = 500;

/// A position, and the number of plies to count below it.
struct Piece {
    position: Position,
    depth: u32,
    /// Index of its first move.
    root: usize,
}

/// As [`perft::count`].
pub(crate) fn count(position: &Position, depth: u32, threads: usize) -> u64 {
    let whole = Piece { position: *position, depth, root: 0 };
    totals(vec![whole], 1, depth, threads)[0]
}

/// As [`perft::divide`].
pub(crate) fn divide(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    let moves = position.moves();
    let below = depth.saturating_sub(1);
    let pieces = moves
        .iter()
        .enumerate()
        .map(|(root, &mv)| Piece { position: position.play_unchecked(mv), depth: below, root })
        .collect();
    let totals = totals(pieces, moves.len(), depth, threads);
    moves.into_iter().zip(totals).collect()
}

/// Returns whether any game lasts longer than `depth` plies. It stops at the first one, so `true`
/// is quick and `false` slow.
pub(crate) fn is_longer_than(position: &Position, depth: u32) -> bool {
    let moves = position.moves();
    if depth == 0 {
        return !moves.is_empty();
    }
    moves.into_iter().any(|mv| is_longer_than(&position.play_unchecked(mv), depth - 1))
}

fn totals(pieces: Vec<Piece>, roots: usize, depth: u32, threads: usize) -> Vec<u64> {
    let pieces = cut(pieces);
    let progress = Progress::of_steps(pieces.len() as u64, &format!("depth {depth}"));
    let (next, totals) = (AtomicUsize::new(0), (0..roots).map(|_| AtomicU64::new(0)).collect::<Vec<_>>());
    let work = || {
        while let Some(piece) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
            totals[piece.root].fetch_add(perft::count(&piece.position, piece.depth), Ordering::Relaxed);
            progress.advance(1);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    totals.into_iter().map(AtomicU64::into_inner).collect()
}

/// Splits pieces ply by ply until there are enough, or until they are too small to split.
fn cut(mut pieces: Vec<Piece>) -> Vec<Piece> {
    const SMALLEST: u32 = 5;
    while pieces.len() < PIECES && pieces.iter().any(|piece| piece.depth > SMALLEST && !piece.position.is_over()) {
        pieces = pieces.into_iter().flat_map(children).collect();
    }
    pieces
}

/// The positions after each move. A finished game stays one piece, because it is one leaf at any
/// depth.
fn children(piece: Piece) -> Vec<Piece> {
    let moves = piece.position.moves();
    if moves.is_empty() {
        return vec![piece];
    }
    let child = |mv| Piece { position: piece.position.play_unchecked(mv), depth: piece.depth - 1, root: piece.root };
    moves.into_iter().map(child).collect()
}

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;

    use super::*;

    #[test]
    fn threads_and_pieces_change_no_count() {
        for variant in [Variant::STANDARD, Variant::TINY, Variant::FREE_CENTRE] {
            let start = variant.start();
            for (depth, threads) in [(0, 1), (1, 3), (7, 1), (7, 3)] {
                assert_eq!(count(&start, depth, threads), perft::count(&start, depth), "{variant} depth {depth}");
            }
            assert_eq!(divide(&start, 7, 2), perft::divide(&start, 7), "{variant}");
        }
    }

    #[test]
    fn the_longest_game_of_the_4x4_board_has_17_plies() {
        let start = Variant::TINY.start();
        assert_eq!([15, 16, 17, 18].map(|depth| is_longer_than(&start, depth)), [true, true, false, false]);
    }

    #[test]
    fn games_that_end_early_are_one_leaf_each() {
        assert_eq!(count(&Variant::TINY.start(), 40, 2), 60_060);
    }
}
