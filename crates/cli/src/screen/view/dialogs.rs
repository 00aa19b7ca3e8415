//! Draws the dialogs.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::Style,
    symbols::border,
    text::Line,
    widgets::{Block, Clear, Padding, Widget},
};

use super::{put, put_line, shortened, wrapped};
use crate::screen::{
    App,
    app::Watch,
    dialog::{Dialog, Players, Row, SaveAs},
    layout::centered,
    theme::ScreenTheme,
};

/// The keys and their effects.
const HELP: [(&str, &str); 16] = [
    ("arrows", "move the cursor over the board"),
    ("letter, digit", "choose a column, choose a row"),
    ("Enter, click", "place a disc on the chosen square"),
    ("Space", "computer moves now; pauses two computers"),
    ("u, Ctrl-Z", "undo"),
    ("r, Ctrl-Y", "redo"),
    ("v", "hints: the value of each move"),
    ("i", "evaluation and graph"),
    ("PgUp PgDn", "step through the game; so does the wheel"),
    ("Home End", "first move, current position"),
    ("n", "new game: board, rules, players, time"),
    ("p", "players: change them during the game"),
    ("s", "save the game in a file"),
    ("x", "resign"),
    ("+ -", "speed of the moves"),
    ("q, Ctrl-C", "quit"),
];

const BORDER: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

pub(super) fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    if app.watch == Watch::Waits {
        return draw_start(app, area, buffer);
    }
    let Some(dialog) = &app.dialog else { return };
    let inner = draw_box(app, dialog_place(dialog, area), title(dialog), buffer);
    match dialog {
        Dialog::New(new) => {
            let lines = new.rows().into_iter().map(|row| (row, new.text(row)));
            draw_choice(app, lines, new.selected, inner, buffer);
        }
        Dialog::Players(players) => {
            let lines = Players::ROWS.into_iter().map(|row| (row, players.text(row)));
            draw_choice(app, lines, players.selected, inner, buffer);
        }
        Dialog::Save(save) => draw_save(save, inner, buffer),
        Dialog::Help => draw_help(inner, buffer),
        Dialog::Resign => {
            let who = app.resigner().map(|color| color.to_string()).unwrap_or_default();
            put(buffer, inner.x, inner.y, inner.width, &format!("Does {who} resign? y or n"), Style::new());
        }
        Dialog::Quit => {
            put(buffer, inner.x, inner.y, inner.width, "This game is not saved. Quit? y or n", Style::new());
        }
    }
}

/// The line of the dialog at a position.
pub(crate) fn dialog_row_at(app: &App, place: Position) -> Option<usize> {
    let dialog = app.dialog.as_ref()?;
    let inner = inside(dialog_place(dialog, app.area()));
    let row = usize::from(place.y.checked_sub(inner.y)?);
    let count = match dialog {
        Dialog::New(new) => new.rows().len(),
        Dialog::Players(_) => Players::ROWS.len(),
        _ => usize::from(inner.height),
    };
    (inner.contains(place) && row < count).then_some(row)
}

fn title(dialog: &Dialog) -> &'static str {
    match dialog {
        Dialog::New(_) => " New game ",
        Dialog::Players(_) => " Players ",
        Dialog::Save(_) => " Save ",
        Dialog::Help => " Keys ",
        Dialog::Resign => " Resign ",
        Dialog::Quit => " Quit ",
    }
}

fn dialog_place(dialog: &Dialog, area: Rect) -> Rect {
    let (width, rows) = match dialog {
        Dialog::New(new) => {
            // The description of the unfinished game is long.
            let left = new.left.as_ref().map_or(0, |left| left.chars().count() + usize::from(CHOICE_FRAME) + 4);
            ((left.min(usize::from(area.width)) as u16).max(48), new.rows().len() as u16)
        }
        Dialog::Players(_) => (48, Players::ROWS.len() as u16),
        Dialog::Save(save) => {
            let width = area.width.min(54);
            (width, 1 + save_rows(save, usize::from(width.saturating_sub(4))).len().max(2) as u16)
        }
        Dialog::Help => (60, HELP.len() as u16),
        Dialog::Resign | Dialog::Quit => (42, 1),
    };
    centered(area, width, rows + 2)
}

