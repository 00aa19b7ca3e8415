//! How games end: status, counts, margins.

use outflank_rules::{Color, FinalScore, Game, Goal, Position, Status, Variant};
use proptest::prelude::*;

use crate::{arbitrary, lines};

const WIPE_OUT: &str = "e6 f4 e3 f6 g5 d6 e7 f5 c5";

fn read(text: &str) -> Position {
    text.parse::<Position>().unwrap()
}

fn final_score(position: &Position) -> FinalScore {
    match position.status() {
        Status::Over(score) => score,
        other => panic!("not over: {other:?}"),
    }
}

#[test]
fn a_wipe_out_counts_in_full_only_by_the_tournament_rule() {
    let score = final_score(&lines::standard(WIPE_OUT).position());
    assert!(score.is_wipe_out());
    assert_eq!((score.discs(Color::Black), score.discs(Color::White), score.empties()), (13, 0, 51));
    assert_eq!((score.margin().discs(), score.official_margin().discs()), (13, 64));
    assert_eq!(score.official_discs(), (64, 0));
}

#[test]
fn a_draw_has_no_winner_and_shares_the_empty_squares() {
    let score = final_score(&read("X--- ---- ---- ---O X"));
    assert_eq!(score.winner(), None);
    assert_eq!((score.margin().discs(), score.official_margin().discs(), score.official_discs()), (0, 0, (8, 8)));
    assert_eq!(score.utility(Color::Black), score.utility(Color::White));
    assert_eq!(score.to_string(), "draw 1-1");
}

#[test]
fn a_draw_on_an_odd_number_of_squares_stays_a_draw() {
    let score = final_score(&read("X--- ---- ---- #--O X"));
    assert_eq!((score.empties(), score.official_margin().discs(), score.official_discs()), (13, 0, (7, 7)));
}

#[test]
fn a_full_board_is_over() {
    let score = final_score(&read("XXXX/XXXX/XOOO/OOOO X"));
    assert_eq!(score.to_string(), "black wins 9-7");
    assert_eq!((score.empties(), score.official_margin().discs()), (0, 2));
}

#[test]
fn in_the_anti_game_fewest_discs_win() {
    let game = Game::replay(Variant::ANTI.start(), lines::moves(WIPE_OUT)).unwrap();
    let score = final_score(&game.position());
    assert_eq!(score.winner(), Some(Color::White));
    assert_eq!((score.utility(Color::White).discs(), score.utility(Color::Black).discs()), (13, -13));
    assert_eq!((score.margin().discs(), score.official_margin().discs()), (13, 64));
    assert_eq!(score.to_string(), "white wins 0-13 (0-64 with empty squares to the loser)");
}

#[test]
fn a_side_without_a_move_passes_and_two_sides_without_one_end_the_game() {
    let must_pass = read("OX-- ---- ---- ---- X");
    assert!(must_pass.must_pass() && !must_pass.is_over());
    assert_eq!(must_pass.with_turn(Color::White).legal().to_string(), "c1");
    let nothing = read("X--- ---- ---- ---- X");
    assert!(nothing.is_over() && !nothing.must_pass());
    assert!(nothing.moves().is_empty());
}

proptest! {
    #[test]
    fn scores_add_up(position in arbitrary::position()) {
        let score = position.score();
        let (black, white) = score.official_discs();
        let left_out = if score.winner().is_none() { score.empties() % 2 } else { 0 };
        prop_assert_eq!(u32::from(black + white + left_out), position.spec().area().len());
        prop_assert_eq!(black as i8 - white as i8, score.official_margin().discs());
        prop_assert_eq!(score.utility(Color::Black), -score.utility(Color::White));
        prop_assert_eq!(score.official_margin().discs().signum(), score.margin().discs().signum());
        let sign = if position.spec().goal() == Goal::Most { 1 } else { -1 };
        prop_assert_eq!(score.utility(Color::Black).discs(), sign * score.margin().discs());
        let winner = score.winner().map_or(0, |winner| score.utility(winner).discs());
        prop_assert!(winner > 0 || score.winner().is_none());
    }

    #[test]
    fn the_status_is_what_both_sides_can_do(position in arbitrary::position()) {
        let other = position.with_turn(!position.turn());
        match position.status() {
            Status::ToPlace(squares) => prop_assert_eq!(squares, position.legal()),
            Status::MustPass => prop_assert!(position.legal().is_empty() && !other.legal().is_empty()),
            Status::Over(_) => prop_assert!(position.legal().is_empty() && other.legal().is_empty()),
        }
    }
}
