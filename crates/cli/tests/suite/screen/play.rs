//! Games played with keys and mouse.

use outflank_arena::{GameResult, Sides};
use outflank_cli::play::{Options, Session};
use outflank_cli::screen::{Plan, ScreenOptions, Start, StartMode};
use outflank_rules::{Color, Game, Variant, notation::Notation};
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};

use super::script::{Desk, Step, click, control, key, perform, perform_with, place, setting, typed};

const SIZE: (u16, u16) = (80, 24);

/// The center of a square of the 8x8 board at 80x24.
fn at(square: &str) -> (u16, u16) {
    let square: outflank_rules::Square = square.parse().unwrap();
    (X + 4 * u16::from(square.column()) + 1, 4 + 2 * u16::from(square.row()))
}

/// The left edge of the board at 80x24.
const X: u16 = 4;

fn two_people() -> ScreenOptions {
    setting(Variant::STANDARD, "human", "human")
}

#[test]
fn a_whole_game_by_keys_offers_another() {
    let mut steps = Vec::new();
    let mut game = Game::new(Variant::TINY.start());
    while let Some(mv) = game.position().moves().first().copied() {
        game.play(mv).unwrap();
        if mv.square().is_some() {
            steps.extend(place(&mv.to_string()));
        }
        steps.push(Step::Elapse(1500));
    }
    steps.extend([
        Step::Shows("wins"),
        Step::Shows("n: another game"),
        Step::ShowsNot("resign"),
        key(KeyCode::Char('q')),
    ]);
    let outcome = perform(setting(Variant::TINY, "human", "human"), SIZE, steps);
    assert!(matches!(outcome.result, Some(GameResult::Played(_))));
    assert_eq!(outcome.tally.games(), 1);
    assert!(!outcome.is_kept && !outcome.is_interrupted);
}

#[test]
fn the_computer_answers_after_the_move_has_landed() {
    let steps = [
        place("d3"),
        vec![Step::Elapse(300), Step::Shows("black plays d3, flips 1"), Step::ShowsNot(" 1  d3     c")],
        vec![Step::Until("white plays"), Step::Until("black to move"), Step::Interrupt],
    ];
    let outcome = perform(setting(Variant::STANDARD, "human", "greedy"), SIZE, steps.concat());
    assert!(outcome.is_interrupted);
}

#[test]
fn a_click_plays_on_release_and_dragging_off_cancels() {
    let ((x, y), (elsewhere, _)) = (at("d3"), at("a3"));
    let button = MouseButton::Left;
    let mut steps = vec![
        Step::Mouse(MouseEventKind::Moved, x, y),
        Step::Shows("d3 flips 1 (d4)"),
        Step::Mouse(MouseEventKind::Down(button), x, y),
        Step::Mouse(MouseEventKind::Drag(button), elsewhere, y),
        Step::Mouse(MouseEventKind::Up(button), elsewhere, y),
        Step::Elapse(2000),
        Step::Shows("black to move"),
    ];
    steps.extend(click(x, y));
    steps.extend([Step::Until("white to move"), Step::Interrupt]);
    perform(two_people(), SIZE, steps);
}

#[test]
fn a_refused_move_says_why() {
    let refusal = "a1 flips nothing for black; legal for black: d3 c4 f5 e6";
    let steps = [place("a1"), vec![Step::Shows(refusal), key(KeyCode::Down), Step::ShowsNot(refusal), Step::Interrupt]];
    perform(two_people(), SIZE, steps.concat());
}

