//! Points, shares of points, and Elo differences.

use std::{
    fmt,
    iter::Sum,
    ops::{Add, Neg, Sub},
};

use serde::{Deserialize, Serialize};

/// The result of a game for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// The opponent won.
    Loss,
    /// Neither player won.
    Draw,
    /// The player won.
    Win,
}

impl Ending {
    /// The result for the opponent.
    #[must_use]
    pub const fn reversed(self) -> Ending {
        match self {
            Ending::Loss => Ending::Win,
            Ending::Draw => Ending::Draw,
            Ending::Win => Ending::Loss,
        }
    }

    /// Its points.
    pub const fn points(self) -> Points {
        Points(self as u32)
    }
}

/// Exact points, stored as halves.
///
/// ```
/// use outflank_arena::stat::{Ending, Points};
///
/// let sum: Points = [Ending::Win, Ending::Draw, Ending::Loss].map(Ending::points).into_iter().sum();
/// assert_eq!((sum, sum.to_string().as_str()), (Points::of_halves(3), "1.5"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Points(u32);

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);

    /// Points from halves.
    pub const fn of_halves(halves: u32) -> Points {
        Points(halves)
    }

    /// Points of this many wins.
    pub const fn of_wins(wins: u32) -> Points {
        Points(wins.saturating_mul(2))
    }

    /// The number of half points.
    pub const fn halves(self) -> u32 {
        self.0
    }

    /// The value as a float.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

impl Add for Points {
    type Output = Points;
    fn add(self, other: Points) -> Points {
        Points(self.0.saturating_add(other.0))
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        points.fold(Points::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = if self.0.is_multiple_of(2) { "" } else { ".5" };
        f.pad(&format!("{}{half}", self.0 / 2))
    }
}

/// The fraction of points that a player scores against another, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Share(pub f64);

impl Share {
    /// Both score the same.
    pub const EVEN: Share = Share(0.5);
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:.1}%", 100.0 * self.0))
    }
}

/// A difference of strength on Elo's logistic scale: 400 more mean ten points scored for each one
/// lost.
///
/// It is infinite for a player who scored all points. JSON has no such number and uses `null`.
///
/// ```
/// use outflank_arena::stat::{Elo, Share};
///
/// assert!((Elo(400.0).share().0 - 10.0 / 11.0).abs() < 1e-12);
/// assert!((Elo::of_share(Share(0.64)).0 - 100.0).abs() < 0.1);
/// assert_eq!(Elo::of_share(Share(1.0)).to_string(), "+inf");
/// assert_eq!(Elo(-12.34).to_string(), "-12.3");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Elo(pub f64);

impl Elo {
    /// Elo per unit of the natural logarithm of the odds: 400 / ln 10, about 173.7.
    pub(crate) const PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

    /// The difference at which a player scores this share: -400 log10(1/s - 1).
    pub fn of_share(share: Share) -> Elo {
        let share = share.0.clamp(0.0, 1.0);
        Elo(Elo::PER_LOGIT * (share / (1.0 - share)).ln())
    }

    /// The share of a player who is this much stronger.
    pub fn share(self) -> Share {
        Share(1.0 / (1.0 + (-self.0 / Elo::PER_LOGIT).exp()))
    }
}

impl Add for Elo {
    type Output = Elo;
    fn add(self, other: Elo) -> Elo {
        Elo(self.0 + other.0)
    }
}

impl Sub for Elo {
    type Output = Elo;
    fn sub(self, other: Elo) -> Elo {
        Elo(self.0 - other.0)
    }
}

impl Neg for Elo {
    type Output = Elo;
    fn neg(self) -> Elo {
        Elo(-self.0)
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // No sign before what prints as zero.
        let shown = if self.0.abs() < 0.05 { "0.0".to_owned() } else { format!("{:+.1}", self.0) };
        f.pad(&shown)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn shares_and_elo_differences_agree(elo in -1500.0..1500.0_f64) {
            prop_assert!((Elo::of_share(Elo(elo).share()).0 - elo).abs() < 1e-6);
            prop_assert!((Elo(elo).share().0 + Elo(-elo).share().0 - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn near_the_middle_an_elo_is_about_a_seventh_of_a_percent() {
        assert!((Elo(1.0).share().0 - 0.5 - 0.00144).abs() < 1e-5);
    }

    #[test]
    fn scores_of_0_and_100_percent_are_infinite_elo() {
        assert_eq!(Elo::of_share(Share(1.0)).0, f64::INFINITY);
        assert_eq!(Elo::of_share(Share(0.0)).0, f64::NEG_INFINITY);
        assert_eq!((Elo(-0.01).to_string(), Elo(3.0).to_string()), ("0.0".to_owned(), "+3.0".to_owned()));
    }
}
