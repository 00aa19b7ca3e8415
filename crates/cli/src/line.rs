//! Values, depths and lines of play as people read them.

use outflank_engine::Selectivity;
use outflank_rules::{Move, notation::Notation};

/// `20` for what is proven, `20@73%` for what is likely.
pub(crate) fn depth(depth: u32, selectivity: Selectivity, is_exact: bool) -> String {
    if is_exact { depth.to_string() } else { format!("{depth}@{selectivity}") }
}

/// Moves in a row, as transcripts have them.
pub(crate) fn text(moves: &[Move], notation: Notation) -> String {
    let sign = |mv: &Move| if *mv == Move::Pass { "--".to_owned() } else { notation.write(*mv) };
    let between = if notation == Notation::Standard { "" } else { " " };
    moves.iter().map(sign).collect::<Vec<_>>().join(between)
}

/// Each move for programs.
pub(crate) fn names(moves: &[Move], notation: Notation) -> Vec<String> {
    moves.iter().map(|&mv| notation.write(mv)).collect()
}
