//! How a server may be called.

use std::{fmt, net::IpAddr, str::FromStr};

/// A name or number of a machine, as in `games.example`: no scheme, no port, no path. Large and small letters are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName(String);

impl HostName {
    /// The host of a request, with or without a port. What a stranger says need not be a name; it then equals none.
    pub(super) fn said(host: &str) -> HostName {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        };
        HostName(plain(name))
    }

    /// The number, if it is one: nobody can let a number lead elsewhere.
    pub(super) fn number(&self) -> Option<IpAddr> {
        self.0.parse().ok()
    }

    /// Browsers do not ask anybody else where `localhost` is.
    pub(super) fn is_this_machine(&self) -> bool {
        let HostName(name) = self;
        name == "localhost"
            || name.ends_with(".localhost")
            || self.number().is_some_and(|address| address.is_loopback())
    }
}

/// One form for all ways to write the same: `Games.example.` is `games.example`, and `[::ffff:127.0.0.1]` is `127.0.0.1`.
fn plain(name: &str) -> String {
    let bare = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name);
    if let Ok(address) = bare.parse::<IpAddr>() {
        return address.to_canonical().to_string();
    }
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

fn is_name(name: &str) -> bool {
    const LONGEST: usize = 253;
    const LONGEST_PART: usize = 63;
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let is_part = |part: &str| (1..=LONGEST_PART).contains(&part.len()) && part.bytes().all(is_letter);
    name.len() <= LONGEST && name.split('.').all(is_part)
}

impl FromStr for HostName {
    type Err = NotAHostName;

    fn from_str(text: &str) -> Result<HostName, NotAHostName> {
        let name = HostName(plain(text));
        if name.number().is_some() || is_name(&name.0) {
            return Ok(name);
        }
        Err(NotAHostName { got: text.chars().take(80).collect() })
    }
}

impl fmt::Display for HostName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text that names no machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAHostName {
    /// What was given, as far as it is worth showing.
    pub got: String,
}

impl fmt::Display for NotAHostName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no name of a machine: give it as in games.example, without https://, port and path",
            self.got
        )
    }
}

impl std::error::Error for NotAHostName {}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn what_is_no_name_is_quoted() {
        for text in
            ["", ".", "https://games.example", "games.example/", "games.example:443", "a b", "a..b", "*.example", "@"]
        {
            let error = text.parse::<HostName>().expect_err(text);
            assert!(error.to_string().starts_with(&format!("{text:?} is no name")), "{error}");
        }
        assert!("x".repeat(64).parse::<HostName>().is_err());
    }
}
