use std::time::Duration;

use outflank_engine::Level;
use outflank_rules::{Color, Game, Move, Refusal, Status, Variant, record::Ending};

use super::*;

const LONG: Duration = Duration::from_secs(600);

fn session(start: Position, black: &str, white: &str) -> Session {
    let seats = Sides { black: black.parse().unwrap(), white: white.parse().unwrap() };
    let settings = Settings { hash_bytes: 1 << 20, threads: 1 };
    Session::new(Options { seats, seed: 5, settings, ..Options::new(Game::new(start)) })
}

fn play(session: &mut Session, moves: &str) {
    for mv in moves.split(' ') {
        session.play(mv.parse().unwrap()).unwrap();
    }
}

#[test]
fn a_refused_move_changes_nothing_and_says_why() {
    let mut session = session(Variant::STANDARD.start(), "human", "random");
    let Err(Refused::Illegal(illegal)) = session.play("a1".parse().unwrap()) else { panic!() };
    assert_eq!(illegal.refusal, Refusal::FlipsNothing);
    assert_eq!(session.game().ply(), 0);
    play(&mut session, "d3");
    let refused = session.play("c3".parse().unwrap()).unwrap_err();
    assert_eq!(refused.to_string(), "white is played by random: wait for its move");
}

/// A 4x4 game up to where a side must pass.
fn before_a_pass() -> Game {
    let game = |stride: usize| {
        let mut game = Game::new(Variant::TINY.start());
        while let moves @ [_, ..] = &game.position().moves()[..] {
            if moves[0] == Move::Pass {
                return Some(game);
            }
            game.play(moves[stride * game.ply() % moves.len()]).unwrap();
        }
        None
    };
    (0..100).find_map(game).expect("passes are common on 4x4")
}

#[test]
fn a_forced_pass_is_recorded_by_itself_and_taken_back_with_the_move() {
    let mut session = session(Variant::TINY.start(), "human", "human");
    for mv in before_a_pass().moves() {
        session.play(mv).unwrap();
    }
    let pass = session.last_turn().unwrap();
    assert_eq!((pass.mv, pass.flips.len()), (Move::Pass, 0));
    assert!(!session.position().must_pass());
    assert_eq!(session.undo(), 2, "the pass goes with the move that forced it");
    assert_eq!(session.redo(), 2);
}

#[test]
fn engines_answer_and_undo_reaches_back_to_the_person() {
    let mut session = session(Variant::STANDARD.start(), "human", "greedy");
    assert_eq!(session.undo(), 0);
    play(&mut session, "d3");
    assert!(matches!(session.wait(LONG), Some(Event::Moved { from_ply: 1 })));
    assert!(session.awaits_human() && session.poll().is_none());
    let after = session.game().clone();
    assert_eq!(session.undo(), 2);
    assert_eq!(session.game().ply(), 0);
    assert_eq!(session.redo(), 2);
    assert_eq!(*session.game(), after);
}

#[test]
fn undo_while_an_engine_thinks_gives_its_move_up() {
    let mut session = session(Variant::STANDARD.start(), "human", "20");
    play(&mut session, "d3");
    session.ask(Color::White);
    assert!(session.is_thinking());
    assert_eq!(session.undo(), 1);
    assert!(!session.is_thinking());
    assert!(session.poll().is_none());
    play(&mut session, "f5");
    session.poll();
    session.hurry();
    assert!(matches!(session.wait(LONG), Some(Event::Moved { from_ply: 1 })));
    assert_eq!(session.last_turn().unwrap().color, Color::White);
}

#[test]
fn two_computers_play_to_the_end_and_the_same_seed_repeats_the_game() {
    let games: Vec<Game> = (0..2)
        .map(|_| {
            let mut session = session(Variant::SIX.start(), "random", "3");
            while session.wait(LONG).is_some() {}
            assert!(matches!(session.position().status(), Status::Over(_)));
            session.game().clone()
        })
        .collect();
    assert_eq!(games[0], games[1]);
}

#[test]
fn resignation_ends_the_game_and_can_be_taken_back() {
    let mut session = session(Variant::STANDARD.start(), "human", "human");
    play(&mut session, "d3 c3");
    session.resign(Color::Black);
    assert_eq!(session.result(), Some(GameResult::Resigned(Color::Black)));
    assert!(matches!(session.play("c4".parse().unwrap()), Err(Refused::Over(_))));
    let record = session.record();
    assert_eq!((record.outcome.ending, record.outcome.awarded), (Ending::Resigned, Some(Color::White)));
    assert_eq!(session.undo(), 1);
    assert!(!session.is_over());
}

