//! A stroke font, so that a picture looks the same on every machine and needs no font file.
//!
//! It has the characters of ASCII and the few others that captions need. Latin letters lose their
//! accents; other characters are drawn as a box. Pages that show such names use the fonts of the
//! reader instead.

mod glyph;
#[cfg(test)]
mod tests;

use crate::{outline::Outline, rgba::Rgba};

/// The alignment of a text to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// The text starts at the point.
    Left,
    /// The text is centered on the point.
    Centre,
    /// The text ends at the point.
    Right,
}

/// Size, color, alignment and weight of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    /// The height of a capital.
    pub size: f32,
    /// The color.
    pub ink: Rgba,
    /// The alignment.
    pub align: Align,
    /// Whether the strokes are thick.
    pub is_bold: bool,
}

impl TextStyle {
    /// Creates a plain, centered style.
    pub const fn new(size: f32, ink: Rgba) -> TextStyle {
        TextStyle { size, ink, align: Align::Centre, is_bold: false }
    }

    /// Sets the alignment.
    #[must_use]
    pub const fn aligned(self, align: Align) -> TextStyle {
        TextStyle { align, ..self }
    }

    /// Makes the strokes thick.
    #[must_use]
    pub const fn bold(self) -> TextStyle {
        TextStyle { is_bold: true, ..self }
    }

    pub(crate) fn thickness(self) -> f32 {
        self.size * if self.is_bold { 0.19 } else { 0.12 }
    }
}

/// Returns the width of a text.
///
/// ```
/// use outflank_diagram::{TextStyle, Rgba, text_width};
///
/// let hand = TextStyle::new(10.0, Rgba::of(0));
/// assert!(text_width("d3", hand) < text_width("d3, e3", hand));
/// assert_eq!(text_width("", hand), 0.0);
/// ```
pub fn text_width(text: &str, hand: TextStyle) -> f32 {
    let widths = chars(text).map(|c| glyph::of(c).0 + GAP);
    (widths.sum::<f32>() - GAP).max(0.0) * hand.size / HEIGHT
}

/// Shortens a text to the width, with three dots at the end if something is missing.
pub fn fitting(text: &str, hand: TextStyle, width: f32) -> String {
    if text_width(text, hand) <= width {
        return text.to_owned();
    }
    let chars: Vec<char> = text.chars().collect();
    let shortened = (0..chars.len()).rev().map(|length| chars[..length].iter().collect::<String>() + "…");
    shortened.into_iter().find(|text| text_width(text, hand) <= width).unwrap_or_default()
}

/// Returns the characters of a text that are drawn as boxes.
///
/// ```
/// use outflank_diagram::unwritten;
///
/// assert_eq!(unwritten("Ærø, Göthe: f5 → d6"), "");
/// assert_eq!(unwritten("日本 2"), "日本");
/// ```
pub fn unwritten(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && chars(&c.to_string()).any(|c| !glyph::is_known(c))).collect()
}

/// The characters to draw. A ligature becomes two letters.
fn chars(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(|c| {
        let (first, second) = match c {
            'æ' => ('a', Some('e')),
            'Æ' => ('A', Some('E')),
            'œ' => ('o', Some('e')),
            'Œ' => ('O', Some('E')),
            'ß' => ('s', Some('s')),
            'þ' => ('t', Some('h')),
            'Þ' => ('T', Some('h')),
            c => (c, None),
        };
        [Some(first), second].into_iter().flatten()
    })
}

/// Glyphs are defined for capitals of this height.
const HEIGHT: f32 = 100.0;

/// The space between two glyphs.
const GAP: f32 = 24.0;

pub(crate) fn outline(text: &str, (x, y): (f32, f32), hand: TextStyle) -> Outline {
    let scale = hand.size / HEIGHT;
    let width = text_width(text, hand);
    let mut left = match hand.align {
        Align::Left => x,
        Align::Centre => x - width / 2.0,
        Align::Right => x - width,
    };
    let mut outline = Outline::new();
    for c in chars(text) {
        let (width, lines) = glyph::of(c);
        outline = outline.lifted(&glyph::draw(lines).moved(scale, (left, y - hand.size)));
        left += (width + GAP) * scale;
    }
    outline
}
