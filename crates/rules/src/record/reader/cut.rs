//! Where one record ends and the next begins, byte by byte.
//!
//! A cutter knows only as much of its format as that takes. It must find its way back after a damaged record, so
//! each knows a sign by which a record begins at the start of a line, whatever state the last one was left in.

mod json;
mod lines;
mod pgn;
mod trees;

/// What a byte does to the record that is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It stands between records.
    Skip,
    /// It belongs to the record.
    Keep,
    /// It belongs to the record and ends it.
    Last,
    /// The record has ended, and another has begun with these bytes, of which this one is the last.
    Restart(&'static [u8]),
}

#[derive(Debug)]
pub(super) enum Cutter {
    Lines(lines::Lines),
    Board(lines::Board),
    Ggf(trees::Ggf),
    Sgf(trees::Sgf),
    Pgn(pgn::Pgn),
    Json(json::Json),
}

impl Cutter {
    /// Records of a line each, with comments on lines that begin with one of these signs.
    pub(super) fn lines(comments: &'static [u8]) -> Cutter {
        Cutter::Lines(lines::Lines::with_comments(comments))
    }

    /// Judges the next byte, given the one before it in the same record and the record as far as it is kept.
    pub(super) fn feed(&mut self, byte: u8, previous: Option<u8>, record: &[u8]) -> Step {
        match self {
            Cutter::Lines(cutter) => cutter.feed(byte),
            Cutter::Board(cutter) => cutter.feed(byte, record),
            Cutter::Ggf(cutter) => cutter.feed(byte, previous),
            Cutter::Sgf(cutter) => cutter.feed(byte),
            Cutter::Pgn(cutter) => cutter.feed(byte),
            Cutter::Json(cutter) => cutter.feed(byte),
        }
    }

    /// Is something around the records still open, so that the input may not end here?
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Cutter::Json(cutter) if cutter.is_open())
    }
}

/// The first bytes of the current line, to find signs that count only there.
#[derive(Debug)]
struct LineStart {
    bytes: [u8; 8],
    len: usize,
}

impl LineStart {
    /// Adds a byte; the line so far, if that is short, else nothing.
    fn feed(&mut self, byte: u8) -> &[u8] {
        if byte == b'\n' {
            self.len = 0;
            return &[];
        }
        let Some(place) = self.bytes.get_mut(self.len) else {
            return &[];
        };
        *place = byte;
        self.len += 1;
        &self.bytes[..self.len]
    }
}

/// Somewhere within a line, where no sign can begin.
impl Default for LineStart {
    fn default() -> LineStart {
        LineStart { bytes: [0; 8], len: 8 }
    }
}
