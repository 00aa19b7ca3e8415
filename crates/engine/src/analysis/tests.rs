use std::time::Duration;

use outflank_rules::{Color, DiscDiff, Game, Move, Position, Status, Variant, rng::SplitMix64};

use super::{Analysis, MoveClass, Outlook};
use crate::{Level, Limits, Searcher, Selectivity, Settings};

fn searcher() -> Searcher {
    Searcher::new(&Settings { hash_bytes: 1 << 20, threads: 1 })
}

/// A position after random moves that has this many empty squares, or less if the game ended.
fn random_position(start: Position, empties: u32, seed: u64) -> Game {
    let mut rng = SplitMix64::new(seed);
    let mut game = Game::new(start);
    while game.position().empties().len() > empties && !game.is_over() {
        let moves = game.position().moves();
        game.play(moves[rng.below(moves.len())]).unwrap();
    }
    game
}

/// The value by the rules alone.
fn plain(position: &Position) -> DiscDiff {
    match position.status() {
        Status::Over(score) => score.official_utility(position.turn()),
        _ => position.moves().into_iter().map(|mv| -plain(&position.play_unchecked(mv))).max().unwrap(),
    }
}

/// A line of play that analysis shows can be played.
fn assert_line_is_legal(position: &Position, line: &[Move]) {
    let played = Game::replay(*position, line.iter().copied());
    assert!(played.is_ok(), "{position}\n{line:?}");
}

fn assert_all_moves_are_there(position: &Position, analysis: &Analysis) {
    let mut found: Vec<Move> = analysis.moves.iter().map(|valued| valued.mv).collect();
    found.sort();
    let mut legal = position.moves();
    legal.sort();
    assert_eq!(found, legal);
    assert!(analysis.moves.is_sorted_by_key(|valued| -i32::from(valued.value)));
    for valued in &analysis.moves {
        assert_eq!(valued.line.first(), Some(&valued.mv));
        assert_line_is_legal(position, &valued.line);
    }
}

#[test]
fn values_of_all_moves_equal_plain_play_near_the_end_of_every_variant() {
    let mut searcher = searcher();
    let variants = [Variant::STANDARD, Variant::ANTI, Variant::OCTAGON, Variant::SIX, Variant::TINY];
    for (seed, variant) in variants.into_iter().cycle().take(40).enumerate() {
        let position = random_position(variant.start(), 6, seed as u64).position();
        let analysis = searcher.analyse(&position, &Limits::exact());
        assert_all_moves_are_there(&position, &analysis);
        for valued in &analysis.moves {
            assert_eq!(valued.value, -plain(&position.play_unchecked(valued.mv)), "{} in {position}", valued.mv);
            assert!(valued.is_exact() && valued.selectivity == Selectivity::Full);
        }
    }
}

#[test]
fn an_exact_analysis_agrees_with_the_exact_search() {
    let mut searcher = searcher();
    for seed in 0..6 {
        let position = random_position(Variant::STANDARD.start(), 14, seed).position();
        let outcome = searcher.search(&position, &Limits::exact());
        let analysis = searcher.analyse(&position, &Limits::exact());
        assert_all_moves_are_there(&position, &analysis);
        assert_eq!(analysis.best().map(|best| best.value), outcome.mv.map(|_| outcome.value), "{position}");
        assert!(analysis.is_exact());
    }
}

#[test]
fn each_pass_is_reported_and_goes_deeper() {
    let mut passes = Vec::new();
    let start = Variant::STANDARD.start().play("d3".parse().unwrap()).unwrap();
    let limits = Limits::depth(5).with_selectivity(Selectivity::P87);
    let analysis = searcher().analyse_with(&start, &limits, &mut |step| {
        assert!(step.done <= step.of && step.of == 3);
        if step.is_complete() {
            assert_eq!(step.analysis.moves.len(), 3);
            passes.push((step.depth, step.selectivity));
        }
    });
    assert!(passes.is_sorted());
    assert_eq!((passes.len(), passes.last()), (5, Some(&(5, Selectivity::P87))));
    assert_all_moves_are_there(&start, &analysis);
}

