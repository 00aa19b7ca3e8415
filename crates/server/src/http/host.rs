//! The names that the server answers to.
//!
//! A page of another server can let its own name lead to this machine, and is then of one origin with us. A server for this machine alone
//! therefore answers only to names that nobody else can give.

mod name;

use axum::http::{HeaderMap, header};

use super::ApiError;
pub use name::{HostName, NotAHostName};

/// Which names the server answers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hosts {
    /// All: for a network, in which nobody knows how the server is called.
    Any,
    /// Those of this machine, and these.
    ThisMachine(Vec<HostName>),
    /// The same and every number: for a network in which the server has these names.
    Named(Vec<HostName>),
}

impl Default for Hosts {
    fn default() -> Hosts {
        Hosts::ThisMachine(Vec::new())
    }
}

impl Hosts {
    /// Refuses a request to another name. A program may leave it out; browsers do not.
    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let Some(host) = headers.get(header::HOST) else { return Ok(()) };
        let host = host.to_str().unwrap_or("?");
        if self.answers_to(&HostName::said(host)) {
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

/// Does the request call the server by a name of this machine, or by none?
pub(super) fn is_this_machine(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).map(|host| host.to_str().unwrap_or("?"));
    host.is_none_or(|host| HostName::said(host).is_this_machine())
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
}
