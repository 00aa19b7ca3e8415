use std::collections::{HashMap, HashSet};
use std::time::Duration;

use outflank_rules::{Color, Game, Goal, Status, Variant};

use super::*;

fn player(level: Level, seed: u64) -> Player {
    Player::new(level, seed, &Settings { hash_bytes: 1 << 20, threads: 1 })
}

fn numbered(number: u8) -> Level {
    Level::numbered(number).unwrap()
}

fn choice(player: &mut Player, position: &Position) -> Move {
    player.choose(position, Clock::Unlimited).unwrap().mv
}

/// A game between two players.
fn play(start: Position, black: &mut Player, white: &mut Player) -> Game {
    let mut game = Game::new(start);
    while !game.is_over() {
        let position = game.position();
        let side = if position.turn() == Color::Black { &mut *black } else { &mut *white };
        game.play(side.choose(&position, Clock::Unlimited).unwrap().mv).unwrap();
    }
    game
}

#[test]
fn every_level_plays_every_variant_to_the_end() {
    let anti_six = Variant::SIX.with_goal(Goal::Fewest);
    let handicap = Variant::handicap(2);
    let odd = [Variant::ANTI, Variant::OCTAGON, Variant::SIX, Variant::TINY, Variant::FREE_CENTRE, anti_six, handicap];
    for variant in odd {
        for level in [Level::RANDOM, Level::GREEDY, numbered(1), numbered(5), numbered(8)] {
            let game = play(variant.start(), &mut player(level, 1), &mut player(numbered(2), 2));
            assert!(game.is_over());
        }
    }
}

#[test]
fn a_finished_game_has_no_move_and_a_forced_one_needs_no_thought() {
    let mut strongest = player(Level::STRONGEST, 1);
    let game = play(Variant::TINY.start(), &mut player(Level::RANDOM, 5), &mut player(Level::RANDOM, 6));
    assert!(strongest.choose(&game.position(), Clock::Unlimited).is_none());

    let mut passes =
        (0..).map(|seed| play(Variant::SIX.start(), &mut player(Level::RANDOM, seed), &mut player(Level::GREEDY, 0)));
    let game = passes.find(|game| game.moves().any(|mv| mv == Move::Pass)).unwrap();
    let (position, _) = game.turns().find(|(_, mv)| *mv == Move::Pass).unwrap();
    let choice = strongest.choose(&position, Clock::Unlimited).unwrap();
    assert_eq!((choice.mv, choice.origin, choice.nodes), (Move::Pass, MoveOrigin::Forced, 0));
}

#[test]
fn random_moves_depend_on_the_seed_and_reach_all_squares() {
    let start = Variant::STANDARD.start();
    let drawn: Vec<Move> = (0..200).map(|seed| choice(&mut player(Level::RANDOM, seed), &start)).collect();
    for mv in start.moves() {
        let count = drawn.iter().filter(|drawn| **drawn == mv).count();
        assert!((25..75).contains(&count), "{mv} drawn {count} times of 200");
    }
    assert_eq!(choice(&mut player(Level::RANDOM, 9), &start), drawn[9]);
}

/// The moves of the players that came with a course, found by playing it by hand: the first square
/// with most flips, row by row.
#[test]
fn the_greedy_player_takes_the_first_of_the_squares_that_flip_most() {
    let mut greedy = player(Level::GREEDY, 1);
    let start = Variant::STANDARD.start();
    assert_eq!(choice(&mut greedy, &start).to_string(), "d3");
    let game = play(start, &mut greedy, &mut player(Level::RANDOM, 4));
    for (position, mv) in game.turns().filter(|(position, mv)| position.turn() == Color::Black && *mv != Move::Pass) {
        let flips = |mv: Move| position.flips(mv.square().unwrap()).len();
        let most = position.moves().into_iter().map(flips).max().unwrap();
        assert_eq!(position.moves().into_iter().find(|mv| flips(*mv) == most), Some(mv));
    }
}

/// Four games, one with each color against each opponent, and none lost: weights of the wrong goal
/// would lose them all.
#[test]
fn in_the_anti_game_levels_beat_random_and_greedy() {
    for (variant, weak) in [(Variant::ANTI, Level::RANDOM), (Variant::SIX.with_goal(Goal::Fewest), Level::GREEDY)] {
        for color in Color::ALL {
            let mut players = [player(numbered(8), 1), player(weak, 2)];
            if color == Color::White {
                players.reverse();
            }
            let [black, white] = &mut players;
            let game = play(variant.start(), black, white);
            let Status::Over(score) = game.position().status() else { panic!("not over") };
            assert_eq!(score.winner(), Some(color), "{variant} {score}");
        }
    }
}