#[test]
fn undo_redo_and_stepping_through_the_game() {
    let mut steps = [place("d3"), place("c3"), place("c4"), vec![Step::Until("white to move")]].concat();
    steps.extend([
        key(KeyCode::PageUp),
        Step::Shows("after move 2 of 3"),
        key(KeyCode::Home),
        Step::Shows("after move 0 of 3"),
        key(KeyCode::PageDown),
        Step::Shows("after move 1 of 3"),
        key(KeyCode::Enter),
        Step::Shows("press End to return"),
        key(KeyCode::End),
        Step::ShowsNot("after move"),
        Step::Mouse(MouseEventKind::ScrollUp, 1, 1),
        Step::Shows("after move 2 of 3"),
        key(KeyCode::End),
        key(KeyCode::Char('u')),
        Step::Shows("black to move"),
        control('z'),
        Step::Shows("white to move"),
        control('y'),
        key(KeyCode::Char('r')),
        Step::Shows(" 2  c4"),
        key(KeyCode::Char('r')),
        Step::Shows("there is nothing to redo"),
        Step::Interrupt,
    ]);
    perform(two_people(), SIZE, steps);
}

#[test]
fn a_new_move_finishes_what_is_being_shown() {
    let steps =
        [place("d3"), vec![Step::Elapse(40)], place("c3"), vec![Step::Elapse(40), Step::Shows(" 1  d3     c3")]];
    let end = vec![Step::Until("black to move"), Step::Interrupt];
    perform(two_people(), SIZE, [steps.concat(), end].concat());
}

#[test]
fn an_engine_that_thinks_is_interrupted_by_space_and_by_undo() {
    let think = "white (Level 20) thinks";
    let steps = vec![
        key(KeyCode::Up),
        key(KeyCode::Enter),
        Step::Until(think),
        key(KeyCode::Char(' ')),
        Step::Until("black to move"),
        key(KeyCode::Esc),
        key(KeyCode::Up),
        key(KeyCode::Enter),
        Step::Until(think),
        key(KeyCode::Char('u')),
        Step::Shows("black to move"),
        Step::Interrupt,
    ];
    perform(thoughtful(), SIZE, steps);
}

/// The strongest level with hours on its clock thinks until it is stopped.
fn thoughtful() -> ScreenOptions {
    timed(setting(Variant::OCTAGON, "human", "level:20"), "100h")
}

#[test]
fn players_and_levels_are_changed_in_the_middle_of_a_game() {
    let down = || key(KeyCode::Down);
    // A person replaces the thinking computer and can move at once.
    let steps = [
        vec![key(KeyCode::Up), key(KeyCode::Enter), Step::Until("white (Level 20) thinks")],
        typed("p"),
        vec![Step::Shows("Players"), Step::Shows("Level 20"), key(KeyCode::Right), down()],
        vec![
            Step::Shows("[ Play on ]"),
            key(KeyCode::Enter),
            Step::Shows("White  Guest"),
            Step::Shows("white to move"),
        ],
        // A weak computer takes the other side.
        typed("p"),
        vec![key(KeyCode::Right), key(KeyCode::Right), key(KeyCode::Enter), Step::Shows("Black  Greedy")],
        vec![key(KeyCode::Esc), key(KeyCode::Up), key(KeyCode::Enter), Step::Until("black plays")],
        // Closing the dialog changes nothing.
        vec![Step::Until("white to move"), key(KeyCode::Char('p')), key(KeyCode::Right), key(KeyCode::Esc)],
        vec![Step::Shows("Black  Greedy"), Step::Interrupt],
    ];
    let outcome = perform(thoughtful(), SIZE, steps.concat());
    // The next game begins with the current players.
    assert_eq!(outcome.seats, Sides { black: "greedy".parse().unwrap(), white: "human".parse().unwrap() });
}

/// A typed row waits for its column only until the next action.
#[test]
fn two_digits_name_a_square_and_one_digit_is_forgotten_by_the_next_move() {
    let mut setting = two_people();
    setting.look.notation = Notation::RowColumn;
    let steps = [
        typed("2"),
        vec![key(KeyCode::Enter), Step::Until("white to move")],
        typed("42"),
        vec![Step::Shows("white to move: (4, 2) flips 1"), Step::Interrupt],
    ];
    perform(setting, SIZE, steps.concat());
}

