//! Reads keyboard and mouse with crossterm.

use std::{io, time::Duration};

use ratatui::crossterm::event::{Event, KeyEventKind, poll, read};

use super::last_of;
use crate::screen::terminal_io::Input;

/// Keyboard and mouse of standard input.
#[derive(Debug, Default)]
pub(crate) struct Source;

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
