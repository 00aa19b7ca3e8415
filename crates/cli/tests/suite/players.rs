//! This program as a player over GTP and NBoard.

use std::{sync::atomic::AtomicBool, time::Duration};

use outflank_arena::{GameEnd, GameReport, Limits, PlayerSpec, Referee, Sides};
use outflank_rules::{Color, Game, Move, Variant};

const OUTFLANK: &str = env!("CARGO_BIN_EXE_outflank");

fn play(seed: u64, start: Game, black: &str, white: &str, time: &str) -> GameReport {
    let patient = Duration::from_secs(100);
    let limits = Limits { startup: patient, grace: patient, ..Limits::default() };
    let player = |name: &str| {
        let entrant = name.replace("outflank", &format!("'{OUTFLANK}'"));
        entrant.parse::<PlayerSpec>().unwrap().player(limits)
    };
    let (mut black, mut white) = (player(black), player(white));
    let players = Sides { black: &mut *black, white: &mut *white };
    Referee { time: Some(time.parse().unwrap()), seed, ..Referee::default() }
        .play("g", start, players, &AtomicBool::default())
        .unwrap()
}

fn game(seed: u64) -> Game {
    play(seed, Game::new(Variant::STANDARD.start()), "random", "greedy", "10m").game
}

/// The first moves of a game.
fn beginning(game: &Game, plies: usize) -> Game {
    let mut begun = Game::new(Variant::STANDARD.start());
    for mv in game.moves().take(plies) {
        begun.play(mv).unwrap();
    }
    begun
}

/// The beginning of a game with a pass, which the engine must be message.
fn a_game_that_starts_with_a_pass() -> Game {
    let passed = |game: Game| game.moves().take(40).position(|mv| mv == Move::Pass).map(|at| beginning(&game, at + 1));
    (0..10_000).map(game).find_map(passed).expect("passes are not so rare")
}

#[test]
fn gtp_and_nboard_play_each_other_on_a_clock_with_both_colors() {
    let engines = ["gtp:outflank gtp --level 3 --seed 1", "nboard:outflank nboard --level 3 --seed 1"];
    for start in [beginning(&game(5), 8), a_game_that_starts_with_a_pass()] {
        for (black, white) in [(engines[0], engines[1]), (engines[1], engines[0])] {
            for time in ["2m", "1m+1s", "20s/move"] {
                let report = play(5, start.clone(), black, white, time);
                assert!(matches!(report.end, GameEnd::Played(_)), "{time}: {}", report.end);
            }
        }
    }
}

/// A clock of less than 1 s must not become no limit, at which level 20 would think far longer. On
/// a busy machine the answer may be late.
#[test]
fn nboard_receives_a_clock_below_one_second() {
    let report = play(5, beginning(&game(5), 30), "nboard:outflank nboard --level 20", "greedy", "900ms/move");
    assert!(["played", "late"].contains(&report.end.reason().as_str()), "{}", report.end);
    let output: Vec<u8> = report.logs[Color::Black].iter().flat_map(|exchange| exchange.bytes.clone()).collect();
    assert!(String::from_utf8_lossy(&output).contains("TI[0:00.900/0:00.900/0:00]"));
}
