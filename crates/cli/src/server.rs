//! A client of `outflank serve`: the address of a server, and requests to its API.

mod request;

use std::{
    fmt, io,
    net::{Ipv6Addr, SocketAddr},
    str::FromStr,
    time::Duration,
};

use serde::{Deserialize, de::DeserializeOwned};

use request::HttpResponse;

use crate::command::serve;

/// The host and port of a server, as in `192.168.1.5:7654`.
#[derive(Clone, Debug)]
pub(crate) struct Server(String);

#[derive(Debug, thiserror::Error)]
pub(crate) enum ParseServerError {
    #[error("{0:?} is not the address of a server: write a name or IP address, as in 192.168.1.5 or 192.168.1.5:7654")]
    Unreadable(String),
    #[error("{0:?} is an https address: only http is supported, as in http://192.168.1.5:7654")]
    Https(String),
}

/// The reason why a request failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServerError {
    #[error(
        "no server at {server}: {cause}; start one with outflank serve, or give its address with --server HOST:PORT"
    )]
    Unreachable { server: String, cause: io::Error },
    #[error("{0} is not a server of outflank: give the address of one with --server HOST:PORT")]
    Foreign(String),
    #[error("the server at {server} is outflank {version} and this is {}: use the same version", env!("CARGO_PKG_VERSION"))]
    OtherVersion { server: String, version: String },
    #[error("the server at {0} is too old: use the same version as here")]
    TooOld(String),
    #[error("the server at {server} refuses: {message}{}", retry_note(*seconds))]
    Refused { server: String, message: String, seconds: Option<u64> },
    #[error("the connection to {server} failed: {cause}; try again")]
    Broken { server: String, cause: io::Error },
    #[error("the server at {server} failed: {}", message.as_deref().unwrap_or("it canceled the job; try again"))]
    GaveUp { server: String, message: Option<String> },
}

fn retry_note(seconds: Option<u64>) -> String {
    seconds.map(|seconds| format!(" (retry in {seconds} s)")).unwrap_or_default()
}

impl ServerError {
    /// The delay after which the server wants the request to be repeated.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        match self {
            ServerError::Refused { seconds, .. } => seconds.map(Duration::from_secs),
            _ => None,
        }
    }
}

impl FromStr for Server {
    type Err = ParseServerError;

    /// Accepts the address of the page too.
    fn from_str(text: &str) -> Result<Server, ParseServerError> {
        let bare = text.trim();
        if bare.starts_with("https://") {
            return Err(ParseServerError::Https(text.to_owned()));
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
                Err(ParseServerError::Unreadable(text.to_owned()))
            }
            _ if has_port => Ok(Server(bare.to_owned())),
            _ if is_name => Ok(Server(format!("{bare}:{}", serve::PORT))),
            _ => Err(ParseServerError::Unreadable(text.to_owned())),
        }
    }
}

/// An IPv6 address without a port, with or without brackets.
fn ipv6(text: &str) -> Option<Ipv6Addr> {
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inner.unwrap_or(text).parse().ok()
}

impl Server {
    pub(crate) fn host(&self) -> &str {
        &self.0
    }

    /// The server that `outflank serve` starts on this machine.
    pub(crate) fn here() -> Server {
        Server(format!("127.0.0.1:{}", serve::PORT))
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The reply of `/health`.
#[derive(Deserialize)]
struct Health {
    status: String,
    version: String,
}

/// The body of an error reply.
#[derive(Deserialize)]
struct ErrorBody {
    error: ErrorDetails,
}

#[derive(Deserialize)]
struct ErrorDetails {
    code: String,
    message: String,
    #[serde(rename = "retryAfter")]
    retry_after: Option<u64>,
}

impl Server {
    /// Checks that a server of this version answers; other versions may have a different API.
    pub(crate) fn check(&self) -> Result<(), ServerError> {
        let answer = request::send(&self.0, "GET", "/health", None).map_err(|cause| self.unreachable(cause))?;
        let health: Health = serde_json::from_slice(&answer.body).map_err(|_| self.refused_or_foreign(&answer))?;
        match health {
            Health { version, .. } if version == env!("CARGO_PKG_VERSION") => Ok(()),
            Health { status, version } if status == "ok" => {
                Err(ServerError::OtherVersion { server: self.to_string(), version })
            }
            _ => Err(ServerError::Foreign(self.to_string())),
        }
    }

    /// Sends a request and parses the reply.
    pub(crate) fn request<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: Option<&serde_json::Value>,
    ) -> Result<T, ServerError> {
        let broken = |cause| ServerError::Broken { server: self.to_string(), cause };
        let answer = request::send(&self.0, method, path, body).map_err(broken)?;
        if !(200..300).contains(&answer.status) {
            return Err(self.refused_or_foreign(&answer));
        }
        serde_json::from_slice(&answer.body).map_err(|_| ServerError::Foreign(self.to_string()))
    }

    fn unreachable(&self, cause: io::Error) -> ServerError {
        match cause.kind() {
            io::ErrorKind::InvalidData => ServerError::Foreign(self.to_string()),
            _ => ServerError::Unreachable { server: self.to_string(), cause },
        }
    }

    /// Returns the error in the body of a reply, if the server is one of ours.
    fn refused_or_foreign(&self, answer: &HttpResponse) -> ServerError {
        match serde_json::from_slice(&answer.body) {
            Ok(ErrorBody { error }) if error.code == "unknown-route" => ServerError::TooOld(self.to_string()),
            Ok(ErrorBody { error: ErrorDetails { message, retry_after: seconds, .. } }) => {
                ServerError::Refused { server: self.to_string(), message, seconds }
            }
            Err(_) => ServerError::Foreign(self.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_are_parsed_from_urls_hosts_and_ports() {
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
        let message = "https://host:443".parse::<Server>().unwrap_err().to_string();
        assert!(message.contains("only http is supported"), "{message}");
    }
}
