//! Rate limits and connection limits per address and per bot. A legal move in a running game is
//! never limited.
//!
//! The limiter is our own: `governor` keeps every address until a sweep over all of them, cannot
//! charge an address and its site in one step, and cannot return a token. Here memory and cost are
//! constant with any number of addresses.

mod buckets;
mod gates;

use std::{net::IpAddr, time::Duration};

pub(crate) use buckets::{Buckets, RetryAfter};
pub(crate) use gates::{ConnectionLimiter, ConnectionPermit, Refusals, most_connections};

use crate::log::secret::SecretHash;

/// A rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Requests at once.
    pub burst: u32,
    /// Requests a minute after that.
    pub per_minute: u32,
}

/// Limits of the server. An address is an IPv4 address or a /64 network of IPv6. All networks of
/// one site, a /48 of IPv6, together may do 16 times as much as one address and hold at most half
/// of all connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections in all, including WebSockets; fewer if the system allows fewer open files.
    pub connections: usize,
    /// Connections of one address.
    pub connections_per_address: usize,
    /// Timeout for the head of a request, and for an idle connection between two requests.
    pub head_time: Duration,
    /// Timeout for the first message on a WebSocket.
    pub hello_time: Duration,
    /// Heartbeat interval on WebSockets. Clients reconnect after twice that time without one.
    pub alive_every: Duration,
    /// How long a client may read nothing from its WebSocket before the server closes it.
    pub send_time: Duration,
    /// Send buffer of a connection in bytes; some systems double it.
    pub send_buffer: u32,
    /// New games.
    pub games: Rate,
    /// Connections to the course listeners. A whole class may share one address.
    pub course: Rate,
    /// New tournaments.
    pub tournaments: Rate,
    /// Unfinished tournaments of one address.
    pub open_tournaments: usize,
    /// Hints, records, lists and other requests that cost work.
    pub requests: Rate,
    /// Uploaded files that are read.
    pub files: Rate,
    /// Jobs for the engine.
    pub jobs: Rate,
    /// Rendered pictures.
    pub pictures: Rate,
    /// Wrong secrets.
    pub secrets: Rate,
    /// Visits to games and WebSockets to them: each may load a game.
    pub visits: Rate,
    /// Connections with one bot token from any address: two programs with one token would replace
    /// each other endlessly.
    pub tokens: Rate,
    /// Running games between computers of one address.
    pub computer_games: usize,
    /// Bytes of one import into the archive.
    pub import_bytes: u64,
    /// Do the limits hold for this machine too? Off by default, for local programs and for proxies,
    /// behind which every client has the address of this machine.
    pub loopback_too: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 20_000,
            connections_per_address: 200,
            head_time: Duration::from_secs(20),
            hello_time: Duration::from_secs(10),
            alive_every: Duration::from_secs(15),
            send_time: Duration::from_secs(10),
            send_buffer: 128 * 1024,
            games: Rate { burst: 30, per_minute: 30 },
            course: Rate { burst: 500, per_minute: 500 },
            tournaments: Rate { burst: 10, per_minute: 2 },
            open_tournaments: 20,
            requests: Rate { burst: 200, per_minute: 600 },
            files: Rate { burst: 30, per_minute: 30 },
            jobs: Rate { burst: 100, per_minute: 300 },
            pictures: Rate { burst: 60, per_minute: 120 },
            secrets: Rate { burst: 20, per_minute: 20 },
            visits: Rate { burst: 500, per_minute: 1200 },
            tokens: Rate { burst: 60, per_minute: 60 },
            computer_games: 20,
            import_bytes: 256 << 20,
            loopback_too: false,
        }
    }
}

/// One limiter for each kind of request.
#[derive(Debug)]
pub(crate) struct RateLimiters {
    pub(crate) games: Buckets,
    pub(crate) course: Buckets,
    pub(crate) tournaments: Buckets,
    pub(crate) requests: Buckets,
    pub(crate) files: Buckets,
    pub(crate) jobs: Buckets,
    pub(crate) pictures: Buckets,
    pub(crate) secrets: Buckets,
    pub(crate) visits: Buckets,
    pub(crate) tokens: Buckets<SecretHash>,
    pub(crate) computer_games: usize,
    pub(crate) open_tournaments: usize,
    pub(crate) hello_time: Duration,
    pub(crate) alive_every: Duration,
    pub(crate) send_time: Duration,
}

impl RateLimiters {
    pub(crate) fn new(limits: &Limits) -> RateLimiters {
        let buckets = |key, rate| Buckets::new(key, rate, limits.loopback_too);
        RateLimiters {
            games: buckets("games", limits.games),
            course: buckets("course", limits.course),
            tournaments: buckets("tournaments", limits.tournaments),
            requests: buckets("requests", limits.requests),
            files: buckets("files", limits.files),
            jobs: buckets("jobs", limits.jobs),
            pictures: buckets("pictures", limits.pictures),
            secrets: buckets("secrets", limits.secrets),
            visits: buckets("visits", limits.visits),
            tokens: Buckets::new("token", limits.tokens, true),
            computer_games: limits.computer_games,
            open_tournaments: limits.open_tournaments,
            hello_time: limits.hello_time,
            alive_every: limits.alive_every,
            send_time: limits.send_time,
        }
    }
}

/// A site may do this many times as much as one network.
const SITE_SHARE: u8 = 16;

/// The part of an address that stands for one customer. Its addresses share their limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Network {
    /// An IPv4 address.
    V4([u8; 4]),
    /// The first 64 bits of an IPv6 address.
    V6([u16; 4]),
    /// The first 48 bits of an IPv6 address. One customer may have all 65,536 networks of it.
    Site([u16; 3]),
}

impl Network {
    /// The site of an IPv6 network.
    pub(crate) fn site(self) -> Option<Network> {
        match self {
            Network::V6([a, b, c, _]) => Some(Network::Site([a, b, c])),
            Network::V4(_) | Network::Site(_) => None,
        }
    }
}

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Network {
        match address.to_canonical() {
            IpAddr::V4(address) => Network::V4(address.octets()),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Network::V6([a, b, c, d])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(address: &str) -> Network {
        address.parse::<IpAddr>().expect("an address").into()
    }

    #[test]
    fn one_network_is_one_client_in_every_notation() {
        assert_eq!(network("192.0.2.7"), network("::ffff:192.0.2.7"));
        assert_eq!(network("2001:db8:1:2::3"), network("2001:db8:1:2:ffff::4"));
        assert_ne!(network("2001:db8:1:2::3"), network("2001:db8:1:3::3"));
        assert_ne!(network("192.0.2.7"), network("192.0.2.8"));
        assert_eq!(network("2001:db8:1:2::3").site(), network("2001:db8:1:3::3").site());
        assert_ne!(network("2001:db8:1:2::3").site(), network("2001:db8:2:2::3").site());
        assert_eq!(network("192.0.2.7").site(), None);
    }
}
