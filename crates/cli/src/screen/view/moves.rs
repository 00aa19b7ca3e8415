//! The move list: one row per pair, the last ones if there is no room for all.

use outflank_rules::{Color, Move};
use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::put;
use crate::screen::{App, theme::ScreenTheme};

/// The columns of a number and of a move.
const NUMBER: u16 = 4;
const MOVE: u16 = 7;

pub(super) fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    if area.height == 0 {
        return;
    }
    let moves: Vec<Move> = app.session.game().moves().take(app.last_listed()).collect();
    // The first cell stays empty if white moves first.
    let offset = usize::from(app.session.game().start().turn() == Color::White);
    let shown = app.shown_ply();
    let columns = usize::from((area.width / (NUMBER + 2 * MOVE)).max(1));
    let rows = usize::from(area.height);
    let pairs = (moves.len() + offset).div_ceil(2);
    let current = (shown + offset).saturating_sub(1) / 2;
    let first = first_pair(pairs, current, rows, columns);
    for (index, pair) in (first..pairs).take(rows * columns).enumerate() {
        let x = area.x + (index / rows) as u16 * (NUMBER + 2 * MOVE);
        let y = area.y + (index % rows) as u16;
        put(buffer, x, y, NUMBER, &format!("{:>2}", pair + 1), ScreenTheme::dim());
        for half in 0..2 {
            let Some(ply) = (2 * pair + half).checked_sub(offset).filter(|&ply| ply < moves.len()) else { continue };
            let style = if ply + 1 == shown { ScreenTheme::selected() } else { Style::new() };
            let text = app.look.notation.write(moves[ply]);
            put(buffer, x + NUMBER + half as u16 * MOVE, y, MOVE, &text, style);
        }
    }
}

/// The first listed pair, such that the current pair is listed too.
fn first_pair(pairs: usize, current: usize, rows: usize, columns: usize) -> usize {
    let room = rows * columns;
    if pairs <= room {
        return 0;
    }
    (current + 1).saturating_sub(room.div_ceil(2)).min(pairs - room)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_current_move_is_always_listed() {
        for pairs in 1..40 {
            for current in 0..pairs {
                for rows in 1..12 {
                    let first = first_pair(pairs, current, rows, 1);
                    assert!(first <= current && current < first + rows, "{pairs} {current} {rows}");
                }
            }
        }
        assert_eq!(first_pair(30, 29, 6, 1), 24);
    }
}
