//! The fast move routines against the rules as a person would say them.

use outflank_rules::{Bitboard, Color, Position, movegen, reference};
use proptest::prelude::*;

use crate::arbitrary;

fn assert_same_moves(position: &Position) -> Result<(), TestCaseError> {
    let (own, opp) = (position.own(), position.opp());
    prop_assert_eq!(movegen::legal(own, opp), reference::legal(own, opp));
    for square in !(own | opp) {
        prop_assert_eq!(movegen::flips(square, own, opp), reference::flips(square, own, opp), "{}", square);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn legal_and_flips_equal_the_reference_on_reachable_positions(position in arbitrary::reachable()) {
        assert_same_moves(&position)?;
        assert_same_moves(&position.with_turn(!position.turn()))?;
    }

    #[test]
    fn legal_and_flips_equal_the_reference_on_random_boards(position in arbitrary::random_board()) {
        assert_same_moves(&position)?;
    }

    #[test]
    fn positions_keep_to_their_area(position in arbitrary::random_board()) {
        let area = position.spec().area();
        prop_assert_eq!(position.legal(), reference::legal(position.own(), position.opp()) & area);
        for square in Bitboard::ALL {
            let expected = reference::flips(square, position.own(), position.opp());
            let expected = if area.contains(square) { expected } else { Bitboard::EMPTY };
            prop_assert_eq!(position.flips(square), expected, "{}", square);
        }
    }

    #[test]
    fn a_move_adds_one_disc_and_turns_over_what_it_flips(position in arbitrary::position()) {
        for square in position.legal() {
            let (flips, after) = (position.flips(square), position.play(square.into()).unwrap());
            prop_assert_eq!(after.turn(), !position.turn());
            prop_assert_eq!(after.opp(), position.own() | flips | Bitboard::of(square));
            prop_assert_eq!(after.own(), position.opp() - flips);
            prop_assert!(position.opp().is_superset(flips));
        }
    }

    #[test]
    fn counts_of_discs_are_those_of_the_board(position in arbitrary::position()) {
        let score = position.score();
        for color in Color::ALL {
            prop_assert_eq!(u32::from(score.discs(color)), position.discs(color).len());
        }
        prop_assert_eq!(u32::from(score.empties()), position.empties().len());
    }
}

#[test]
fn lines_do_not_wrap_around_the_edge() {
    for (own, opp) in [("h1", "a2"), ("a2", "h1"), ("h4", "a5"), ("h3", "a5"), ("g1", "h1"), ("b8", "a8")] {
        let own = Bitboard::of(own.parse().unwrap());
        let opp = Bitboard::of(opp.parse().unwrap());
        assert_eq!(movegen::legal(own, opp), reference::legal(own, opp), "{own} {opp}");
    }
}
