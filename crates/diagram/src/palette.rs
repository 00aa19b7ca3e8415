//! Reduces a picture to a palette of at most 255 colors.

use std::collections::HashMap;

/// Colors in a palette: one of the 256 byte values means "unchanged".
const MAX_COLORS: usize = 255;

/// A list of at most 255 colors, and the entry for every color of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Palette {
    colors: Vec<[u8; 3]>,
    places: HashMap<[u8; 3], u8>,
    is_exact: bool,
}

impl Palette {
    /// Takes all colors if they are few enough; else colors that are far enough apart, the most
    /// frequent first. Others are replaced by the nearest.
    pub(crate) fn of(pixels: impl Iterator<Item = [u8; 3]>) -> Palette {
        let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
        for color in pixels {
            *counts.entry(color).or_default() += 1;
        }
        let mut frequent: Vec<_> = counts.into_iter().collect();
        frequent.sort_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let colors = (0..).find_map(|step: u32| apart(&frequent, step * step * 3)).unwrap_or_default();
        let places = frequent.iter().map(|&(color, _)| (color, nearest(&colors, color))).collect();
        Palette { is_exact: frequent.len() <= MAX_COLORS, colors, places }
    }

    pub(crate) fn is_exact(&self) -> bool {
        self.is_exact
    }

    pub(crate) fn colors(&self) -> &[[u8; 3]] {
        &self.colors
    }

    /// Returns the index of the color that replaces this one.
    pub(crate) fn place(&self, color: [u8; 3]) -> u8 {
        self.places.get(&color).copied().unwrap_or_default()
    }
}

/// Returns colors that are at least this far apart, or `None` if they are too many for a palette.
fn apart(frequent: &[([u8; 3], u32)], gap: u32) -> Option<Vec<[u8; 3]>> {
    let mut colors: Vec<[u8; 3]> = Vec::new();
    for &(color, _) in frequent {
        if colors.iter().all(|&other| distance(other, color) > gap) {
            colors.push(color);
        }
        if colors.len() > MAX_COLORS {
            return None;
        }
    }
    Some(colors)
}

fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    one.iter().zip(other).map(|(&one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
}

fn nearest(colors: &[[u8; 3]], wanted: [u8; 3]) -> u8 {
    let places = colors.iter().enumerate().min_by_key(|&(_, &color)| distance(color, wanted));
    u8::try_from(places.map_or(0, |(place, _)| place)).expect("a palette has at most 255 colors")
}