fn inside(place: Rect) -> Rect {
    Rect {
        x: place.x + 2,
        y: place.y + 1,
        width: place.width.saturating_sub(4),
        height: place.height.saturating_sub(2),
    }
}

fn draw_box(app: &App, place: Rect, title: &'static str, buffer: &mut Buffer) -> Rect {
    Clear.render(place, buffer);
    let set = if app.look.is_ascii { BORDER } else { border::ROUNDED };
    let block = Block::bordered()
        .border_set(set)
        .padding(Padding::horizontal(1))
        .title(Line::styled(title, ScreenTheme::bold()));
    block.render(place, buffer);
    inside(place)
}

/// The columns of a line besides the chosen option.
const CHOICE_FRAME: u16 = 16;

/// Draws lines with a name and the chosen option.
fn draw_choice(
    app: &App,
    lines: impl Iterator<Item = (Row, (&'static str, String))>,
    selected: usize,
    area: Rect,
    buffer: &mut Buffer,
) {
    for (index, (row, (name, value))) in lines.enumerate() {
        let is_selected = index == selected;
        let line = Rect { y: area.y + index as u16, height: 1, ..area };
        let room = usize::from(area.width.saturating_sub(CHOICE_FRAME));
        let value = shortened(&value, room, app.look.character("…", "..."));
        let text = match row {
            Row::Start => format!("{:^width$}", format!("[ {value} ]"), width = usize::from(area.width)),
            Row::Resume => format!("{name:<11}  {value:<room$}   "),
            _ if is_selected => {
                format!("{name:<11}{} {value:<room$} {} ", app.look.character("◂", "<"), app.look.character("▸", ">"))
            }
            _ => format!("{name:<11}  {value:<room$}   "),
        };
        put_line(buffer, line, &Line::styled(text, if is_selected { ScreenTheme::selected() } else { Style::new() }));
    }
}

fn draw_save(save: &SaveAs, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    // Shows the end of a long name, where the user types.
    let room = width.saturating_sub(7);
    let skipped = save.name.chars().count().saturating_sub(room);
    let shown: String = save.name.chars().skip(skipped).collect();
    put(buffer, area.x, area.y, area.width, &format!("File: {shown}"), Style::new());
    put(buffer, area.x + 6 + shown.chars().count() as u16, area.y, 1, " ", ScreenTheme::selected());
    let style = if save.complaint.is_some() { ScreenTheme::bold() } else { ScreenTheme::dim() };
    for (y, row) in (area.y + 1..area.bottom()).zip(save_rows(save, width)) {
        put(buffer, area.x, y, area.width, &row, style);
    }
}

/// The text under the name: the error or the possible formats.
fn save_rows(save: &SaveAs, width: usize) -> Vec<String> {
    match &save.complaint {
        Some(complaint) => wrapped(complaint, width),
        None => vec![
            "The ending chooses the format: .txt .ggf .sgf".to_owned(),
            ".pgn .json .wtb; .obf .fen .board: the board".to_owned(),
        ],
    }
}

fn draw_help(area: Rect, buffer: &mut Buffer) {
    for (row, (key, what)) in (area.y..area.bottom()).zip(HELP) {
        put(buffer, area.x, row, 13, key, ScreenTheme::bold());
        put(buffer, area.x + 15, row, area.width.saturating_sub(15), what, Style::new());
    }
}

fn draw_start(app: &App, area: Rect, buffer: &mut Buffer) {
    let text = "press any key or click to start";
    let place = centered(area, text.len() as u16 + 4, 3);
    let inner = draw_box(app, place, " Watch ", buffer);
    put(buffer, inner.x, inner.y, inner.width, text, ScreenTheme::bold());
}
