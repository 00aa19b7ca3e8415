//! The names that the server answers to.
//!
//! A page of another server can let its own name lead to this machine, and is then of one origin with us. A server for this machine alone
//! therefore answers only to names that nobody else can give.

use std::net::IpAddr;

use axum::http::{HeaderMap, header};

use super::ApiError;

/// Which names the server answers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hosts {
    /// All: for a network, in which nobody knows how the server is called.
    Any,
    /// Those of this machine, and these.
    ThisMachine(Vec<String>),
}

impl Default for Hosts {
    fn default() -> Hosts {
        Hosts::ThisMachine(Vec::new())
    }
}

impl Hosts {
    /// Refuses a request to another name. A program may leave it out; browsers do not.
    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let Hosts::ThisMachine(names) = self else { return Ok(()) };
        let Some(host) = headers.get(header::HOST) else { return Ok(()) };
        let host = host.to_str().unwrap_or("?");
        let name = without_port(host);
        if is_this_machine(name) || names.iter().any(|other| without_port(other).eq_ignore_ascii_case(name)) {
            return Ok(());
        }
        Err(ApiError::UnknownHost(host.chars().take(80).collect()))
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Browsers do not ask anybody else where `localhost` is.
fn is_this_machine(name: &str) -> bool {
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    let name = name.to_ascii_lowercase();
    name == "localhost"
        || name.ends_with(".localhost")
        || bare.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(hosts: &Hosts, host: &'static str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().expect("a value"));
        hosts.check(&headers).is_ok()
    }

    #[test]
    fn a_server_for_this_machine_answers_to_its_own_names() {
        let hosts = Hosts::default();
        for host in [
            "127.0.0.1:7654",
            "127.0.0.1",
            "localhost:80",
            "LocalHost",
            "outflank.localhost:7654",
            "[::1]:7654",
            "[::1]",
        ] {
            assert!(answers(&hosts, host), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:7654",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "192.0.2.7",
            "",
            "x:y",
        ] {
            assert!(!answers(&hosts, host), "{host}");
        }
        assert!(hosts.check(&HeaderMap::new()).is_ok(), "a program that names none");
    }

    #[test]
    fn an_operator_may_give_it_more_names() {
        let hosts = Hosts::ThisMachine(vec!["games.example".to_owned()]);
        assert!(answers(&hosts, "Games.example:443") && answers(&hosts, "localhost"));
        assert!(!answers(&hosts, "evil.example"));
        assert!(answers(&Hosts::Any, "evil.example"));
    }
}
