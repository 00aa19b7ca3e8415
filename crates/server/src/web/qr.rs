//! Links as QR codes, for the camera of a phone.

use axum::{http::header, response::IntoResponse};
use qrcode::{
    EcLevel, QrCode,
    render::{svg, unicode::Dense1x2},
};
use serde::Deserialize;

use super::{ApiError, LimitedPeer, input::Body};

/// Most bytes of a text: far more than a link has.
pub const MAX_BYTES: usize = 512;

/// The text as an SVG picture with a white margin.
pub fn svg(text: &str) -> Result<String, QrCodeError> {
    let picture = code(text)?.render::<svg::Color<'_>>().min_dimensions(200, 200).build();
    // A page needs no XML declaration.
    Ok(picture.find("<svg").map_or_else(String::new, |start| picture[start..].to_owned()))
}

/// The text as lines of half blocks, light on dark as terminals are.
pub fn terminal(text: &str) -> Result<String, QrCodeError> {
    let (dark, light) = (Dense1x2::Light, Dense1x2::Dark);
    Ok(code(text)?.render::<Dense1x2>().dark_color(dark).light_color(light).build())
}

fn code(text: &str) -> Result<QrCode, QrCodeError> {
    if text.is_empty() || text.len() > MAX_BYTES {
        return Err(QrCodeError { bytes: text.len() });
    }
    QrCode::with_error_correction_level(text, EcLevel::M).map_err(|_| QrCodeError { bytes: text.len() })
}

/// The text is empty or too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a text of {bytes} bytes does not become a QR code: give 1 to {MAX_BYTES}")]
pub struct QrCodeError {
    bytes: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QrRequest {
    text: String,
}

/// `POST /api/qr`: not a `GET`, because a link with a secret does not belong in an address that is
/// logged.
pub(crate) async fn picture(_: LimitedPeer, Body(request): Body<QrRequest>) -> Result<impl IntoResponse, ApiError> {
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg(&request.text)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_a_picture_and_a_long_text_does_not() {
        let picture = svg("http://192.0.2.7:7654/game/abc").expect("a short text");
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>"), "{picture}");
        assert_eq!(svg(&"x".repeat(MAX_BYTES + 1)), Err(QrCodeError { bytes: MAX_BYTES + 1 }));
        assert_eq!(svg(""), Err(QrCodeError { bytes: 0 }));
        assert!(svg(&"\u{1f600}".repeat(128)).is_ok(), "the longest text that is taken fits");
    }

    #[test]
    fn a_terminal_gets_lines_of_one_width() {
        let lines = terminal("http://192.0.2.7:7654/").expect("a short text");
        let widths: Vec<usize> = lines.lines().map(|line| line.chars().count()).collect();
        assert!(widths.len() > 10 && widths.windows(2).all(|pair| pair[0] == pair[1]), "{lines}");
    }
}
