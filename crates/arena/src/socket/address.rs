//! Where a bot listens.

use std::{
    fmt, io,
    net::{TcpStream, ToSocketAddrs},
    str::FromStr,
    time::Duration,
};

/// The address of a bot.
///
/// ```
/// use outflank_arena::socket::Address;
///
/// for text in ["tcp://127.0.0.1:7000", "tcp://[::1]:7000", "ws://example.org:7000/bots/mine"] {
///     assert_eq!(text.parse::<Address>()?.to_string(), text);
/// }
/// # Ok::<(), outflank_arena::socket::NotAnAddress>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Address {
    /// Lines over TCP.
    Tcp {
        /// Host and port.
        host: String,
    },
    /// The same lines as messages of a WebSocket, without encryption.
    WebSocket {
        /// Host and port.
        host: String,
        /// The path, with its slash; may be empty.
        path: String,
    },
}

impl Address {
    /// Does a text begin as an address does?
    pub(crate) fn is_meant(text: &str) -> bool {
        let begins = |scheme: &str| text.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme));
        begins("tcp://") || begins("ws://") || begins("wss://")
    }

    fn host(&self) -> &str {
        match self {
            Address::Tcp { host } | Address::WebSocket { host, .. } => host,
        }
    }

    /// A connection to the first of its numbers that takes one.
    pub(super) fn connect(&self, wait: Duration) -> io::Result<TcpStream> {
        let mut last = io::Error::from(io::ErrorKind::NotFound);
        for number in self.host().to_socket_addrs()? {
            match TcpStream::connect_timeout(&number, wait) {
                Ok(stream) => return Ok(stream),
                Err(cause) => last = cause,
            }
        }
        Err(last)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Tcp { host } => write!(f, "tcp://{host}"),
            Address::WebSocket { host, path } => write!(f, "ws://{host}{path}"),
        }
    }
}

/// A text that is no address of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAnAddress(String);

impl fmt::Display for NotAnAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not an address: write tcp://HOST:PORT or ws://HOST:PORT/PATH", self.0)
    }
}

impl std::error::Error for NotAnAddress {}

impl FromStr for Address {
    type Err = NotAnAddress;

    fn from_str(text: &str) -> Result<Address, NotAnAddress> {
        let wrong = || NotAnAddress(text.to_owned());
        let (scheme, rest) = text.trim().split_once("://").ok_or_else(wrong)?;
        let (host, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        let (name, port) = host.rsplit_once(':').ok_or_else(wrong)?;
        let is_plain = text.trim().bytes().all(|byte| byte.is_ascii_graphic());
        if name.is_empty() || port.parse::<u16>().is_err() || !is_plain {
            return Err(wrong());
        }
        let host = host.to_owned();
        match scheme.to_ascii_lowercase().as_str() {
            "tcp" if path.is_empty() || path == "/" => Ok(Address::Tcp { host }),
            "ws" => Ok(Address::WebSocket { host, path: path.to_owned() }),
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_address_is_quoted() {
        for wrong in [
            "",
            "tcp://",
            "tcp://host",
            "tcp://:7000",
            "tcp://host:x",
            "tcp://host:70000",
            "tcp://host:7/path",
            "wss://host:7/",
            "ws://ho st:7/",
            "http://host:80/",
        ] {
            let told = wrong.parse::<Address>().unwrap_err().to_string();
            assert!(told.starts_with(&format!("{wrong:?} is not an address")), "{told}");
        }
    }
}
