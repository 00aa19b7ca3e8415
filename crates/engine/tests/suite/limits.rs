//! Searches end when they should, and always with a move.

use std::sync::mpsc;
use std::time::Duration;
use std::{panic, thread};

use outflank_engine::{Limits, Searcher, Selectivity, Settings};
use outflank_rules::Variant;

use crate::{plain, playout::random_position};

fn searcher(threads: usize) -> Searcher {
    Searcher::new(&Settings { hash_bytes: 4 << 20, threads })
}

#[test]
fn one_thread_searches_the_same_positions_every_time() {
    let position = random_position(Variant::STANDARD, 40, 7);
    let once = searcher(1).search(&position, &Limits::depth(9));
    let again = searcher(1).search(&position, &Limits::depth(9));
    assert_eq!((once.nodes, once.value, once.line), (again.nodes, again.value, again.line));
}

#[test]
fn a_stopped_search_has_a_legal_move() {
    for threads in [1, 3] {
        let mut searcher = searcher(threads);
        searcher.new_stop_handle().stop();
        let position = random_position(Variant::STANDARD, 45, 3);
        let outcome = searcher.search(&position, &Limits::exact());
        assert!(position.is_legal(outcome.mv.unwrap()));
        assert!(!outcome.is_exact());
    }
}

#[test]
fn a_search_stopped_in_the_middle_of_a_step_ends() {
    let position = random_position(Variant::STANDARD, 34, 5);
    for threads in [1, 2] {
        let mut searcher = searcher(threads);
        let stop = searcher.new_stop_handle();
        let (tell, hear) = mpsc::channel();
        let outcome = thread::scope(|scope| {
            scope.spawn(move || {
                while hear.recv().is_ok_and(|depth| depth < 12) {}
                stop.stop();
            });
            searcher.search_with(&position, &Limits::exact(), &mut |step| {
                let _ = tell.send(step.depth);
            })
        });
        assert!(outcome.depth >= 12 && !outcome.is_proven);
        assert!(position.is_legal(outcome.mv.unwrap()));
    }
}

#[test]
fn a_panic_in_a_callback_reaches_the_caller() {
    let position = random_position(Variant::STANDARD, 34, 5);
    let ended = panic::catch_unwind(|| {
        searcher(2).search_with(&position, &Limits::exact(), &mut |step| assert!(step.depth < 10, "deep enough"));
    });
    assert!(ended.is_err());
}

/// The last step may exceed the limit by the cost of one move list.
#[test]
fn small_node_limits_are_respected() {
    let position = random_position(Variant::STANDARD, 40, 9);
    for (threads, slack) in [(1, 500), (2, 1000)] {
        for nodes in [1, 100, 1000, 5000, 20_000] {
            let outcome = searcher(threads).search(&position, &Limits::open_ended().with_nodes(nodes));
            assert!(outcome.nodes <= nodes + slack, "{} for {nodes} with {threads} threads", outcome.nodes);
            assert!(outcome.depth >= 1 && position.is_legal(outcome.mv.unwrap()));
        }
    }
}

#[test]
fn without_time_one_ply_is_searched() {
    for empties in [8, 40] {
        let position = random_position(Variant::STANDARD, empties, 2);
        let outcome = searcher(1).search(&position, &Limits::exact().with_time(Duration::ZERO));
        assert_eq!((outcome.depth, outcome.is_proven), (1, false));
        assert!(outcome.nodes < 100, "{} nodes", outcome.nodes);
    }
}

#[test]
fn an_open_ended_search_ends_with_the_proof() {
    let position = random_position(Variant::STANDARD, 16, 4);
    let mut steps = Vec::new();
    let mut searcher = searcher(1);
    let outcome = searcher.search_with(&position, &Limits::open_ended(), &mut |step| {
        steps.push((step.depth, step.selectivity));
    });
    assert!(outcome.is_exact());
    assert!(steps.is_sorted() && steps.contains(&(8, Selectivity::P73)) && steps.contains(&(16, Selectivity::P99)));
    assert_eq!(outcome.value, searcher.search(&position, &Limits::exact()).value);
}

#[test]
fn a_search_stopped_between_two_steps_ends() {
    let mut searcher = searcher(2);
    let stop = searcher.new_stop_handle();
    let position = Variant::STANDARD.start();
    let mut steps = 0;
    let outcome = searcher.search_with(&position, &Limits::exact(), &mut |_| {
        steps += 1;
        if steps == 6 {
            stop.stop();
        }
    });
    assert_eq!(outcome.depth, 6);
    assert!(position.is_legal(outcome.mv.unwrap()));
}

#[test]
fn time_and_nodes_end_a_search_that_would_take_years() {
    let position = Variant::STANDARD.start();
    for limits in [Limits::exact().with_nodes(100_000), Limits::exact().with_time(Duration::from_millis(20))] {
        let outcome = searcher(1).search(&position, &limits);
        assert!(position.is_legal(outcome.mv.unwrap()));
        assert!(!outcome.is_exact());
    }
}

#[test]
fn a_finished_game_has_no_move_and_its_final_value() {
    let over = random_position(Variant::STANDARD, 0, 1);
    assert!(over.is_over());
    let outcome = searcher(1).search(&over, &Limits::exact());
    assert_eq!((outcome.mv, outcome.value), (None, plain::exact(&over)));
    assert!(outcome.is_exact());
}

#[test]
fn an_interrupted_search_answers_with_a_line_that_can_be_played() {
    let position = random_position(Variant::STANDARD, 30, 11);
    for nodes in (10_000..200_000).step_by(10_000) {
        let outcome = searcher(1).search(&position, &Limits::depth(14).with_nodes(nodes));
        let mut at = position;
        assert!(!outcome.line.is_empty());
        for mv in outcome.line {
            at = at.play(mv).expect("a legal line");
        }
    }
}

#[test]
fn before_the_opening_is_placed_nothing_is_proven() {
    let outcome = searcher(1).search(&Variant::FREE_CENTRE.start(), &Limits::exact());
    assert!(outcome.mv.is_some());
    assert_eq!((outcome.depth, outcome.is_proven, outcome.nodes), (0, false, 0));
}

#[test]
fn a_finished_game_is_proven_by_any_search() {
    let over = std::iter::successors(Some((Variant::TINY.start(), 0_u64)), |(position, seed)| {
        let moves = position.moves();
        let mv = *moves.get(*seed as usize % moves.len().max(1))?;
        Some((position.play_unchecked(mv), seed + 1))
    });
    let (over, _) = over.last().expect("there is a start");
    let outcome = searcher(1).search(&over, &Limits::depth(1));
    assert!(over.is_over() && outcome.is_exact() && outcome.mv.is_none());
}
