use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use outflank_rules::{Color, Game, IllegalReason, Move, Status, Variant, record::Ending};

use super::*;

const LONG: Duration = Duration::from_secs(600);
const SECOND: Duration = Duration::from_secs(1);

/// A clock that tests advance.
#[derive(Clone, Default)]
pub(crate) struct ManualClock(Arc<Mutex<Duration>>);

impl ManualClock {
    pub(crate) fn source(&self) -> TimeSource {
        let clock = self.clone();
        TimeSource::new(move || *clock.0.lock().unwrap())
    }

    pub(crate) fn pass(&self, time: Duration) {
        *self.0.lock().unwrap() += time;
    }
}

fn session(start: Position, black: &str, white: &str) -> Session {
    let seats = Sides { black: black.parse().unwrap(), white: white.parse().unwrap() };
    let settings = Settings { hash_bytes: 1 << 20, threads: 1 };
    Session::new(Options { seats, seed: 5, settings, ..Options::new(Game::new(start)) })
}

/// The standard game with clocks and the source of their time.
fn timed(time: &str, black: &str, white: &str) -> (Session, ManualClock) {
    let seats = Sides { black: black.parse().unwrap(), white: white.parse().unwrap() };
    let (time, hand) = (time.parse().ok(), ManualClock::default());
    let options = Options { seats, time, ..Options::new(Game::new(Variant::STANDARD.start())) };
    (Session::new(options).timed_by(hand.source()), hand)
}

fn play(session: &mut Session, moves: &str) {
    for mv in moves.split(' ') {
        session.play(mv.parse().unwrap()).unwrap();
    }
}

