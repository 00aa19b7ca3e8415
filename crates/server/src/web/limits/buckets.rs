//! Token buckets, one for each address or bot.

use std::{
    collections::{HashMap, hash_map::Entry},
    hash::Hash,
    mem,
    net::IpAddr,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use super::{Network, Rate, SITE_SHARE};
use crate::log::secret::SecretHash;

/// Most buckets in memory. The ones used last are always among them.
const MAX_BUCKETS: usize = 50_000;

/// A rate limit was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many requests: wait {} s", self.seconds())]
pub(crate) struct RetryAfter {
    /// The limit.
    pub(crate) limit: &'static str,
    /// The time to wait.
    pub(crate) time: Duration,
}

impl RetryAfter {
    /// The time to wait in whole seconds, always more than the time itself.
    pub(crate) fn seconds(&self) -> u64 {
        self.time.as_secs() + 1
    }
}

/// A rate limit for each key: an address or a bot.
#[derive(Debug)]
pub(crate) struct Buckets<K = Network> {
    key: &'static str,
    burst: f64,
    per_second: f64,
    loopback_too: bool,
    buckets: Mutex<Remembered<K>>,
}

/// Buckets in two generations. When the younger one is full it replaces the older one, which is
/// dropped. The cost is constant, and there is always room.
#[derive(Debug)]
struct Remembered<K> {
    younger: HashMap<K, Bucket>,
    older: HashMap<K, Bucket>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Buckets {
    /// Does the limit hold for this address?
    pub(crate) fn concerns(&self, address: IpAddr) -> bool {
        self.loopback_too || !address.to_canonical().is_loopback()
    }

    /// Takes a token. Fails with the time until there is one.
    pub(crate) fn take(&self, address: IpAddr) -> Result<(), RetryAfter> {
        self.take_at(address, Instant::now())
    }

    /// Returns a token that was taken for a request that cost nothing.
    pub(crate) fn give_back(&self, address: IpAddr) {
        let (network, now) = (Network::from(address), Instant::now());
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        for (who, tokens) in [(Some(network), 1.0), (network.site(), 1.0 / f64::from(SITE_SHARE))] {
            let Some(who) = who else { continue };
            let bucket = buckets.of(who, Bucket { tokens: self.burst, at: now });
            bucket.tokens = (bucket.tokens + tokens).min(self.burst);
        }
    }

    fn take_at(&self, address: IpAddr, now: Instant) -> Result<(), RetryAfter> {
        if !self.concerns(address) {
            return Ok(());
        }
        let network = Network::from(address);
        let Some(site) = network.site() else { return self.take_of(network, 1.0, now) };
        let share = 1.0 / f64::from(SITE_SHARE);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        // The site is checked first, so that a site over its limit makes no new buckets. A refused
        // network costs its site nothing.
        self.with_tokens(&mut buckets, site, share, now)?;
        self.with_tokens(&mut buckets, network, 1.0, now)?.tokens -= 1.0;
        self.with_tokens(&mut buckets, site, share, now)?.tokens -= share;
        Ok(())
    }
}

impl Buckets<SecretHash> {
    /// Takes a token of a bot.
    pub(crate) fn take(&self, bot: SecretHash) -> Result<(), RetryAfter> {
        self.take_of(bot, 1.0, Instant::now())
    }
}

impl<K: Eq + Hash> Buckets<K> {
    pub(crate) fn new(key: &'static str, rate: Rate, loopback_too: bool) -> Buckets<K> {
        Buckets {
            key,
            burst: f64::from(rate.burst),
            per_second: f64::from(rate.per_minute.max(1)) / 60.0,
            loopback_too,
            buckets: Mutex::new(Remembered { younger: HashMap::new(), older: HashMap::new() }),
        }
    }

    fn take_of(&self, who: K, tokens: f64, now: Instant) -> Result<(), RetryAfter> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        self.with_tokens(&mut buckets, who, tokens, now)?.tokens -= tokens;
        Ok(())
    }

    /// Returns the bucket if it holds this many tokens.
    fn with_tokens<'a>(
        &self,
        buckets: &'a mut Remembered<K>,
        who: K,
        tokens: f64,
        now: Instant,
    ) -> Result<&'a mut Bucket, RetryAfter> {
        let bucket = buckets.of(who, Bucket { tokens: self.burst, at: now });
        bucket.tokens = self.filled(bucket, now);
        bucket.at = now;
        if bucket.tokens < tokens {
            let time = Duration::from_secs_f64((tokens - bucket.tokens) / self.per_second);
            return Err(RetryAfter { limit: self.key, time });
        }
        Ok(bucket)
    }

    /// The tokens in the bucket now.
    fn filled(&self, bucket: &Bucket, now: Instant) -> f64 {
        let seconds = now.saturating_duration_since(bucket.at).as_secs_f64();
        (bucket.tokens + seconds * self.per_second).min(self.burst)
    }
}

