//! Shares of points and differences of strength: two ways to say the same.

use std::{
    fmt,
    ops::{Add, Neg, Sub},
};

use serde::Serialize;

/// The part of the points that a player makes against another, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Share(pub f64);

impl Share {
    /// Both make the same.
    pub const EVEN: Share = Share(0.5);
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:.1}%", 100.0 * self.0))
    }
}

/// A difference of strength on the logistic scale of Elo: 400 more mean ten points made for each one given away.
///
/// It is infinite for a player who made all points: no finite number would be the best guess. JSON has no such number
/// and says `null`.
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
    /// Elo of one unit of the natural logarithm of the odds: 400 / ln 10, about 173.7.
    pub(crate) const PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

    /// The difference at which a player makes this share: -400 log10(1/s - 1).
    pub fn of_share(share: Share) -> Elo {
        let share = share.0.clamp(0.0, 1.0);
        Elo(Elo::PER_LOGIT * (share / (1.0 - share)).ln())
    }

    /// The share that a player makes who is better by this.
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
        // No sign before what is printed as zero.
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
        fn shares_and_differences_say_the_same(elo in -1500.0..1500.0_f64) {
            prop_assert!((Elo::of_share(Elo(elo).share()).0 - elo).abs() < 1e-6);
            prop_assert!((Elo(elo).share().0 + Elo(-elo).share().0 - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn near_the_middle_an_elo_is_about_a_seventh_of_a_percent() {
        assert!((Elo(1.0).share().0 - 0.5 - 0.00144).abs() < 1e-5);
    }

    #[test]
    fn all_points_and_none_are_infinitely_far_apart() {
        assert_eq!(Elo::of_share(Share(1.0)).0, f64::INFINITY);
        assert_eq!(Elo::of_share(Share(0.0)).0, f64::NEG_INFINITY);
        assert_eq!((Elo(-0.01).to_string(), Elo(3.0).to_string()), ("0.0".to_owned(), "+3.0".to_owned()));
    }
}
