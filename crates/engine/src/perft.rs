//! Counts all lines of play with the kernels: a test of the kernels on millions of boards, and a
//! measure of their speed.

use outflank_rules::Position;

use crate::Board;

/// Counts the lines of `depth` plies as [`outflank_rules::perft::count`] does: a forced pass is one
/// ply, and a game that ends earlier is one leaf.
///
/// ```
/// use outflank_rules::Variant;
///
/// assert_eq!(outflank_engine::perft(&Variant::STANDARD.start(), 5), 1396);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.free_squares().is_empty() {
        let board = Board { own: position.own().0, opp: position.opp().0 };
        return lines(board, position.spec().area().0, depth);
    }
    position.moves().into_iter().map(|mv| perft(&position.play_unchecked(mv), depth - 1)).sum()
}

/// Counts lines of at least one ply. The last ply is counted, not played.
fn lines(board: Board, area: u64, depth: u32) -> u64 {
    let legal = board.legal() & area;
    if legal == 0 {
        let is_over = board.passed().legal() & area == 0;
        return if is_over || depth == 1 { 1 } else { lines(board.passed(), area, depth - 1) };
    }
    match depth {
        1 => u64::from(legal.count_ones()),
        2 => sum(board, legal, |board| leaves(board, area)),
        _ => sum(board, legal, |board| lines(board, area, depth - 1)),
    }
}

/// Counts lines of one ply. A side without a move has one: its pass, or the end of the game.
#[inline(always)]
fn leaves(board: Board, area: u64) -> u64 {
    u64::from((board.legal() & area).count_ones()).max(1)
}

/// The sum over the boards that the moves lead to.
#[inline(always)]
fn sum(board: Board, mut moves: u64, count: impl Fn(Board) -> u64) -> u64 {
    let mut total = 0;
    while moves != 0 {
        let square = moves.trailing_zeros();
        total += count(board.after(square, board.flips(square)));
        moves &= moves - 1;
    }
    total
}
