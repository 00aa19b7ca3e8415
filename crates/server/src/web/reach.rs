//! The addresses by which other machines reach the server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// The address that a server listens on, and who can reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    bound: SocketAddr,
}

impl Reach {
    /// For a server that listens here.
    pub fn of(bound: SocketAddr) -> Reach {
        Reach { bound }
    }

    /// Can other machines connect?
    pub fn is_public(self) -> bool {
        !self.bound.ip().to_canonical().is_loopback()
    }

    /// The origin for other machines in the network, as in `http://192.0.2.7:7654`. None for a
    /// local server or without a network. It is looked up at each call, because a laptop changes
    /// networks.
    pub fn origin(self) -> Option<String> {
        if !self.is_public() {
            return None;
        }
        let address = if self.bound.ip().is_unspecified() { network_address()? } else { self.bound.ip() };
        Some(format!("http://{}", SocketAddr::new(address, self.bound.port())))
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
