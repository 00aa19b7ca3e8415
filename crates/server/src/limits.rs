//! How often one address, or one bot, may do what costs something. A legal move in a running game is never limited.

mod buckets;
mod gates;
mod network;

use std::time::Duration;

pub(crate) use buckets::{Buckets, Wait};
pub(crate) use gates::{Entry, Gates};
pub(crate) use network::Network;

use crate::secret::SecretHash;

/// What one address may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many at once.
    pub burst: u32,
    /// How many a minute after that.
    pub per_minute: u32,
}

/// How much anybody may ask for. An address is one of IPv4, or a network of 64 bits of IPv6: what one customer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections in all, sockets among them.
    pub connections: usize,
    /// Connections of one address.
    pub connections_per_address: usize,
    /// How long a client may take for the head of a request, and a connection may lie idle between two.
    pub head_time: Duration,
    /// How long a client has for the first message on its socket.
    pub hello_time: Duration,
    /// How often a sign of life is sent on sockets. Clients that hear none for more than twice as long connect again.
    pub alive_every: Duration,
    /// How long a client may take nothing of what its socket is sent, before it is cut off.
    pub send_time: Duration,
    /// Bytes that the system keeps for a client that does not take them; some systems double it.
    pub send_buffer: u32,
    /// New games.
    pub games: Rate,
    /// New tournaments.
    pub tournaments: Rate,
    /// Tournaments that are not over that one address may have: those that nobody plays are waited for.
    pub open_tournaments: usize,
    /// Hints, records, lists and other requests that make work.
    pub requests: Rate,
    /// Files that are looked into.
    pub files: Rate,
    /// Jobs for the engine.
    pub jobs: Rate,
    /// Pictures that are drawn.
    pub pictures: Rate,
    /// Guesses at secrets.
    pub secrets: Rate,
    /// Looks at games, and sockets to them: each may wake one.
    pub visits: Rate,
    /// Connections of one bot, by its token, from wherever it comes: two programs with the same token would replace each other without end.
    pub tokens: Rate,
    /// Games between computers that one address may have going: they need nobody, so that nobody would notice.
    pub computer_games: usize,
    /// Bytes of a collection that is sent into the archive.
    pub import_bytes: u64,
    /// Does all that hold for this machine too? Programs that play here, and proxies behind which everybody is this machine, want it not to.
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

/// The buckets of everything that is limited.
#[derive(Debug)]
pub(crate) struct Allowances {
    pub(crate) games: Buckets,
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

impl Allowances {
    pub(crate) fn new(limits: &Limits) -> Allowances {
        let buckets = |key, rate| Buckets::new(key, rate, limits.loopback_too);
        Allowances {
            games: buckets("games", limits.games),
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
