//! Who may connect: so many in all, so many from one address.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::watch;

use super::{Limits, Network};

/// Counts connections. Memory is bounded by them: an address without one is forgotten.
#[derive(Debug)]
pub(crate) struct Gates {
    most: usize,
    most_of_one: usize,
    loopback_too: bool,
    head_time: Duration,
    inside: Mutex<HashMap<Network, usize>>,
    count: watch::Sender<usize>,
}

/// One connection, for as long as it lasts.
#[derive(Debug)]
pub(crate) struct Entry {
    gates: Arc<Gates>,
    network: Network,
}

impl Gates {
    pub(crate) fn new(limits: &Limits) -> Gates {
        Gates {
            most: limits.connections,
            most_of_one: limits.connections_per_address,
            loopback_too: limits.loopback_too,
            head_time: limits.head_time,
            inside: Mutex::default(),
            count: watch::Sender::new(0),
        }
    }

    /// Lets somebody in, unless there are too many already.
    pub(crate) fn enter(self: &Arc<Gates>, address: IpAddr) -> Option<Entry> {
        let network = Network::from(address);
        let mut inside = self.inside();
        let of_one = inside.get(&network).copied().unwrap_or_default();
        let is_bounded = self.loopback_too || !address.to_canonical().is_loopback();
        if self.inside_now() >= self.most || is_bounded && of_one >= self.most_of_one {
            return None;
        }
        inside.insert(network, of_one + 1);
        self.count.send_modify(|count| *count += 1);
        Some(Entry { gates: Arc::clone(self), network })
    }

    /// How long somebody may take to say what he wants.
    pub(crate) fn head_time(&self) -> Duration {
        self.head_time
    }

    /// How many are inside.
    pub(crate) fn inside_now(&self) -> usize {
        *self.count.borrow()
    }

    /// Waits until nobody is.
    pub(crate) async fn empty(&self) {
        // The sender is `self`: it is not gone.
        let _ = self.count.subscribe().wait_for(|count| *count == 0).await;
    }

    fn inside(&self) -> MutexGuard<'_, HashMap<Network, usize>> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut inside = self.gates.inside();
        if let Some(count) = inside.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                inside.remove(&self.network);
            }
        }
        drop(inside);
        self.gates.count.send_modify(|count| *count -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn gates(connections: usize, connections_per_address: usize) -> Arc<Gates> {
        Arc::new(Gates::new(&Limits { connections, connections_per_address, ..Limits::default() }))
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
    fn there_is_an_end_for_all_together() {
        let gates = gates(2, 2);
        let _first = gates.enter(address("127.0.0.1"));
        let _second = gates.enter(address("192.0.2.2"));
        assert!(gates.enter(address("192.0.2.3")).is_none());
    }

    #[test]
    fn those_who_left_take_no_memory() {
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
