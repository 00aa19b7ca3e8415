//! Beside the board: players, counts, clocks, opening, evaluation, moves.

use outflank_rules::{Color, opening};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
};

use super::{graph, moves, put, put_line, shortened};
use crate::{App, advice::Worth, app::Watch, look::Look};

/// Rows of the graph in a panel of so many rows.
fn graph_height(rows: u16) -> u16 {
    match rows {
        ..=17 => 3,
        18..=24 => 5,
        _ => 7,
    }
}

pub(super) fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    let mut rows = Rows { area };
    for color in Color::ALL {
        draw_player(app, color, rows.take(1), buffer);
        if let Some(clock) = app.clock(color) {
            draw_clock(app, color, clock, rows.take(1), buffer);
        }
    }
    rows.take(1);
    draw_opening(app, rows.take(1), buffer);
    if app.has_evaluation {
        let curve = app.advice.curve(&app.session, app.last_told());
        let worth = app.advice.worth(&app.session, app.shown_ply());
        draw_evaluation(app, worth, rows.take(1), buffer);
        graph::draw(app, &curve, rows.take(graph_height(area.height)), buffer);
    }
    rows.take(1);
    moves::draw(app, rows.area, buffer);
}

/// An area that is used up from above.
struct Rows {
    area: Rect,
}

impl Rows {
    fn take(&mut self, rows: u16) -> Rect {
        let rows = rows.min(self.area.height);
        let taken = Rect { height: rows, ..self.area };
        self.area = Rect { y: self.area.y + rows, height: self.area.height - rows, ..self.area };
        taken
    }
}

fn is_active(app: &App, color: Color) -> bool {
    let is_begun = app.watch != Watch::Waits && !app.is_choosing_first();
    is_begun && !app.session.is_over() && app.shown().turn() == color
}

/// The disc, who plays it, and how many there are.
fn draw_player(app: &App, color: Color, area: Rect, buffer: &mut Buffer) {
    if area.height == 0 {
        return;
    }
    let (sign, style) = app.look.token(color);
    let marker = if is_active(app, color) { app.look.sign("▶", ">") } else { " " };
    let count = app.shown().discs(color).len().to_string();
    let room = usize::from(area.width).saturating_sub(6 + count.len() + 1);
    let name = shortened(&seat_name(app, color), room, app.look.sign("…", "..."));
    let name_style = if is_active(app, color) { Look::bold() } else { Style::new() };
    let line = vec![Span::raw(marker), Span::styled(sign, style), Span::styled(format!(" {name}"), name_style)];
    put_line(buffer, area, &Line::from(line));
    let x = area.right().saturating_sub(count.len() as u16);
    put(buffer, x, area.y, count.len() as u16, &count, Look::bold());
}

/// Nobody sits there yet while a game is being chosen.
fn seat_name(app: &App, color: Color) -> String {
    let name = match color {
        Color::Black => "Black",
        Color::White => "White",
    };
    if app.is_choosing_first() { name.to_owned() } else { format!("{name}  {}", app.session.seats()[color]) }
}

fn draw_clock(app: &App, color: Color, clock: &str, area: Rect, buffer: &mut Buffer) {
    let style = if is_active(app, color) { Look::bold() } else { Look::dim() };
    let x = area.right().saturating_sub(clock.len() as u16);
    put(buffer, x, area.y, clock.len() as u16, clock, style);
}

fn draw_opening(app: &App, area: Rect, buffer: &mut Buffer) {
    // Moves that are not on the board yet are not given away by the name they lead to.
    let mut game = app.session.game().clone();
    while game.ply() > app.last_told() {
        game.undo();
    }
    let name = opening::name(&game).unwrap_or_default();
    let name = shortened(name, usize::from(area.width), app.look.sign("…", "..."));
    put(buffer, area.x, area.y, area.width, &name, Style::new().add_modifier(Modifier::ITALIC));
}

/// A bar of which black has the left part, and the value in words.
fn draw_evaluation(app: &App, worth: Option<Worth>, area: Rect, buffer: &mut Buffer) {
    let text = worth.map(|worth| worth_text(app, &worth)).unwrap_or_default();
    let bar = area.width.saturating_sub(LABEL + 1);
    if area.height == 0 || bar < 4 {
        return;
    }
    let black = worth.map_or(bar / 2, |worth| black_share(worth.black, bar));
    for column in 0..bar {
        let side = if column < black { Color::Black } else { Color::White };
        let (sign, style) = bar_cell(&app.look, side);
        put(buffer, area.x + column, area.y, 1, sign, style);
    }
    put(buffer, area.x + bar + 1, area.y, LABEL, &text, Style::new());
}

/// Columns for the value: `~-12 d10`.
const LABEL: u16 = 8;

fn worth_text(app: &App, worth: &Worth) -> String {
    let value = if worth.black == 0 { "0".to_owned() } else { format!("{:+}", worth.black) };
    match worth.depth {
        _ if worth.is_exact => format!("{value}{}", app.look.sign("✓", "=")),
        Some(depth) => format!("~{value} d{depth}"),
        None => format!("~{value}"),
    }
}

/// How many of so many columns black has. Small leads show, large ones do not fill the bar at once.
fn black_share(black: i32, columns: u16) -> u16 {
    const HALF_WAY: f64 = 12.0;
    let lead = f64::from(black) / (f64::from(black.abs()) + HALF_WAY);
    let share = (0.5 + 0.5 * lead) * f64::from(columns);
    (share.round() as u16).clamp(1, columns - 1)
}

fn bar_cell(look: &Look, side: Color) -> (&'static str, Style) {
    let (_, token) = look.token(side);
    match side {
        _ if look.is_colored() => (look.sign("▄", "="), token),
        Color::Black => (look.sign("█", "#"), Style::new()),
        Color::White => (look.sign("░", "-"), Style::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_fair_and_never_full() {
        assert_eq!(black_share(0, 12), 6);
        assert_eq!(black_share(12, 12), 9);
        assert_eq!(black_share(-12, 12), 3);
        assert_eq!(black_share(64, 12), 11);
        assert_eq!(black_share(-64, 12), 1);
    }
}
