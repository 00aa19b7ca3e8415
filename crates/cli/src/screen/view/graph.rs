//! The evaluation graph; bars go up where black is ahead.

use ratatui::{buffer::Buffer, layout::Rect};

use super::put;
use crate::screen::{App, theme::ScreenTheme};

/// The smallest lead that fills the graph, so that tiny leads look small.
const MIN_SCALE: i32 = 8;

pub(super) fn draw(app: &App, curve: &[Option<i32>], area: Rect, buffer: &mut Buffer) {
    if area.height < 3 {
        return;
    }
    let half = i32::from(area.height / 2);
    let top = curve.iter().flatten().map(|value| value.abs()).max().unwrap_or(0).max(MIN_SCALE);
    let share = curve.len().div_ceil(usize::from(area.width)).max(1);
    let shown = app.shown_ply() / share;
    let axis = area.y + area.height / 2;
    put(
        buffer,
        area.x,
        axis,
        area.width,
        &app.look.character("─", "-").repeat(usize::from(area.width)),
        ScreenTheme::dim(),
    );
    for (column, values) in curve.chunks(share).enumerate() {
        let value = values.iter().rev().flatten().next().copied();
        let x = area.x + column as u16;
        if let Some(value) = value {
            draw_bar(&app.look, halves(value, top, half), x, axis, buffer);
        }
        if column == shown {
            put(buffer, x, axis, 1, app.look.character("┼", "+"), ScreenTheme::bold());
        }
    }
}

/// The height of a bar in half rows, rounded away from zero.
fn halves(value: i32, top: i32, half: i32) -> i32 {
    (2 * half * value.abs() + top - 1) / top * value.signum()
}

fn draw_bar(look: &ScreenTheme, halves: i32, x: u16, axis: u16, buffer: &mut Buffer) {
    let (full, rest) = (halves.unsigned_abs() / 2, halves % 2 != 0);
    let row = |steps: u32| {
        let steps = steps as u16;
        if halves > 0 { axis - steps } else { axis + steps }
    };
    for steps in 1..=full {
        put(buffer, x, row(steps), 1, look.character("█", "#"), ratatui::style::Style::new());
    }
    if rest {
        let symbol = if halves > 0 { look.character("▄", ":") } else { look.character("▀", ":") };
        put(buffer, x, row(full + 1), 1, symbol, ratatui::style::Style::new());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_end_within_the_graph_and_the_smallest_lead_shows() {
        assert_eq!(halves(0, 8, 2), 0);
        assert_eq!(halves(1, 64, 2), 1);
        assert_eq!(halves(-64, 64, 2), -4);
        assert_eq!(halves(4, 8, 2), 2);
    }
}
