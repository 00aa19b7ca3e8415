//! Translates transcripts to the standard notation while reading.

use std::{
    borrow::Cow,
    io::{self, BufRead, Read},
};

use outflank_rules::notation::Notation;

/// Longer lines are split. A record has at most 1 MiB, so such a line is not a record.
const MAX_LINE_BYTES: u64 = (1 << 20) + 1;

/// A reader that translates to the standard notation.
pub(crate) struct Translated<R> {
    input: R,
    notation: Notation,
    /// The current line, translated.
    line: Vec<u8>,
    /// Bytes of the line that were consumed.
    consumed: usize,
}

impl<R: BufRead> Translated<R> {
    pub(crate) fn new(input: R, notation: Notation) -> Translated<R> {
        Translated { input, notation, line: Vec::new(), consumed: 0 }
    }

    fn next_line(&mut self) -> io::Result<()> {
        let mut line = Vec::new();
        self.input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
        self.line = self.notation.to_standard(&decoded(&line)).into_bytes();
        self.consumed = 0;
        Ok(())
    }
}

impl<R: BufRead> BufRead for Translated<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.consumed == self.line.len() {
            self.next_line()?;
        }
        Ok(&self.line[self.consumed..])
    }

    fn consume(&mut self, len: usize) {
        self.consumed = (self.consumed + len).min(self.line.len());
    }
}

impl<R: BufRead> Read for Translated<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.fill_buf()?.read(buffer)?;
        self.consume(len);
        Ok(len)
    }
}

/// Decodes UTF-8, or else ISO-8859-1, as the record readers do.
fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(text: &[u8]) -> String {
        let mut standard = String::new();
        Translated::new(text, Notation::RowLetter).read_to_string(&mut standard).expect("a text in memory");
        standard
    }

    #[test]
    fn translated_lines_keep_their_line_ends() {
        assert_eq!(translated(b""), "");
        assert_eq!(translated(b"E6F4\r\n\nC3 D4"), "f5d6\r\n\nc3 d4");
        assert_eq!(translated(b"% d\xe9but\nE6"), "% d\u{e9}but\nf5");
    }

    #[test]
    fn an_endless_line_takes_bounded_memory() {
        let text = [&b"x".repeat(3 << 20)[..], b"\nE6"].concat();
        let mut lines = Translated::new(text.as_slice(), Notation::RowLetter);
        assert!(lines.fill_buf().expect("a text in memory").len() as u64 <= MAX_LINE_BYTES);
        let mut rest = String::new();
        lines.read_to_string(&mut rest).expect("UTF-8");
        assert!(rest.ends_with("x\nf5") && rest.len() == (3 << 20) + 3);
    }
}
