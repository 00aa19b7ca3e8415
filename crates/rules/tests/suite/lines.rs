//! Lines of play in test texts.

use outflank_rules::{Game, Move, Variant};

/// The moves of `f5 d6 c3` or `f5d6c3`, with `--` for a pass.
pub(crate) fn moves(text: &str) -> Vec<Move> {
    let chars: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    chars.chunks(2).map(|pair| pair.iter().collect::<String>().parse().expect("a move")).collect()
}

/// A game of the standard variant.
pub(crate) fn standard(text: &str) -> Game {
    Game::replay(Variant::STANDARD.start(), moves(text)).expect("a legal line")
}
