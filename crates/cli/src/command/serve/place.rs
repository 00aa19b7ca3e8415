//! Where the server is, as people are told.

use std::{
    io::{self, Write},
    net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket},
};

use outflank_server::qr;

use crate::terminal;

/// The addresses of the page.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place {
    port: u16,
    /// For other machines.
    network: Option<IpAddr>,
}

impl Place {
    pub(super) fn of(bound: SocketAddr, is_public: bool) -> Place {
        Place { port: bound.port(), network: is_public.then(network_address).flatten() }
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// The address on this machine.
    pub(super) fn here(&self) -> String {
        link(Ipv4Addr::LOCALHOST.into(), self.port)
    }

    pub(super) fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "Outflank is at {}", self.here())?;
        let Some(address) = self.network else { return Ok(()) };
        let link = link(address, self.port);
        writeln!(out, "For others in your network: {link}")?;
        if let Ok(picture) = qr::terminal(&link)
            && terminal::is_unicode()
        {
            writeln!(out, "\n{picture}")?;
        }
        Ok(())
    }
}

fn link(address: IpAddr, port: u16) -> String {
    format!("http://{}/", SocketAddr::new(address, port))
}

/// The address from which this machine would speak to others. Nothing is sent: a datagram socket that is connected only looks up its way.
fn network_address() -> Option<IpAddr> {
    // An address for examples, which nobody has.
    const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

/// Each socket is an open file, of which many systems allow 1024 unless asked for more.
#[cfg(unix)]
pub(super) fn allow_many_connections() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    // Where it is refused there are fewer connections.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
}

#[cfg(not(unix))]
pub(super) fn allow_many_connections() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_for_others_is_printed_with_its_code() {
        let place = Place { port: 7654, network: Some("192.0.2.7".parse().expect("an address")) };
        let mut out = Vec::new();
        place.print(&mut out).expect("memory takes all");
        let text = String::from_utf8(out).expect("UTF-8");
        assert!(text.starts_with("Outflank is at http://127.0.0.1:7654/\n"), "{text}");
        assert!(text.contains("http://192.0.2.7:7654/\n"), "{text}");
    }
}
