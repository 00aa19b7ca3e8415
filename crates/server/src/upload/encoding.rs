//! Bytes as a text that the readers of records understand, whoever wrote them.
//!
//! UTF-8 and ISO-8859-1 are told apart record by record by the reader itself, so that a file may mix them; here UTF-16 is found, with
//! its mark or without, and marks are taken off.

use std::borrow::Cow;

use outflank_rules::record::Format;

/// The bytes as they are read on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Decoded<'a> {
    pub(super) bytes: Cow<'a, [u8]>,
    /// Does the text end within a sign?
    pub(super) is_cut: bool,
}

pub(super) fn decoded(bytes: &[u8]) -> Decoded<'_> {
    if Format::detect(bytes) == Some(Format::Wthor) {
        return Decoded { bytes: bytes.into(), is_cut: false };
    }
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => Decoded { bytes: rest.into(), is_cut: false },
        [0xff, 0xfe, rest @ ..] => utf_16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf_16(rest, u16::from_be_bytes),
        _ => match zeros(bytes) {
            (0, odd) if odd > 0 => utf_16(bytes, u16::from_le_bytes),
            (even, 0) if even > 0 => utf_16(bytes, u16::from_be_bytes),
            _ => Decoded { bytes: bytes.into(), is_cut: false },
        },
    }
}

/// Zeros at even and at odd places near the beginning: Latin letters in UTF-16 have one of them each, texts in other encodings none.
fn zeros(bytes: &[u8]) -> (usize, usize) {
    const LOOKED_AT: usize = 256;
    let beginning = &bytes[..bytes.len().min(LOOKED_AT)];
    let count = |first| beginning.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (count(0), count(1));
    // A binary file has some zeros anywhere; a text has them in most of its signs.
    let is_text = beginning.len() >= 4 && (even + odd) * 4 > beginning.len();
    if is_text { (even, odd) } else { (0, 0) }
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Decoded<'_> {
    let (pairs, rest) = bytes.as_chunks();
    let signs = char::decode_utf16(pairs.iter().map(|&pair| unit(pair)));
    let text: String = signs.map(|sign| sign.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    Decoded { bytes: text.into_bytes().into(), is_cut: !rest.is_empty() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn little(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    fn big(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_be_bytes).collect()
    }

    #[test]
    fn every_way_to_write_a_text_is_read_as_the_same() {
        let text = "(;GM[Othello]PB[Ångström]PW[山田]TY[8];)";
        let marked = |mark: &[u8], text: &[u8]| [mark, text].concat();
        for bytes in [
            text.as_bytes().to_vec(),
            marked(b"\xef\xbb\xbf", text.as_bytes()),
            marked(b"\xff\xfe", &little(text)),
            marked(b"\xfe\xff", &big(text)),
            little(text),
            big(text),
        ] {
            let read = decoded(&bytes);
            assert_eq!((str::from_utf8(&read.bytes), read.is_cut), (Ok(text), false), "{bytes:?}");
        }
    }

    #[test]
    fn what_is_no_utf_16_is_left_as_it_is() {
        for bytes in [&b"PB[\xc5ngstr\xf6m]"[..], b"", b"\x00", b"f5", &[0; 40], &[7, 0, 0, 9].repeat(20)] {
            assert_eq!(decoded(bytes), Decoded { bytes: bytes.into(), is_cut: false });
        }
    }

    #[test]
    fn a_text_cut_within_a_sign_is_read_up_to_there() {
        let bytes = [b"\xff\xfe", &little("f5d6")[..7]].concat();
        let read = decoded(&bytes);
        assert_eq!((&read.bytes[..], read.is_cut), (&b"f5d"[..], true));
    }
}
