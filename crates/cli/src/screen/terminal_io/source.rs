//! Keyboard and mouse input.
//!
//! On most Unix systems this module reads the bytes itself. crossterm blocks inside a read on a
//! truncated or unknown sequence, and forever if the terminal has hung up, which would stop
//! engines, clocks and signals. Apple's `poll` does not support terminals, and other systems have
//! no byte stream, so they use crossterm.

#[cfg(all(unix, not(target_vendor = "apple")))]
mod bytes;
#[cfg(all(unix, not(target_vendor = "apple")))]
mod decoder;

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

/// Reads keyboard and mouse with crossterm.
#[cfg(not(all(unix, not(target_vendor = "apple"))))]
mod events {
    use std::{io, time::Duration};

    use ratatui::crossterm::event::{Event, KeyEventKind, poll, read};

    use super::{Input, last_of};

    /// Keyboard and mouse of standard input.
    #[derive(Debug, Default)]
    pub(crate) struct Source(());

    impl Source {
        /// Returns the next input. Waits at most `timeout`.
        pub(crate) fn next(&mut self, timeout: Duration) -> io::Result<Option<Input>> {
            match event(timeout)? {
                Some(input) => last_of(input, || event(Duration::ZERO)).map(Some),
                None => Ok(None),
            }
        }
    }

    fn event(timeout: Duration) -> io::Result<Option<Input>> {
        if !poll(timeout)? {
            return Ok(None);
        }
        Ok(match read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => Some(Input::Key(key)),
            Event::Mouse(mouse) => Some(Input::Mouse(mouse)),
            _ => None,
        })
    }

    /// Unknown on these systems.
    pub(crate) fn has_hung_up() -> bool {
        false
    }
}
