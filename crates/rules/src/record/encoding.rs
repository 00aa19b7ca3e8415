//! Transcodes input to the text that the readers of records accept.
//!
//! This module detects UTF-16, with or without a byte order mark, and removes byte order marks.
//! [`Reader`](super::Reader) itself tells UTF-8 from ISO-8859-1 record by record, so that a file
//! may mix them.
//!
//! ```
//! use std::io::Read;
//!
//! use outflank_rules::record::encoding::Encoding;
//!
//! let bytes = b"\xff\xfef\x005\0";
//! let mut text = String::new();
//! Encoding::of(bytes).reader(&bytes[..]).read_to_string(&mut text)?;
//! assert_eq!(text, "f5");
//! # Ok::<(), std::io::Error>(())
//! ```

use std::{
    borrow::Cow,
    collections::VecDeque,
    io::{self, Read},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use thiserror::Error;

use super::Format;

/// A text that ends within a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the last character of the text is cut in two: is the file whole?")]
pub struct TruncatedText;

impl From<TruncatedText> for io::Error {
    fn from(cut: TruncatedText) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, cut)
    }
}

/// The encoding of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Encoding {
    /// The length of the byte order mark.
    mark: usize,
    /// The byte order of UTF-16, or `None` for encodings that the readers accept.
    order: Option<Order>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Little,
    Big,
}

impl Order {
    fn unit(self, pair: [u8; 2]) -> u16 {
        match self {
            Order::Little => u16::from_le_bytes(pair),
            Order::Big => u16::from_be_bytes(pair),
        }
    }

    /// Returns the text without half a character at the end.
    fn whole(self, pairs: &[[u8; 2]]) -> &[[u8; 2]] {
        match pairs {
            [before @ .., last] if matches!(self.unit(*last), 0xd800..0xdc00) => before,
            all => all,
        }
    }

    /// Unpaired surrogates become the replacement character.
    fn text(self, pairs: &[[u8; 2]]) -> String {
        let chars = char::decode_utf16(pairs.iter().map(|&pair| self.unit(pair)));
        chars.map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    }
}

/// A decoded text.
#[derive(Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The bytes as UTF-8 if they were UTF-16, else unchanged, without a byte order mark.
    pub bytes: Cow<'a, [u8]>,
    /// Whether the text ends within a character.
    pub is_cut: bool,
}

impl Encoding {
    /// Detects the encoding of a text by its beginning.
    pub fn of(beginning: &[u8]) -> Encoding {
        if Format::detect(beginning) == Some(Format::Wthor) {
            return Encoding::default();
        }
        let (mark, order) = match beginning {
            [0xef, 0xbb, 0xbf, ..] => (3, None),
            [0xff, 0xfe, ..] => (2, Some(Order::Little)),
            [0xfe, 0xff, ..] => (2, Some(Order::Big)),
            _ => match zeros(beginning) {
                (even, odd) if odd > 8 * even => (0, Some(Order::Little)),
                (even, odd) if even > 8 * odd => (0, Some(Order::Big)),
                _ => (0, None),
            },
        };
        Encoding { mark, order }
    }

    /// Whether decoding changes nothing: the text is not UTF-16 and has no byte order mark.
    pub fn is_plain(self) -> bool {
        self == Encoding::default()
    }

    /// Decodes a whole text, or its beginning.
    pub fn decoded(self, bytes: &[u8]) -> Decoded<'_> {
        let bytes = &bytes[self.mark.min(bytes.len())..];
        let Some(order) = self.order else { return Decoded { bytes: bytes.into(), is_cut: false } };
        let (pairs, rest) = bytes.as_chunks();
        let whole = order.whole(pairs);
        let is_cut = !rest.is_empty() || whole.len() < pairs.len();
        Decoded { bytes: order.text(whole).into_bytes().into(), is_cut }
    }

    /// Returns a reader that decodes a text of any length.
    pub fn reader<R: Read>(self, input: R) -> Utf8Reader<R> {
        let (held, ready) = (Vec::new(), VecDeque::new());
        Utf8Reader {
            input,
            mark: self.mark,
            order: self.order,
            held,
            ready,
            cut: TruncationFlag::default(),
            is_strict: false,
        }
    }
}

/// A reader that decodes its input.
#[derive(Debug)]
pub struct Utf8Reader<R> {
    input: R,
    /// Bytes of the mark that are still to come.
    mark: usize,
    order: Option<Order>,
    /// Bytes of an incomplete character.
    held: Vec<u8>,
    ready: VecDeque<u8>,
    cut: TruncationFlag,
    /// Whether an end within a character is an error.
    is_strict: bool,
}

/// Reports whether the text ended within a character, to code that does not own the input.
#[derive(Clone, Debug, Default)]
pub struct TruncationFlag(Arc<AtomicBool>);

