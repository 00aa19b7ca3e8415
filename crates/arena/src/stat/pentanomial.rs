//! Results of pairs of games.
//!
//! # The interval
//!
//! With n pairs of mean m, a share s is considered possible if (m - s)² ≤ z² κ s (1 - s) / n. This
//! is the score interval of E. B. Wilson (1927). It stays between 0 and 1 and holds for few pairs
//! and lopsided matches, where m ± z σ/√n does not. κ is the variance of the mean of a pair,
//! divided by the variance of a single game without draws. It is 1/2 for pairs of independent
//! games, and less if openings decide games or games are drawn. It is estimated from the pairs plus
//! one imaginary pair of an even match (1/4 lost, 1/2 shared, 1/4 won), so that a match without any
//! variety leaves some uncertainty.

use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use super::{Elo, Ending, Interval, Points, Share, Z_95, cumulative};

/// The value of a pair by its number of half points.
pub(super) const VALUES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The distribution of pairs in an even match without draws.
const EVEN_PAIR: [f64; 5] = [0.25, 0.0, 0.5, 0.0, 0.25];

/// Counts of pairs by a player's points: 0, 1/2, 1, 3/2 or 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pentanomial {
    /// The number of pairs by half points.
    pub counts: [u32; 5],
}

impl Pentanomial {
    /// Adds the two games of a pair.
    pub fn count(&mut self, first: Ending, second: Ending) {
        let halves = (first.points() + second.points()).halves() as usize;
        self.counts[halves] = self.counts[halves].saturating_add(1);
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().copied().map(u64::from).sum()
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// True without games.
    pub fn is_empty(&self) -> bool {
        self.pairs() == 0
    }

    /// All points scored.
    pub fn points(&self) -> Points {
        let halves = (0..).zip(self.counts).map(|(halves, count): (u64, u32)| halves * u64::from(count)).sum::<u64>();
        Points::of_halves(u32::try_from(halves).unwrap_or(u32::MAX))
    }

    /// The same from the opponent's side.
    #[must_use]
    pub fn reversed(mut self) -> Pentanomial {
        self.counts.reverse();
        self
    }

    /// The share of the points; 0 to 1 without games.
    pub fn share(&self) -> Interval<Share> {
        if self.is_empty() {
            return Interval { low: Share(0.0), value: Share::EVEN, high: Share(1.0) };
        }
        let value = self.moments().0;
        let z2 = Z_95 * Z_95 * self.spread_ratio() / self.pairs() as f64;
        let centre = (value + z2 / 2.0) / (1.0 + z2);
        let margin = (z2 * value * (1.0 - value) + z2 * z2 / 4.0).sqrt() / (1.0 + z2);
        let (low, high) = ((centre - margin).max(0.0), (centre + margin).min(1.0));
        // At the ends of the scale, rounding must not put the estimate outside.
        Interval { low: Share(low.min(value)), value: Share(value), high: Share(high.max(value)) }
    }

    /// The difference of strength.
    pub fn elo(&self) -> Interval<Elo> {
        self.share().map(Elo::of_share)
    }

    /// The likelihood of superiority: the probability that the player is stronger, assuming all
    /// strengths were equally likely before. Above 97.5 % if the whole [interval](Pentanomial::elo)
    /// is above 0.
    pub fn superiority(&self) -> f64 {
        if self.is_empty() {
            return 0.5;
        }
        let deviation = (self.spread_ratio() * 0.25 / self.pairs() as f64).sqrt();
        cumulative((self.moments().0 - 0.5) / deviation)
    }

    /// The difference of strength in units of the spread of a game: (m - 1/2) / √(2v) · 800 / ln
    /// 10, with v the variance of pairs.
    ///
    /// The number of games that a question needs depends only on this, whatever the openings and
    /// the draw rate. In even games without draws it equals Elo. (Michel Van den Bergh, *Normalized
    /// Elo*, 2020.)
    pub fn normalised_elo(&self) -> Elo {
        let (mean, variance) = self.moments();
        if mean == 0.5 || self.is_empty() {
            Elo(0.0)
        } else {
            Elo((mean - 0.5) / (2.0 * variance).sqrt() * 2.0 * Elo::PER_LOGIT)
        }
    }

    /// Mean and variance of the value of a pair.
    pub(super) fn moments(&self) -> (f64, f64) {
        moments(&self.counts.map(f64::from))
    }

    /// κ of the module documentation.
    fn spread_ratio(&self) -> f64 {
        let mut counts = EVEN_PAIR;
        counts.iter_mut().zip(self.counts).for_each(|(sum, count)| *sum += f64::from(count));
        let (mean, variance) = moments(&counts);
        variance / (mean * (1.0 - mean))
    }
}

/// Mean and variance of the value of a pair, from the frequency of each value.
pub(super) fn moments(counts: &[f64; 5]) -> (f64, f64) {
    let total: f64 = counts.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    let mean_of = |worth: &dyn Fn(f64) -> f64| {
        counts.iter().zip(VALUES).map(|(count, value)| count * worth(value)).sum::<f64>() / total
    };
    let mean = mean_of(&|value| value);
    (mean, mean_of(&|value| (value - mean).powi(2)))
}

impl Add for Pentanomial {
    type Output = Pentanomial;
    fn add(mut self, other: Pentanomial) -> Pentanomial {
        self += other;
        self
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Pentanomial) {
        self.counts.iter_mut().zip(other.counts).for_each(|(sum, count)| *sum = sum.saturating_add(count));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pairs(counts: [u32; 5]) -> Pentanomial {
        Pentanomial { counts }
    }

    #[test]
    fn games_without_draws_give_the_known_widths() {
        // ±68 Elo after 100 games, ±22 after 1,000, ±6.8 after 10,000: independent games split 1 :
        // 2 : 1.
        for (games, width) in [(100, 68.0), (1000, 21.6), (10_000, 6.81)] {
            let even = pairs([games / 8, 0, games / 4, 0, games / 8]).elo();
            assert!((even.high.0 / width - 1.0).abs() < 0.03 && even.value.0.abs() < 1e-9, "{games}: {even}");
        }
    }

    #[test]
    fn openings_that_decide_games_do_not_hide_the_stronger_player() {
        // The first player wins every game but one in ten: a large spread by games, a small one by
        // pairs.
        let decided = pairs([0, 0, 90, 0, 10]);
        assert!(decided.superiority() > 0.999, "{}", decided.superiority());
        assert!(decided.elo().low.0 > 10.0);
    }

    #[test]
    fn clean_sweeps_and_empty_matches_have_wide_intervals() {
        let swept = pairs([0, 0, 0, 0, 10]);
        assert_eq!((swept.elo().value.0, swept.elo().high.0), (f64::INFINITY, f64::INFINITY));
        assert!((150.0..300.0).contains(&swept.elo().low.0), "{}", swept.elo());
        let shared = pairs([0, 0, 10, 0, 0]).elo();
        assert!(shared.low.0 < -20.0 && shared.high.0 > 20.0, "{shared}");
        assert_eq!((pairs([0; 5]).superiority(), pairs([0; 5]).elo().high.0), (0.5, f64::INFINITY));
    }

    #[test]
    fn normalised_elo_is_elo_for_independent_even_games() {
        let nearly = pairs([2450, 0, 5000, 0, 2550]);
        assert!((nearly.normalised_elo().0 - nearly.elo().value.0).abs() < 0.02);
        assert_eq!(pairs([0; 5]).normalised_elo(), Elo(0.0), "nothing was shown");
    }

    #[test]
    fn points_are_counted_once() {
        let mut both = pairs([0; 5]);
        both.count(Ending::Win, Ending::Draw);
        both.count(Ending::Loss, Ending::Loss);
        assert_eq!((both.counts, both.points(), both.games()), ([1, 0, 0, 1, 0], Points::of_halves(3), 4));
    }

    proptest! {
        #[test]
        fn both_players_receive_the_same_game(counts: [u16; 5]) {
            let seen = pairs(counts.map(u32::from));
            let (own, opp) = (seen.share(), seen.reversed().share());
            prop_assert!((own.low.0 + opp.high.0 - 1.0).abs() < 1e-9 && (own.value.0 + opp.value.0 - 1.0).abs() < 1e-9);
            prop_assert!((seen.superiority() + seen.reversed().superiority() - 1.0).abs() < 1e-9);
        }

        #[test]
        fn the_estimate_lies_in_its_interval_and_agrees_with_superiority(counts: [u16; 5]) {
            let seen = pairs(counts.map(u32::from));
            let share = seen.share();
            prop_assert!(0.0 <= share.low.0 && share.contains(&share.value) && share.high.0 <= 1.0, "{share}");
            prop_assert_eq!(share.low.0 > 0.5 + 1e-9, seen.superiority() > 0.975 + 1e-9);
        }
    }
}
