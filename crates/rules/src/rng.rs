//! Seeded random numbers that are the same on every machine.

use crate::Position;

/// The SplitMix64 generator (Steele, Lea and Flood 2014). Neighboring seeds give unrelated
/// sequences.
///
/// Schedules, drawn moves and simulations take their numbers from here, so that a seed repeats
/// them.
///
/// ```
/// use outflank_rules::rng::SplitMix64;
///
/// let mut rng = SplitMix64::new(7);
/// let mut order = [1, 2, 3, 4, 5];
/// rng.shuffle(&mut order);
/// assert!(rng.below(6) < 6);
/// assert_eq!(SplitMix64::new(7).next_u64(), SplitMix64::new(7).next_u64());
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Starts the sequence of a seed.
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// Starts the sequence of one of many parts under the same seed, such as one game of a series.
    pub const fn of_part(seed: u64, part: u64) -> SplitMix64 {
        SplitMix64(SplitMix64(seed).next_u64() ^ mix(part))
    }

    /// Starts the sequence for one decision. It depends on the seed and the position only, so that
    /// a resumed game continues with the same moves.
    pub fn at(seed: u64, position: &Position) -> SplitMix64 {
        let words = [position.own().0, position.opp().0, position.turn() as u64];
        SplitMix64(words.into_iter().fold(seed, |seed, word| SplitMix64(seed).next_u64() ^ word))
    }

    /// Returns 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// Returns a number below `bound`, each equally likely. A `bound` of 0 gives 0.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }

    /// Returns a number from 0 (included) to 1 (excluded).
    pub const fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Puts the items into a random order, each order equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Mixes the bits of a number: every bit of the result depends on every bit of the argument.
pub const fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::SplitMix64;
    use crate::Variant;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut rng = SplitMix64::new(1_234_567);
        assert_eq!([rng.next_u64(), rng.next_u64()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn numbers_below_a_bound_are_equally_likely() {
        let mut rng = SplitMix64::new(2);
        let mut counts = [0; 7];
        (0..7000).for_each(|_| counts[rng.below(7)] += 1);
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn orders_are_equally_likely() {
        let mut rng = SplitMix64::new(3);
        let mut counts = HashMap::new();
        for _ in 0..6000 {
            let mut items = [0, 1, 2];
            rng.shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert!(counts.len() == 6 && counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn units_are_below_1_and_not_negative() {
        let mut rng = SplitMix64::new(2);
        assert!((0..1000).all(|_| (0.0..1.0).contains(&rng.unit())));
    }

    #[test]
    fn parts_of_a_seed_differ_and_repeat() {
        let first = |part| SplitMix64::of_part(7, part).next_u64();
        assert_ne!(first(0), first(1));
        assert_eq!(first(1), first(1));
    }

    #[test]
    fn a_decision_depends_on_seed_and_position() {
        let start = Variant::STANDARD.start();
        let other = start.play("d3".parse().unwrap()).unwrap();
        let first = |seed, position| SplitMix64::at(seed, position).next_u64();
        assert_eq!(first(1, &start), first(1, &start));
        assert_ne!(first(1, &start), first(2, &start));
        assert_ne!(first(1, &start), first(1, &other));
    }
}