#[test]
fn a_stopped_analysis_keeps_the_last_complete_pass() {
    let mut searcher = searcher();
    let stop = searcher.new_stop_handle();
    let start = Variant::STANDARD.start().play("d3".parse().unwrap()).unwrap();
    let analysis = searcher.analyse_with(&start, &Limits::depth(40), &mut |step| {
        if step.depth == 4 && step.done == 2 {
            stop.stop();
        }
    });
    assert_all_moves_are_there(&start, &analysis);
    assert!(analysis.moves.iter().all(|valued| valued.depth == 3));

    assert!(stop.is_stopped());
    assert_eq!(searcher.analyse(&start, &Limits::depth(5)).moves, [], "stopped before it began");

    searcher.new_stop_handle();
    stop.stop();
    assert_all_moves_are_there(&start, &searcher.analyse(&start, &Limits::depth(5)));
}

#[test]
fn without_time_or_nodes_the_first_pass_is_made_all_the_same() {
    let start = Variant::STANDARD.start();
    for limits in [Limits::depth(40).with_time(Duration::ZERO), Limits::depth(40).with_nodes(0)] {
        let analysis = searcher().analyse(&start, &limits);
        assert_all_moves_are_there(&start, &analysis);
        assert!(analysis.moves.iter().all(|valued| valued.depth == 1));
    }
}

#[test]
fn node_limits_bound_the_whole_analysis() {
    let start = Variant::STANDARD.start();
    let analysis = searcher().analyse(&start, &Limits::depth(40).with_nodes(20_000));
    assert_all_moves_are_there(&start, &analysis);
    assert!(analysis.moves[0].depth > 1 && analysis.nodes < 25_000, "{} nodes", analysis.nodes);
}

#[test]
fn passes_and_finished_games_have_their_values() {
    let mut searcher = searcher();
    let moves = "e6 f4 e3 f6 g5 d6 e7 f5 c5".split(' ').map(|mv| mv.parse().unwrap());
    let over = Game::replay(Variant::STANDARD.start(), moves).unwrap();
    assert_eq!(searcher.analyse(&over.position(), &Limits::depth(4)).moves, []);

    let before = over.position_at(8).unwrap();
    let analysis = searcher.analyse(&before, &Limits::depth(2));
    let best = analysis.best().unwrap();
    assert_eq!(
        (best.value, best.is_exact(), best.mv),
        (DiscDiff::MAX, true, "c5".parse().unwrap()),
        "a wipe-out is no estimate"
    );

    let must_pass = (0..).map(|seed| random_position(Variant::STANDARD.start(), 8, seed).position());
    let must_pass = must_pass.into_iter().find(Position::must_pass).unwrap();
    let analysis = searcher.analyse(&must_pass, &Limits::exact());
    assert_eq!((analysis.moves.len(), analysis.moves[0].mv), (1, Move::Pass));
    assert_eq!(analysis.moves[0].value, plain(&must_pass));
}

#[test]
fn free_openings_are_valued_by_what_they_lead_to() {
    let start = Variant::FREE_CENTRE.start();
    let analysis = searcher().analyse(&start, &Limits::depth(7));
    assert_all_moves_are_there(&start, &analysis);
    assert!(analysis.moves.iter().all(|valued| valued.value == analysis.moves[0].value), "mirror images");
    assert_eq!(analysis.moves.len(), 4);
    assert!(analysis.moves[0].line.len() >= 5, "beyond the free squares: {:?}", analysis.moves[0].line);
}

#[test]
fn a_review_finds_what_was_lost_and_when_the_result_changed() {
    let mut searcher = searcher();
    let game = random_position(Variant::STANDARD.start(), 0, 3);
    let level = Level::numbered(3).unwrap();
    let mut reports = 0;
    let limits = |empties| if empties <= 8 { Limits::exact() } else { level.limits(empties) };
    let review = searcher.review(&game, &limits, &mut |_| reports += 1);
    assert_eq!((review.moves.len(), reports), (game.ply(), game.ply()));
    for (reviewed, (position, mv)) in review.moves.iter().zip(game.turns()) {
        assert_eq!((reviewed.played, reviewed.color), (mv, position.turn()));
        assert!(reviewed.loss() >= 0);
        assert_line_is_legal(&position, &reviewed.line);
        assert!(reviewed.is_exact || position.empties().len() > 8, "{position}");
        if position.empties().len() <= 6 {
            assert_eq!(reviewed.value, plain(&position));
            assert_eq!(reviewed.played_value, -plain(&position.play_unchecked(mv)));
        }
    }
    let counted: usize = Color::ALL
        .into_iter()
        .map(|color| MoveClass::ALL.map(|class| review.count(color, class)).iter().sum::<usize>())
        .sum();
    assert_eq!(counted, game.ply());
    for change in review.turning_points() {
        assert_ne!(Outlook::from(change.value), Outlook::from(change.played_value));
    }
}

