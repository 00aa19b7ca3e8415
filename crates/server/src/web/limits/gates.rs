//! Limits on open connections, in all and from one address.

use std::{
    collections::{HashMap, hash_map},
    mem,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::watch;

use super::{Limits, Network, SITE_SHARE};

/// Reports of refused connections are at least this far apart.
const REPORT_EVERY: Duration = Duration::from_secs(60);

/// How many connections the system has file descriptors for.
#[cfg(unix)]
pub(crate) fn most_connections() -> usize {
    use rustix::process::{Resource, getrlimit};

    /// Not for connections: databases, listeners, files of the page.
    const RESERVED_DESCRIPTORS: usize = 96;
    let limit = getrlimit(Resource::Nofile).current.and_then(|limit| usize::try_from(limit).ok());
    limit.map_or(usize::MAX, |limit| limit.saturating_sub(RESERVED_DESCRIPTORS).max(limit / 2))
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub(crate) fn most_connections() -> usize {
    usize::MAX
}

/// Counts open connections. It forgets an address without one, so its memory is bounded.
#[derive(Debug)]
pub(crate) struct ConnectionLimiter {
    most: usize,
    most_of_one: usize,
    most_of_site: usize,
    loopback_too: bool,
    head_time: Duration,
    inside: Mutex<HashMap<Network, usize>>,
    count: watch::Sender<usize>,
    refused: Refusals,
}

/// Counts refused connections, so that they are reported once a minute.
#[derive(Debug, Default)]
pub(crate) struct Refusals(Mutex<Refused>);

/// Refused connections since the last report, and when that was.
#[derive(Debug, Default)]
struct Refused {
    count: u64,
    reported: Option<Instant>,
}

impl Refusals {
    /// Counts a refused connection. Returns the number since the last report if another one is due.
    pub(crate) fn count(&self) -> Option<u64> {
        self.count_at(Instant::now())
    }

    fn count_at(&self, now: Instant) -> Option<u64> {
        let mut refused = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        refused.count += 1;
        if refused.reported.is_some_and(|reported| now.saturating_duration_since(reported) < REPORT_EVERY) {
            return None;
        }
        refused.reported = Some(now);
        Some(mem::take(&mut refused.count))
    }
}

/// Counts as one connection until dropped.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    gates: Arc<ConnectionLimiter>,
    network: Network,
}

impl ConnectionLimiter {
    pub(crate) fn new(limits: &Limits) -> ConnectionLimiter {
        ConnectionLimiter {
            most: limits.connections,
            most_of_one: limits.connections_per_address,
            most_of_site: (limits.connections_per_address * usize::from(SITE_SHARE)).min(limits.connections / 2),
            loopback_too: limits.loopback_too,
            head_time: limits.head_time,
            inside: Mutex::default(),
            count: watch::Sender::new(0),
            refused: Refusals::default(),
        }
    }

    /// Admits a connection, unless a limit is reached.
    pub(crate) fn enter(self: &Arc<ConnectionLimiter>, address: IpAddr) -> Option<ConnectionPermit> {
        let network = Network::from(address);
        let mut inside = self.inside();
        let is_bounded = self.loopback_too || !address.to_canonical().is_loopback();
        let is_full = |(network, most)| inside.get(&network).is_some_and(|count| *count >= most);
        let bounds = [Some((network, self.most_of_one)), network.site().map(|site| (site, self.most_of_site))];
        if self.inside_now() >= self.most || is_bounded && bounds.into_iter().flatten().any(is_full) {
            return None;
        }
        for network in counted(network) {
            *inside.entry(network).or_default() += 1;
        }
        self.count.send_modify(|count| *count += 1);
        Some(ConnectionPermit { gates: Arc::clone(self), network })
    }

    /// Counts a refused connection. Returns the number since the last warning if another one is
    /// due.
    pub(crate) fn refused(&self) -> Option<u64> {
        self.refused.count()
    }

    /// The most connections in all.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Timeout for the head of a request.
    pub(crate) fn head_time(&self) -> Duration {
        self.head_time
    }

    /// Open connections.
    pub(crate) fn inside_now(&self) -> usize {
        *self.count.borrow()
    }

    /// Waits until no connection is open.
    pub(crate) async fn empty(&self) {
        // The sender is `self`: it is not gone.
        let _ = self.count.subscribe().wait_for(|count| *count == 0).await;
    }

    fn inside(&self) -> MutexGuard<'_, HashMap<Network, usize>> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut inside = self.gates.inside();
        for network in counted(self.network) {
            if let hash_map::Entry::Occupied(mut count) = inside.entry(network) {
                *count.get_mut() -= 1;
                if *count.get() == 0 {
                    count.remove();
                }
            }
        }
        drop(inside);
        self.gates.count.send_modify(|count| *count -= 1);
    }
}

/// The groups that a connection is counted in.
fn counted(network: Network) -> impl Iterator<Item = Network> {
    [Some(network), network.site()].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn gates(connections: usize, connections_per_address: usize) -> Arc<ConnectionLimiter> {
        Arc::new(ConnectionLimiter::new(&Limits { connections, connections_per_address, ..Limits::default() }))
    }

    #[test]
    fn one_address_does_not_take_the_place_of_others() {
        let gates = gates(10, 2);
        let (one, other) = (address("192.0.2.1"), address("192.0.2.2"));
        let first = gates.enter(one);
        let _second = gates.enter(one);
        assert!(gates.enter(one).is_none());
        assert!(gates.enter(other).is_some());
        drop(first);
        assert!(gates.enter(one).is_some());
    }

    #[test]
    fn one_site_of_ipv6_leaves_half_to_others() {
        let gates = gates(8, 2);
        let enter = |n: u16| gates.enter(IpAddr::from([0x2001, 0xdb8, 1, n, 0, 0, 0, 1]));
        let inside: Vec<ConnectionPermit> = (0..8).filter_map(enter).collect();
        assert_eq!(inside.len(), 4);
        assert!(gates.enter(address("2001:db8:2::1")).is_some());
        drop(inside);
        assert!(gates.inside().is_empty());
    }

    #[test]
    fn connections_are_limited_in_total() {
        let gates = gates(2, 2);
        let _first = gates.enter(address("127.0.0.1"));
        let _second = gates.enter(address("192.0.2.2"));
        assert!(gates.enter(address("192.0.2.3")).is_none());
    }

    #[test]
    fn refused_connections_are_counted_and_warned_of_once_a_minute() {
        let (refused, now) = (Refusals::default(), Instant::now());
        assert_eq!(refused.count_at(now), Some(1));
        assert!((0..1200).all(|_| refused.count_at(now + REPORT_EVERY / 2).is_none()));
        assert_eq!(refused.count_at(now + REPORT_EVERY), Some(1201));
    }

    #[test]
    fn closed_connections_use_no_memory() {
        let gates = gates(2, 2);
        drop(gates.enter(address("192.0.2.1")));
        assert_eq!(gates.inside_now(), 0);
        assert!(gates.inside().is_empty());
    }

    #[test]
    fn this_machine_is_not_counted_unless_asked() {
        let gates = gates(10, 1);
        let _first = gates.enter(address("127.0.0.1"));
        assert!(gates.enter(address("127.0.0.1")).is_some());
        assert!(gates.enter(address("::1")).is_some());
    }
}
