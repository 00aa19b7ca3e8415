//! Addresses of listening bots, and TCP connections to them.

use std::{
    fmt, io,
    net::{TcpStream, ToSocketAddrs},
    str::FromStr,
    time::Duration,
};

use socket2::{SockRef, TcpKeepalive};

/// The address of a bot.
///
/// ```
/// use outflank_arena::socket::Address;
///
/// for text in ["tcp://127.0.0.1:7000", "tcp://[::1]:7000", "ws://example.org:7000/bots/mine"] {
///     assert_eq!(text.parse::<Address>()?.to_string(), text);
/// }
/// # Ok::<(), outflank_arena::socket::ParseAddressError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Address {
    /// Lines over TCP.
    Tcp {
        /// Host and port.
        host: String,
    },
    /// Lines as WebSocket messages, without encryption.
    WebSocket {
        /// Host and port.
        host: String,
        /// The path with its leading slash; may be empty.
        path: String,
    },
}

impl Address {
    /// True if a text starts like an address.
    pub(crate) fn is_meant(text: &str) -> bool {
        let begins = |scheme: &str| text.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme));
        begins("tcp://") || begins("ws://") || begins("wss://")
    }

    fn host(&self) -> &str {
        match self {
            Address::Tcp { host } | Address::WebSocket { host, .. } => host,
        }
    }

    /// Connects to this address.
    pub(super) fn connect(&self, wait: Duration) -> io::Result<TcpStream> {
        connect(self.host(), wait)
    }
}

/// Connects to the first reachable address of a host and port.
pub(super) fn connect(host: &str, wait: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for address in host.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, wait) {
            Ok(stream) => return Ok(stream),
            Err(cause) => last = cause,
        }
    }
    Err(last)
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Tcp { host } => write!(f, "tcp://{host}"),
            Address::WebSocket { host, path } => write!(f, "ws://{host}{path}"),
        }
    }
}

/// A text that is not the address of a bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not an address: write tcp://HOST:PORT or ws://HOST:PORT/PATH")]
pub struct ParseAddressError(String);

impl FromStr for Address {
    type Err = ParseAddressError;

    fn from_str(text: &str) -> Result<Address, ParseAddressError> {
        let wrong = || ParseAddressError(text.to_owned());
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

/// Idle time before the first probe, interval between probes, and the number of probes.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(10);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
const KEEPALIVE_PROBES: u32 = 3;

/// Enables TCP keepalive and a user timeout, so that a peer that sleeps, loses its network or its
/// power is noticed.
pub fn enable_keepalive<'s, S>(stream: &'s S) -> io::Result<()>
where
    SockRef<'s>: From<&'s S>,
{
    let socket = SockRef::from(stream);
    let asked =
        TcpKeepalive::new().with_time(KEEPALIVE_IDLE).with_interval(KEEPALIVE_INTERVAL).with_retries(KEEPALIVE_PROBES);
    socket.set_tcp_keepalive(&asked)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(KEEPALIVE_IDLE + KEEPALIVE_INTERVAL * KEEPALIVE_PROBES))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_addresses_are_quoted() {
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
            let message = wrong.parse::<Address>().unwrap_err().to_string();
            assert!(message.starts_with(&format!("{wrong:?} is not an address")), "{message}");
        }
    }
}