#[test]
fn a_refused_move_changes_nothing_and_says_why() {
    let mut session = session(Variant::STANDARD.start(), "human", "random");
    let Err(MoveRejected::Illegal(illegal)) = session.play("a1".parse().unwrap()) else { panic!() };
    assert_eq!(illegal.reason, IllegalReason::FlipsNothing);
    assert_eq!(session.game().ply(), 0);
    play(&mut session, "d3");
    let refused = session.play("c3".parse().unwrap()).unwrap_err();
    assert_eq!(refused.to_string(), "white is played by Random: wait for its move");
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
fn undo_while_an_engine_thinks_drops_its_move() {
    let mut session = session(Variant::STANDARD.start(), "human", "20");
    play(&mut session, "d3");
    session.ask(Color::White);
    assert!(session.is_thinking());
    assert_eq!(session.undo(), 1);
    assert!(!session.is_thinking());
    assert!(session.poll().is_none());
    play(&mut session, "f5");
    // A move from the opening book can be there at once.
    let moved = session.poll();
    session.hurry();
    assert!(matches!(moved.or_else(|| session.wait(LONG)), Some(Event::Moved { from_ply: 1 })));
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
fn a_resignation_is_taken_back_alone() {
    let mut session = session(Variant::STANDARD.start(), "human", "human");
    play(&mut session, "d3 c3");
    session.resign(Color::Black);
    assert_eq!(session.result(), Some(GameResult::Resigned(Color::Black)));
    assert!(matches!(session.play("c4".parse().unwrap()), Err(MoveRejected::Over(_))));
    let record = session.record();
    assert_eq!((record.outcome.ending, record.outcome.awarded), (Ending::Resigned, Some(Color::White)));
    assert_eq!(session.undo(), 0);
    assert!(!session.is_over());
    assert_eq!(session.game().ply(), 2, "the moves stay");
    assert_eq!(session.undo(), 1);
}

#[test]
fn a_resignation_before_the_first_move_is_taken_back() {
    let mut session = session(Variant::STANDARD.start(), "human", "greedy");
    session.resign(Color::Black);
    session.undo();
    assert!(!session.is_over());
}

#[test]
fn undo_after_an_engine_resigned_gives_the_turn_to_the_person() {
    let mut session = session(Variant::STANDARD.start(), "human", "greedy");
    play(&mut session, "d3");
    session.end(GameResult::Resigned(Color::White));
    assert_eq!(session.undo(), 1);
    assert!(session.awaits_human());
}

#[test]
fn a_clock_that_runs_down_loses_the_game_for_good() {
    let (mut session, hand) = timed("1m", "human", "human");
    assert!(session.poll().is_none());
    play(&mut session, "d3");
    hand.pass(59 * SECOND);
    assert!(session.poll().is_none());
    hand.pass(SECOND);
    let refused = session.play("c3".parse().unwrap()).unwrap_err();
    assert_eq!(refused, MoveRejected::Over(GameResult::TimedOut(Color::White)));
    assert_eq!(refused.to_string(), "the game is over: black wins: white's time ran out");
    assert_eq!(session.undo(), 0);
    assert_eq!(session.time_left(Color::Black), Some(60 * SECOND));
}

#[test]
fn undone_moves_do_not_revive_a_finished_game() {
    for result in [GameResult::TimedOut(Color::Black), GameResult::Resigned(Color::White)] {
        let mut session = session(Variant::STANDARD.start(), "human", "human");
        play(&mut session, "d3 c3");
        session.undo();
        session.end(result);
        assert_eq!(session.redo(), 0);
        assert_eq!(session.result(), Some(result));
        assert!(matches!(session.play("c3".parse().unwrap()), Err(MoveRejected::Over(_))));
    }
}

#[test]
fn clocks_stand_before_the_first_poll_and_in_a_pause() {
    let (mut session, hand) = timed("2s/move", "human", "human");
    hand.pass(LONG);
    assert_eq!(session.time_left(Color::Black), Some(2 * SECOND), "nobody has polled");
    session.poll();
    hand.pass(SECOND);
    session.pause();
    hand.pass(LONG);
    assert!(session.is_paused() && session.poll().is_none());
    assert_eq!(session.time_left(Color::Black), Some(SECOND));
    play(&mut session, "d3");
    hand.pass(LONG);
    assert_eq!(session.time_left(Color::White), Some(2 * SECOND), "it stands after a move as well");
    session.unpause();
    hand.pass(2 * SECOND);
    assert!(matches!(session.poll(), Some(Event::Ended(GameResult::TimedOut(Color::White)))));
    assert_eq!(session.record().notes[0].seconds, Some(1.0), "a pause is no thinking");
}

#[test]
fn taking_back_gains_no_time() {
    let (mut session, hand) = timed("1m+10s", "human", "human");
    session.poll();
    for _ in 0..20 {
        hand.pass(SECOND);
        play(&mut session, "d3");
        assert_eq!(session.undo(), 1);
    }
    assert_eq!(session.time_left(Color::Black), Some(40 * SECOND));
    assert_eq!(session.redo(), 1);
    assert_eq!(session.time_left(Color::Black), Some(50 * SECOND), "what is made again earns again");
}

#[test]
fn an_engine_can_lose_on_time() {
    let (mut session, hand) = timed("1s/move", "greedy", "human");
    session.start_clocks();
    hand.pass(SECOND);
    assert!(matches!(session.wait(LONG), Some(Event::Ended(GameResult::TimedOut(Color::Black)))));
}

#[test]
fn a_reply_in_time_counts_even_if_it_is_polled_late() {
    let (mut session, hand) = timed("5s/move", "greedy", "human");
    session.start_clocks();
    hand.pass(SECOND);
    session.ask(Color::Black);
    session.thinkers.black.as_mut().unwrap().wait_for_answer();
    hand.pass(LONG);
    assert!(matches!(session.poll(), Some(Event::Moved { from_ply: 0 })));
    assert_eq!(session.record().notes[0].seconds, Some(1.0));
    assert_eq!(session.time_left(Color::White), Some(5 * SECOND), "nobody pays for looking late");
}

#[test]
fn a_change_of_the_time_source_keeps_the_clocks() {
    let (mut session, hand) = timed("1m", "human", "human");
    session.poll();
    hand.pass(10 * SECOND);
    let other = ManualClock::default();
    other.pass(LONG);
    let mut session = session.timed_by(other.source());
    assert_eq!(session.time_left(Color::Black), Some(50 * SECOND));
    hand.pass(LONG);
    other.pass(5 * SECOND);
    assert_eq!(session.time_left(Color::Black), Some(45 * SECOND));
    play(&mut session, "d3");
    assert_eq!(session.record().notes[0].seconds, Some(15.0));
}

#[test]
fn players_change_in_the_middle_of_a_game() {
    let (mut session, hand) = timed("1m", "human", "20");
    play(&mut session, "d3");
    session.ask(Color::White);
    hand.pass(SECOND);
    session.reseat(Color::White, Seat::Human).unwrap();
    assert!(!session.is_thinking() && session.awaits_human());
    play(&mut session, "c3");
    session.reseat(Color::Black, "greedy".parse().unwrap()).unwrap();
    assert!(matches!(session.wait(LONG), Some(Event::Moved { from_ply: 2 })));
    assert_eq!(session.record().black.name, "Greedy");
    let fault = session.reseat(Color::White, "/no/such/engine".parse().unwrap()).unwrap_err();
    assert!(fault.to_string().contains("could not be started"), "{fault}");
    assert!(session.awaits_human(), "nothing has changed");
}

#[test]
fn the_record_names_players_and_what_engines_thought() {
    let mut session = session(Variant::SIX.start(), "human", "5");
    let mv = session.position().moves()[0];
    session.play(mv).unwrap();
    session.wait(LONG);
    let record = session.record();
    assert_eq!((record.black.name.as_str(), record.white.name.as_str()), ("Guest", "Level 5"));
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
