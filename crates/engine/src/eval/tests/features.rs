//! Features that follow a game are those of its boards.

use proptest::prelude::*;

use super::twin::reading;
use super::{layouts, models, square_of, start};
use crate::Board;
use crate::eval::layout::GROUP;
use crate::eval::shapes::STANDARD_STARTS;
use crate::eval::{Features, LANES, Layout};
use outflank_rules::rng::SplitMix64;

/// Plays a random game and compares after every move and pass; returns how many of both there were.
fn follow(layout: &Layout, seed: u64) -> (u32, u32) {
    let mut rng = SplitMix64::new(seed);
    let mut board = start(layout.size());
    let mut features = Features::of(layout, board);
    let (mut moves, mut passes) = (0, 0);
    loop {
        let legal = board.legal() & layout.area();
        if legal != 0 {
            let square = square_of(&mut rng, legal);
            let flips = board.flips(square);
            features = features.after(layout, square, flips);
            board = board.after(square, flips);
            moves += 1;
        } else if board.passed().legal() & layout.area() != 0 {
            features = features.passed(layout);
            board = board.passed();
            passes += 1;
        } else {
            return (moves, passes);
        }
        assert_eq!(features, Features::of(layout, board), "after {moves} moves of game {seed}");
    }
}

#[test]
fn features_follow_random_games_on_both_boards() {
    for layout in layouts() {
        let games = (0..300).map(|seed| follow(&layout, seed));
        let (moves, passes) = games.fold((0, 0), |sum, game| (sum.0 + game.0, sum.1 + game.1));
        assert!(moves > 300 * 20 && passes > 50, "{moves} moves, {passes} passes: too few to tell");
    }
}

#[test]
fn states_are_read_digit_by_digit() {
    for layout in layouts() {
        let mut rng = SplitMix64::new(7);
        for _ in 0..100 {
            let own = rng.next_u64() & layout.area();
            let board = Board { own, opp: rng.next_u64() & layout.area() & !own };
            let states = layout.states(board);
            for (lane, state) in layout.lanes().iter().zip(states) {
                assert_eq!(state, reading(&layout.patterns()[lane.pattern], board, &lane.squares));
            }
            let unused = |states: [u16; LANES]| states[layout.lanes().len()..].to_vec();
            assert_eq!(unused(states), unused(layout.states(Board { own: 0, opp: 0 })), "unused lanes never change");
        }
    }
}

#[test]
fn the_constant_starts_are_those_of_the_layout() {
    let [standard, _] = layouts();
    let starts = standard.lanes().chunks(GROUP).map(|lanes| standard.start(lanes[0].pattern));
    assert!(starts.eq(STANDARD_STARTS));
}

#[test]
fn the_boards_have_the_lanes_they_should() {
    let [standard, six] = layouts();
    assert_eq!((standard.lanes().len(), six.lanes().len()), (82, 42));
    for layout in [standard, six] {
        for pattern in layout.patterns() {
            let places = pattern.instances().len();
            let expected = match pattern.name() {
                "corner 2x5" | "corner 2x4" | "edge 6 with moves" | "half of row 2 with moves" => 8,
                "diagonal 8" => 2,
                "diagonal 6" if layout.size() == 6 => 2,
                _ => 4,
            };
            assert_eq!(places, expected, "{}", pattern.name());
        }
    }
}

proptest! {
    #[test]
    fn passing_twice_changes_nothing(own: u64, opp: u64) {
        for layout in models().iter().map(|model| model.layout()) {
            let board = Board { own: own & layout.area(), opp: opp & !own & layout.area() };
            let features = Features::of(layout, board);
            prop_assert_eq!(features.passed(layout), Features::of(layout, board.passed()));
            prop_assert_eq!(features.passed(layout).passed(layout), features);
        }
    }
}
