//! Links as squares for the camera of a phone.

use std::fmt;

use qrcode::{
    EcLevel, QrCode,
    render::{svg, unicode::Dense1x2},
};

/// The longest text, in bytes: far more than a link has.
pub const LONGEST: usize = 512;

/// The text as an SVG picture with a white margin.
pub fn svg(text: &str) -> Result<String, NoQrCode> {
    let picture = code(text)?.render::<svg::Color<'_>>().min_dimensions(200, 200).build();
    // The declaration of the XML is of no use inside a page.
    Ok(picture.find("<svg").map_or_else(String::new, |start| picture[start..].to_owned()))
}

/// The text as lines of half blocks, light on dark as terminals are.
pub fn terminal(text: &str) -> Result<String, NoQrCode> {
    let (dark, light) = (Dense1x2::Light, Dense1x2::Dark);
    Ok(code(text)?.render::<Dense1x2>().dark_color(dark).light_color(light).build())
}

fn code(text: &str) -> Result<QrCode, NoQrCode> {
    if text.is_empty() || text.len() > LONGEST {
        return Err(NoQrCode { bytes: text.len() });
    }
    QrCode::with_error_correction_level(text, EcLevel::M).map_err(|_| NoQrCode { bytes: text.len() })
}

/// A text that is not made into a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoQrCode {
    bytes: usize,
}

impl fmt::Display for NoQrCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a text of {} bytes does not become a QR code: give 1 to {LONGEST}", self.bytes)
    }
}

impl std::error::Error for NoQrCode {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_a_picture_and_a_long_text_does_not() {
        let picture = svg("http://192.0.2.7:7654/game/abc").expect("a short text");
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>"), "{picture}");
        assert_eq!(svg(&"x".repeat(LONGEST + 1)), Err(NoQrCode { bytes: LONGEST + 1 }));
        assert_eq!(svg(""), Err(NoQrCode { bytes: 0 }));
        assert!(svg(&"\u{1f600}".repeat(128)).is_ok(), "the longest text that is taken fits");
    }

    #[test]
    fn a_terminal_gets_lines_of_one_width() {
        let lines = terminal("http://192.0.2.7:7654/").expect("a short text");
        let widths: Vec<usize> = lines.lines().map(|line| line.chars().count()).collect();
        assert!(widths.len() > 10 && widths.windows(2).all(|pair| pair[0] == pair[1]), "{lines}");
    }
}
