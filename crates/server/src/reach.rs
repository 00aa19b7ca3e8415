//! Who can reach the server, and where.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// Who can come to the address that a server listens at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    bound: SocketAddr,
}

impl Reach {
    /// That of a server which listens here.
    pub fn of(bound: SocketAddr) -> Reach {
        Reach { bound }
    }

    /// May other machines come in?
    pub fn is_public(self) -> bool {
        !self.bound.ip().to_canonical().is_loopback()
    }

    /// How other machines in the network find the server, as in `http://192.0.2.7:7654`; nothing where they do not, or where there is no network.
    /// It is looked up anew each time: a laptop is carried from one network to the next.
    pub fn origin(self) -> Option<String> {
        if !self.is_public() {
            return None;
        }
        let address = if self.bound.ip().is_unspecified() { network_address()? } else { self.bound.ip() };
        Some(format!("http://{}", SocketAddr::new(address, self.bound.port())))
    }
}

/// The address from which this machine would speak to others. Nothing is sent: a datagram socket that is connected only looks up its way.
fn network_address() -> Option<IpAddr> {
    // An address for examples, which nobody has.
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

    /// Whether there is a network depends on the machine that tests.
    #[test]
    fn a_server_on_all_interfaces_is_never_told_to_be_at_none() {
        assert!(reach("0.0.0.0:7654").is_public());
        let origin = reach("0.0.0.0:7654").origin();
        assert!(origin.is_none_or(|origin| origin.ends_with(":7654")
            && !origin.contains("//0.0.0.0")
            && !origin.contains("//127.")));
    }
}
