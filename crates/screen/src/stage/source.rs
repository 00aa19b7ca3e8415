//! Where keys and mouse come from.
//!
//! On Unix the bytes are read here and not by crossterm: that waits inside a read for the rest of a sequence that was cut or that it
//! does not know, without end from a terminal that has hung up, and neither engines nor clocks nor signals would be heard meanwhile.

#[cfg(unix)]
mod decoder;

use std::{io, time::Duration};

use ratatui::crossterm::event::MouseEventKind;

use super::Input;

/// Keys and mouse of the terminal of standard input.
#[derive(Debug, Default)]
pub(crate) struct Source {
    #[cfg(unix)]
    decoder: decoder::Decoder,
}

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

#[cfg(unix)]
mod unix {
    use std::io::{self, Stdin};

    use rustix::{
        event::{PollFd, PollFlags, Timespec, poll},
        io::{Errno, read},
    };

    use super::{Duration, Input, Source, last_of};

    /// The bytes of a sequence come at one stroke, or over a slow line at several; a pause this long ends it, and an Esc without anything
    /// behind it is the key.
    const PAUSE: Duration = Duration::from_millis(50);

    /// More than terminals hold for us.
    const BUFFER: usize = 4096;

    /// What a terminal is ready for.
    enum Ready {
        No,
        Yes,
        /// It is gone.
        HungUp,
    }

    impl Source {
        /// What comes next, waiting no longer than this for it. A terminal that hangs up interrupts.
        pub(crate) fn next(&mut self, patience: Duration) -> io::Result<Option<Input>> {
            if self.decoder.is_at_rest() && !self.receive(patience)? {
                return Ok(Some(Input::Interrupt));
            }
            if let Some(input) = self.decoder.next() {
                return last_of(input, || Ok(self.decoder.next())).map(Some);
            }
            if self.decoder.is_at_rest() {
                return Ok(None);
            }
            let before = self.decoder.len();
            if !self.receive(PAUSE)? {
                return Ok(Some(Input::Interrupt));
            }
            Ok(if self.decoder.len() == before { self.decoder.give_up() } else { self.decoder.next() })
        }

        /// Takes what the terminal sends within this time; `false` if it is gone.
        fn receive(&mut self, patience: Duration) -> io::Result<bool> {
            let stdin = io::stdin();
            match ready(&stdin, patience)? {
                Ready::No => return Ok(true),
                Ready::HungUp => return Ok(false),
                Ready::Yes => {}
            }
            let mut bytes = [0; BUFFER];
            match read(&stdin, &mut bytes) {
                Ok(0) | Err(Errno::IO) => Ok(false),
                Ok(count) => {
                    self.decoder.push(&bytes[..count]);
                    Ok(true)
                }
                Err(Errno::INTR | Errno::AGAIN) => Ok(true),
                Err(error) => Err(error.into()),
            }
        }
    }

    /// Is the terminal gone?
    pub(crate) fn has_hung_up() -> bool {
        matches!(ready(&io::stdin(), Duration::ZERO), Ok(Ready::HungUp))
    }

    fn ready(stdin: &Stdin, patience: Duration) -> io::Result<Ready> {
        let mut watched = [PollFd::new(stdin, PollFlags::IN)];
        let patience = Timespec::try_from(patience).map_err(io::Error::other)?;
        match poll(&mut watched, Some(&patience)) {
            Ok(0) | Err(Errno::INTR) => Ok(Ready::No),
            Ok(_) if watched[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) => {
                Ok(Ready::HungUp)
            }
            Ok(_) => Ok(Ready::Yes),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(unix)]
pub(crate) use unix::has_hung_up;

#[cfg(not(unix))]
mod other {
    use ratatui::crossterm::event::{Event, KeyEventKind, poll, read};

    use super::*;

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
}

#[cfg(not(unix))]
pub(crate) use other::has_hung_up;
