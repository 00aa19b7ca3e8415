//! Why moves are refused: every reason is met, and no other.

use outflank_rules::{Color, Game, IllegalReason, Move, Position, Setup, Square, Status, Variant};
use proptest::prelude::*;

use crate::{arbitrary, lines};

fn refusal(position: &Position, mv: &str) -> IllegalReason {
    position.play(mv.parse().unwrap()).unwrap_err().reason
}

/// Black has no move, White has: c1.
fn black_must_pass() -> Position {
    "OX------/--------/--------/--------/--------/--------/--------/-------- X"
        .parse::<Setup>()
        .unwrap()
        .validate()
        .unwrap()
}

#[test]
fn squares_outside_the_board_or_in_a_hole_are_refused() {
    assert_eq!(refusal(&Variant::TINY.start(), "e5"), IllegalReason::OffBoard);
    assert_eq!(refusal(&Variant::OCTAGON.start(), "b1"), IllegalReason::OffBoard);
}

#[test]
fn occupied_squares_are_refused() {
    assert_eq!(refusal(&Variant::STANDARD.start(), "e4"), IllegalReason::Occupied(Color::Black));
    assert_eq!(refusal(&Variant::STANDARD.start(), "d4"), IllegalReason::Occupied(Color::White));
}

#[test]
fn squares_that_flip_nothing_are_refused() {
    assert_eq!(refusal(&Variant::STANDARD.start(), "c3"), IllegalReason::FlipsNothing);
    assert_eq!(refusal(&Variant::STANDARD.start(), "a1"), IllegalReason::FlipsNothing);
}

#[test]
fn squares_outside_the_free_center_are_refused() {
    assert_eq!(refusal(&Variant::FREE_CENTRE.start(), "c3"), IllegalReason::NotInCentre);
    let next = Variant::FREE_CENTRE.start().play("d4".parse().unwrap()).unwrap();
    assert_eq!(refusal(&next, "d4"), IllegalReason::Occupied(Color::Black));
}

#[test]
fn passing_with_moves_and_placing_without_are_refused() {
    assert_eq!(refusal(&Variant::STANDARD.start(), "pass"), IllegalReason::PassWithMoves);
    let position = black_must_pass();
    assert_eq!(position.status(), Status::MustPass);
    assert_eq!(refusal(&position, "h8"), IllegalReason::MustPass);
    assert_eq!(refusal(&position, "b1"), IllegalReason::Occupied(Color::Black));
    assert_eq!(position.play(Move::Pass).unwrap().legal().to_string(), "c1");
}

#[test]
fn moves_after_the_end_are_refused() {
    let end = lines::standard("e6 f4 e3 f6 g5 d6 e7 f5 c5").position();
    for mv in ["a1", "e6", "pass"] {
        assert_eq!(refusal(&end, mv), IllegalReason::GameOver);
    }
}

#[test]
fn messages_say_the_reason_and_the_legal_squares() {
    let start = Variant::STANDARD.start();
    let message = |position: &Position, mv: &str| position.play(mv.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(message(&start, "pass"), "black may not pass while a disc can be placed; legal for black: d3 c4 f5 e6");
    assert_eq!(message(&start, "d4"), "d4 is occupied by a white disc; legal for black: d3 c4 f5 e6");
    assert_eq!(message(&Variant::TINY.start(), "h8"), "h8 is not a square of this board; legal for black: b1 a2 d3 c4");
    assert_eq!(message(&black_must_pass(), "h8"), "h8 is not possible: black has no legal square and must pass");
    assert_eq!(
        message(&Variant::FREE_CENTRE.start(), "a1"),
        "a1 is not a free centre square, and those are filled first; legal for black: d4 e4 d5 e5"
    );
}

proptest! {
    #[test]
    fn a_move_is_refused_exactly_if_it_is_not_in_the_list(position in arbitrary::position()) {
        let moves = position.moves();
        for mv in Square::all().map(Move::Place).chain([Move::Pass]) {
            let played = position.play(mv);
            prop_assert_eq!(played.is_ok(), moves.contains(&mv), "{}", mv);
            prop_assert_eq!(played.is_ok(), position.is_legal(mv), "{}", mv);
            if let Err(refused) = played {
                prop_assert_eq!((refused.mv, refused.turn, refused.legal), (mv, position.turn(), position.legal()));
                prop_assert!(is_true(&position, mv, refused.reason), "{} {:?}", mv, refused.reason);
            }
        }
    }

    #[test]
    fn a_valid_setup_is_a_position_and_an_overlap_is_not(position in arbitrary::position()) {
        let setup = Setup::from(position);
        prop_assert_eq!(setup.validate().unwrap(), position);
        let overlapping = Setup { white: setup.white | setup.black, ..setup };
        prop_assert_eq!(overlapping.validate().is_err(), !setup.black.is_empty());
    }
}

/// Is what the refusal says true of the position?
fn is_true(position: &Position, mv: Move, refusal: IllegalReason) -> bool {
    let square = mv.square();
    let is_opening = !(position.spec().free() - position.occupied()).is_empty();
    match refusal {
        IllegalReason::OffBoard => square.is_some_and(|square| !position.spec().contains(square)),
        IllegalReason::Occupied(color) => square.is_some_and(|square| position.at(square) == Some(color)),
        IllegalReason::FlipsNothing => square.is_some_and(|square| position.flips(square).is_empty()) && !is_opening,
        IllegalReason::NotInCentre => {
            square.is_some_and(|square| !position.spec().free().contains(square)) && is_opening
        }
        IllegalReason::PassWithMoves => square.is_none() && !position.legal().is_empty(),
        IllegalReason::MustPass => square.is_some() && position.must_pass(),
        IllegalReason::GameOver => position.is_over(),
    }
}

#[test]
fn a_game_refuses_as_its_position_does() {
    let mut game = Game::new(Variant::STANDARD.start());
    let refused = game.play("e4".parse().unwrap()).unwrap_err();
    assert_eq!(Err(refused), game.position().play("e4".parse().unwrap()));
}
