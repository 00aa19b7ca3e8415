//! Keys and mouse as crossterm reads them.

use std::{io, time::Duration};

use ratatui::crossterm::event::{Event, KeyEventKind, poll, read};

use super::last_of;
use crate::stage::Input;

/// Keys and mouse of the terminal of standard input.
#[derive(Debug, Default)]
pub(crate) struct Source;

impl Source {
    /// What comes next, waiting no longer than this for it.
    pub(crate) fn next(&mut self, patience: Duration) -> io::Result<Option<Input>> {
        match event(patience)? {
            Some(input) => last_of(input, || event(Duration::ZERO)).map(Some),
            None => Ok(None),
        }
    }
}

fn event(patience: Duration) -> io::Result<Option<Input>> {
    if !poll(patience)? {
        return Ok(None);
    }
    Ok(match read()? {
        Event::Key(key) if key.kind != KeyEventKind::Release => Some(Input::Key(key)),
        Event::Mouse(mouse) => Some(Input::Mouse(mouse)),
        _ => None,
    })
}

/// Elsewhere nothing tells.
pub(crate) fn has_hung_up() -> bool {
    false
}
