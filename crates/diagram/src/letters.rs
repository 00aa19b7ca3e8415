//! Letters as lines of a round pen: our own, so that a picture looks the same on every machine and needs no font.
//!
//! There are the signs of ASCII and the few others that captions need. Latin letters with accents lose them; what is written in any other way is
//! shown as a box. Pages that carry such names use letters of the reader's own machine instead.

mod glyph;
#[cfg(test)]
mod tests;

use crate::{ink::Ink, outline::Outline};

/// Where a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// To the right of its point.
    Left,
    /// With its middle there.
    Centre,
    /// To the left of it.
    Right,
}

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// How high a capital is.
    pub size: f32,
    /// In which color.
    pub ink: Ink,
    /// Where it stands.
    pub align: Align,
    /// Is its line thick?
    pub is_bold: bool,
}

impl Hand {
    /// A plain hand that writes around its point.
    pub const fn new(size: f32, ink: Ink) -> Hand {
        Hand { size, ink, align: Align::Centre, is_bold: false }
    }

    /// The same, standing elsewhere.
    #[must_use]
    pub const fn aligned(self, align: Align) -> Hand {
        Hand { align, ..self }
    }

    /// The same, thicker.
    #[must_use]
    pub const fn bold(self) -> Hand {
        Hand { is_bold: true, ..self }
    }

    pub(crate) fn thickness(self) -> f32 {
        self.size * if self.is_bold { 0.19 } else { 0.12 }
    }
}

/// How wide a text becomes.
///
/// ```
/// use outflank_diagram::{Hand, Ink, text_width};
///
/// let hand = Hand::new(10.0, Ink::of(0));
/// assert!(text_width("d3", hand) < text_width("d3, e3", hand));
/// assert_eq!(text_width("", hand), 0.0);
/// ```
pub fn text_width(text: &str, hand: Hand) -> f32 {
    let widths = signs(text).map(|sign| glyph::of(sign).0 + GAP);
    (widths.sum::<f32>() - GAP).max(0.0) * hand.size / HEIGHT
}

/// As much of a text as fits, with three dots where something is missing.
pub fn fitting(text: &str, hand: Hand, width: f32) -> String {
    if text_width(text, hand) <= width {
        return text.to_owned();
    }
    let signs: Vec<char> = text.chars().collect();
    let shortened = (0..signs.len()).rev().map(|length| signs[..length].iter().collect::<String>() + "…");
    shortened.into_iter().find(|text| text_width(text, hand) <= width).unwrap_or_default()
}

/// The signs of a text that are shown as boxes.
///
/// ```
/// use outflank_diagram::unwritten;
///
/// assert_eq!(unwritten("Ærø, Göthe: f5 → d6"), "");
/// assert_eq!(unwritten("日本 2"), "日本");
/// ```
pub fn unwritten(text: &str) -> String {
    text.chars()
        .filter(|sign| !sign.is_whitespace() && signs(&sign.to_string()).any(|sign| !glyph::is_known(sign)))
        .collect()
}

/// The signs that are drawn: two letters that are written as one are two.
fn signs(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(|sign| {
        let (first, second) = match sign {
            'æ' => ('a', Some('e')),
            'Æ' => ('A', Some('E')),
            'œ' => ('o', Some('e')),
            'Œ' => ('O', Some('E')),
            'ß' => ('s', Some('s')),
            'þ' => ('t', Some('h')),
            'Þ' => ('T', Some('h')),
            sign => (sign, None),
        };
        [Some(first), second].into_iter().flatten()
    })
}

/// Signs are made for capitals of this height.
const HEIGHT: f32 = 100.0;

/// Between two signs.
const GAP: f32 = 24.0;

pub(crate) fn outline(text: &str, (x, y): (f32, f32), hand: Hand) -> Outline {
    let scale = hand.size / HEIGHT;
    let width = text_width(text, hand);
    let mut left = match hand.align {
        Align::Left => x,
        Align::Centre => x - width / 2.0,
        Align::Right => x - width,
    };
    let mut outline = Outline::new();
    for sign in signs(text) {
        let (width, lines) = glyph::of(sign);
        outline = outline.lifted(&glyph::draw(lines).moved(scale, (left, y - hand.size)));
        left += (width + GAP) * scale;
    }
    outline
}
