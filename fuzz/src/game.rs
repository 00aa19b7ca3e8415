//! Games driven by arbitrary operations.

use outflank_rules::{Game, Move, Square, Variant, movegen, reference};

/// Enough for a whole game with much undoing.
const OPERATIONS: usize = 200;

/// The first byte picks a variant, every other one an operation: a square to place on, a pass,
/// undo, redo. The game must refuse or obey without losing a move, and agree with the reference
/// rules where it stands.
pub fn game(bytes: &[u8]) {
    let Some((&first, operations)) = bytes.split_first() else { return };
    let (_, _, variant) = Variant::NAMED[usize::from(first) % Variant::NAMED.len()];
    let mut game = Game::new(variant.start_from_seed(u64::from(first)));
    for &operation in operations.iter().take(OPERATIONS) {
        operate(&mut game, operation);
    }
    agrees_with_the_reference(&game);
    let again = Game::replay(game.start(), game.moves()).expect("the moves of a game replay");
    assert_eq!(again.position(), game.position());
}

fn operate(game: &mut Game, operation: u8) {
    let before = game.ply();
    match operation {
        0..64 => place(game, Square::from_index(operation).expect("below 64")),
        64..128 => {
            // A legal square, so that games get deep.
            let legal = game.position().legal();
            let pick = legal.into_iter().nth(usize::from(operation) % (legal.len().max(1) as usize));
            pick.into_iter().for_each(|square| place(game, square));
        }
        128..160 => {
            let legal = game.position().must_pass();
            assert_eq!(game.play(Move::Pass).is_ok(), legal);
        }
        160..192 => {
            let square = Square::from_index(operation - 160).expect("below 64");
            let _ = game.play_with_pass_implied(Move::Place(square));
        }
        192..224 => {
            if let Some(undone) = game.undo() {
                let ply = game.ply();
                assert_eq!((game.redo(), game.undo(), game.ply()), (Some(undone), Some(undone), ply));
            }
        }
        _ => {
            if let Some(redone) = game.redo() {
                let ply = game.ply();
                assert_eq!((game.undo(), game.redo(), game.ply()), (Some(redone), Some(redone), ply));
            }
        }
    }
    assert!(game.ply().abs_diff(before) <= 2);
}

fn place(game: &mut Game, square: Square) {
    let (before, legal) = (game.position(), game.position().legal().contains(square));
    match game.play(Move::Place(square)) {
        Ok(after) => assert!(legal && after.occupied() == before.occupied().with(square)),
        Err(refused) => assert!(!legal && game.position() == before && !refused.to_string().is_empty()),
    }
}

fn agrees_with_the_reference(game: &Game) {
    let position = game.position();
    let (own, opp) = (position.own(), position.opp());
    assert!(own.is_disjoint(opp) && position.spec().area().is_superset(own | opp));
    assert_eq!(movegen::legal(own, opp), reference::legal(own, opp));
    for square in position.empties() {
        assert_eq!(movegen::flips(square, own, opp), reference::flips(square, own, opp));
    }
}
