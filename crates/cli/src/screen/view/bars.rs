//! The title, the status line and the key help.

use outflank_arena::{GameResult, PlayerSpec, Seat};
use outflank_rules::{Move, Variant};
use ratatui::{
    buffer::Buffer,
    layout::{Alignment, Rect},
    style::Style,
    text::{Line, Span},
    widgets::{Clear, Paragraph, Widget},
};

use super::{balanced, put_line};
use crate::screen::{App, app::Watch, dialog::Dialog, theme::ScreenTheme};

/// The most rows of a message, which grows upward over the board.
const MAX_STATUS_ROWS: usize = 6;

pub(super) fn draw_title(app: &App, area: Rect, buffer: &mut Buffer) {
    let game = Variant::from_position(&app.session.game().start());
    let size = game.spec().size();
    let code = game.to_string();
    let name = if code.starts_with('=') { "own position" } else { &code };
    let dot = app.look.character("·", "-");
    put_line(
        buffer,
        area,
        &Line::from(vec![
            Span::styled(" Outflank", ScreenTheme::bold()),
            format!("  {size}x{size} {dot} {name}").into(),
        ]),
    );
    let right = Line::styled(facts(app).join("  ") + " ", ScreenTheme::dim());
    Paragraph::new(right).alignment(Alignment::Right).render(area, buffer);
}

/// The texts at the right of the title.
fn facts(app: &App) -> Vec<String> {
    let mut facts = Vec::new();
    if app.plan.games > 1 {
        facts.push(format!("game {} of {}", app.number + 1, app.plan.games));
    }
    if app.speed != 1.0 {
        facts.push(format!("speed {}x", app.speed));
    }
    if app.is_paused {
        facts.push("paused".to_owned());
    }
    facts
}

pub(super) fn draw_status(app: &App, area: Rect, buffer: &mut Buffer) {
    let (text, style) = status(app);
    let mut rows = balanced(&text, usize::from(area.width).saturating_sub(2));
    // Cuts the middle of a long message, because the end says what to do.
    if rows.len() > MAX_STATUS_ROWS {
        rows.splice(MAX_STATUS_ROWS - 3..rows.len() - 2, [app.look.character("…", "...").to_owned()]);
    }
    for (row, y) in rows.iter().rev().zip((0..=area.y).rev()) {
        let line = Rect { y, ..area };
        Clear.render(line, buffer);
        put_line(buffer, line, &Line::styled(format!(" {row}"), style));
    }
}

fn status(app: &App) -> (String, Style) {
    let bold = ScreenTheme::bold();
    if let Some(notice) = &app.notice {
        return (notice.clone(), bold);
    }
    if app.is_choosing_first() {
        return ("choose a game; Enter starts it".to_owned(), bold);
    }
    if app.watch == Watch::Waits {
        return ("press any key to start".to_owned(), bold);
    }
    if let Some(ply) = app.back {
        return (format!("after move {ply} of {}: End goes back to the game", app.session.game().ply()), Style::new());
    }
    if let Some(passed) = pass(app) {
        return (passed, bold);
    }
    match app.session.result() {
        Some(result) if app.show.has_all(&app.session) => (end(app, result), bold),
        _ => (turn(app), Style::new()),
    }
}

/// The forced pass that is being shown or was the last move.
fn pass(app: &App) -> Option<String> {
    let game = app.session.game();
    let ply = app.shown_ply();
    let last = game.moves().nth(ply.checked_sub(1)?)?;
    let passer = game.position_at(ply - 1)?.turn();
    let is_fresh = app.show.animation().is_some() || !app.session.is_over();
    (last == Move::Pass && is_fresh).then(|| format!("{passer} has no legal square and passes; {} to move", !passer))
}

fn end(app: &App, result: GameResult) -> String {
    let next = match app.watch {
        Watch::Ended => "; any key closes",
        Watch::Off if app.has_next() => "; Enter: the next game",
        Watch::Off if result.is_draw() => "; n: another game decides",
        Watch::Off => "; n: another game",
        _ => "",
    };
    format!("{result}{next}")
}