/// The value by the rules alone.
fn plain(position: &Position, known: &mut HashMap<Position, DiscDiff>) -> DiscDiff {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let value = match position.status() {
        Status::Over(score) => score.official_utility(position.turn()),
        _ => position.moves().into_iter().map(|mv| -plain(&position.play_unchecked(mv), known)).max().unwrap(),
    };
    known.insert(*position, value);
    value
}

fn assert_4x4_is_played_perfectly(start: Position, stride: usize) {
    let mut known = HashMap::new();
    plain(&start, &mut known);
    let mut positions: Vec<Position> = known.keys().copied().filter(|position| position.legal().len() > 1).collect();
    positions.sort_by_key(|position| (position.own(), position.opp(), position.turn()));
    let mut weakest = player(Level::WEAKEST, 3);
    for position in positions.iter().step_by(stride) {
        let choice = weakest.choose(position, Clock::PerMove(Duration::from_millis(1))).unwrap();
        let best = known[position];
        assert_eq!(-known[&position.play(choice.mv).unwrap()], best, "{} in {position}", choice.mv);
        assert_eq!((choice.value, choice.is_exact), (Some(best), true), "{position}");
    }
}

/// Every reachable position in which there is a choice, by any level that searches.
#[test]
fn tiny_boards_are_played_perfectly() {
    assert_4x4_is_played_perfectly(Variant::TINY.start(), 1);
    assert_4x4_is_played_perfectly(Variant::TINY.with_goal(Goal::Fewest).start(), 7);
}

#[test]
fn a_free_centre_is_filled_in_different_ways() {
    let start = Variant::FREE_CENTRE.start();
    let first: HashSet<Move> = (0..20).map(|seed| choice(&mut player(numbered(3), seed), &start)).collect();
    assert!(first.len() > 1);
    let mut game = Game::new(start);
    let mut strong = player(numbered(9), 1);
    while !game.position().free_squares().is_empty() {
        let choice = strong.choose(&game.position(), Clock::PerMove(Duration::from_secs(1))).unwrap();
        assert!(game.position().moves().len() == 1 || choice.value.is_some());
        game.play(choice.mv).unwrap();
    }
}

#[test]
fn the_book_is_used_by_strong_levels_and_can_be_left_out() {
    let start = Variant::STANDARD.start();
    let origin = |player: &mut Player| player.choose(&start, Clock::Unlimited).unwrap().origin;
    assert_eq!(origin(&mut player(numbered(10), 1)), MoveOrigin::Book);
    assert_eq!(origin(&mut player(numbered(10), 1).with_book(None)), MoveOrigin::Search);
    assert_eq!(origin(&mut player(numbered(1), 1)), MoveOrigin::Search);
}

#[test]
fn the_same_seed_makes_the_same_mistakes() {
    let start = Variant::STANDARD.start();
    let games: Vec<Game> = [1, 1, 2]
        .into_iter()
        .map(|seed| play(start, &mut player(numbered(1), seed), &mut player(Level::GREEDY, 0)))
        .collect();
    assert_eq!(games[0], games[1]);
    assert_ne!(games[0], games[2]);
}

#[test]
fn a_stopped_player_still_moves() {
    for number in [1, 12] {
        let mut stopped = player(numbered(number), 1).with_book(None);
        stopped.new_stop_handle().stop();
        let start = Variant::STANDARD.start();
        assert!(start.is_legal(choice(&mut stopped, &start)));
        assert!(Variant::FREE_CENTRE.start().is_legal(choice(&mut stopped, &Variant::FREE_CENTRE.start())));
    }
}

#[test]
fn a_clock_that_has_run_down_leaves_a_sensible_move() {
    let mut strongest = player(Level::STRONGEST, 1).with_book(None);
    let start = Variant::STANDARD.start();
    let clock = Clock::Game { left: Duration::ZERO, increment: Duration::ZERO };
    let choice = strongest.choose(&start, clock).unwrap();
    assert!(choice.depth >= 2 && choice.value.is_some());
}
