//! Tests that apply to every bot.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use outflank_engine::{Level, Player, Settings};
use outflank_rules::{Color, Status, Variant};

use super::*;

fn bot(name: &str, seed: u64) -> Box<dyn Bot> {
    name.parse::<BotKind>().unwrap().bot(seed)
}

/// Plays a whole game; the rules check every move.
fn play(start: outflank_rules::Position, black: &mut dyn Bot, white: &mut dyn Bot) -> Game {
    let mut game = Game::new(start);
    loop {
        let position = game.position();
        let mv = match (position.status(), position.turn()) {
            (Status::Over(_), _) => return game,
            (Status::MustPass, _) => Move::Pass,
            (_, Color::Black) => black.choose(&game, Clock::Unlimited, &AtomicBool::new(false)),
            (_, Color::White) => white.choose(&game, Clock::Unlimited, &AtomicBool::new(false)),
        };
        game.play(mv).unwrap();
    }
}

const NAMES: [&str; 9] =
    ["random", "greedy", "corners", "positional", "minimax:2", "mcts:30", "level:3", "depth:2", "nodes:500"];

#[test]
fn every_bot_plays_every_variant_to_its_end() {
    for (_, _, variant) in Variant::NAMED {
        for (number, name) in NAMES.iter().enumerate() {
            let other = NAMES[(number + 3) % NAMES.len()];
            let game = play(variant.start(), &mut *bot(name, 1), &mut *bot(other, 2));
            assert!(game.is_over(), "{name} and {other} on {variant}");
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for name in NAMES {
        let game = |seed| play(Variant::SIX.start(), &mut *bot(name, seed), &mut *bot("random", 9));
        assert_eq!(game(4), game(4), "{name}");
    }
}

#[test]
fn another_seed_plays_another_game_where_chance_decides() {
    for name in ["random", "corners", "mcts:30", "level:1"] {
        let first = play(Variant::STANDARD.start(), &mut *bot(name, 1), &mut *bot("greedy", 0));
        let differs = |seed| play(Variant::STANDARD.start(), &mut *bot(name, seed), &mut *bot("greedy", 0)) != first;
        assert!((2..6).any(differs), "{name}");
    }
}

#[test]
fn the_greedy_bot_is_the_greedy_player_of_the_engine() {
    let settings = Settings::default();
    let mut player = Player::new(Level::GREEDY, 1, &settings);
    for seed in 0..20 {
        let game = play(Variant::MIRRORED.start(), &mut Greedy, &mut *bot("random", seed));
        for (position, mv) in game.turns().filter(|(position, mv)| position.turn() == Color::Black && *mv != Move::Pass)
        {
            assert_eq!(player.choose(&position, Clock::Unlimited).unwrap().mv, mv);
        }
    }
}

/// The first moves of two greedy players of the course kit, found by hand: x is the row, y the
/// column, both from 0.
#[test]
fn two_greedy_bots_begin_as_in_class() {
    let game = play(Variant::MIRRORED.start(), &mut Greedy, &mut Greedy);
    let opening: Vec<String> = game.moves().take(2).map(|mv| mv.to_string()).collect();
    assert_eq!(opening, ["e3", "d3"], "(2, 4) and (2, 3)");
}

/// Each bot beats a clearly weaker one in most of forty games, with both colors.
#[test]
fn stronger_bots_beat_weaker_ones() {
    for (strong, weak) in [
        ("corners", "random"),
        ("positional", "greedy"),
        ("minimax:3", "positional"),
        ("mcts:200", "greedy"),
        ("depth:4", "minimax:3"),
        ("nodes:2000", "positional"),
    ] {
        let mut points = 0.0;
        for seed in 0..20 {
            let opening = (0..4).fold(Variant::STANDARD.start(), |position, ply| {
                let moves = position.moves();
                position.play_unchecked(moves[(seed as usize * 7 + ply * 3) % moves.len()])
            });
            let as_black = play(opening, &mut *bot(strong, seed), &mut *bot(weak, seed));
            let as_white = play(opening, &mut *bot(weak, seed), &mut *bot(strong, seed));
            for (game, color) in [(as_black, Color::Black), (as_white, Color::White)] {
                let winner = game.position().score().winner();
                points += if winner == Some(color) {
                    1.0
                } else if winner.is_none() {
                    0.5
                } else {
                    0.0
                };
            }
        }
        assert!(points >= 24.0, "{strong} made {points} of 40 points against {weak}");
    }
}

#[test]
fn a_bot_that_is_stopped_answers_with_a_legal_move() {
    let game = play_some("f5d6c3d3c4f4");
    for name in ["minimax:60", "mcts:1000000", "level:20", "depth:40", "nodes:1000000000000"] {
        let mv = bot(name, 1).choose(&game, Clock::Unlimited, &AtomicBool::new(true));
        assert!(game.position().is_legal(mv), "{name}");
    }
}

/// Without the flag these would think for hours: the test ends only because they obey it.
#[test]
fn the_stop_flag_stops_a_thinking_bot() {
    let game = play_some("f5d6c3d3c4f4");
    for name in ["minimax:60", "mcts:1000000", "level:19", "depth:40", "nodes:1000000000000"] {
        let stop = AtomicBool::new(false);
        let mv = thread::scope(|scope| {
            let answer = scope.spawn(|| bot(name, 1).choose(&game, Clock::Unlimited, &stop));
            stop.store(true, Ordering::Relaxed);
            answer.join().unwrap()
        });
        assert!(game.position().is_legal(mv), "{name}");
    }
}

/// Would take hours as well.
#[test]
fn the_clock_ends_the_thinking() {
    let game = play_some("f5d6c3d3c4f4");
    for name in ["minimax:60", "mcts:1000000", "level:20", "depth:40", "nodes:1000000000000"] {
        for clock in [
            Clock::PerMove(Duration::from_millis(40)),
            Clock::Game { left: Duration::from_millis(300), increment: Duration::ZERO },
            Clock::Game { left: Duration::ZERO, increment: Duration::ZERO },
        ] {
            let mv = bot(name, 1).choose(&game, clock, &AtomicBool::new(false));
            assert!(game.position().is_legal(mv), "{name}");
        }
    }
}

fn play_some(moves: &str) -> Game {
    let squares = moves.as_bytes().chunks(2).map(|square| std::str::from_utf8(square).unwrap().parse().unwrap());
    Game::replay(Variant::STANDARD.start(), squares).unwrap()
}

#[test]
fn unknown_names_are_quoted_with_the_valid_ones() {
    for wrong in [
        "",
        "gredy",
        "minimax",
        "minimax:0",
        "minimax:61",
        "mcts:x",
        "mcts:1000001",
        "level:0",
        "level:21",
        "level:",
        "depth",
        "depth:61",
        "nodes:0",
        "nodes:-1",
        "nodes:1000000000001",
    ] {
        let error = wrong.parse::<BotKind>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("{wrong:?} is not a built-in bot: write random")), "{error}");
    }
    assert_eq!(" MiniMax:3 ".parse(), Ok(BotKind::Minimax(3)));
    for (kind, _) in BotKind::all() {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
}
