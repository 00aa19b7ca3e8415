//! Chance from a seed: the same on every machine, so that drawn schedules and simulations can be repeated.

/// The splitmix64 sequence (Steele, Lea and Flood 2014): neighbouring seeds give unrelated draws.
#[derive(Clone, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    /// The sequence of a seed.
    pub(crate) const fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// The sequence of one of many parts under the same seed.
    pub(crate) fn of_part(seed: u64, part: u64) -> Chance {
        Chance(Chance(seed).draw() ^ mix(part.wrapping_add(1)))
    }

    /// Sixty-four random bits.
    pub(crate) fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below the bound, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.draw()) * bound as u128) >> 64) as usize
    }

    /// Brings the items into one of their orders, each as likely as any other (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// A number from 0 to 1, 1 left out.
    #[cfg(test)]
    pub(crate) fn unit(&mut self) -> f64 {
        (self.draw() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Every bit of the result depends on every bit of the number.
const fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::Chance;

    #[test]
    fn every_order_is_about_as_likely_as_any_other() {
        let mut chance = Chance::new(3);
        let mut counts = std::collections::HashMap::new();
        for _ in 0..6000 {
            let mut items = [0, 1, 2];
            chance.shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert!(counts.len() == 6 && counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn parts_of_a_seed_differ_and_repeat() {
        let first = |part| Chance::of_part(7, part).draw();
        assert_ne!(first(0), first(1));
        assert_eq!(first(1), first(1));
    }
}
