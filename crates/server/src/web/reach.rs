//! The addresses by which other machines reach the server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// The address that a server listens on, and who can reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    bound: SocketAddr,
    has_tls: bool,
}

impl Reach {
    /// For a server that listens here.
    pub fn of(bound: SocketAddr) -> Reach {
        Reach { bound, has_tls: false }
    }

    /// The same with HTTPS, or without it.
    pub fn with_tls(self, has_tls: bool) -> Reach {
        Reach { has_tls, ..self }
    }

    /// The address in the network, if other machines can connect and there is a network.
    pub fn network_address(self) -> Option<IpAddr> {
        let ip = self.bound.ip();
        self.is_public().then(|| if ip.is_unspecified() { network_address() } else { Some(ip) }).flatten()
    }

    /// The port that it listens on.
    pub fn port(self) -> u16 {
        self.bound.port()
    }

    /// Can other machines connect?
    pub fn is_public(self) -> bool {
        !self.bound.ip().to_canonical().is_loopback()
    }

    /// The origin for other machines in the network, as in `http://192.0.2.7:7654`. None for a
    /// local server or without a network. It is looked up at each call, because a laptop changes
    /// networks.
    pub fn origin(self) -> Option<String> {
        let scheme = if self.has_tls { "https" } else { "http" };
        Some(format!("{scheme}://{}", SocketAddr::new(self.network_address()?, self.bound.port())))
    }
}

/// The address that this machine uses towards others. Sends nothing: connecting a datagram socket
/// only selects a route.
fn network_address() -> Option<IpAddr> {
    // An address reserved for examples.
    const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(198, 51, 100, 1), 9);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(bound: &str) -> Reach {
        Reach::of(bound.parse().expect("an address"))
    }

    #[test]
    fn others_do_not_find_a_server_for_this_machine() {
        for bound in ["127.0.0.1:7654", "[::1]:7654"] {
            assert!(!reach(bound).is_public());
            assert_eq!(reach(bound).origin(), None);
        }
    }

    #[test]
    fn others_find_a_server_at_the_address_of_its_interface() {
        assert_eq!(reach("192.0.2.7:80").origin().as_deref(), Some("http://192.0.2.7:80"));
        let secured = reach("192.0.2.7:443").with_tls(true);
        assert_eq!(secured.origin().as_deref(), Some("https://192.0.2.7:443"));
        assert_eq!(reach("[2001:db8::7]:80").origin().as_deref(), Some("http://[2001:db8::7]:80"));
    }

    /// Whether there is a network depends on the machine.
    #[test]
    fn a_server_on_all_interfaces_has_a_reachable_origin() {
        assert!(reach("0.0.0.0:7654").is_public());
        let origin = reach("0.0.0.0:7654").origin();
        assert!(origin.is_none_or(|origin| origin.ends_with(":7654")
            && !origin.contains("//0.0.0.0")
            && !origin.contains("//127.")));
    }
}
