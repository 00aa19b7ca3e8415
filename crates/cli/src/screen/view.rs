//! Draws the screen, without side effects.

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

use crate::screen::{
    App,
    layout::{MIN_SIZE, centered},
};
pub(crate) use dialogs::dialog_row_at;

/// Draws the screen into an empty buffer.
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
        MIN_SIZE.width, MIN_SIZE.height, area.width, area.height
    );
    let place = centered(area, area.width, 4);
    Paragraph::new(text).alignment(Alignment::Center).wrap(Wrap { trim: true }).render(place, buffer);
}

/// Writes a text, truncated to `width` columns.
fn put(buffer: &mut Buffer, x: u16, y: u16, width: u16, text: &str, style: Style) {
    buffer.set_stringn(x, y, text, usize::from(width), style);
}

/// Writes a line into the first row of an area.
fn put_line(buffer: &mut Buffer, area: Rect, line: &Line<'_>) {
    buffer.set_line(area.x, area.y, line, area.width);
}

/// Truncates a text to `width` characters, with `more` at the end.
fn shortened(text: &str, width: usize, more: &str) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(more.chars().count());
    text.chars().take(kept).chain(more.chars()).take(width).collect()
}

/// Wraps a text into as few rows as [`wrapped`], but of about the same length.
fn balanced(text: &str, width: usize) -> Vec<String> {
    let rows = wrapped(text, width);
    let least = text.chars().count().div_ceil(rows.len());
    (least..width).map(|width| wrapped(text, width)).find(|better| better.len() == rows.len()).unwrap_or(rows)
}

/// Wraps a text between words; breaks words that are longer than a row.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut rows = vec![String::new()];
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        let last = rows.last_mut().expect("there is always a row");
        let used = last.chars().count();
        if used > 0 && used + 1 + word.len() <= width {
            last.push(' ');
            last.extend(word);
            continue;
        }
        if used > 0 {
            rows.push(String::new());
        }
        while word.len() > width {
            let rest = word.split_off(width);
            rows.last_mut().expect("there is always a row").extend(word);
            rows.push(String::new());
            word = rest;
        }
        rows.last_mut().expect("there is always a row").extend(word);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::{balanced, wrapped};

    #[test]
    fn text_is_wrapped_between_words_and_no_row_is_too_wide() {
        assert_eq!(wrapped("does it speak GTP?", 8), ["does it", "speak", "GTP?"]);
        assert_eq!(wrapped("a /long/path b", 5), ["a", "/long", "/path", "b"]);
        assert_eq!(wrapped("", 5), [""]);
    }

    #[test]
    fn no_row_is_much_shorter_than_the_others() {
        let text = "a wipe-out: black wins 13-0 (64-0 with empty squares to the winner); n: another game";
        assert_eq!(wrapped(text, 78).last().unwrap(), "another game");
        let rows = balanced(text, 78);
        assert_eq!(rows.join(" "), text);
        assert_eq!((rows.len(), rows[1].as_str()), (2, "squares to the winner); n: another game"));
        assert_eq!(balanced("one row", 78), ["one row"]);
        assert_eq!(balanced("", 0), [""]);
    }
}
