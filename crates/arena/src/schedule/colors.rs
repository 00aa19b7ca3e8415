//! Who begins with Black.

use super::{Entrant, Meeting, PlayedRound};

/// What colors an entrant has had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Colors {
    /// Games with Black minus games with White.
    pub(super) surplus: i32,
    /// Whether the last meeting began with Black.
    began: Option<bool>,
}

impl Colors {
    /// The colors of everybody after these rounds.
    pub(super) fn of(entrants: usize, played: &[PlayedRound]) -> Vec<Colors> {
        let mut colors = vec![Colors::default(); entrants];
        for round in played {
            // In an even number of games both have each color as often.
            let odd = i32::from(!round.games.is_multiple_of(2));
            for meeting in round.meetings.iter().map(|played| played.meeting) {
                for (entrant, sign) in [(meeting.first, 1), (meeting.second, -1)] {
                    if let Some(colors) = colors.get_mut(entrant.0) {
                        *colors = Colors { surplus: colors.surplus + sign * odd, began: Some(sign == 1) };
                    }
                }
            }
        }
        colors
    }

    /// Whether two both want the same color.
    pub(super) fn clash(self, other: Colors) -> bool {
        self.surplus.signum() * other.surplus.signum() > 0
    }

    /// Whether a meeting of the two would give one of them a color three times more often than the other color.
    pub(super) fn forbid(self, other: Colors) -> bool {
        self.clash(other) && self.surplus.abs().min(other.surplus.abs()) >= 2
    }
}

/// A meeting in which Black goes to the one who had it less, then to the one who began with White last time, then to the one who is named first.
pub(super) fn meeting(one: Entrant, other: Entrant, colors: &[Colors]) -> Meeting {
    let wish = |entrant: Entrant| {
        let had = colors.get(entrant.0).copied().unwrap_or_default();
        (had.surplus, had.began.map_or(0, |black| if black { 1 } else { -1 }))
    };
    if wish(one) <= wish(other) { Meeting { first: one, second: other } } else { Meeting { first: other, second: one } }
}
