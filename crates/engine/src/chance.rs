//! Chance from a seed: the same seed and position, the same choice.

use outflank_rules::Position;

/// A stream of numbers, splitmix64.
#[derive(Clone, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    #[cfg(test)]
    pub(crate) fn from_seed(seed: u64) -> Chance {
        Chance(seed)
    }

    /// A stream for one decision. It depends on nothing else, so that a game that is stopped and taken up again goes on as
    /// it would have.
    pub(crate) fn at(seed: u64, position: &Position) -> Chance {
        let mut chance = Chance(seed);
        for word in [position.own().0, position.opp().0, position.turn() as u64] {
            chance = Chance(chance.next() ^ word);
        }
        chance
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`, which must not be 0; each is as likely as any other.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// From 0 to 1.
    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u64 << 24) as f32
    }

    /// Nearly normal with mean 0 and deviation 1, never beyond 3.5: by sums only, which are the same on every machine.
    pub(crate) fn normal(&mut self) -> f32 {
        let sum: f32 = (0..4).map(|_| self.unit()).sum();
        (sum - 2.0) * 3_f32.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;

    use super::Chance;

    #[test]
    fn normal_numbers_have_mean_0_and_deviation_1() {
        let mut chance = Chance::from_seed(1);
        let numbers: Vec<f32> = (0..20_000).map(|_| chance.normal()).collect();
        let mean = numbers.iter().sum::<f32>() / numbers.len() as f32;
        let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f32>() / numbers.len() as f32;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
        assert!(numbers.iter().all(|number| number.abs() < 3.5));
    }

    #[test]
    fn numbers_below_a_bound_are_equally_likely() {
        let mut chance = Chance::from_seed(2);
        let mut counts = [0; 7];
        (0..7000).for_each(|_| counts[chance.below(7)] += 1);
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_decision_depends_on_seed_and_position() {
        let start = Variant::STANDARD.start();
        let other = start.play("d3".parse().unwrap()).unwrap();
        let draw = |seed, position| Chance::at(seed, position).next();
        assert_eq!(draw(1, &start), draw(1, &start));
        assert_ne!(draw(1, &start), draw(2, &start));
        assert_ne!(draw(1, &start), draw(1, &other));
    }
}
