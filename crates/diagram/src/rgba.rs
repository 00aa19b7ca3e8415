//! Colors of drawings.

use std::fmt;

/// A color with its opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgba {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// Opacity from 0 (invisible) to 255 (opaque).
    pub alpha: u8,
}

impl Rgba {
    /// Creates an opaque color from its hexadecimal notation: `Rgba::of(0x23704f)`.
    pub const fn of(rgb: u32) -> Rgba {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Rgba { rgb: [red, green, blue], alpha: 255 }
    }

    /// Returns the color with this opacity.
    pub const fn with_alpha(self, alpha: u8) -> Rgba {
        Rgba { alpha, ..self }
    }
}

/// Prints as in CSS, without the opacity: `#23704f`.
impl fmt::Display for Rgba {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.rgb;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}
