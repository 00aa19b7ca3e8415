//! Games: undo, redo, replay.

use outflank_rules::{Color, Game, IllegalReason, Move, Position, Square, Variant};
use proptest::{prelude::*, sample::Index};

use crate::{arbitrary, lines};

/// A move that is illegal here: the first square that is not legal.
fn illegal_move(game: &Game) -> Move {
    let legal = game.position().legal();
    Square::all().find(|&square| !legal.contains(square)).map_or(Move::Pass, Move::Place)
}

proptest! {
    #[test]
    fn undo_and_redo_lose_nothing(game in arbitrary::game(), back in any::<Index>()) {
        let mut copy = game.clone();
        let back = back.index(game.ply() + 1);
        for _ in 0..back {
            prop_assert!(copy.undo().is_some());
        }
        prop_assert_eq!(copy.position(), game.position_at(game.ply() - back).unwrap());
        prop_assert_eq!(copy.moves().len(), game.ply() - back);
        while copy.redo().is_some() {}
        prop_assert_eq!(copy, game);
    }

    #[test]
    fn an_undone_game_goes_back_to_its_start(mut game in arbitrary::game()) {
        let moves: Vec<Move> = game.moves().collect();
        let undone: Vec<Move> = std::iter::from_fn(|| game.undo()).collect();
        prop_assert!(undone.iter().eq(moves.iter().rev()));
        prop_assert_eq!(game.position(), game.start());
    }

    #[test]
    fn replay_gives_the_same_game(game in arbitrary::game()) {
        prop_assert_eq!(Game::replay(game.start(), game.moves()).unwrap(), game);
    }

    #[test]
    fn replay_names_the_ply_and_the_reason(game in arbitrary::game(), at in any::<Index>()) {
        let mut moves: Vec<Move> = game.moves().collect();
        let at = at.index(moves.len() + 1);
        let before = Game::replay(game.start(), moves[..at].iter().copied()).unwrap();
        moves.insert(at, illegal_move(&before));
        let error = Game::replay(game.start(), moves.iter().copied()).unwrap_err();
        prop_assert_eq!(error.ply, at + 1);
        prop_assert_eq!(error.reason, before.position().play(moves[at]).unwrap_err());
        prop_assert_eq!(*error.before, before);
    }

    #[test]
    fn left_out_passes_are_put_back(game in arbitrary::game()) {
        let placed = game.moves().filter(|&mv| mv != Move::Pass);
        let replayed = Game::replay_with_passes_implied(game.start(), placed).unwrap();
        let mut expected = game.clone();
        while expected.moves().next_back() == Some(Move::Pass) {
            expected.undo();
        }
        prop_assert!(replayed.moves().eq(expected.moves()));
    }

    #[test]
    fn turns_lead_from_position_to_position(game in arbitrary::game()) {
        for (ply, (before, mv)) in game.turns().enumerate() {
            prop_assert_eq!(Some(before), game.position_at(ply));
            prop_assert_eq!(before.play(mv).ok(), game.position_at(ply + 1));
        }
    }
}

#[test]
fn undone_moves_do_not_affect_equality() {
    let mut game = lines::standard("f5 d6 c3");
    game.undo();
    assert_eq!(game, lines::standard("f5 d6"));
    assert_ne!(game, lines::standard("f5 f6"));
    assert_ne!(game, lines::standard("f5"));
}

#[test]
fn a_different_move_clears_redo_and_the_same_move_keeps_it() {
    let mut game = lines::standard("f5 d6 c3 d3");
    game.undo();
    game.undo();
    game.play("c3".parse().unwrap()).unwrap();
    assert_eq!(game.redo(), Some("d3".parse().unwrap()));
    game.undo();
    game.undo();
    game.play("c4".parse().unwrap()).unwrap();
    assert_eq!(game.redo(), None);
    assert_eq!(game.ply(), 3);
}

#[test]
fn a_refused_move_leaves_the_game_as_it_was() {
    let mut game = lines::standard("f5 d6 c3");
    game.undo();
    let before = game.clone();
    assert!(game.play("a1".parse().unwrap()).is_err());
    assert!(game.play_with_pass_implied("a1".parse().unwrap()).is_err());
    assert_eq!(game, before);
}

#[test]
fn an_implied_pass_is_not_made_for_an_illegal_move() {
    let start = "OX--/----/----/---- X".parse::<Position>().unwrap();
    let mut game = Game::new(start);
    for (mv, refusal) in [("a1", IllegalReason::Occupied(Color::White)), ("d4", IllegalReason::FlipsNothing)] {
        assert_eq!(game.play_with_pass_implied(mv.parse().unwrap()).unwrap_err().reason, refusal);
        assert_eq!(game, Game::new(start));
    }
    game.play_with_pass_implied("c1".parse().unwrap()).unwrap();
    assert_eq!(game.moves().collect::<Vec<_>>(), lines::moves("-- c1"));
}

#[test]
fn an_illegal_move_after_an_implied_pass_is_counted_after_it() {
    let start = "OX--/----/----/---- X".parse::<Position>().unwrap();
    let error = Game::replay_with_passes_implied(start, lines::moves("d4")).unwrap_err();
    assert_eq!((error.ply, error.reason.turn), (2, Color::White));
    assert_eq!(error.before.position().turn(), Color::White);
}

#[test]
fn the_message_of_a_replay_says_where_and_why() {
    let error = Game::replay(Variant::STANDARD.start(), lines::moves("f5 d6 f5")).unwrap_err();
    assert!(error.to_string().starts_with("move 3 is illegal: f5 is occupied by a black disc; legal for black: "));
}
