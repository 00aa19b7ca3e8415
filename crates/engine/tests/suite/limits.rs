//! Searches end when they should, and always with a move.

use std::sync::atomic::Ordering;
use std::time::Duration;

use outflank_engine::{Limits, Searcher, Settings};
use outflank_rules::Variant;

use crate::playout::random_position;

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
        searcher.stop_flag().store(true, Ordering::SeqCst);
        let position = random_position(Variant::STANDARD, 45, 3);
        let outcome = searcher.search(&position, &Limits::exact());
        assert!(position.is_legal(outcome.best.unwrap()));
        assert!(!outcome.is_exact);
    }
}

#[test]
fn a_search_stopped_from_another_thread_ends() {
    let mut searcher = searcher(2);
    let flag = searcher.stop_flag();
    let position = Variant::STANDARD.start();
    let mut steps = 0;
    let outcome = searcher.search_with(&position, &Limits::exact(), &mut |_| {
        steps += 1;
        if steps == 6 {
            flag.store(true, Ordering::SeqCst);
        }
    });
    assert_eq!(outcome.depth, 6);
    assert!(position.is_legal(outcome.best.unwrap()));
}

#[test]
fn time_and_nodes_end_a_search_that_would_take_years() {
    let position = Variant::STANDARD.start();
    for limits in [Limits::exact().with_nodes(100_000), Limits::exact().with_time(Duration::from_millis(20))] {
        let outcome = searcher(1).search(&position, &limits);
        assert!(position.is_legal(outcome.best.unwrap()));
        assert!(!outcome.is_exact);
    }
}

#[test]
fn a_finished_game_has_no_move_and_its_final_value() {
    let over = random_position(Variant::STANDARD, 0, 1);
    assert!(over.is_over() || over.empties().is_empty());
    let outcome = searcher(1).search(&over, &Limits::exact());
    assert_eq!(outcome.best, None);
    assert!(outcome.is_exact);
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
