//! Exact values are exact with any settings.

use outflank_engine::{Bound, Limits, Outcome, Searcher, Settings, Window};
use outflank_rules::{Bitboard, BoardSpec, Color, DiscDiff, Goal, Position, Setup, Symmetry, Variant};

use crate::{plain, playout::random_position};

fn searcher(hash_bytes: usize, threads: usize) -> Searcher {
    Searcher::new(&Settings { hash_bytes, threads })
}

/// The principal variation leads to the end, and the end has the value of the search.
fn assert_line_shows_value(position: &Position, outcome: &Outcome) {
    let mut at = *position;
    for mv in &outcome.line {
        at = at.play(*mv).unwrap_or_else(|refused| panic!("line of\n{position}\n: {refused}"));
    }
    assert!(at.is_over(), "line of\n{position}\nends early at\n{at}");
    let value = if at.turn() == position.turn() { plain::exact(&at) } else { -plain::exact(&at) };
    assert_eq!(value, outcome.value, "line of\n{position}");
}

fn assert_solved(searcher: &mut Searcher, position: &Position) {
    let outcome = searcher.search(position, &Limits::exact());
    assert!(outcome.is_exact());
    assert_eq!(outcome.value, plain::exact(position), "{position}");
    assert_line_shows_value(position, &outcome);
}

#[test]
fn endgame_values_equal_brute_force() {
    let mut searcher = searcher(1 << 20, 1);
    for number in 0..1000 {
        // Trying everything takes long with twelve squares, so those are few.
        let empties = if number % 50 == 0 { 12 } else { number % 12 };
        assert_solved(&mut searcher, &random_position(Variant::STANDARD, empties as u32, number));
    }
}

#[test]
fn other_boards_and_goals_are_solved_too() {
    for code in ["six", "octagon", "anti", "six+anti", "octagon+anti", "tiny", "tiny+anti", "six-parallel"] {
        let variant: Variant = code.parse().unwrap();
        let mut searcher = searcher(1 << 20, 1);
        for number in 0..40 {
            assert_solved(&mut searcher, &random_position(variant, 1 + number % 9, u64::from(number)));
        }
    }
}

#[test]
fn fewest_discs_are_solved_from_further_out() {
    let mut searcher = searcher(1 << 20, 1);
    for (variant, empties) in [(Variant::ANTI, 10), (Variant::SIX.with_goal(Goal::Fewest), 11)] {
        for number in 0..10 {
            assert_solved(&mut searcher, &random_position(variant, empties, number));
        }
    }
}

/// Too far from the end for trying everything, and far enough for evaluation and selective steps:
/// each position must be worth what its best reply leaves, found by another searcher with other
/// settings.
#[test]
fn anti_game_values_follow_the_best_reply() {
    for (variant, empties) in [(Variant::ANTI, 15), (Variant::SIX.with_goal(Goal::Fewest), 17)] {
        let (mut one, mut other) = (searcher(1 << 22, 1), searcher(1 << 20, 2));
        for number in 0..4 {
            let position = random_position(variant, empties, number);
            let replies = position.moves().into_iter().map(|mv| position.play_unchecked(mv));
            let best = replies.map(|reply| -other.search(&reply, &Limits::exact()).value).max();
            let outcome = one.search(&position, &Limits::exact());
            assert_eq!(Some(outcome.value), best, "{position}");
            assert_line_shows_value(&position, &outcome);
        }
    }
}

#[test]
fn all_symmetries_of_a_position_are_worth_the_same() {
    for number in 0..6 {
        let position = random_position(Variant::STANDARD, 15, number);
        let value = searcher(1 << 20, 1).search(&position, &Limits::exact()).value;
        for symmetry in Symmetry::ALL {
            let turned = position.transformed(symmetry);
            assert_eq!(
                searcher(1 << 20, 1).search(&turned, &Limits::exact()).value,
                value,
                "{symmetry:?} of\n{position}"
            );
        }
    }
}

#[test]
fn threads_and_memory_change_no_value() {
    for number in 0..8 {
        let position = random_position(Variant::STANDARD, 17, number);
        let value = searcher(16 << 20, 1).search(&position, &Limits::exact()).value;
        for (bytes, threads) in [(0, 1), (1 << 20, 2), (16 << 20, 4)] {
            let outcome = searcher(bytes, threads).search(&position, &Limits::exact());
            assert_eq!(outcome.value, value, "{bytes} bytes, {threads} threads:\n{position}");
            assert_line_shows_value(&position, &outcome);
        }
    }
}

#[test]
fn a_window_bounds_the_value_on_the_right_side() {
    for number in 0..12 {
        let position = random_position(Variant::STANDARD, 14, number);
        let value = searcher(1 << 20, 1).search(&position, &Limits::exact()).value;
        let around = |below: i32, above: i32| (i32::from(value) - below, i32::from(value) + above);
        for (low, high) in [(-1, 1), around(1, 1), around(0, 2), around(2, 0), (-64, 64), (10, 20)] {
            let window = Window { low: DiscDiff::clamped(low), high: DiscDiff::clamped(high) };
            let limits = Limits { window, ..Limits::exact() };
            let found = searcher(1 << 20, 1).search(&position, &limits);
            let clamp = |value: DiscDiff| value.clamp(window.low, window.high);
            assert_eq!(clamp(found.value), clamp(value), "window {window:?} of\n{position}");
            let is_inside = window == Window::ALL || window.low < value && value < window.high;
            let bound = match value {
                _ if is_inside => Bound::Exact,
                value if value <= window.low => Bound::AtMost,
                _ => Bound::AtLeast,
            };
            assert_eq!((found.bound, found.is_proven, found.is_exact()), (bound, true, is_inside), "{window:?}");
        }
    }
}

/// A position with ten empty squares in which one side has but four discs, if it is one.
fn lopsided(number: u64) -> Option<Position> {
    let position = random_position(Variant::STANDARD, 10, number);
    let few: Bitboard = position.opp().into_iter().take(4).collect();
    let many = position.occupied() - few;
    let (black, white) = if number.is_multiple_of(2) { (many, few) } else { (few, many) };
    Setup { black, white, turn: Color::Black, spec: BoardSpec::STANDARD }.validate().ok()
}

#[test]
fn a_wipe_out_is_shown_to_its_end() {
    let mut searcher = searcher(1 << 20, 1);
    let mut found = 0;
    for number in 0..600 {
        let Some(position) = lopsided(number) else { continue };
        let outcome = searcher.search(&position, &Limits::exact());
        if [DiscDiff::MIN, DiscDiff::MAX].contains(&outcome.value) {
            assert!(outcome.is_exact());
            assert_line_shows_value(&position, &outcome);
            found += 1;
        }
    }
    assert!(found >= 10, "{found}");
}

#[test]
fn the_four_by_four_game_is_lost_by_ten_and_from_the_parallel_start_by_four() {
    for (code, value) in [("tiny", -10), ("tiny-parallel", -4)] {
        let start = code.parse::<Variant>().unwrap().start();
        let outcome = searcher(1 << 20, 1).search(&start, &Limits::exact());
        assert_eq!((outcome.value.discs(), outcome.is_exact()), (value, true), "{code}");
        assert_line_shows_value(&start, &outcome);
    }
}
