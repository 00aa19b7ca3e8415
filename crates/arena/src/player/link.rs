//! What leads to a program: pipes to one that was started here, or a socket to one that listens somewhere.

use std::{io, path::Path, process::ExitStatus, time::Duration};

use super::{Limits, Shortage, Trouble};
use crate::{
    Foul, Verdict,
    process::{
        self, Process,
        wire::{Deaf, Next, Wire},
    },
    socket::{Address, Socket},
};

pub(super) enum Link {
    Process(Process),
    Socket(Socket),
}

/// How a program took its leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leave {
    /// It ended.
    Ended(ExitStatus),
    /// It hung up.
    HungUp,
}

impl Link {
    /// Starts a command line, in this folder or where we are, or connects to an address.
    pub(super) fn new(command: &str, folder: Option<&Path>, limits: Limits) -> Result<Link, Trouble> {
        let link = if Address::is_meant(command) {
            let address = command.parse::<Address>().map_err(io::Error::other);
            address.and_then(|address| Socket::connect(&address, limits.startup)).map(Link::Socket)
        } else {
            Process::start(command, folder, &limits).map(Link::Process)
        };
        link.map_err(|cause| {
            if is_shortage(&cause, Address::is_meant(command)) {
                return Trouble::Shortage(Shortage::new(&format!("to start {command:?}"), &cause));
            }
            Foul::new(Verdict::NotStarted, b"", format!("{cause}: check {command:?}")).into()
        })
    }

    fn wire(&self) -> &Wire {
        match self {
            Link::Process(process) => process.wire(),
            Link::Socket(socket) => socket.wire(),
        }
    }

    pub(super) fn say(&self, bytes: Vec<u8>) -> Result<(), Deaf> {
        self.wire().say(bytes)
    }

    pub(super) fn hear(&self, timeout: Duration) -> Next {
        self.wire().hear(timeout)
    }

    /// Has it read all that it was told? `None` where that cannot be seen.
    pub(super) fn is_read(&self) -> Option<bool> {
        self.wire().is_read()
    }

    pub(super) fn open_line(&self) -> Vec<u8> {
        self.wire().open_line()
    }

    pub(super) fn close_input(&mut self) {
        match self {
            Link::Process(process) => process.wire_mut().close_input(),
            Link::Socket(socket) => socket.wire_mut().close_input(),
        }
    }

    /// Has a process ended whose output somebody else holds open?
    pub(super) fn is_over(&mut self) -> bool {
        match self {
            Link::Process(process) => process.is_over(),
            Link::Socket(_) => false,
        }
    }

    /// What became of one whose output has ended.
    pub(super) fn gone(&mut self) -> Foul {
        match self {
            Link::Process(process) => ended(process),
            Link::Socket(socket) => {
                let why = socket.wire().fault().map(|fault| format!(": {fault}")).unwrap_or_default();
                Foul::new(Verdict::Closed, b"", format!("the connection has ended{why}"))
            }
        }
    }

    /// Gives it a while to go by itself; how it did, if it did.
    pub(super) fn dismiss(&mut self, wait: Duration) -> Option<Leave> {
        match self {
            Link::Process(process) => process.dismiss(wait).map(Leave::Ended),
            Link::Socket(socket) => socket.dismiss(wait).then_some(Leave::HungUp),
        }
    }

    /// Ends it, and returns the end of its standard error.
    pub(super) fn end(self) -> Vec<u8> {
        match self {
            Link::Process(process) => process.end(),
            Link::Socket(_) => Vec::new(),
        }
    }
}

/// Is it this machine that lacks something, and not the program that is not there? Who waits in vain for a socket is told to try again, too, so that
/// there this tells nothing.
#[cfg(unix)]
fn is_shortage(cause: &io::Error, is_socket: bool) -> bool {
    use rustix::io::Errno;
    let is = |errno: Errno| cause.raw_os_error() == Some(errno.raw_os_error());
    [Errno::MFILE, Errno::NFILE, Errno::NOMEM, Errno::NOBUFS].into_iter().any(is) || !is_socket && is(Errno::AGAIN)
}

#[cfg(not(unix))]
fn is_shortage(cause: &io::Error, _is_socket: bool) -> bool {
    cause.kind() == io::ErrorKind::OutOfMemory
}

fn ended(process: &mut Process) -> Foul {
    let Some(status) = process.status() else { return Foul::new(Verdict::Closed, b"", "") };
    let words = process::last_words(&process.errors());
    let last = if words.is_empty() { String::new() } else { format!("; its last words: {words:?}") };
    let verdict = if status.success() { Verdict::Closed } else { Verdict::Crashed };
    Foul::new(verdict, b"", format!("it ended ({status}){last}"))
}
