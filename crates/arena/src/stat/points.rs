//! What games are worth in a table: a win 1, a draw 1/2.

use std::{fmt, iter::Sum, ops::Add};

use serde::{Deserialize, Serialize};

/// How a game ended for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// The opponent won.
    Loss,
    /// Nobody won.
    Draw,
    /// The player won.
    Win,
}

impl Ending {
    /// How it ended for the opponent.
    #[must_use]
    pub const fn reversed(self) -> Ending {
        match self {
            Ending::Loss => Ending::Win,
            Ending::Draw => Ending::Draw,
            Ending::Win => Ending::Loss,
        }
    }

    /// What it counts.
    pub const fn points(self) -> Points {
        Points(self as u32)
    }
}

/// Points in a table, exact: kept in halves.
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
    /// None.
    pub const ZERO: Points = Points(0);

    /// So many halves of a point.
    pub const fn of_halves(halves: u32) -> Points {
        Points(halves)
    }

    /// As many points as a player has who won so many games.
    pub const fn of_wins(wins: u32) -> Points {
        Points(wins.saturating_mul(2))
    }

    /// Halves of a point.
    pub const fn halves(self) -> u32 {
        self.0
    }

    /// As a number for formulas.
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
