//! A server somewhere, as arguments name it, and what is asked of it.

mod fault;
mod request;

use std::{
    fmt,
    net::{Ipv6Addr, SocketAddr},
    str::FromStr,
};

use serde::{Deserialize, de::DeserializeOwned};

pub(crate) use fault::ServerFault;
use request::Answer;

use crate::command::serve;

/// Where a server is, as in `192.168.1.5:7654`.
#[derive(Clone, Debug)]
pub(crate) struct Server(String);

/// What does not name a server.
#[derive(Debug)]
pub(crate) enum NotAServer {
    /// It is no address.
    Unreadable(String),
    /// One that is spoken to in a way that we do not speak.
    Https(String),
}

impl fmt::Display for NotAServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAServer::Unreadable(text) => write!(
                f,
                "{text:?} is no address of a server: write its name or number, as in 192.168.1.5 or 192.168.1.5:7654"
            ),
            NotAServer::Https(text) => write!(
                f,
                "{text:?} is an address for https, and only http is spoken here: write where the server itself listens, as in http://192.168.1.5:7654"
            ),
        }
    }
}

impl std::error::Error for NotAServer {}

impl FromStr for Server {
    type Err = NotAServer;

    /// The address of the page is understood too.
    fn from_str(text: &str) -> Result<Server, NotAServer> {
        let bare = text.trim();
        if bare.starts_with("https://") {
            return Err(NotAServer::Https(text.to_owned()));
        }
        let bare = bare.strip_prefix("http://").unwrap_or(bare).trim_end_matches('/');
        if let Some(number) = ipv6(bare) {
            return Ok(Server(format!("[{number}]:{}", serve::PORT)));
        }
        let is_host = |host: &str| !host.is_empty() && !host.contains(['[', ']', ':']);
        let has_port = bare.parse::<SocketAddr>().is_ok()
            || bare.rsplit_once(':').is_some_and(|(host, port)| is_host(host) && port.parse::<u16>().is_ok());
        let is_name =
            !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte));
        match bare {
            _ if bare.contains('/') || bare.contains(char::is_whitespace) => {
                Err(NotAServer::Unreadable(text.to_owned()))
            }
            _ if has_port => Ok(Server(bare.to_owned())),
            _ if is_name => Ok(Server(format!("{bare}:{}", serve::PORT))),
            _ => Err(NotAServer::Unreadable(text.to_owned())),
        }
    }
}

/// A number of IPv6 without a port, with brackets or without.
fn ipv6(text: &str) -> Option<Ipv6Addr> {
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inner.unwrap_or(text).parse().ok()
}

impl Server {
    /// Its host and port.
    pub(crate) fn host(&self) -> &str {
        &self.0
    }

    /// The one that `outflank serve` starts on this machine.
    pub(crate) fn here() -> Server {
        Server(format!("127.0.0.1:{}", serve::PORT))
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// What every server of ours says of itself.
#[derive(Deserialize)]
struct Health {
    status: String,
    version: String,
}

/// A refusal.
#[derive(Deserialize)]
struct Refusal {
    error: Told,
}

#[derive(Deserialize)]
struct Told {
    code: String,
    message: String,
    seconds: Option<u64>,
}

impl Server {
    /// Makes sure that a server of this version is there: another may mean something else by what it says.
    pub(crate) fn check(&self) -> Result<(), ServerFault> {
        let answer = request::send(&self.0, "GET", "/health", None).map_err(|cause| self.unreachable(cause))?;
        let health: Health = serde_json::from_slice(&answer.body).map_err(|_| self.refused_or_foreign(&answer))?;
        match health {
            Health { version, .. } if version == env!("CARGO_PKG_VERSION") => Ok(()),
            Health { status, version } if status == "ok" => {
                Err(ServerFault::OtherVersion { server: self.to_string(), version })
            }
            _ => Err(ServerFault::Foreign(self.to_string())),
        }
    }

    /// Asks for something.
    pub(crate) fn ask<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: Option<&serde_json::Value>,
    ) -> Result<T, ServerFault> {
        let broken = |cause| ServerFault::Broken { server: self.to_string(), cause };
        let answer = request::send(&self.0, method, path, body).map_err(broken)?;
        if !(200..300).contains(&answer.status) {
            return Err(self.refused_or_foreign(&answer));
        }
        serde_json::from_slice(&answer.body).map_err(|_| ServerFault::Foreign(self.to_string()))
    }

    fn unreachable(&self, cause: std::io::Error) -> ServerFault {
        match cause.kind() {
            std::io::ErrorKind::InvalidData => ServerFault::Foreign(self.to_string()),
            _ => ServerFault::Unreachable { server: self.to_string(), cause },
        }
    }

    /// A refusal in the words of the server, if it is one of ours.
    fn refused_or_foreign(&self, answer: &Answer) -> ServerFault {
        match serde_json::from_slice(&answer.body) {
            Ok(Refusal { error }) if error.code == "unknown-route" => ServerFault::TooOld(self.to_string()),
            Ok(Refusal { error: Told { message, seconds, .. } }) => {
                ServerFault::Refused { server: self.to_string(), message, seconds }
            }
            Err(_) => ServerFault::Foreign(self.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_named_in_many_ways() {
        for (text, meant) in [
            ("host", "host:7654"),
            ("192.168.1.5", "192.168.1.5:7654"),
            ("192.168.1.5:80", "192.168.1.5:80"),
            ("http://127.0.0.1:7654/", "127.0.0.1:7654"),
            ("[::1]:80", "[::1]:80"),
            ("http://[::1]/", "[::1]:7654"),
            ("[fe80::1]", "[fe80::1]:7654"),
            ("::1", "[::1]:7654"),
        ] {
            assert_eq!(text.parse::<Server>().unwrap().host(), meant);
        }
        for wrong in ["", "http://", "ho st", "http://host/game/x", ":7654", "[::1", "[host]"] {
            assert!(wrong.parse::<Server>().is_err(), "{wrong}");
        }
        let told = "https://host:443".parse::<Server>().unwrap_err().to_string();
        assert!(told.contains("only http is spoken here"), "{told}");
    }
}
