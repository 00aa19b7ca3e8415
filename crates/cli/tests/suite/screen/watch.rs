//! `outflank play --watch`.

use outflank_arena::GameResult;
use outflank_cli::screen::ScreenOptions;
use outflank_rules::Variant;
use ratatui::crossterm::event::{KeyCode, MouseEventKind};

use super::script::{Step, click, key, perform, setting};

const SIZE: (u16, u16) = (80, 24);

fn watched(games: u64, speed: f64) -> ScreenOptions {
    let mut setting = setting(Variant::TINY, "greedy", "random");
    setting.plan.games = games;
    ScreenOptions { is_watched: true, speed, ..setting }
}

#[test]
fn it_waits_for_a_key_shows_the_whole_game_and_closes_on_a_key() {
    let steps = vec![
        Step::Elapse(60_000),
        Step::Picture("watch-waits"),
        key(KeyCode::Char('g')),
        // Turn off the evaluation, which depends on the speed of the machine.
        key(KeyCode::Char('i')),
        Step::Until("black plays"),
        Step::Until("white plays"),
        Step::Until("any key closes"),
        Step::Elapse(60_000),
        Step::Picture("watch-ended"),
        key(KeyCode::Enter),
    ];
    let outcome = perform(watched(1, 1.0), SIZE, steps);
    assert!(outcome.result.is_some());
}

#[test]
fn clicks_replace_keys() {
    let mut steps = vec![Step::Mouse(MouseEventKind::Moved, 3, 3), Step::Shows("press any key")];
    steps.extend(click(30, 10));
    steps.push(Step::Until("any key closes"));
    steps.extend(click(30, 10));
    perform(watched(1, 16.0), SIZE, steps);
}

#[test]
fn the_middle_of_a_move() {
    let steps = vec![
        key(KeyCode::Enter),
        key(KeyCode::Char('i')),
        Step::Until("black plays"),
        Step::Elapse(220),
        Step::Picture("watch-flip"),
        Step::Interrupt,
    ];
    perform(watched(1, 1.0), SIZE, steps);
}

#[test]
fn several_games_follow_each_other_with_colors_changed() {
    let steps = vec![
        key(KeyCode::Enter),
        Step::Until("game 1 of 3"),
        Step::Until("Black  Greedy"),
        Step::Until("Black  Random"),
        Step::Shows("game 2 of 3"),
        Step::Until("game 3 of 3"),
        Step::Until("any key closes"),
        key(KeyCode::Enter),
    ];
    let outcome = perform(watched(3, 16.0), SIZE, steps);
    assert_eq!(outcome.tally.games(), 3);
}

#[test]
fn a_failed_player_can_be_retried_or_abandoned() {
    let setting = ScreenOptions { is_watched: true, ..setting(Variant::TINY, "gtp:/no/such/engine", "random") };
    let steps = vec![key(KeyCode::Enter), Step::Until("asks"), Step::Shows("Space ask again"), key(KeyCode::Char('q'))];
    perform(setting, (60, 20), steps);
}

#[test]
fn space_pauses_and_plus_and_minus_change_the_speed() {
    let steps = vec![
        key(KeyCode::Enter),
        Step::Until("black plays"),
        key(KeyCode::Char(' ')),
        Step::Shows("paused"),
        Step::Elapse(10_000),
        Step::Elapse(10_000),
        Step::Shows("white (Random): paused"),
        key(KeyCode::Char('+')),
        Step::Shows("speed 2x"),
        key(KeyCode::Char('-')),
        key(KeyCode::Char('-')),
        Step::Shows("speed 0.5x"),
        key(KeyCode::Char(' ')),
        Step::Until("white plays"),
        key(KeyCode::Char('q')),
    ];
    perform(watched(1, 1.0), SIZE, steps);
}

/// The clocks do not run during a slow display, a pause, or the wait before the first move.
#[test]
fn clocks_stand_while_computers_wait() {
    let mut setting = watched(1, 0.25);
    setting.plan.time = "20s".parse().ok();
    let steps = vec![
        Step::Elapse(3_600_000),
        key(KeyCode::Enter),
        Step::Until("black plays"),
        key(KeyCode::Char(' ')),
        Step::Shows("paused"),
        Step::Elapse(3_600_000),
        key(KeyCode::Char(' ')),
        Step::Until("any key closes"),
        Step::ShowsNot("ran out"),
        key(KeyCode::Enter),
    ];
    let outcome = perform(setting, SIZE, steps);
    assert!(matches!(outcome.result, Some(GameResult::Played(_))), "{:?}", outcome.result);
}
