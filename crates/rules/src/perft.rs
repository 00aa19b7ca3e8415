//! Counts all lines of play to a depth: the classic test of a move generator.
//!
//! Three conventions are in use. This one counts a forced pass as one ply and a game that ended
//! earlier as one leaf: 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, ... from the
//! standard start.

use crate::{Bitboard, Move, Position, Square, movegen};

/// Counts the lines of `depth` plies. The last ply is counted, not played.
///
/// ```
/// use outflank_rules::{Variant, perft};
///
/// assert_eq!(perft::count(&Variant::STANDARD.start(), 5), 1396);
/// assert_eq!(perft::count(&Variant::TINY.start(), 18), 60_060);
/// ```
pub fn count(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.free_squares().is_empty() {
        return count_discs(position.own(), position.opp(), position.spec().area(), depth);
    }
    position.moves().into_iter().map(|mv| count(&position.play_unchecked(mv), depth - 1)).sum()
}

/// Counts the lines after each first move; their sum is [`count`]. Without a first move, at depth 0
/// and in a finished game, the list is empty, although the count is 1.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(below) = depth.checked_sub(1) else {
        return Vec::new();
    };
    position.moves().into_iter().map(|mv| (mv, count(&position.play_unchecked(mv), below))).collect()
}

/// The count below a depth of at least one.
fn count_discs(own: Bitboard, opp: Bitboard, area: Bitboard, depth: u32) -> u64 {
    let legal = movegen::legal(own, opp) & area;
    if legal.is_empty() {
        let is_over = (movegen::legal(opp, own) & area).is_empty();
        return if is_over || depth == 1 { 1 } else { count_discs(opp, own, area, depth - 1) };
    }
    match depth {
        1 => u64::from(legal.len()),
        2 => legal.into_iter().map(|square| leaves_after(square, own, opp, area)).sum(),
        _ => legal
            .into_iter()
            .map(|square| {
                let (own, opp) = after(square, own, opp);
                count_discs(own, opp, area, depth - 1)
            })
            .sum(),
    }
}

/// One ply before the end a side without a move has one leaf: its pass, or the game that ended.
#[inline]
fn leaves_after(square: Square, own: Bitboard, opp: Bitboard, area: Bitboard) -> u64 {
    let (own, opp) = after(square, own, opp);
    u64::from((movegen::legal(own, opp) & area).len()).max(1)
}

/// The discs after a move, seen from the side that moves next.
#[inline]
fn after(square: Square, own: Bitboard, opp: Bitboard) -> (Bitboard, Bitboard) {
    let flips = movegen::flips(square, own, opp);
    (opp - flips, own | flips | Bitboard::of(square))
}
