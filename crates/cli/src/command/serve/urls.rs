//! Prints the addresses of the server.

use std::{
    io::{self, Write},
    net::{Ipv4Addr, SocketAddr},
};

use outflank_server::web::{qr, reach::Reach};

use crate::terminal;

/// The addresses of the page.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PageUrls {
    port: u16,
    /// The address for other machines.
    others: Option<String>,
}

impl PageUrls {
    pub(super) fn of(reach: Reach) -> PageUrls {
        PageUrls { port: reach.port(), others: reach.origin().map(|origin| origin + "/") }
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// The address on this machine. Browsers trust it without HTTPS.
    pub(super) fn here(&self) -> String {
        format!("http://{}/", SocketAddr::from((Ipv4Addr::LOCALHOST, self.port)))
    }

    pub(super) fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "Outflank is at {}", self.here())?;
        let Some(link) = &self.others else { return Ok(()) };
        writeln!(out, "For others in your network: {link}")?;
        if let Ok(picture) = qr::terminal(link)
            && terminal::is_unicode()
        {
            writeln!(out, "\n{picture}")?;
        }
        Ok(())
    }
}

/// Raises the limit of open files, because each connection is one. Many systems allow 1,024 by
/// default.
#[cfg(unix)]
pub(super) fn allow_many_connections() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    // If this fails, the server accepts fewer connections.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
}

#[cfg(not(unix))]
pub(super) fn allow_many_connections() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_for_others_is_printed_with_its_code() {
        let urls = PageUrls { port: 7654, others: Some("http://192.0.2.7:7654/".to_owned()) };
        let mut out = Vec::new();
        urls.print(&mut out).expect("memory takes all");
        let text = String::from_utf8(out).expect("UTF-8");
        assert!(text.starts_with("Outflank is at http://127.0.0.1:7654/\n"), "{text}");
        assert!(text.contains("http://192.0.2.7:7654/\n"), "{text}");
    }
}
