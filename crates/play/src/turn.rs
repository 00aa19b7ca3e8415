//! What one turn did.

use outflank_rules::{Bitboard, Color, Game, Move, Position};

/// A turn of a game: who did what, and what it changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Which turn of the game, counted from 1, passes included.
    pub ply: usize,
    /// Who moved.
    pub color: Color,
    /// What.
    pub mv: Move,
    /// The discs that changed color; none for a pass, and for the free placements of the old opening rule.
    pub flips: Bitboard,
    /// The position after it.
    pub after: Position,
}

impl Turn {
    /// The turns of a game after so many plies.
    pub(crate) fn all_since(game: &Game, ply: usize) -> Vec<Turn> {
        let turns = game.turns().enumerate().skip(ply);
        turns.map(|(index, (before, mv))| Turn::new(index + 1, &before, mv)).collect()
    }

    fn new(ply: usize, before: &Position, mv: Move) -> Turn {
        let flips = mv.square().map_or(Bitboard::EMPTY, |square| before.flips(square));
        Turn { ply, color: before.turn(), mv, flips, after: before.play_unchecked(mv) }
    }
}
