//! Where keys and mouse come from.
//!
//! Where it can be done, the bytes are read here and not by crossterm: that waits inside a read for the rest of a sequence that was cut or
//! that it does not know, without end from a terminal that has hung up, and neither engines nor clocks nor signals would be heard
//! meanwhile. On Apple's systems `poll` does not know terminals, and other systems have no bytes to read.

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

/// Of a mouse on its way only the last place matters: what follows a motion takes its place.
fn last_of(mut input: Input, mut next: impl FnMut() -> io::Result<Option<Input>>) -> io::Result<Input> {
    while matches!(input, Input::Mouse(mouse) if mouse.kind == MouseEventKind::Moved) {
        match next()? {
            Some(later) => input = later,
            None => break,
        }
    }
    Ok(input)
}