#[test]
fn a_stopped_review_keeps_the_end_of_the_game() {
    let mut searcher = searcher();
    let stop = searcher.new_stop_handle();
    let game = random_position(Variant::STANDARD.start(), 0, 4);
    let last = game.ply();
    let review = searcher.review(&game, &|_| Limits::depth(2), &mut |reviewed| {
        if reviewed.ply == last - 4 {
            stop.stop();
        }
    });
    let plies: Vec<usize> = review.moves.iter().map(|reviewed| reviewed.ply).collect();
    assert_eq!(plies, (last - 4..=last).collect::<Vec<_>>());
}

#[test]
fn a_game_with_free_squares_is_reviewed_from_its_first_disc() {
    let game = random_position(Variant::FREE_CENTRE.start(), 52, 5);
    let review = searcher().review(&game, &|_| Limits::depth(4), &mut |_| ());
    assert_eq!(review.moves.len(), game.ply());
}

#[test]
fn moves_that_mirror_each_other_are_worth_the_same_and_all_best() {
    let mut searcher = searcher();
    let start = Variant::STANDARD.start();
    let analysis = searcher.analyse(&start, &Limits::depth(7));
    assert_all_moves_are_there(&start, &analysis);
    assert!(analysis.moves.iter().all(|valued| valued.value == analysis.moves[0].value));
    for first in start.moves() {
        let game = Game::replay(start, [first]).unwrap();
        let review = searcher.review(&game, &|_| Limits::depth(9), &mut |_| ());
        let reviewed = &review.moves[0];
        assert_eq!((reviewed.best, reviewed.loss(), reviewed.class()), (first, 0, MoveClass::Best), "{first}");
        assert_line_is_legal(&start, &reviewed.line);
        assert_eq!(reviewed.line[0], first);
    }
}

#[test]
fn losses_below_the_noise_are_summed_not_marked() {
    let mut searcher = searcher();
    let game = random_position(Variant::STANDARD.start(), 30, 11);
    let review = searcher.review(&game, &|_| Limits::depth(3), &mut |_| ());
    let mut lost = 0;
    for reviewed in &review.moves {
        assert!(!reviewed.is_exact);
        assert_eq!(reviewed.class() == MoveClass::Best, reviewed.loss() == 0, "{reviewed:?}");
        assert_eq!(reviewed.class().is_marked(), reviewed.loss() > MoveClass::NOISE, "{reviewed:?}");
        lost += reviewed.loss();
    }
    assert_eq!(review.total_loss(Color::Black) + review.total_loss(Color::White), lost);
    assert!(review.moves.iter().any(|reviewed| reviewed.class() == MoveClass::Good), "a trifle was lost at some move");
}

#[test]
fn the_best_move_at_a_lost_turn_is_one_that_could_be_played() {
    for seed in 0..30 {
        let position = random_position(Variant::STANDARD.start(), 7, seed).position();
        let mut game = Game::new(position);
        if game.skip_turn().is_none() {
            continue;
        }
        let review = searcher().review(&game, &|_| Limits::exact(), &mut |_| ());
        let lost = review.moves.last().unwrap();
        assert!(position.moves().contains(&lost.best), "{} at seed {seed}", lost.best);
        assert_eq!(lost.value, plain(&position), "seed {seed}");
        assert!(lost.loss() >= 0, "seed {seed}");
        assert_line_is_legal(&position, &lost.line);
    }
}

#[test]
fn a_move_that_takes_everything_is_proven() {
    let moves = "e6 f4 e3 f6 g5 d6 e7 f5 c5".split(' ').map(|mv| mv.parse().unwrap());
    let game = Game::replay(Variant::STANDARD.start(), moves).unwrap();
    let review = searcher().review(&game, &|_| Limits::depth(2), &mut |_| ());
    let last = review.moves.last().unwrap();
    assert_eq!((last.is_exact, last.value, last.class()), (true, DiscDiff::MAX, MoveClass::Best));
}

#[test]
fn a_stopped_analysis_counts_all_that_was_searched() {
    let mut searcher = searcher();
    let stop = searcher.new_stop_handle();
    let mut complete = 0;
    let position = random_position(Variant::STANDARD.start(), 40, 2).position();
    let analysis = searcher.analyse_with(&position, &Limits::depth(40), &mut |step| {
        complete = step.analysis.nodes;
        if step.depth == 6 && step.done == 2 {
            stop.stop();
        }
    });
    assert!(analysis.nodes > complete, "{} nodes", analysis.nodes);
}
