//! Keyboard and mouse input.
//!
//! On most Unix systems this module reads the bytes itself. crossterm blocks inside a read on a truncated or unknown
//! sequence, and forever if the terminal has hung up, which would stop engines, clocks and signals. Apple's `poll` does
//! not support terminals, and other systems have no byte stream, so they use crossterm.

#[cfg(all(unix, not(target_vendor = "apple")))]
mod bytes;
#[cfg(not(all(unix, not(target_vendor = "apple"))))]
mod events;

use std::io;

use ratatui::crossterm::event::MouseEventKind;

use super::Input;

#[cfg(all(unix, not(target_vendor = "apple")))]
pub(crate) use bytes::{Source, has_hung_up};
#[cfg(not(all(unix, not(target_vendor = "apple"))))]
pub(crate) use events::{Source, has_hung_up};

/// Skips mouse motions that are followed by another input.
fn last_of(mut input: Input, mut next: impl FnMut() -> io::Result<Option<Input>>) -> io::Result<Input> {
    while matches!(input, Input::Mouse(mouse) if mouse.kind == MouseEventKind::Moved) {
        match next()? {
            Some(later) => input = later,
            None => break,
        }
    }
    Ok(input)
}
