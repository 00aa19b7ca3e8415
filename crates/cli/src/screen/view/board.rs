//! The board: round discs on felt with colors, letters without.

use outflank_rules::{Bitboard, Color as Side, Move, Position, Square};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
};

use super::{
    disc::{Glyph, dot, glyph},
    put,
};
use crate::screen::{
    App,
    advice::value_text,
    animation::{Disc, Shape},
    layout::BoardArea,
    theme::ScreenTheme,
};

/// The contents and marks of a square.
struct Cell {
    disc: Option<Disc>,
    /// The color of the square after the move under the cursor, if it changes.
    preview: Option<Side>,
    has_focus: bool,
    is_last: bool,
    /// May the person to move place a disc here?
    is_legal: bool,
    hint: Option<String>,
    is_best: bool,
}

pub(super) fn draw(app: &App, place: &BoardArea, buffer: &mut Buffer) {
    draw_names(&app.look, place, buffer);
    let spec = app.shown().spec();
    let scene = Scene::of(app);
    for square in spec.frame() & spec.area() {
        let (cell, area) = (scene.cell(app, square), place.cell(square));
        if app.look.is_colored() {
            draw_painted(&app.look, &cell, square, area, buffer);
        } else {
            draw_written(&app.look, &cell, area, buffer);
        }
    }
}

fn draw_names(look: &ScreenTheme, place: &BoardArea, buffer: &mut Buffer) {
    let (width, height) = (place.cell_width(), place.cell_height);
    let side = |index: u8| (u16::from(index), index);
    for (steps, index) in (0..place.size).map(side) {
        let (column, row) = (look.column_name(index).to_string(), look.row_name(index).to_string());
        put(buffer, place.x + steps * width + text_column(look, width), place.y - 1, 1, &column, ScreenTheme::dim());
        put(buffer, place.x - 2, place.y + steps * height + text_row(height), 1, &row, ScreenTheme::dim());
    }
}

/// The column of a single letter in a cell.
fn text_column(look: &ScreenTheme, width: u16) -> u16 {
    if look.is_colored() && !look.is_ascii { width / 2 - width % 2 } else { (width - 1) / 2 }
}

fn text_row(height: u16) -> u16 {
    (height - 1) / 2
}

/// The state that all squares share.
struct Scene {
    position: Position,
    last: Option<Square>,
    /// The legal move under the cursor with its flips and its side.
    preview: Option<(Square, Bitboard, Side)>,
    legal: Bitboard,
}

impl Scene {
    fn of(app: &App) -> Scene {
        let position = app.shown();
        let legal = if app.may_place() { position.legal() } else { Bitboard::EMPTY };
        let focus = app.focus.filter(|&square| legal.contains(square) && app.dialog.is_none());
        let preview = focus.map(|square| (square, position.flips(square), position.turn()));
        let last = app.shown_ply().checked_sub(1).and_then(|ply| app.session.game().moves().nth(ply));
        Scene { position, last: last.and_then(Move::square), preview, legal }
    }

    fn cell(&self, app: &App, square: Square) -> Cell {
        let animation = app.show.animation().filter(|_| app.back.is_none());
        let disc = match animation {
            Some(animation) => animation.disc(square),
            None => self.position.at(square).map(Disc::full),
        };
        let changes = |&(placed, flips, _): &(Square, Bitboard, Side)| placed == square || flips.contains(square);
        let shows_values = app.has_hints && animation.is_none() && (app.may_place() || app.back.is_some());
        let advice = app.advice.of(&self.position).filter(|_| shows_values);
        let mark = app.look.character("✓", "=");
        Cell {
            disc,
            preview: self.preview.filter(changes).map(|(_, _, side)| side),
            has_focus: app.focus == Some(square) && app.dialog.is_none(),
            is_last: self.last == Some(square),
            is_legal: self.legal.contains(square),
            hint: advice.and_then(|answer| value_text(answer, Move::Place(square), mark)),
            is_best: advice
                .and_then(|answer| answer.analysis.best())
                .is_some_and(|best| best.mv == Move::Place(square)),
        }
    }
}

