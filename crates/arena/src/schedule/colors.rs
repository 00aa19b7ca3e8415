//! Assigns colors: who starts with Black.

use super::{EntrantId, Pairing, PlayedRound};

/// The color history of an entrant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Colors {
    /// Games with Black minus games with White.
    pub(super) surplus: i32,
    /// Whether the entrant had Black first in its last pairing; `None` before the first.
    began: Option<bool>,
}

impl Colors {
    /// The color histories after these rounds.
    pub(super) fn of(entrants: usize, played: &[PlayedRound]) -> Vec<Colors> {
        let mut colors = vec![Colors::default(); entrants];
        for round in played {
            // In an even number of games both have each color equally often.
            let odd = i32::from(!round.games.is_multiple_of(2));
            for pairing in round.pairings.iter().map(|played| played.pairing) {
                for (entrant, sign) in [(pairing.first, 1), (pairing.second, -1)] {
                    if let Some(colors) = colors.get_mut(entrant.0) {
                        *colors = Colors { surplus: colors.surplus + sign * odd, began: Some(sign == 1) };
                    }
                }
            }
        }
        colors
    }

    /// True if both want the same color.
    pub(super) fn clash(self, other: Colors) -> bool {
        self.surplus.signum() * other.surplus.signum() > 0
    }

    /// True if this pairing would give one of them a color three times more often than the other
    /// color.
    pub(super) fn forbid(self, other: Colors) -> bool {
        self.clash(other) && self.surplus.abs().min(other.surplus.abs()) >= 2
    }
}

/// A pairing in which Black goes to the entrant who had it less, then to the one who started with
/// White last time, then to the first one.
pub(super) fn pairing(one: EntrantId, other: EntrantId, colors: &[Colors]) -> Pairing {
    let balance = |entrant: EntrantId| {
        let had = colors.get(entrant.0).copied().unwrap_or_default();
        (had.surplus, had.began.map_or(0, |black| if black { 1 } else { -1 }))
    };
    if balance(one) <= balance(other) {
        Pairing { first: one, second: other }
    } else {
        Pairing { first: other, second: one }
    }
}