#[test]
fn another_game_begins_with_those_who_play() {
    let mut setting = setting(Variant::TINY, "greedy", "random");
    setting.plan.games = 2;
    // The players have swapped colors in the second of two games.
    let steps = vec![
        Step::Until("Enter: the next game"),
        key(KeyCode::Enter),
        Step::Shows("Black  Random"),
        key(KeyCode::Char('n')),
        Step::Shows("Black        Random"),
        Step::Interrupt,
    ];
    perform(setting, SIZE, steps);
}

#[test]
fn a_failed_player_is_replaced_by_a_click() {
    let steps = [
        typed("i"),
        place("d3"),
        vec![
            Step::Elapse(1000),
            Step::Until("p: another player"),
            key(KeyCode::Char('p')),
            Step::Picture("players-80x24"),
        ],
        click(30, 11),
        click(30, 12),
        vec![Step::Shows("White  Guest"), Step::Until("white to move"), Step::Interrupt],
    ];
    perform(setting(Variant::STANDARD, "human", "gtp:/no/such/engine"), SIZE, steps.concat());
}

#[test]
fn the_screen_is_left_while_an_engine_thinks() {
    let moved = || vec![key(KeyCode::Up), key(KeyCode::Enter), Step::Until("white (Level 20) thinks")];
    let outcome = perform(thoughtful(), SIZE, [moved(), typed("qy")].concat());
    assert!(!outcome.is_interrupted && outcome.result.is_none());
    assert!(perform(thoughtful(), SIZE, [moved(), vec![control('c')]].concat()).is_interrupted);
}

/// A program that never answers does not block the screen.
#[cfg(unix)]
#[test]
fn the_screen_is_left_while_another_program_is_silent() {
    let silent = setting(Variant::STANDARD, "human", "gtp:sleep 1000");
    perform(silent, SIZE, [place("d3"), vec![Step::Until("thinks")], typed("qy")].concat());
}

#[test]
fn a_new_game_is_chosen_by_keys_and_by_clicks() {
    let mut steps = typed("n");
    // Upwards from Start: Time, Begins, Rules, Board.
    steps.extend(vec![key(KeyCode::Up); 4]);
    steps.extend([
        key(KeyCode::Right),
        Step::Shows("4x4"),
        key(KeyCode::Down),
        key(KeyCode::Right),
        Step::Shows("anti"),
    ]);
    steps.extend([key(KeyCode::Enter), Step::Shows("4x4 · tiny+anti"), Step::Shows("black to move")]);
    steps.extend(typed("n"));
    steps.extend([key(KeyCode::Esc), Step::ShowsNot("New game"), key(KeyCode::Char('q'))]);
    perform(two_people(), SIZE, steps);

    // The third line of the dialog is White. A click selects the next choice; a click on the last
    // line starts.
    let mut steps = typed("n");
    steps.extend(
        [click(30, 10), vec![Step::Shows("Random")], click(40, 15), vec![Step::Shows("White  Random")]].concat(),
    );
    steps.push(Step::Interrupt);
    perform(two_people(), SIZE, steps);
}

/// The lines upwards from Start: Time, Begins, Rules, Board, White, Black, Mode.
#[test]
fn the_three_modes_and_a_random_first_player_are_offered() {
    let mut steps = typed("n");
    steps.extend(vec![key(KeyCode::Up); 7]);
    steps.extend([
        Step::Shows("human vs. human"),
        key(KeyCode::Right),
        Step::Shows("computer vs. computer"),
        Step::Shows("Black        Level 6"),
        key(KeyCode::Right),
        Step::Shows("human vs. computer"),
        Step::Shows("Black        Guest"),
        Step::Shows("White        Level 6"),
    ]);
    steps.extend(vec![key(KeyCode::Down); 5]);
    steps.extend([key(KeyCode::Left), Step::Shows("random"), Step::Interrupt]);
    perform(two_people(), SIZE, steps);
}