fn turn(app: &App) -> String {
    let position = app.shown();
    let side = position.turn();
    let seat = &app.session.seats()[side];
    if !app.show.has_all(&app.session) || app.session.is_over() {
        return last_move(app).unwrap_or_default();
    }
    if let Some(last) = last_move(app).filter(|_| !app.has_human() && !app.is_paused && !app.is_stalled) {
        return format!("{last}; {side} ({}) to move", seat.title());
    }
    if !seat.is_human() {
        let hint = if app.is_paused {
            ": paused"
        } else if app.is_stalled && app.watch == Watch::Off {
            " has failed; Space asks again, p: another player"
        } else if app.is_stalled {
            " has failed; Space asks again"
        } else if app.has_human() && matches!(seat, Seat::Computer(PlayerSpec::Bot(_))) {
            " thinks; Space: move at once"
        } else {
            " thinks"
        };
        return format!("{side} ({}){hint}", seat.title());
    }
    let focus = app.focus.filter(|&square| position.legal().contains(square) && app.dialog.is_none());
    match focus.map(|square| (Move::Place(square), position.flips(square))) {
        Some((mv, flips)) if !flips.is_empty() => {
            let notation = app.look.notation;
            format!("{side} to move: {} flips {} ({})", notation.write(mv), flips.len(), notation.write_squares(flips))
        }
        _ => format!("{side} to move"),
    }
}

/// The animated or last move.
fn last_move(app: &App) -> Option<String> {
    let turn = match app.show.animation() {
        Some(animation) => *animation.turn(),
        None => app.session.turns_since(app.shown_ply().checked_sub(1)?).first().copied()?,
    };
    let flips = match turn.flips.len() {
        0 => String::new(),
        count => format!(", flips {count}"),
    };
    Some(format!("{} plays {}{flips}", turn.color, app.look.notation.write(turn.mv)))
}

pub(super) fn draw_footer(app: &App, area: Rect, buffer: &mut Buffer) {
    let mut spans = vec![Span::raw(" ")];
    let mut left = usize::from(area.width) - 1;
    for (key, what) in keys(app) {
        let width = key.chars().count() + what.chars().count() + 3;
        if width > left {
            break;
        }
        left -= width;
        spans.push(Span::styled(*key, ScreenTheme::bold()));
        spans.push(Span::styled(format!(" {what}  "), ScreenTheme::dim()));
    }
    put_line(buffer, area, &Line::from(spans));
}

/// The available keys, the most useful first.
fn keys(app: &App) -> &'static [(&'static str, &'static str)] {
    match (&app.dialog, app.watch) {
        (Some(Dialog::New(dialog)), _) if dialog.is_first => {
            &[("Up Down", "line"), ("Left Right", "change"), ("Enter", "start"), ("Esc", "leave")]
        }
        (Some(Dialog::New(_)), _) => {
            &[("Up Down", "line"), ("Left Right", "change"), ("Enter", "start"), ("Esc", "back")]
        }
        (Some(Dialog::Players(_)), _) => {
            &[("Up Down", "line"), ("Left Right", "change"), ("Enter", "play on"), ("Esc", "back")]
        }
        (Some(Dialog::Save(_)), _) => &[("Enter", "save"), ("Ctrl-U", "clear"), ("Esc", "back")],
        (Some(Dialog::Help), _) => &[("any key", "back")],
        (Some(Dialog::Resign | Dialog::Quit), _) => &[("y", "yes"), ("n", "no")],
        (None, Watch::Waits) => &[("any key", "start"), ("q", "quit")],
        (None, Watch::Runs) if app.is_stalled => &[("Space", "ask again"), ("q", "quit")],
        (None, Watch::Runs) => &[("Space", "pause"), ("+ -", "speed"), ("i", "evaluation"), ("q", "quit")],
        (None, Watch::Ended) => &[("any key", "close")],
        (None, Watch::Off) if app.back.is_some() => {
            &[("PgUp PgDn", "step"), ("Home", "first"), ("End", "back to the game"), ("?", "help"), ("q", "quit")]
        }
        (None, Watch::Off) if app.session.is_over() => &[
            ("n", "new"),
            ("u", "undo"),
            ("PgUp PgDn", "step"),
            ("s", "save"),
            ("?", "help"),
            ("q", "quit"),
            ("i", "evaluation"),
        ],
        (None, Watch::Off) if app.is_stalled => {
            &[("Space", "ask again"), ("p", "players"), ("u", "undo"), ("s", "save"), ("?", "help"), ("q", "quit")]
        }
        (None, Watch::Off) if !app.has_human() => &[
            ("Space", "pause"),
            ("+ -", "speed"),
            ("p", "players"),
            ("?", "help"),
            ("q", "quit"),
            ("n", "new"),
            ("s", "save"),
        ],
        (None, Watch::Off) => &[
            ("?", "help"),
            ("n", "new"),
            ("u", "undo"),
            ("r", "redo"),
            ("v", "hints"),
            ("s", "save"),
            ("q", "quit"),
            ("p", "players"),
            ("x", "resign"),
            ("PgUp PgDn", "step"),
            ("i", "evaluation"),
        ],
    }
}
