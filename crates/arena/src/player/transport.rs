//! The transport to a program: pipes to a process we started, or a socket to one that listens.

use std::{io, path::Path, process::ExitStatus, time::Duration};

use super::{Limits, OutOfResources, PlayerError};
use crate::{
    Foul, Verdict,
    process::{
        self, Process,
        lines::{LineChannel, Received, SendError},
    },
    socket::{Address, Socket},
};

pub(super) enum Transport {
    Process(Process),
    Socket(Socket),
}

/// How a program left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leave {
    /// It exited.
    Ended(ExitStatus),
    /// It closed the connection.
    HungUp,
}

impl Transport {
    /// Starts a command line in this folder (default: the current one), or connects to an address.
    pub(super) fn new(command: &str, folder: Option<&Path>, limits: Limits) -> Result<Transport, PlayerError> {
        let transport = if Address::is_meant(command) {
            let address = command.parse::<Address>().map_err(io::Error::other);
            address.and_then(|address| Socket::connect(&address, limits.startup)).map(Transport::Socket)
        } else {
            Process::start(command, folder, &limits).map(Transport::Process)
        };
        transport.map_err(|cause| {
            // A connection timeout has the same error kind as a machine out of processes.
            let is_timeout = Address::is_meant(command) && cause.kind() == io::ErrorKind::WouldBlock;
            if process::is_shortage(&cause) && !is_timeout {
                return PlayerError::OutOfResources(OutOfResources::new(&format!("to start {command:?}"), &cause));
            }
            Foul::new(Verdict::NotStarted, b"", format!("{cause}: check {command:?}")).into()
        })
    }

    fn channel(&self) -> &LineChannel {
        match self {
            Transport::Process(process) => process.channel(),
            Transport::Socket(socket) => socket.channel(),
        }
    }

    pub(super) fn send(&self, bytes: Vec<u8>) -> Result<(), SendError> {
        self.channel().send(bytes)
    }

    pub(super) fn recv(&self, timeout: Duration) -> Received {
        self.channel().recv(timeout)
    }

    /// True if it has read everything sent; `None` if that is not visible.
    pub(super) fn is_read(&self) -> Option<bool> {
        self.channel().is_read()
    }

    pub(super) fn open_line(&self) -> Vec<u8> {
        self.channel().open_line()
    }

    pub(super) fn close_input(&mut self) {
        match self {
            Transport::Process(process) => process.channel_mut().close_input(),
            Transport::Socket(socket) => socket.channel_mut().close_input(),
        }
    }

    /// True if a process has ended although another process holds its output open.
    pub(super) fn is_over(&mut self) -> bool {
        match self {
            Transport::Process(process) => process.is_over(),
            Transport::Socket(_) => false,
        }
    }

    /// The resource error that kept this machine from starting the program, if any.
    pub(super) fn shortage(&mut self) -> Option<io::Error> {
        match self {
            Transport::Process(process) => process.shortage(),
            Transport::Socket(_) => None,
        }
    }

    /// The foul of a program whose output has ended.
    pub(super) fn gone(&mut self) -> Foul {
        match self {
            Transport::Process(process) => ended(process),
            Transport::Socket(socket) => {
                let why = socket.channel().fault().map(|fault| format!(": {fault}")).unwrap_or_default();
                Foul::new(Verdict::Closed, b"", format!("the connection has ended{why}"))
            }
        }
    }

    /// Waits for it to leave by itself; returns how it did.
    pub(super) fn dismiss(&mut self, wait: Duration) -> Option<Leave> {
        match self {
            Transport::Process(process) => process.dismiss(wait).map(Leave::Ended),
            Transport::Socket(socket) => socket.dismiss(wait).then_some(Leave::HungUp),
        }
    }

    /// Ends it and returns the end of its standard error.
    pub(super) fn end(self) -> Vec<u8> {
        match self {
            Transport::Process(process) => process.end(),
            Transport::Socket(_) => Vec::new(),
        }
    }
}

fn ended(process: &mut Process) -> Foul {
    let Some(status) = process.status() else { return Foul::new(Verdict::Closed, b"", "") };
    let words = process::last_words(&process.errors());
    let last = if words.is_empty() { String::new() } else { format!("; its last words: {words:?}") };
    let verdict = if status.success() { Verdict::Closed } else { Verdict::Crashed };
    Foul::new(verdict, b"", format!("it ended ({status}){last}"))
}