#[test]
fn without_players_the_new_game_dialog_opens_and_offers_the_unfinished_game() {
    let mut setting = two_people();
    setting.begin = StartMode::Choose;
    perform(setting, SIZE, vec![Step::Shows("New game"), key(KeyCode::Esc)]);

    let mut left = Session::new(Options::new(Game::new(Variant::SIX.start())));
    left.play("c2".parse().unwrap()).unwrap();
    let mut setting = two_people();
    setting.begin = StartMode::Choose;
    let desk = Desk { left: Some(left), keeps: true, ..Desk::default() };
    let steps = vec![
        Step::Shows("a game of 1 moves"),
        key(KeyCode::Enter),
        Step::Shows("6x6"),
        key(KeyCode::Char('n')),
        Step::Shows("Board        6x6"),
        control('c'),
    ];
    perform_with(desk, setting, SIZE, steps);
}

#[test]
fn resigning_asks_first() {
    let question = "Does black resign?";
    let mut steps = typed("x");
    steps.extend([
        Step::Shows(question),
        key(KeyCode::Char('n')),
        Step::Shows("black to move"),
        key(KeyCode::Char('x')),
    ]);
    steps.extend([key(KeyCode::Char('y')), Step::Shows("white wins: black resigned"), key(KeyCode::Char('q'))]);
    let outcome = perform(two_people(), SIZE, steps);
    assert_eq!(outcome.result, Some(GameResult::Resigned(Color::Black)));
}

/// Players must see the board to move.
#[test]
fn a_terminal_that_is_too_small_takes_no_moves() {
    let mut steps = vec![Step::Resize(40, 10), Step::Shows("Outflank needs 60x20")];
    steps.extend([place("d3"), typed("uxy"), click(10, 5), vec![control('z'), Step::Resize(80, 24)]].concat());
    steps.extend([Step::Elapse(2000), Step::Shows("black to move"), Step::ShowsNot(" 1  d3")]);
    steps.extend([Step::Resize(40, 10), key(KeyCode::Char('q'))]);
    perform(two_people(), SIZE, steps);
}

/// A key meant for something else must not place a disc if the computer moves just before it.
#[test]
fn space_never_places_a_disc() {
    let mut steps = typed("d3 ");
    steps.extend([
        Step::Shows("press Enter to place a disc"),
        Step::Elapse(2000),
        Step::ShowsNot(" 1  d3"),
        Step::Interrupt,
    ]);
    perform(two_people(), SIZE, steps);
}

/// The options of the command line apply to the first chosen games.
#[test]
fn the_first_choice_keeps_the_number_of_games_and_the_seed() {
    let mut setting = setting(Variant::TINY, "random", "random");
    (setting.begin, setting.plan.games, setting.speed) = (StartMode::Choose, 2, 16.0);
    let begun = std::rc::Rc::default();
    let desk = Desk { begun: std::rc::Rc::clone(&begun), ..Desk::default() };
    let mut steps = vec![key(KeyCode::Enter), Step::Shows("game 1 of 2"), Step::Until("Enter: the next game")];
    steps.extend([key(KeyCode::Enter), Step::Until("n: another game"), key(KeyCode::Char('n')), key(KeyCode::Enter)]);
    steps.extend([Step::ShowsNot("of 2"), Step::Interrupt]);
    perform_with(desk, setting, SIZE, steps);
    assert_eq!(*begun.borrow(), [7, 8, 8]);
}

#[test]
fn after_a_given_position_an_ordinary_game_can_be_chosen() {
    let mut setting = two_people();
    let mut game = Game::new(Variant::STANDARD.start());
    game.play("d3".parse().unwrap()).unwrap();
    setting.plan.start = Start::Game(game);
    let mut steps = vec![Step::Shows("white to move"), key(KeyCode::Char('n')), Step::Shows("the given position")];
    // Upwards from Start: Time, From; then down again.
    steps.extend([key(KeyCode::Up), key(KeyCode::Up), key(KeyCode::Right), Step::Shows("the beginning")]);
    steps.extend([Step::Shows("Board"), key(KeyCode::Enter), Step::Shows("black to move"), Step::Interrupt]);
    perform(setting, SIZE, steps);
}