#[test]
fn a_clock_that_runs_down_loses_the_game_for_good() {
    let time = Some(TimeControl::Game { main: Duration::from_nanos(1), increment: Duration::ZERO });
    let mut session = Session::new(Options { time, ..Options::new(Game::new(Variant::STANDARD.start())) });
    assert!(matches!(session.poll(), Some(Event::Ended(_)) | None));
    let refused = session.play("d3".parse().unwrap()).unwrap_err();
    assert_eq!(refused, Refused::Over(GameResult::TimedOut(Color::Black)));
    assert_eq!(refused.to_string(), "the game is over: white wins: black's time ran out");
    assert_eq!(session.undo(), 0);
    assert_eq!(session.time_left(Color::White), Some(Duration::from_nanos(1)));
}

#[test]
fn what_was_taken_back_does_not_bring_a_game_back_that_ended() {
    for result in [GameResult::TimedOut(Color::Black), GameResult::Resigned(Color::White)] {
        let mut session = session(Variant::STANDARD.start(), "human", "human");
        play(&mut session, "d3 c3");
        session.undo();
        session.end(result);
        assert_eq!(session.redo(), 0);
        assert_eq!(session.result(), Some(result));
        assert!(matches!(session.play("c3".parse().unwrap()), Err(Refused::Over(_))));
    }
}

#[test]
fn clocks_stand_before_the_first_poll_and_in_a_pause() {
    let time = Some(TimeControl::PerMove(Duration::from_nanos(1)));
    let seats = Sides { black: Seat::Level(Level::GREEDY), white: Seat::Human };
    let mut session = Session::new(Options { time, seats, ..Options::new(Game::new(Variant::STANDARD.start())) });
    assert_eq!(session.time_left(Color::Black), Some(Duration::from_nanos(1)), "nobody has polled");
    session.pause();
    assert!(session.is_paused() && session.poll().is_none() && !session.is_thinking());
    assert_eq!(session.time_left(Color::Black), Some(Duration::from_nanos(1)));
    session.go_on();
    assert!(matches!(session.wait(LONG), Some(Event::Ended(GameResult::TimedOut(Color::Black)))));
}

#[test]
fn a_pause_halts_a_clock_that_ran() {
    let time = "5m".parse().ok();
    let mut session = Session::new(Options { time, ..Options::new(Game::new(Variant::STANDARD.start())) });
    session.poll();
    session.pause();
    let left = session.time_left(Color::Black);
    assert!(left < Some(Duration::from_secs(300)));
    assert_eq!(session.time_left(Color::Black), left);
    play(&mut session, "d3");
    assert_eq!(session.time_left(Color::White), Some(Duration::from_secs(300)), "it stands after a move as well");
}

#[test]
fn taking_back_gains_no_time() {
    let time = "1m+10s".parse().ok();
    let mut session = Session::new(Options { time, ..Options::new(Game::new(Variant::STANDARD.start())) });
    session.poll();
    for _ in 0..100 {
        play(&mut session, "d3");
        assert_eq!(session.undo(), 1);
    }
    assert!(session.time_left(Color::Black) < Some(Duration::from_secs(60)));
    assert_eq!(session.redo(), 1);
    assert!(session.time_left(Color::Black) > Some(Duration::from_secs(60)), "what is made again earns again");
}

#[test]
fn an_engine_on_the_clock_loses_by_it_too() {
    let time = Some(TimeControl::PerMove(Duration::from_nanos(1)));
    let seats = Sides { black: Seat::Level(Level::GREEDY), white: Seat::Human };
    let mut session = Session::new(Options { time, seats, ..Options::new(Game::new(Variant::STANDARD.start())) });
    assert!(matches!(session.wait(LONG), Some(Event::Ended(GameResult::TimedOut(Color::Black)))));
}

#[test]
fn the_record_names_players_and_what_engines_thought() {
    let mut session = session(Variant::SIX.start(), "human", "5");
    let mv = session.position().moves()[0];
    session.play(mv).unwrap();
    session.wait(LONG);
    let record = session.record();
    assert_eq!((record.black.name.as_str(), record.white.name.as_str()), ("human", "level:5"));
    assert_eq!(record.notes.len(), 2);
    assert!(record.notes[0].eval.is_none() && record.notes[1].eval.is_some());
}

#[test]
fn a_position_in_which_a_side_must_pass_begins_after_the_pass() {
    let session = Session::new(Options::new(Game::new(before_a_pass().position())));
    assert_eq!(session.turns_since(0)[0].mv, Move::Pass);
    let game = before_a_pass();
    let plies = game.ply();
    let session = Session::new(Options::new(game));
    assert_eq!((session.opened_at(), session.turns_since(session.opened_at()).len()), (plies, 1));
}
