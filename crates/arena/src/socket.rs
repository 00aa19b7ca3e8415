//! Bots at the other end of a socket: the same lines as over pipes, over TCP or as messages of a WebSocket.

mod address;
mod alive;
mod listen;
mod visit;
mod websocket;

use std::{
    io::{self, Read, Write},
    net::{Shutdown, TcpStream},
    time::{Duration, Instant},
};

use crate::process::wire::{Next, Wire};

pub use address::{Address, NotAnAddress};
pub use alive::notice_death;
pub use listen::listen;
pub use visit::{Guest, Introduction, News, Stay, VisitError, visit};

/// How often somebody who waits for the end looks whether it has come.
const LOOK: Duration = Duration::from_millis(20);

/// A connection to a bot. Dropped, it is closed.
pub(crate) struct Socket {
    wire: Wire,
    stream: TcpStream,
}

impl Socket {
    /// Connects to a bot that listens there, waiting no longer than this.
    pub(crate) fn connect(address: &Address, wait: Duration) -> io::Result<Socket> {
        let stream = address.connect(wait)?;
        stream.set_nodelay(true)?;
        let wire = match address {
            Address::Tcp { .. } => Wire::new(stream.try_clone()?, Outgoing(stream.try_clone()?)),
            Address::WebSocket { .. } => {
                stream.set_read_timeout(Some(wait))?;
                let (reader, writer) = websocket::call(&stream, &address.to_string())?;
                stream.set_read_timeout(None)?;
                Wire::new(reader, writer)
            }
        };
        Ok(Socket { wire, stream })
    }

    pub(crate) fn wire(&self) -> &Wire {
        &self.wire
    }

    pub(crate) fn wire_mut(&mut self) -> &mut Wire {
        &mut self.wire
    }

    /// Tells the other that nothing more is said, and gives it so long to hang up. Did it?
    pub(crate) fn dismiss(&mut self, wait: Duration) -> bool {
        self.wire.close_input();
        let begun = Instant::now();
        while begun.elapsed() < wait {
            if matches!(self.wire.hear(LOOK), Next::End) {
                return true;
            }
        }
        false
    }
}

impl Drop for Socket {
    /// This also ends the threads that wait for it.
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// The way out of a TCP stream; dropped, the other sees the end of its input and may still speak.
struct Outgoing(TcpStream);

impl Write for Outgoing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Drop for Outgoing {
    fn drop(&mut self) {
        let _ = self.0.shutdown(Shutdown::Write);
    }
}

/// Both ways of a conversation with whoever has called.
type Ways = (Box<dyn Read + Send>, Box<dyn Write + Send>);