#[test]
fn an_unsaved_game_needs_a_confirmation_to_quit() {
    let steps = [place("d3"), typed("q"), vec![Step::Shows("This game is not saved.")], typed("n"), typed("qy")];
    perform(two_people(), SIZE, steps.concat());
    let desk = Desk { keeps: true, ..Desk::default() };
    perform_with(desk, two_people(), SIZE, [place("d3"), typed("q")].concat());
}

#[test]
fn saving_asks_for_a_name_and_reports_a_bad_one() {
    let dir = tempfile::tempdir().unwrap();
    let name = dir.path().join("a.txt").display().to_string();
    let mut steps = [place("d3"), typed("s"), vec![Step::Shows("File: game.sgf"), control('u')], typed("a")].concat();
    steps.extend([key(KeyCode::Enter), Step::Shows("a has no ending"), key(KeyCode::Backspace)]);
    steps.extend(typed(&name));
    steps.extend([key(KeyCode::Enter), Step::Shows("saved in "), Step::Interrupt]);
    perform(two_people(), SIZE, steps);
    assert_eq!(std::fs::read_to_string(name).unwrap(), "1");
}

#[test]
fn nothing_is_drawn_while_nothing_changes() {
    let steps = vec![
        key(KeyCode::Char('i')),
        Step::Elapse(500),
        Step::Shows("black to move"),
        Step::Elapse(60_000),
        Step::Undrawn,
        Step::Mouse(MouseEventKind::Moved, 79, 0),
        Step::Elapse(1000),
        Step::Undrawn,
        Step::Interrupt,
    ];
    perform(two_people(), SIZE, steps);
}

#[test]
fn a_forced_pass_is_announced_and_listed() {
    let moves = moves_before_a_pass();
    let mut steps = Vec::new();
    for mv in &moves {
        steps.extend(place(mv));
        steps.push(Step::Elapse(700));
    }
    steps.extend([Step::Until("has no legal square and passes"), Step::Until("pass"), Step::Interrupt]);
    perform(setting(Variant::TINY, "human", "human"), SIZE, steps);
}

/// A forced pass after the given moves is shown like any other.
#[test]
fn a_pass_at_the_start_of_a_given_game_is_shown() {
    let game = game_before_a_pass();
    let setting = || {
        let mut setting = setting(Variant::TINY, "human", "human");
        setting.plan.start = Start::Game(game.clone());
        setting
    };
    let steps = [
        vec![Step::Shows("has no legal square and passes"), key(KeyCode::PageUp), Step::Shows("after move")],
        vec![Step::Interrupt],
    ];
    perform(setting(), SIZE, steps.concat());
    // A watched game passes only after its start.
    let mut watched = ScreenOptions { is_watched: true, ..setting() };
    watched.plan.seats = Sides::of(|_| "greedy".parse().unwrap());
    let steps =
        vec![Step::Elapse(5_000), Step::ShowsNot("pass"), key(KeyCode::Enter), Step::Until("passes"), Step::Interrupt];
    perform(watched, SIZE, steps);
}

/// Moves on 4x4 after which a side must pass.
fn moves_before_a_pass() -> Vec<String> {
    game_before_a_pass().moves().map(|mv| mv.to_string()).collect()
}

fn game_before_a_pass() -> Game {
    let game = |stride: usize| {
        let mut game = Game::new(Variant::TINY.start());
        while let moves @ [first, ..] = &game.position().moves()[..] {
            if first.square().is_none() {
                return Some(game);
            }
            game.play(moves[stride * game.ply() % moves.len()]).unwrap();
        }
        None
    };
    (0..100).find_map(game).expect("passes are common on 4x4")
}

