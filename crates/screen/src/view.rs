//! Drawing: a function of the state, without effects.

mod bars;
mod board;
mod dialogs;
mod disc;
mod graph;
mod moves;
mod panel;

use ratatui::{
    buffer::Buffer,
    layout::{Alignment, Rect},
    style::Style,
    text::Line,
    widgets::{Paragraph, Widget, Wrap},
};

use crate::{
    App,
    layout::{LEAST, centred},
};
pub(crate) use dialogs::dialog_row_at;

/// Draws the screen as it is, over the whole of an empty buffer.
pub fn draw(app: &App, buffer: &mut Buffer) {
    let area = buffer.area;
    let Some(layout) = app.layout_in(area) else {
        return draw_too_small(area, buffer);
    };
    bars::draw_title(app, layout.title, buffer);
    board::draw(app, &layout.board, buffer);
    panel::draw(app, layout.panel, buffer);
    bars::draw_status(app, layout.status, buffer);
    bars::draw_footer(app, layout.footer, buffer);
    dialogs::draw(app, area, buffer);
}

fn draw_too_small(area: Rect, buffer: &mut Buffer) {
    let text = format!(
        "Outflank needs {}x{}.\nThis terminal is {}x{}:\nmake it larger, or quit (q)\nand add --plain.",
        LEAST.width, LEAST.height, area.width, area.height
    );
    let place = centred(area, area.width, 4);
    Paragraph::new(text).alignment(Alignment::Center).wrap(Wrap { trim: true }).render(place, buffer);
}

/// Writes a text, cut where the place ends.
fn put(buffer: &mut Buffer, x: u16, y: u16, width: u16, text: &str, style: Style) {
    buffer.set_stringn(x, y, text, usize::from(width), style);
}

/// Writes a line into a row of its own.
fn put_line(buffer: &mut Buffer, area: Rect, line: &Line<'_>) {
    buffer.set_line(area.x, area.y, line, area.width);
}

/// The text, or as much of it as fits with a sign that there is more.
fn shortened(text: &str, width: usize, more: &str) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(more.chars().count());
    text.chars().take(kept).chain(more.chars()).take(width).collect()
}
