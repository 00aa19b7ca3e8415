//! A slow and simple implementation of the rules, against which the faster routines are tested.
//!
//! Use it to check other code, and to learn from. [`movegen`](crate::movegen) computes the same
//! fast.

use crate::{Bitboard, Direction, Square};

/// A disc may be placed on an empty square that outflanks at least one opposing disc.
pub fn legal(own: Bitboard, opp: Bitboard) -> Bitboard {
    Square::all().filter(|&square| !flips(square, own, opp).is_empty()).collect()
}

/// In each direction the opposing discs from the square on are flipped if an own disc follows them
/// directly. A disc cannot be placed on another disc, so on an occupied square nothing flips.
pub fn flips(square: Square, own: Bitboard, opp: Bitboard) -> Bitboard {
    if (own | opp).contains(square) {
        return Bitboard::EMPTY;
    }
    Direction::ALL.into_iter().flat_map(|direction| outflanked(square, direction, own, opp)).collect()
}

fn outflanked(from: Square, direction: Direction, own: Bitboard, opp: Bitboard) -> Vec<Square> {
    let mut line = Vec::new();
    for square in direction.walk(from) {
        if opp.contains(square) {
            line.push(square);
        } else if own.contains(square) {
            return line;
        } else {
            break;
        }
    }
    Vec::new()
}
