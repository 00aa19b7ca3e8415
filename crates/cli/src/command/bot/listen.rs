//! `outflank bot NAME --listen`: serves a built-in bot over TCP and WebSocket.

use std::{
    convert::Infallible,
    io::Write,
    net::{TcpListener, ToSocketAddrs},
    str::FromStr,
};

use outflank_arena::{bot::BotKind, socket};

use crate::error::Error;

/// A port of this machine, or an address that other machines can reach.
#[derive(Clone, Debug)]
pub(super) struct ListenAddress(String);

#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not an address to listen on: write a port such as 7000, or an address such as 0.0.0.0:7000")]
pub(super) struct ParseListenAddressError(String);

impl FromStr for ListenAddress {
    type Err = ParseListenAddressError;

    fn from_str(text: &str) -> Result<ListenAddress, ParseListenAddressError> {
        let is_port = |text: &str| text.parse::<u16>().is_ok();
        match text.rsplit_once(':') {
            None if is_port(text) => Ok(ListenAddress(format!("127.0.0.1:{text}"))),
            Some(("", port)) if is_port(port) => Ok(ListenAddress(format!("127.0.0.1:{port}"))),
            Some((_, port)) if is_port(port) => Ok(ListenAddress(text.to_owned())),
            _ => Err(ParseListenAddressError(text.to_owned())),
        }
    }
}

impl ListenAddress {
    /// Prints the address and serves every connection.
    pub(super) fn serve(&self, kind: BotKind, seed: Option<u64>, out: &mut dyn Write) -> Result<Infallible, Error> {
        let failed = |cause| Error::Listen { address: self.0.clone(), cause };
        let numbers: Vec<_> = self.0.to_socket_addrs().map_err(failed)?.collect();
        let listener = TcpListener::bind(&numbers[..]).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        writeln!(out, "{kind} listens on tcp://{address} and ws://{address}")?;
        out.flush()?;
        socket::listen(&listener, kind, seed)
    }
}
