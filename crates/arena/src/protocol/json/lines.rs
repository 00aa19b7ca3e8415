//! Reads lines from an untrusted stream.

use std::io::{self, BufRead};

use super::{Code, Fault};
use crate::protocol::lines::bounded_line;

/// Maximum line length in bytes, including the line end.
pub const MAX_LINE: usize = 64 << 10;

/// A line, or why it is not one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The text without its line end.
    Text(String),
    /// An unreadable line, which was skipped.
    Bad(Fault),
}

/// Reads lines with bounded memory.
pub struct LineReader<R> {
    input: R,
}

impl<R: BufRead> LineReader<R> {
    /// Reads lines from this stream.
    pub fn new(input: R) -> LineReader<R> {
        LineReader { input }
    }

    /// The next line, or `None` at the end. Text after the last line end is a line too.
    pub fn read(&mut self) -> io::Result<Option<Line>> {
        let Some((bytes, is_cut)) = bounded_line(&mut self.input, MAX_LINE)? else { return Ok(None) };
        if is_cut {
            let message = format!("a line is too long: at most {MAX_LINE} bytes are read");
            return Ok(Some(Line::Bad(Fault::new(Code::TooLong, &String::from_utf8_lossy(&bytes), message))));
        }
        Ok(Some(match String::from_utf8(bytes) {
            Ok(text) => Line::Text(text.trim_end_matches(['\n', '\r']).to_owned()),
            Err(bad) => {
                let quoted = String::from_utf8_lossy(bad.as_bytes()).into_owned();
                Line::Bad(Fault::new(Code::NotUtf8, &quoted, "this is not UTF-8, which all lines must be"))
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Result<String, Code>> {
        let mut reader = LineReader::new(input);
        let mut lines = Vec::new();
        while let Some(line) = reader.read().unwrap() {
            lines.push(match line {
                Line::Text(text) => Ok(text),
                Line::Bad(fault) => Err(fault.code),
            });
        }
        lines
    }

    #[test]
    fn a_bad_line_does_not_spoil_the_next() {
        let mut input = b"d3\r\n\n\xff\xfe\n".to_vec();
        input.extend(vec![b'x'; 3 * MAX_LINE]);
        input.extend(b"\nc4");
        let expected = [Ok("d3"), Ok(""), Err(Code::NotUtf8), Err(Code::TooLong), Ok("c4")];
        assert_eq!(lines(&input), expected.map(|line| line.map(str::to_owned)));
    }

    #[test]
    fn the_longest_line_is_read_and_one_byte_more_is_not() {
        let of_length = |length: usize| [vec![b'x'; length - 1], b"\nd3\n".to_vec()].concat();
        assert_eq!(lines(&of_length(MAX_LINE))[0].as_ref().map(String::len), Ok(MAX_LINE - 1));
        assert_eq!(lines(&of_length(MAX_LINE + 1)), [Err(Code::TooLong), Ok("d3".to_owned())]);
    }
}
