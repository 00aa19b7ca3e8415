//! Colors of drawings.

use std::fmt;

/// A color with its opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ink {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// From 0, which cannot be seen, to 255, which hides what is below.
    pub alpha: u8,
}

impl Ink {
    /// An opaque color, from a number as it is written: `Ink::of(0x23704f)`.
    pub const fn of(rgb: u32) -> Ink {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Ink { rgb: [red, green, blue], alpha: 255 }
    }

    /// The same color, seen through.
    pub const fn with_alpha(self, alpha: u8) -> Ink {
        Ink { alpha, ..self }
    }
}

/// As in style sheets: `#23704f`. The opacity is not part of it.
impl fmt::Display for Ink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.rgb;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}
