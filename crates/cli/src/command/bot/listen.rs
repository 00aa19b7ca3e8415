//! `outflank bot NAME --listen`: a built-in bot behind a socket.

use std::{
    convert::Infallible,
    fmt,
    io::Write,
    net::{TcpListener, ToSocketAddrs},
    str::FromStr,
};

use outflank_arena::{bot::BotKind, socket};

use crate::error::Error;

/// Where to listen: a port of this machine, or an address that others may reach.
#[derive(Clone, Debug)]
pub(super) struct Place(String);

#[derive(Debug)]
pub(super) struct NotAPlace(String);

impl fmt::Display for NotAPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no place to listen: write a port such as 7000, or an address such as 0.0.0.0:7000", self.0)
    }
}

impl std::error::Error for NotAPlace {}

impl FromStr for Place {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Place, NotAPlace> {
        let is_port = |text: &str| text.parse::<u16>().is_ok();
        match text.rsplit_once(':') {
            None if is_port(text) => Ok(Place(format!("127.0.0.1:{text}"))),
            Some(("", port)) if is_port(port) => Ok(Place(format!("127.0.0.1:{port}"))),
            Some((_, port)) if is_port(port) => Ok(Place(text.to_owned())),
            _ => Err(NotAPlace(text.to_owned())),
        }
    }
}

impl Place {
    /// Tells the address and answers everybody who connects.
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
