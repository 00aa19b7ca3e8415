//! So many at once, and so many a minute: one bucket an address, or a bot.

use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use super::{Network, Rate};
use crate::secret::SecretHash;

/// More addresses than are remembered at a time. Full buckets are forgotten first, so that nobody who is limited becomes free by a crowd.
const MOST: usize = 50_000;

/// How long somebody must wait who asks too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wait {
    /// What he has too much of.
    pub(crate) key: &'static str,
    /// How long.
    pub(crate) time: Duration,
}

impl Wait {
    /// Whole seconds after which it is worth trying.
    pub(crate) fn seconds(&self) -> u64 {
        self.time.as_secs() + 1
    }
}

/// A limit for each address, or whatever else tells who it is.
#[derive(Debug)]
pub(crate) struct Buckets<K = Network> {
    key: &'static str,
    burst: f64,
    per_second: f64,
    loopback_too: bool,
    buckets: Mutex<HashMap<K, Bucket>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Buckets {
    /// Do limits hold for this address?
    pub(crate) fn concerns(&self, address: IpAddr) -> bool {
        self.loopback_too || !address.to_canonical().is_loopback()
    }

    /// Takes a token, or tells when there will be one.
    pub(crate) fn take(&self, address: IpAddr) -> Result<(), Wait> {
        self.take_at(address, Instant::now())
    }

    fn take_at(&self, address: IpAddr, now: Instant) -> Result<(), Wait> {
        if self.concerns(address) { self.take_of(Network::from(address), now) } else { Ok(()) }
    }
}

impl Buckets<SecretHash> {
    /// The same for a bot, wherever it is.
    pub(crate) fn take(&self, bot: SecretHash) -> Result<(), Wait> {
        self.take_of(bot, Instant::now())
    }
}

impl<K: Eq + Hash> Buckets<K> {
    pub(crate) fn new(key: &'static str, rate: Rate, loopback_too: bool) -> Buckets<K> {
        Buckets {
            key,
            burst: f64::from(rate.burst),
            per_second: f64::from(rate.per_minute.max(1)) / 60.0,
            loopback_too,
            buckets: Mutex::default(),
        }
    }

    fn take_of(&self, who: K, now: Instant) -> Result<(), Wait> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if !buckets.contains_key(&who) && buckets.len() >= MOST {
            buckets.retain(|_, bucket| self.filled(bucket, now) < self.burst);
            if buckets.len() >= MOST {
                return Err(self.wait(Duration::from_secs(1)));
            }
        }
        let bucket = buckets.entry(who).or_insert(Bucket { tokens: self.burst, at: now });
        bucket.tokens = self.filled(bucket, now);
        bucket.at = now;
        if bucket.tokens < 1.0 {
            let time = Duration::from_secs_f64((1.0 - bucket.tokens) / self.per_second);
            return Err(self.wait(time));
        }
        bucket.tokens -= 1.0;
        Ok(())
    }

    fn wait(&self, time: Duration) -> Wait {
        Wait { key: self.key, time }
    }

    /// What the bucket holds by now.
    fn filled(&self, bucket: &Bucket, now: Instant) -> f64 {
        let seconds = now.saturating_duration_since(bucket.at).as_secs_f64();
        (bucket.tokens + seconds * self.per_second).min(self.burst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { burst: 2, per_minute: 60 };

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_burst_is_taken_and_then_one_at_a_time() {
        let (buckets, now, one) = (Buckets::<Network>::new("games", RATE, false), Instant::now(), address("192.0.2.1"));
        assert_eq!(buckets.take_at(one, now), Ok(()));
        assert_eq!(buckets.take_at(one, now), Ok(()));
        assert_eq!(buckets.take_at(one, now), Err(Wait { key: "games", time: Duration::from_secs(1) }));
        assert_eq!(buckets.take_at(address("192.0.2.2"), now), Ok(()), "others are not concerned");
        let later = now + Duration::from_secs(1);
        assert_eq!(buckets.take_at(one, later), Ok(()));
        assert!(buckets.take_at(one, later).is_err());
    }

    #[test]
    fn a_bucket_holds_no_more_than_a_burst_however_long_it_stands() {
        let (buckets, now, one) = (Buckets::<Network>::new("games", RATE, false), Instant::now(), address("192.0.2.1"));
        assert_eq!(buckets.take_at(one, now), Ok(()));
        let later = now + Duration::from_secs(3600);
        let taken = (0..5).filter(|_| buckets.take_at(one, later).is_ok()).count();
        assert_eq!(taken, 2);
    }

    #[test]
    fn a_crowd_takes_no_memory_without_a_bound() {
        let (buckets, now) = (Buckets::<Network>::new("games", RATE, false), Instant::now());
        let crowd = |n: u32| IpAddr::from((0x0a00_0000 + n).to_be_bytes());
        for n in 0..u32::try_from(MOST).expect("a small number") {
            assert_eq!(buckets.take_at(crowd(n), now), Ok(()));
        }
        assert!(buckets.take_at(address("192.0.2.1"), now).is_err(), "nobody can be forgotten yet");
        let later = now + Duration::from_secs(60);
        assert_eq!(buckets.take_at(address("192.0.2.1"), later), Ok(()));
        assert_eq!(buckets.buckets.lock().expect("nobody panicked").len(), 1);
    }

    #[test]
    fn this_machine_is_limited_only_if_asked() {
        let one = address("127.0.0.1");
        let taken = |loopback_too| {
            let buckets = Buckets::<Network>::new("games", RATE, loopback_too);
            (0..5).filter(|_| buckets.take(one).is_ok()).count()
        };
        assert_eq!((taken(false), taken(true)), (5, 2));
    }
}
