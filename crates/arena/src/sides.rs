//! A pair of values, one per side.

use std::ops::{Index, IndexMut};

use outflank_rules::Color;
use serde::{Deserialize, Serialize};

/// One value for Black and one for White.
///
/// ```
/// use outflank_arena::Sides;
/// use outflank_rules::Color;
///
/// let discs = Sides { black: 13, white: 0 };
/// assert_eq!(discs[Color::Black], 13);
/// assert_eq!(discs.swapped()[Color::Black], 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sides<T> {
    /// Black's value.
    pub black: T,
    /// White's value.
    pub white: T,
}

impl<T> Sides<T> {
    /// Calls `rule` once per color.
    pub fn of(mut rule: impl FnMut(Color) -> T) -> Sides<T> {
        Sides { black: rule(Color::Black), white: rule(Color::White) }
    }

    /// Swaps the colors.
    #[must_use]
    pub fn swapped(self) -> Sides<T> {
        Sides { black: self.white, white: self.black }
    }
}

impl<T> Index<Color> for Sides<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for Sides<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}