impl TruncationFlag {
    /// Whether the reader has met an end within a character.
    pub fn is_seen(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl<R: Read> Utf8Reader<R> {
    /// Returns a flag that reports whether the text ended within a character.
    pub fn cut(&self) -> TruncationFlag {
        self.cut.clone()
    }

    /// Makes a text that ends within a character end with an error, which carries
    /// [`TruncatedText`].
    #[must_use]
    pub fn strict(self) -> Utf8Reader<R> {
        Utf8Reader { is_strict: true, ..self }
    }

    /// The end of the input has come.
    fn end(&mut self) -> io::Result<usize> {
        let is_cut = !std::mem::take(&mut self.held).is_empty();
        self.cut.0.fetch_or(is_cut, Ordering::Relaxed);
        if is_cut && self.is_strict { Err(TruncatedText.into()) } else { Ok(0) }
    }

    /// Decodes all complete characters in the buffer. The first half of a pair waits for the
    /// second.
    fn decode(&mut self, order: Order) {
        let pairs = order.whole(self.held.as_chunks().0);
        self.ready.extend(order.text(pairs).as_bytes());
        self.held.drain(..2 * pairs.len());
    }
}

impl<R: Read> Read for Utf8Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.mark > 0 {
            let skipped = self.input.by_ref().take(self.mark as u64).read(&mut [0; 4])?;
            self.mark = if skipped == 0 { 0 } else { self.mark - skipped };
        }
        let Some(order) = self.order else { return self.input.read(buffer) };
        while self.ready.is_empty() {
            let mut piece = [0; 4096];
            let length = self.input.read(&mut piece)?;
            if length == 0 {
                return self.end();
            }
            self.held.extend(&piece[..length]);
            self.decode(order);
        }
        self.ready.read(buffer)
    }
}

/// Counts zero bytes at even and at odd positions near the beginning. A Latin letter in UTF-16 has
/// one zero byte, always at the same side; text in other encodings has none.
fn zeros(bytes: &[u8]) -> (usize, usize) {
    const MAX_BYTES: usize = 256;
    let beginning = &bytes[..bytes.len().min(MAX_BYTES)];
    let count = |first| beginning.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (count(0), count(1));
    // A binary file has zeros anywhere; a text has them in most of its characters.
    let is_text = beginning.len() >= 4 && (even + odd) * 4 > beginning.len();
    if is_text { (even, odd) } else { (0, 0) }
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
            let read = Encoding::of(&bytes).decoded(&bytes);
            assert_eq!((str::from_utf8(&read.bytes), read.is_cut), (Ok(text), false), "{bytes:?}");
        }
    }

    /// A reader that returns this many bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let most = self.1.min(buffer.len());
            self.0.read(&mut buffer[..most])
        }
    }

    #[test]
    fn text_decodes_the_same_in_pieces_of_any_size() {
        let text = "PB[Ångström]PW[山田 😀]".repeat(300);
        for bytes in [[b"\xff\xfe", &little(&text)[..]].concat(), big(&text), text.clone().into_bytes()] {
            for at_a_time in [1, 2, 3, 7, 4096] {
                let mut reader = Encoding::of(&bytes).reader(Slow(&bytes, at_a_time));
                let (cut, mut read) = (reader.cut(), String::new());
                reader.read_to_string(&mut read).expect("UTF-8");
                assert!(read == text && !cut.is_seen(), "{at_a_time} at a time");
            }
        }
        let cut_off = &little(&text)[..99];
        let mut reader = Encoding::of(cut_off).reader(cut_off);
        let (cut, mut read) = (reader.cut(), String::new());
        reader.read_to_string(&mut read).expect("UTF-8");
        assert!(text.starts_with(&read) && cut.is_seen());
    }

    #[test]
    fn a_text_may_be_read_in_another_thread() {
        let bytes = [b"\xff\xfe", &little("f5d6")[..], b"c"].concat();
        let mut reader = Encoding::of(&bytes).reader(io::Cursor::new(bytes));
        let cut = reader.cut();
        let read = std::thread::spawn(move || io::read_to_string(&mut reader)).join().expect("no panic");
        assert_eq!((read.expect("UTF-8").as_str(), cut.is_seen()), ("f5d6", true));
    }

    #[test]
    fn text_that_is_not_utf_16_is_unchanged() {
        for bytes in [&b"PB[\xc5ngstr\xf6m]"[..], b"", b"\x00", b"f5", &[0; 40], &[7, 0, 0, 9].repeat(20)] {
            assert_eq!(Encoding::of(bytes).decoded(bytes), Decoded { bytes: bytes.into(), is_cut: false });
        }
    }

    #[test]
    fn text_cut_within_a_character_is_read_up_to_there() {
        for cut_off in [&little("f5d6")[..7], &little("f5d😀")[..8]] {
            let bytes = [b"\xff\xfe", cut_off].concat();
            let read = Encoding::of(&bytes).decoded(&bytes);
            assert_eq!((&read.bytes[..], read.is_cut), (&b"f5d"[..], true));
            let mut reader = Encoding::of(&bytes).reader(&bytes[..]);
            let (cut, mut read) = (reader.cut(), String::new());
            reader.read_to_string(&mut read).expect("UTF-8");
            assert_eq!((read.as_str(), cut.is_seen()), ("f5d", true), "piece by piece it is the same");
            let mut read = Vec::new();
            let error = Encoding::of(&bytes).reader(&bytes[..]).strict().read_to_end(&mut read).unwrap_err();
            assert_eq!(&read[..], b"f5d");
            assert!(error.downcast::<TruncatedText>().is_ok());
        }
    }
}
