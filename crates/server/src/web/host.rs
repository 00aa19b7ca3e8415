//! The host names that the server answers to.
//!
//! Guards against DNS rebinding: a page of another server can let its own name point to this
//! machine, and would then have the same origin as our page. A local server therefore answers only
//! to names that no other server can use.

use std::{fmt, net::IpAddr, str::FromStr};

use axum::http::{HeaderMap, header};

use super::ApiError;

/// The host names that the server answers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hosts {
    /// Any name: for a network, whose names for the server are unknown.
    Any,
    /// The names of this machine, and these.
    ThisMachine(Vec<HostName>),
    /// The names of this machine, every IP address, and these: for a network in which the server
    /// has these names.
    Named(Vec<HostName>),
}

impl Default for Hosts {
    fn default() -> Hosts {
        Hosts::ThisMachine(Vec::new())
    }
}

impl Hosts {
    /// Refuses a request to another name. Programs may leave the header out; browsers send it.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let Some(host) = headers.get(header::HOST) else { return Ok(()) };
        let host = host.to_str().unwrap_or("?");
        if self.answers_to(&HostName::from_header(host)) {
            return Ok(());
        }
        Err(ApiError::UnknownHost(host.chars().take(80).collect()))
    }

    fn answers_to(&self, name: &HostName) -> bool {
        match self {
            Hosts::Any => true,
            Hosts::ThisMachine(names) => name.is_this_machine() || names.contains(name),
            Hosts::Named(names) => name.is_this_machine() || name.number().is_some() || names.contains(name),
        }
    }
}

/// Does the request use a name of this machine, or no name?
pub(crate) fn is_this_machine(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).map(|host| host.to_str().unwrap_or("?"));
    host.is_none_or(|host| HostName::from_header(host).is_this_machine())
}

/// A host name or IP address, as in `games.example`: no scheme, no port, no path. Case does not
/// matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName(String);

impl HostName {
    /// The `Host` of a request, with or without a port. An invalid one equals no valid name.
    pub(crate) fn from_header(host: &str) -> HostName {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        };
        HostName(plain(name))
    }

    /// The IP address, if it is one. No other server can redirect an address.
    pub(crate) fn number(&self) -> Option<IpAddr> {
        self.0.parse().ok()
    }

    /// Browsers resolve `localhost` themselves.
    pub(crate) fn is_this_machine(&self) -> bool {
        let HostName(name) = self;
        name == "localhost"
            || name.ends_with(".localhost")
            || self.number().is_some_and(|address| address.is_loopback())
    }
}

/// Normalizes a name: `Games.example.` is `games.example`, and `[::ffff:127.0.0.1]` is `127.0.0.1`.
fn plain(name: &str) -> String {
    let bare = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name);
    if let Ok(address) = bare.parse::<IpAddr>() {
        return address.to_canonical().to_string();
    }
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

fn is_name(name: &str) -> bool {
    const MAX_BYTES: usize = 253;
    const MAX_LABEL_BYTES: usize = 63;
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let is_part = |part: &str| (1..=MAX_LABEL_BYTES).contains(&part.len()) && part.bytes().all(is_letter);
    name.len() <= MAX_BYTES && name.split('.').all(is_part)
}

impl FromStr for HostName {
    type Err = ParseHostNameError;

    fn from_str(text: &str) -> Result<HostName, ParseHostNameError> {
        let name = HostName(plain(text));
        if name.number().is_some() || is_name(&name.0) {
            return Ok(name);
        }
        Err(ParseHostNameError { got: text.chars().take(80).collect() })
    }
}

impl fmt::Display for HostName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text that is no host name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{got:?} is not a host name: write it as in games.example, without https://, port and path")]
pub struct ParseHostNameError {
    /// The text, at most 80 characters of it.
    pub got: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(host: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::HOST, host.parse().expect("a value"))])
    }

    fn answers(hosts: &Hosts, host: &'static str) -> bool {
        hosts.check(&named(host)).is_ok()
    }

    fn names() -> Vec<HostName> {
        vec!["games.example".parse().expect("a name")]
    }

    const OF_THIS_MACHINE: [&str; 10] = [
        "127.0.0.1:7654",
        "127.0.0.1",
        "localhost:80",
        "LocalHost",
        "localhost.:7654",
        "outflank.localhost:7654",
        "[::1]:7654",
        "[::1]",
        "[::ffff:127.0.0.1]:7654",
        "[::FFFF:7f00:1]",
    ];

    const OF_OTHERS: [&str; 8] = [
        "evil.example",
        "evil.example:7654",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "localhost..",
        "[localhost]",
        "",
        "x:y",
    ];

    #[test]
    fn a_server_for_this_machine_answers_to_its_own_names() {
        let hosts = Hosts::default();
        for host in OF_THIS_MACHINE {
            assert!(answers(&hosts, host) && is_this_machine(&named(host)), "{host}");
        }
        for host in OF_OTHERS.into_iter().chain(["192.0.2.7", "192.0.2.7:7654"]) {
            assert!(!answers(&hosts, host) && !is_this_machine(&named(host)), "{host}");
        }
        let none = HeaderMap::new();
        assert!(hosts.check(&none).is_ok() && is_this_machine(&none), "a program that names none");
    }

    #[test]
    fn an_operator_may_give_it_more_names() {
        let hosts = Hosts::ThisMachine(names());
        assert!(
            answers(&hosts, "Games.example:443") && answers(&hosts, "games.example.") && answers(&hosts, "localhost")
        );
        assert!(!answers(&hosts, "evil.example"));
        assert!(answers(&Hosts::Any, "evil.example"));
    }

    #[test]
    fn a_server_for_a_network_that_has_names_answers_to_those_and_to_numbers() {
        let hosts = Hosts::Named(names());
        for host in ["games.example", "192.0.2.7:7654", "[2001:db8::7]:7654", "127.0.0.1", "localhost"] {
            assert!(answers(&hosts, host), "{host}");
        }
        for host in OF_OTHERS {
            assert!(!answers(&hosts, host), "{host}");
        }
    }

    #[test]
    fn names_are_read_and_printed_in_one_form() {
        for (text, name) in [
            ("games.example", "games.example"),
            ("Games.Example.", "games.example"),
            ("my_box-2", "my_box-2"),
            ("192.0.2.7", "192.0.2.7"),
            ("[2001:DB8::7]", "2001:db8::7"),
            ("::1", "::1"),
        ] {
            let read: HostName = text.parse().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(read.to_string(), name);
            assert_eq!(read.to_string().parse(), Ok(read));
        }
    }

    #[test]
    fn an_invalid_name_is_quoted() {
        for text in
            ["", ".", "https://games.example", "games.example/", "games.example:443", "a b", "a..b", "*.example", "@"]
        {
            let error = text.parse::<HostName>().expect_err(text);
            assert!(error.to_string().starts_with(&format!("{text:?} is not a host name")), "{error}");
        }
        assert!("x".repeat(64).parse::<HostName>().is_err());
    }
}
