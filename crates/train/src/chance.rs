//! Chance from a seed.

/// The splitmix64 sequence: neighbouring seeds give unrelated draws.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// The sequence of one of many games (or other parts) under the same seed.
    pub fn of_part(seed: u64, part: u64) -> Chance {
        Chance(Chance(seed).draw() ^ mix(part))
    }

    /// Sixty-four random bits.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below the bound, which is not 0; evenly drawn but for a part in 2^32.
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.draw() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// True with this probability.
    pub fn happens(&mut self, probability: f64) -> bool {
        ((self.draw() >> 11) as f64) < probability * (1u64 << 53) as f64
    }
}

/// Every bit of the result depends on every bit of the number.
pub(crate) const fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_below_a_bound_reach_every_number_about_evenly() {
        let mut chance = Chance::new(1);
        let mut counts = [0; 5];
        (0..5000).for_each(|_| counts[chance.below(5) as usize] += 1);
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn certain_things_happen_and_impossible_ones_do_not() {
        let mut chance = Chance::new(2);
        assert!((0..100).all(|_| chance.happens(1.0) && !chance.happens(0.0)));
    }

    #[test]
    fn games_of_a_seed_differ_and_repeat() {
        let first = |part| Chance::of_part(7, part).draw();
        assert_ne!(first(0), first(1));
        assert_eq!(first(1), first(1));
    }
}
