//! Snapshots of the screen at three sizes and in every mode.

use outflank_cli::screen::{Palette, ScreenOptions, ScreenTheme};
use outflank_rules::Variant;
use ratatui::crossterm::event::{KeyCode, MouseEventKind};

use super::script::{Step, key, perform, place, setting, typed};

const SIZES: [(u16, u16); 3] = [(60, 20), (80, 24), (120, 40)];

/// Two people play five moves of the Tiger opening, without evaluation.
fn tiger() -> Vec<Step> {
    let mut steps = typed("i");
    for square in ["f5", "d6", "c3", "d3", "c4"] {
        steps.extend(place(square));
        steps.push(Step::Elapse(1000));
    }
    steps.extend([key(KeyCode::Esc), Step::Until("white to move")]);
    steps
}

fn with_look(setting: ScreenOptions, palette: Palette, is_ascii: bool) -> ScreenOptions {
    ScreenOptions { look: ScreenTheme { palette, is_ascii, ..setting.look }, ..setting }
}

fn pictures(setting: impl Fn() -> ScreenOptions, steps: &[Step], names: [&'static str; 3]) {
    for (size, name) in SIZES.into_iter().zip(names) {
        let mut steps = steps.to_vec();
        steps.extend([Step::Picture(name)]);
        steps.extend([Step::Interrupt]);
        perform(setting(), size, steps);
    }
}

fn two_people() -> ScreenOptions {
    setting(Variant::STANDARD, "human", "human")
}

#[test]
fn a_game_at_three_sizes() {
    pictures(two_people, &tiger(), ["game-60x20", "game-80x24", "game-120x40"]);
}

#[test]
fn a_game_without_colors() {
    let mut steps = tiger();
    steps.extend(typed("f3"));
    let names = ["no-color-60x20", "no-color-80x24", "no-color-120x40"];
    pictures(|| with_look(two_people(), Palette::None, false), &steps, names);
}

#[test]
fn a_game_in_ascii() {
    let mut steps = tiger();
    steps.extend(typed("f3"));
    let names = ["ascii-60x20", "ascii-80x24", "ascii-120x40"];
    pictures(|| with_look(two_people(), Palette::None, true), &steps, names);
    let steps = [steps, vec![Step::Picture("ascii-colors-80x24"), Step::Interrupt]].concat();
    perform(with_look(two_people(), Palette::Indexed, true), (80, 24), steps);
    for keys in ["n", "?", "s", "x", "v"] {
        let steps = [typed(keys), vec![Step::Elapse(1000), Step::Ascii, Step::Interrupt]].concat();
        perform(with_look(two_people(), Palette::Indexed, true), (80, 24), steps);
    }
    let values = vec![key(KeyCode::Char('v')), Step::Until("-10="), Step::Ascii, Step::Interrupt];
    perform(with_look(setting(Variant::TINY, "human", "human"), Palette::None, true), (80, 24), values);
}

#[test]
fn the_cursor_previews_what_flips() {
    let mut steps = tiger();
    steps.extend(typed("f3"));
    steps.push(Step::Shows("white to move: f3 flips 1 (e4)"));
    pictures(two_people, &steps, ["preview-60x20", "preview-80x24", "preview-120x40"]);
}

#[test]
fn a_game_in_all_colors() {
    let steps = [tiger(), typed("f3"), vec![Step::Picture("full-color-80x24"), Step::Interrupt]].concat();
    perform(with_look(two_people(), Palette::Full, false), (80, 24), steps);
}

#[test]
fn the_new_game_dialog() {
    let steps = [typed("in"), vec![Step::Shows("New game")]].concat();
    pictures(two_people, &steps, ["new-60x20", "new-80x24", "new-120x40"]);
}

#[test]
fn the_keys() {
    pictures(two_people, &typed("i?"), ["help-60x20", "help-80x24", "help-120x40"]);
}

/// On 4x4 the advisor solves the game at once, so its texts are always the same.
#[test]
fn hints_evaluation_and_graph() {
    let settled = vec![Step::Until("✓"), Step::UntilNot("~"), Step::Elapse(1000)];
    let steps =
        [typed("v"), settled.clone(), place("a2"), settled.clone(), place("a3"), vec![key(KeyCode::Esc)], settled];
    let steps = steps.concat();
    let tiny = || setting(Variant::TINY, "human", "human");
    pictures(tiny, &steps, ["hints-60x20", "hints-80x24", "hints-120x40"]);
}

#[test]
fn other_boards() {
    for (variant, name) in [
        (Variant::TINY, "board-tiny"),
        (Variant::SIX, "board-six"),
        (Variant::OCTAGON, "board-octagon"),
        (Variant::FREE_CENTRE, "board-free-centre"),
        (Variant::handicap(4), "board-handicap-4"),
    ] {
        perform(
            setting(variant, "human", "human"),
            (80, 24),
            [typed("i"), vec![Step::Picture(name), Step::Interrupt]].concat(),
        );
    }
}

/// Squares are displayed and typed in the chosen notation.
#[test]
fn other_notations() {
    use outflank_rules::notation::Notation;
    for (notation, square, shown) in [
        (Notation::RowLetter, "c4", "black to move: C4 flips 1 (D4)"),
        (Notation::RowColumn, "23", "black to move: (2, 3) flips 1 ((3, 3))"),
    ] {
        let mut setting = two_people();
        setting.look.notation = notation;
        perform(setting, (80, 24), [typed(square), vec![Step::Shows(shown), Step::Interrupt]].concat());
    }
}

#[test]
fn a_terminal_that_is_too_small_says_what_it_needs() {
    let steps = vec![
        Step::Resize(59, 20),
        Step::Shows("Outflank needs 60x20."),
        Step::Shows("This terminal is 59x20"),
        Step::Picture("too-small"),
        Step::Resize(12, 3),
        Step::Mouse(MouseEventKind::Moved, 3, 1),
        Step::Resize(60, 20),
        Step::Shows("black to move"),
        Step::Resize(1, 1),
        Step::Elapse(200),
        key(KeyCode::Char('q')),
    ];
    perform(two_people(), (80, 24), steps);
}
