//! A stream in pieces of one record each, held one at a time and never beyond a bound.

use std::io::{self, BufRead, ErrorKind};

use super::cut::{Cutter, Step};

/// The most bytes that a record may have.
const MAX_RECORD_BYTES: usize = 1 << 20;

/// The mark that some programs put at the beginning of UTF-8 files.
const BYTE_ORDER_MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// The next item of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A complete record.
    Whole,
    /// A record of more than [`MAX_RECORD_BYTES`] bytes. The rest was skipped.
    TooLong,
    /// Only spaces, up to where a record may begin.
    Blank,
    /// The input ended in the middle.
    Truncated,
    /// No more records.
    End,
}

#[derive(Debug)]
pub(super) struct Pieces<R> {
    input: R,
    is_at_end: bool,
    is_finished: bool,
    collector: Collector,
}

impl<R: BufRead> Pieces<R> {
    pub(super) fn new(cutter: Cutter, input: R) -> Pieces<R> {
        Pieces { input, is_at_end: false, is_finished: false, collector: Collector::new(cutter) }
    }

    /// The record that [`Pieces::next`] found.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.collector.bytes
    }

    /// The line on which that record begins, counted from 1.
    pub(super) fn line(&self) -> u64 {
        self.collector.line
    }

    /// Reads up to the end of the next record.
    pub(super) fn next(&mut self) -> io::Result<Piece> {
        if !self.is_at_end {
            self.collector.begin();
            while !self.take_some()? {}
            match self.bytes().trim_ascii() {
                _ if self.collector.is_too_long => return Ok(Piece::TooLong),
                [] if !self.is_at_end => return Ok(Piece::Blank),
                [] => {}
                _ => return Ok(Piece::Whole),
            }
        }
        let is_truncated = !self.is_finished && self.collector.cutter.is_open();
        self.is_finished = true;
        Ok(if is_truncated { Piece::Truncated } else { Piece::End })
    }

    /// Consumes the buffered input. Returns true if a record or the input ends with it.
    fn take_some(&mut self) -> io::Result<bool> {
        let available = match self.input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(false),
            Err(error) => return Err(error),
        };
        self.is_at_end = available.is_empty();
        if self.is_at_end {
            self.collector.give_mark_back();
        }
        let last = available.iter().position(|&byte| self.collector.feed(byte));
        let used = last.map_or(available.len(), |last| last + 1);
        self.input.consume(used);
        Ok(self.is_at_end || last.is_some())
    }
}

/// The record that is being read.
#[derive(Debug)]
struct Collector {
    cutter: Cutter,
    /// The record so far.
    bytes: Vec<u8>,
    /// Its last byte, kept or not; `None` before the first.
    previous: Option<u8>,
    is_too_long: bool,
    /// The line on which it begins.
    line: u64,
    /// The line of the next byte.
    next_line: u64,
    /// The first bytes of the next record, if they were read already.
    begun: &'static [u8],
    /// How many bytes of [`BYTE_ORDER_MARK`] have been met.
    mark: usize,
}

impl Collector {
    fn new(cutter: Cutter) -> Collector {
        Collector {
            cutter,
            bytes: Vec::new(),
            previous: None,
            is_too_long: false,
            line: 1,
            next_line: 1,
            begun: &[],
            mark: 0,
        }
    }

    fn begin(&mut self) {
        self.bytes.clear();
        self.bytes.extend_from_slice(self.begun);
        self.previous = self.begun.last().copied();
        self.begun = &[];
        self.is_too_long = false;
        self.line = self.next_line;
    }

    /// Takes a byte; true when it ends the record.
    fn feed(&mut self, byte: u8) -> bool {
        if BYTE_ORDER_MARK.get(self.mark) == Some(&byte) {
            self.mark += 1;
            return false;
        }
        self.give_mark_back();
        self.take(byte)
    }

    /// Takes bytes that looked like the beginning of a mark. No record ends with these bytes: none
    /// of them is a sign in any format.
    fn give_mark_back(&mut self) {
        let met = std::mem::replace(&mut self.mark, BYTE_ORDER_MARK.len());
        if met < BYTE_ORDER_MARK.len() {
            for &byte in &BYTE_ORDER_MARK[..met] {
                self.take(byte);
            }
        }
    }

    /// Takes a byte that is in no mark; true when it ends the record.
    fn take(&mut self, byte: u8) -> bool {
        if self.previous.is_none() {
            self.line = self.next_line;
        }
        self.next_line += u64::from(byte == b'\n');
        let step = self.cutter.feed(byte, self.previous, &self.bytes);
        match step {
            Step::Skip => {}
            Step::Keep | Step::Last => self.keep(byte),
            Step::Restart(begun) => self.end_before(begun),
        }
        matches!(step, Step::Last | Step::Restart(_))
    }

    fn keep(&mut self, byte: u8) {
        self.previous = Some(byte);
        if self.bytes.len() < MAX_RECORD_BYTES {
            self.bytes.push(byte);
        } else {
            self.is_too_long = true;
        }
    }

    /// Ends the record where another one begins; all but the last byte of `begun` have been kept
    /// with this one.
    fn end_before(&mut self, begun: &'static [u8]) {
        self.begun = begun;
        if !self.is_too_long {
            self.bytes.truncate(self.bytes.len().saturating_sub(begun.len() - 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read, repeat};

    use super::*;

    #[test]
    fn half_a_byte_order_mark_is_text() {
        for text in [b"\xeff5\n".as_slice(), b"\xef\xbbf5\n", b"\xef\xef\xbb\xbf\n", b"\xef\xbb"] {
            let mut pieces = Pieces::new(Cutter::lines(b"#"), BufReader::with_capacity(1, text));
            assert_eq!(pieces.next().unwrap(), Piece::Whole, "{text:?}");
            assert_eq!(pieces.bytes(), text);
        }
    }

    #[test]
    fn a_record_without_an_end_takes_bounded_memory() {
        let endless = repeat(b'x').take(50_000_000).chain(b"\nf5d6\n".as_slice());
        let mut pieces = Pieces::new(Cutter::lines(b"#"), BufReader::new(endless));
        assert_eq!(pieces.next().unwrap(), Piece::TooLong);
        assert!(pieces.collector.bytes.capacity() <= 2 * MAX_RECORD_BYTES);
        assert_eq!(pieces.next().unwrap(), Piece::Whole);
        assert_eq!((pieces.bytes(), pieces.line()), (b"f5d6\n".as_slice(), 2));
        assert_eq!(pieces.next().unwrap(), Piece::End);
    }
}