impl<K: Eq + Hash> Remembered<K> {
    /// Returns the bucket of a key, or a new one.
    fn of(&mut self, who: K, new: Bucket) -> &mut Bucket {
        if self.younger.len() >= MAX_BUCKETS / 2 && !self.younger.contains_key(&who) {
            self.older = mem::take(&mut self.younger);
        }
        let Remembered { younger, older } = self;
        match younger.entry(who) {
            Entry::Occupied(bucket) => bucket.into_mut(),
            Entry::Vacant(place) => {
                let bucket = older.remove(place.key()).unwrap_or(new);
                place.insert(bucket)
            }
        }
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
        assert_eq!(buckets.take_at(one, now), Err(RetryAfter { limit: "games", time: Duration::from_secs(1) }));
        assert_eq!(buckets.take_at(address("192.0.2.2"), now), Ok(()), "others are not concerned");
        let later = now + Duration::from_secs(1);
        assert_eq!(buckets.take_at(one, later), Ok(()));
        assert!(buckets.take_at(one, later).is_err());
    }

    #[test]
    fn a_bucket_never_holds_more_than_a_burst() {
        let (buckets, now, one) = (Buckets::<Network>::new("games", RATE, false), Instant::now(), address("192.0.2.1"));
        assert_eq!(buckets.take_at(one, now), Ok(()));
        let later = now + Duration::from_secs(3600);
        let taken = (0..5).filter(|_| buckets.take_at(one, later).is_ok()).count();
        assert_eq!(taken, 2);
    }

    #[test]
    fn many_addresses_use_bounded_memory_and_newcomers_get_in() {
        let (buckets, now) = (Buckets::<Network>::new("games", RATE, false), Instant::now());
        let (crowd, busy) = (|n: u32| IpAddr::from((0x0a00_0000 + n).to_be_bytes()), address("192.0.2.1"));
        let mut of_busy = 0;
        for n in 0..3 * u32::try_from(MAX_BUCKETS).expect("a small number") {
            assert_eq!(buckets.take_at(crowd(n), now), Ok(()), "address {n}");
            if n % 10_000 == 0 {
                of_busy += u32::from(buckets.take_at(busy, now).is_ok());
            }
        }
        assert_eq!(of_busy, RATE.burst, "who asks again and again is not forgotten");
        let buckets = buckets.buckets.lock().expect("nobody panicked");
        assert!(buckets.younger.len() + buckets.older.len() <= MAX_BUCKETS);
    }

    #[test]
    fn an_ipv6_site_may_do_as_much_as_sixteen_addresses() {
        let (buckets, now) = (Buckets::<Network>::new("games", RATE, false), Instant::now());
        let of_site = |n: u16| IpAddr::from([0x2001, 0xdb8, 1, n, 0, 0, 0, 1]);
        let (busy, burst) = (address("192.0.2.9"), usize::try_from(RATE.burst).expect("a small number"));
        let of_busy = (0..=burst).filter(|_| buckets.take_at(busy, now).is_ok()).count();
        let taken = (0..=u16::MAX).filter(|n| buckets.take_at(of_site(*n), now).is_ok()).count();
        assert_eq!(taken, usize::from(SITE_SHARE) * burst);
        assert_eq!(of_busy, burst);
        assert!(buckets.take_at(busy, now).is_err(), "a site over its limit makes the server forget nobody");
        assert_eq!(buckets.take_at(address("2001:db8:2::1"), now), Ok(()), "other sites");
        assert_eq!(buckets.take_at(address("192.0.2.1"), now), Ok(()), "IPv4");
    }

    #[test]
    fn one_network_does_not_use_up_its_site() {
        let (buckets, now) = (Buckets::<Network>::new("games", RATE, false), Instant::now());
        for _ in 0..1000 {
            let _ = buckets.take_at(address("2001:db8:1:1::1"), now);
        }
        assert_eq!(buckets.take_at(address("2001:db8:1:2::1"), now), Ok(()));
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
