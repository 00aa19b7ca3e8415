//! Reads the bytes of the terminal without blocking and decodes them.

use std::{
    io::{self, Stdin},
    time::Duration,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{Errno, read},
};

use super::{Input, decoder::Decoder, last_of};

/// A pause this long ends a sequence, which can arrive in parts over a slow connection. An Esc
/// alone is then the key.
const SEQUENCE_TIMEOUT: Duration = Duration::from_millis(50);

/// The size of one read, in bytes.
const BUFFER: usize = 4096;

/// The state of the terminal input.
enum Ready {
    No,
    Yes,
    /// The terminal is gone.
    HungUp,
}

/// Keyboard and mouse of standard input.
#[derive(Debug, Default)]
pub(crate) struct Source {
    decoder: Decoder,
}

impl Source {
    /// Returns the next input. Waits at most `timeout`. Returns an interrupt if the terminal hangs
    /// up.
    pub(crate) fn next(&mut self, timeout: Duration) -> io::Result<Option<Input>> {
        if self.decoder.is_empty() && !self.receive(timeout)? {
            return Ok(Some(Input::Interrupt));
        }
        if let Some(input) = self.decoder.next() {
            return last_of(input, || Ok(self.decoder.next())).map(Some);
        }
        if self.decoder.is_empty() {
            return Ok(None);
        }
        let before = self.decoder.len();
        if !self.receive(SEQUENCE_TIMEOUT)? {
            return Ok(Some(Input::Interrupt));
        }
        Ok(if self.decoder.len() == before { self.decoder.give_up() } else { self.decoder.next() })
    }

    /// Reads the available bytes. Waits at most `timeout`. Returns `false` if the terminal is gone.
    fn receive(&mut self, timeout: Duration) -> io::Result<bool> {
        let stdin = io::stdin();
        match ready(&stdin, timeout)? {
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

fn ready(stdin: &Stdin, timeout: Duration) -> io::Result<Ready> {
    let mut watched = [PollFd::new(stdin, PollFlags::IN)];
    let timeout = Timespec::try_from(timeout).map_err(io::Error::other)?;
    match poll(&mut watched, Some(&timeout)) {
        Ok(0) | Err(Errno::INTR) => Ok(Ready::No),
        Ok(_) if watched[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) => {
            Ok(Ready::HungUp)
        }
        Ok(_) => Ok(Ready::Yes),
        Err(error) => Err(error.into()),
    }
}
