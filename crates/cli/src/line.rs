//! Search depths and lines of moves as text.

use outflank_engine::Selectivity;
use outflank_rules::{Move, notation::Notation};

/// `20` for an exact score, `20@73%` for a selective search.
pub(crate) fn depth(depth: u32, selectivity: Selectivity, is_exact: bool) -> String {
    if is_exact { depth.to_string() } else { format!("{depth}@{selectivity}") }
}

/// Moves as in a transcript.
pub(crate) fn text(moves: &[Move], notation: Notation) -> String {
    let name = |mv: &Move| if *mv == Move::Pass { "--".to_owned() } else { notation.write(*mv) };
    let between = if notation == Notation::Standard { "" } else { " " };
    moves.iter().map(name).collect::<Vec<_>>().join(between)
}

/// Moves for JSON.
pub(crate) fn names(moves: &[Move], notation: Notation) -> Vec<String> {
    moves.iter().map(|&mv| notation.write(mv)).collect()
}
