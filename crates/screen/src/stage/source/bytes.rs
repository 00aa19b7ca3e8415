//! Keys and mouse out of the bytes of a terminal, which is read only where there are some.

mod decoder;

use std::{
    io::{self, Stdin},
    time::Duration,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{Errno, read},
};

use super::last_of;
use crate::stage::Input;
use decoder::Decoder;

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

/// Keys and mouse of the terminal of standard input.
#[derive(Debug, Default)]
pub(crate) struct Source {
    decoder: Decoder,
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
