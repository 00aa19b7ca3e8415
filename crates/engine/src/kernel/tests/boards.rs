//! Boards for property tests.

use outflank_rules::{Bitboard, BoardSpec, Game, Position, Variant};
use proptest::{collection::vec, prelude::*, sample::select};

/// The whole board, the smaller ones, the octagon, and boards with random holes away from the
/// centre.
fn variant() -> impl Strategy<Value = Variant> {
    let holed = any::<[u64; 2]>().prop_map(|[a, b]| {
        let full = BoardSpec::square(8);
        Variant::crossed(BoardSpec::new((full.area() - Bitboard(a & b)) | full.centre()).with_size(8))
    });
    let named = select(vec![Variant::STANDARD, Variant::SIX, Variant::TINY, Variant::OCTAGON]);
    prop_oneof![3 => Just(Variant::STANDARD), 2 => named, 1 => holed]
}

/// A position that random play leads to, at any stage of the game.
pub(super) fn reachable() -> impl Strategy<Value = Position> {
    (variant(), vec(any::<u8>(), 0..64)).prop_map(|(variant, choices)| played(variant.start(), &choices))
}

/// The position that moves lead to, chosen by numbers, or the end of the game.
pub(super) fn played(start: Position, choices: &[u8]) -> Position {
    let mut game = Game::new(start);
    for &choice in choices {
        let moves = game.position().moves();
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        game.play(mv).expect("one of the moves of the position");
    }
    game.position()
}

/// The two sets of discs of a board, and the squares outside its area.
pub(super) fn discs(position: &Position) -> (u64, u64, u64) {
    (position.own().0, position.opp().0, !position.spec().area().0)
}

/// Random discs on the whole board, from few to all squares filled.
pub(super) fn random() -> impl Strategy<Value = (u64, u64)> {
    let occupied = prop_oneof![
        any::<u64>(),
        Just(!0),
        any::<[u64; 2]>().prop_map(|[a, b]| a | b),
        any::<[u64; 3]>().prop_map(|[a, b, c]| a | b | c),
        any::<[u64; 2]>().prop_map(|[a, b]| a & b),
    ];
    let own =
        prop_oneof![any::<u64>(), any::<[u64; 2]>().prop_map(|[a, b]| a & b), any::<u64>().prop_map(|a| a | a << 1)];
    (occupied, own).prop_map(|(occupied, own)| (occupied & own, occupied & !own))
}