fn timed(setting: ScreenOptions, time: &str) -> ScreenOptions {
    ScreenOptions { plan: Plan { time: time.parse().ok(), ..setting.plan }, ..setting }
}

#[test]
fn clocks_run_with_the_time_of_the_screen_and_one_that_runs_down_ends_the_game() {
    let steps = [
        vec![Step::Shows("1:00"), Step::ShowsNot("0:50"), Step::Elapse(10_000), Step::Shows("0:50")],
        place("d3"),
        vec![Step::Elapse(59_000), Step::Shows("0:50"), Step::Shows("0:01"), Step::ShowsNot("ran out")],
        vec![Step::Elapse(1_100), Step::Shows("black wins: white's time ran out"), Step::Interrupt],
    ];
    let outcome = perform(timed(two_people(), "1m"), SIZE, steps.concat());
    assert_eq!(outcome.result, Some(GameResult::TimedOut(Color::White)));
}

/// The clock does not run during the new-game dialog, nor after a player failed.
#[test]
fn clocks_stand_while_nobody_may_move() {
    let setting = || timed(setting(Variant::STANDARD, "human", "gtp:/no/such/engine"), "1m");
    let steps = [
        place("d3"),
        vec![Step::Until("Space ask again"), Step::Elapse(3_600_000)],
        vec![Step::ShowsNot("ran out"), Step::ShowsNot("0:00"), Step::Interrupt],
    ];
    perform(setting(), SIZE, steps.concat());
    let steps = vec![
        Step::Shows("New game"),
        Step::Shows("choose a game; Enter starts it"),
        Step::ShowsNot("to move"),
        Step::Elapse(3_600_000),
        key(KeyCode::Enter),
        Step::Shows("1:00"),
        Step::Shows("black to move"),
        Step::Interrupt,
    ];
    perform(ScreenOptions { begin: StartMode::Choose, ..setting() }, SIZE, steps);
}

/// Between two computers, no key is needed, and undo pauses the game.
#[test]
fn two_computers_play_by_themselves() {
    let steps = vec![
        Step::Until("white plays"),
        key(KeyCode::Char('u')),
        Step::Shows("paused"),
        key(KeyCode::Char(' ')),
        Step::Until("n: another game"),
        key(KeyCode::Char('q')),
    ];
    let outcome = perform(setting(Variant::TINY, "greedy", "random"), SIZE, steps);
    assert!(outcome.result.is_some());
}

/// The advice at the end of a long message is wrapped and not cut.
#[test]
fn long_messages_are_wrapped() {
    let engine = "gtp:/a/directory/with/quite/a/long/name/that/is/nowhere/to/be/found/engine";
    let steps = [
        place("d3"),
        vec![Step::Until("again"), Step::Shows("Space ask again"), key(KeyCode::Down)],
        vec![Step::Until("failed"), Step::Interrupt],
    ];
    perform(setting(Variant::STANDARD, "human", engine), (60, 20), steps.concat());
}

/// The message names an engine that cannot be started, and the game waits.
#[test]
fn space_and_enter_retry_a_failed_player() {
    let (x, y) = at("c3");
    let again = |code| {
        vec![key(code), Step::Elapse(100), Step::ShowsNot("wait for its move"), Step::Until("could not be started")]
    };
    let steps = [
        place("d3"),
        vec![Step::Until("could not be started")],
        again(KeyCode::Char(' ')),
        again(KeyCode::Enter),
        click(x, y),
        vec![Step::ShowsNot("wait for its move"), Step::Shows("has failed; Space asks again")],
        typed("u"),
        vec![Step::Shows("black to move"), Step::Interrupt],
    ];
    perform(setting(Variant::STANDARD, "human", "gtp:/no/such/engine"), SIZE, steps.concat());
}
