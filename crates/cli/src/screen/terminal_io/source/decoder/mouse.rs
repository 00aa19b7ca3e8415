//! Decodes the three encodings of mouse events.

use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::numbers;

/// The older encodings add this to every number, which makes it printable.
const OFFSET: u16 = 32;

/// Decodes `0;18;9`; the final character says whether a button was released.
pub(super) fn with_numbers(state: &[u8], is_release: bool) -> Option<MouseEvent> {
    let [state, column, row] = numbers(state)?.try_into().ok()?;
    event(state, column, row, is_release)
}

/// Decodes `32;18;9`, where a release names no button.
pub(super) fn with_offset_numbers(state: &[u8]) -> Option<MouseEvent> {
    let [state, column, row] = numbers(state)?.try_into().ok()?;
    event(state.checked_sub(OFFSET)?, column, row, false)
}

/// Decodes three bytes.
pub(super) fn with_bytes(state: &[u8]) -> Option<MouseEvent> {
    let [state, column, row] = <[u8; 3]>::try_from(state).ok()?.map(|byte| u16::from(byte).checked_sub(OFFSET));
    event(state?, column?, row?, false)
}

/// Creates the event. Terminals count columns and rows from 1.
fn event(state: u16, column: u16, row: u16, is_release: bool) -> Option<MouseEvent> {
    let kind = kind(state, is_release)?;
    Some(MouseEvent { kind, column: column.checked_sub(1)?, row: row.checked_sub(1)?, modifiers: KeyModifiers::NONE })
}

fn kind(state: u16, is_release: bool) -> Option<MouseEventKind> {
    let (is_motion, is_wheel, is_other) = (state & 32 != 0, state & 64 != 0, state & 128 != 0);
    let button = match state & 3 {
        0 => Some(MouseButton::Left),
        1 => Some(MouseButton::Middle),
        2 => Some(MouseButton::Right),
        _ => None,
    };
    Some(match (is_wheel, is_motion, button) {
        _ if is_other => return None,
        (true, _, Some(MouseButton::Left)) => MouseEventKind::ScrollUp,
        (true, _, Some(MouseButton::Middle)) => MouseEventKind::ScrollDown,
        (true, ..) => return None,
        (false, true, Some(button)) => MouseEventKind::Drag(button),
        (false, true, None) => MouseEventKind::Moved,
        (false, false, Some(button)) if is_release => MouseEventKind::Up(button),
        (false, false, Some(button)) => MouseEventKind::Down(button),
        // The older encodings do not name the released button. Assume the left one, which plays.
        (false, false, None) => MouseEventKind::Up(MouseButton::Left),
    })
}