fn draw_painted(look: &ScreenTheme, cell: &Cell, square: Square, area: Rect, buffer: &mut Buffer) {
    let felt = if cell.has_focus { look.focus() } else { look.felt(square) };
    buffer.set_style(area, Style::new().bg(felt));
    let color = match (cell.preview, cell.disc) {
        (Some(side), _) => Some((look.ghost(side), Disc::full(side))),
        (None, Some(disc)) => Some((look.disc(disc.color), disc)),
        (None, None) => None,
    };
    if let Some((color, disc)) = color {
        if look.is_ascii {
            draw_plate(disc, color, look, area, buffer);
        } else {
            draw_disc(disc.shape, color, felt, area, buffer);
        }
        if cell.is_last && cell.disc.is_some_and(|disc| disc.shape == Shape::Full) {
            draw_dot(look, look.last(), color, area, buffer);
        }
    }
    match &cell.hint {
        Some(hint) => draw_hint(look, hint, cell, area, buffer),
        None if cell.is_legal && cell.preview.is_none() => draw_dot(look, look.legal(), felt, area, buffer),
        None => {}
    }
}

fn draw_disc(shape: Shape, color: Color, felt: Color, area: Rect, buffer: &mut Buffer) {
    for place in area.positions() {
        let Glyph { symbol, is_inverted } = glyph(area.height, shape, place.x - area.x, place.y - area.y);
        let (front, behind) = if is_inverted { (felt, color) } else { (color, felt) };
        buffer[place].set_symbol(symbol).set_fg(front).set_bg(behind);
    }
}

/// Draws a disc without block characters: a colored rectangle with a letter.
fn draw_plate(disc: Disc, color: Color, look: &ScreenTheme, area: Rect, buffer: &mut Buffer) {
    let inset = match disc.shape {
        Shape::Full => 1,
        Shape::Small | Shape::Narrow | Shape::Edge => area.width / 2 - 1,
    };
    let plate = Rect {
        x: area.x + inset,
        y: area.y + u16::from(area.height > 2),
        width: area.width - 2 * inset,
        height: (area.height - 1).saturating_sub(u16::from(area.height > 2)).max(1),
    };
    let style = Style::new().fg(look.disc(!disc.color)).bg(color);
    buffer.set_style(plate, style);
    put(buffer, area.x + (area.width - 1) / 2, area.y + text_row(area.height), 1, letter(disc.color), style);
}

fn letter(side: Side) -> &'static str {
    match side {
        Side::Black => "X",
        Side::White => "O",
    }
}

fn draw_dot(look: &ScreenTheme, color: Color, behind: Color, area: Rect, buffer: &mut Buffer) {
    let style = Style::new().fg(color).bg(behind);
    if look.is_ascii {
        let (symbol, column) = if color == look.last() { ("*", area.width / 2) } else { (".", (area.width - 1) / 2) };
        return put(buffer, area.x + column, area.y + text_row(area.height), 1, symbol, style);
    }
    for (column, row, symbol) in dot(area.height) {
        put(buffer, area.x + column, area.y + row, 1, symbol, style);
    }
}

fn draw_hint(look: &ScreenTheme, hint: &str, cell: &Cell, area: Rect, buffer: &mut Buffer) {
    let width = hint.chars().count() as u16;
    let color = if cell.is_best { look.best() } else { look.disc(Side::White) };
    let modifier = if cell.is_best { Modifier::BOLD } else { Modifier::empty() };
    let x = area.x + area.width.saturating_sub(width) / 2;
    put(buffer, x, area.y + text_row(area.height), area.width, hint, Style::new().fg(color).add_modifier(modifier));
}

/// Draws a square as a letter between the marks of the cursor or of the last move.
fn draw_written(look: &ScreenTheme, cell: &Cell, area: Rect, buffer: &mut Buffer) {
    let symbol = match (cell.disc, cell.preview) {
        (Some(_), Some(side)) => small_letter(side),
        (Some(Disc { shape: Shape::Edge, .. }), _) => "|",
        (Some(Disc { shape: Shape::Full, color }), _) => letter(color),
        (Some(Disc { color, .. }), _) => small_letter(color),
        (None, _) if cell.is_legal => look.character("•", "+"),
        (None, _) => look.character("·", "."),
    };
    let brackets = match (cell.has_focus, cell.is_last) {
        (true, _) => ("[", "]"),
        (false, true) => ("(", ")"),
        (false, false) => (" ", " "),
    };
    let inside = cell.hint.as_deref().unwrap_or(symbol);
    let text =
        if inside.chars().count() > 2 { inside.to_owned() } else { format!("{}{inside}{}", brackets.0, brackets.1) };
    let style = if cell.is_best { ScreenTheme::bold() } else { Style::new() };
    let middle = area.x + (area.width - 1) / 2;
    let x = middle.saturating_sub(1);
    put(buffer, x.max(area.x), area.y + text_row(area.height), area.right() - x, &text, style);
}

fn small_letter(side: Side) -> &'static str {
    match side {
        Side::Black => "x",
        Side::White => "o",
    }
}
