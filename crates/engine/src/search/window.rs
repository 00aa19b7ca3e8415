//! Which values are of interest.

use outflank_rules::DiscDiff;

/// Values from `low` to `high`. Of what lies outside, or on an edge that is not the end of the scale, only a bound is found,
/// which takes less time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// What is worth no more than this is bad enough.
    pub low: DiscDiff,
    /// What is worth no less than this is good enough.
    pub high: DiscDiff,
}

impl Window {
    /// Every value.
    pub const ALL: Window = Window { low: DiscDiff::MIN, high: DiscDiff::MAX };

    /// Only who wins: the value's sign.
    pub const SIGN: Window = Window { low: DiscDiff::clamped(-1), high: DiscDiff::clamped(1) };

    /// The same values as the other side sees them.
    #[must_use]
    pub fn turned(self) -> Window {
        Window { low: -self.high, high: -self.low }
    }

    /// In numbers for the search, in order whatever the user gave. The ends of the scale are opened, so that a value there is no
    /// mere bound and has a line of play.
    pub(crate) fn bounds(self) -> (i32, i32) {
        let (low, high) = (self.low.min(self.high), self.high.max(self.low));
        let (low, high) =
            (i32::from(low) - i32::from(low == DiscDiff::MIN), i32::from(high) + i32::from(high == DiscDiff::MAX));
        (low, high.max(low + 1))
    }
}
