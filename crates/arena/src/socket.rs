//! Bots over sockets: the same lines as over pipes, over TCP or as WebSocket messages.

mod address;
mod client;
mod listen;
mod websocket;

use std::{
    io::{self, Read, Write},
    net::{Shutdown, TcpStream},
    time::{Duration, Instant},
};

use crate::process::lines::{LineChannel, Received};

pub use address::{Address, ParseAddressError, enable_keepalive};
pub use client::{ClientAction, ClientError, ClientEvent, ClientPlayer, Introduction, connect};
pub use listen::listen;

/// Poll interval while waiting for the other end to close.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A connection to a bot. Dropping it closes the connection.
pub(crate) struct Socket {
    channel: LineChannel,
    stream: TcpStream,
}

impl Socket {
    /// Connects to a listening bot, waiting at most this long.
    pub(crate) fn connect(address: &Address, wait: Duration) -> io::Result<Socket> {
        let stream = address.connect(wait)?;
        stream.set_nodelay(true)?;
        let channel = match address {
            Address::Tcp { .. } => LineChannel::new(stream.try_clone()?, Outgoing(stream.try_clone()?)),
            Address::WebSocket { .. } => {
                stream.set_read_timeout(Some(wait))?;
                let (reader, writer) = websocket::call(&stream, &address.to_string())?;
                stream.set_read_timeout(None)?;
                LineChannel::new(reader, writer)
            }
        };
        Ok(Socket { channel, stream })
    }

    pub(crate) fn channel(&self) -> &LineChannel {
        &self.channel
    }

    pub(crate) fn channel_mut(&mut self) -> &mut LineChannel {
        &mut self.channel
    }

    /// Closes our side and waits for the other end to close; returns whether it did.
    pub(crate) fn dismiss(&mut self, wait: Duration) -> bool {
        self.channel.close_input();
        let begun = Instant::now();
        while begun.elapsed() < wait {
            if matches!(self.channel.recv(POLL_INTERVAL), Received::End) {
                return true;
            }
        }
        false
    }
}

impl Drop for Socket {
    /// Also ends the threads that wait on the connection.
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// The sending half of a TCP stream. Dropping it closes only this direction.
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

/// The two directions of a connection.
type Ways = (Box<dyn Read + Send>, Box<dyn Write + Send>);
