//! The panel beside the board: players, counts, clocks, opening, evaluation and moves.

use outflank_rules::{Color, opening};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
};

use super::{graph, moves, put, put_line, shortened};
use crate::screen::{App, advice::PositionValue, app::Watch, theme::ScreenTheme};

/// The rows of the graph in a panel of `rows` rows.
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
        let curve = app.advice.curve(&app.session, app.last_listed());
        let value = app.advice.value(&app.session, app.shown_ply());
        draw_evaluation(app, value, rows.take(1), buffer);
        graph::draw(app, &curve, rows.take(graph_height(area.height)), buffer);
    }
    rows.take(1);
    moves::draw(app, rows.area, buffer);
}

/// An area that is filled from the top.
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

/// Draws the disc, the player and the number of discs of a color.
fn draw_player(app: &App, color: Color, area: Rect, buffer: &mut Buffer) {
    if area.height == 0 {
        return;
    }
    let (symbol, style) = app.look.token(color);
    let marker = if is_active(app, color) { app.look.character("▶", ">") } else { " " };
    let count = app.shown().discs(color).len().to_string();
    let room = usize::from(area.width).saturating_sub(6 + count.len() + 1);
    let name = shortened(&seat_name(app, color), room, app.look.character("…", "..."));
    let name_style = if is_active(app, color) { ScreenTheme::bold() } else { Style::new() };
    let line = vec![Span::raw(marker), Span::styled(symbol, style), Span::styled(format!(" {name}"), name_style)];
    put_line(buffer, area, &Line::from(line));
    let x = area.right().saturating_sub(count.len() as u16);
    put(buffer, x, area.y, count.len() as u16, &count, ScreenTheme::bold());
}

/// The color with its player, or alone while the first game is being chosen.
fn seat_name(app: &App, color: Color) -> String {
    let name = match color {
        Color::Black => "Black",
        Color::White => "White",
    };
    if app.is_choosing_first() { name.to_owned() } else { format!("{name}  {}", app.session.seats()[color].title()) }
}

fn draw_clock(app: &App, color: Color, clock: &str, area: Rect, buffer: &mut Buffer) {
    let style = if is_active(app, color) { ScreenTheme::bold() } else { ScreenTheme::dim() };
    let x = area.right().saturating_sub(clock.len() as u16);
    put(buffer, x, area.y, clock.len() as u16, clock, style);
}

fn draw_opening(app: &App, area: Rect, buffer: &mut Buffer) {
    // The name must not run ahead of the animations.
    let mut game = app.session.game().clone();
    while game.ply() > app.last_listed() {
        game.undo();
    }
    let name = opening::name(&game).unwrap_or_default();
    let name = shortened(name, usize::from(area.width), app.look.character("…", "..."));
    put(buffer, area.x, area.y, area.width, &name, Style::new().add_modifier(Modifier::ITALIC));
}

/// Draws the evaluation bar, whose left part is black, and the value as text.
fn draw_evaluation(app: &App, value: Option<PositionValue>, area: Rect, buffer: &mut Buffer) {
    let text = value.map(|value| value_text(app, &value)).unwrap_or_default();
    let bar = area.width.saturating_sub(LABEL + 1);
    if area.height == 0 || bar < 4 {
        return;
    }
    let black = value.map_or(bar / 2, |value| black_share(value.black, bar));
    for column in 0..bar {
        let side = if column < black { Color::Black } else { Color::White };
        let (symbol, style) = bar_cell(&app.look, side);
        put(buffer, area.x + column, area.y, 1, symbol, style);
    }
    put(buffer, area.x + bar + 1, area.y, LABEL, &text, Style::new());
}

/// The columns for the value: `~-12 d10`.
const LABEL: u16 = 8;

fn value_text(app: &App, value: &PositionValue) -> String {
    let discs = if value.black == 0 { "0".to_owned() } else { format!("{:+}", value.black) };
    match value.depth {
        _ if value.is_exact => format!("{discs}{}", app.look.character("✓", "=")),
        Some(depth) => format!("~{discs} d{depth}"),
        None => format!("~{discs}"),
    }
}

/// The number of columns for black. The scale is nonlinear: small leads are visible and large ones
/// do not fill the bar.
fn black_share(black: i32, columns: u16) -> u16 {
    const HALF_WAY: f64 = 12.0;
    let lead = f64::from(black) / (f64::from(black.abs()) + HALF_WAY);
    let share = (0.5 + 0.5 * lead) * f64::from(columns);
    (share.round() as u16).clamp(1, columns - 1)
}

fn bar_cell(look: &ScreenTheme, side: Color) -> (&'static str, Style) {
    let (_, token) = look.token(side);
    match side {
        _ if look.is_colored() => (look.character("▄", "="), token),
        Color::Black => (look.character("█", "#"), Style::new()),
        Color::White => (look.character("░", "-"), Style::new()),
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
