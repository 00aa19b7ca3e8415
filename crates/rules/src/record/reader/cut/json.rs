//! Objects, one a line, or spread over lines, or in an array.

use super::{LineStart, Step};

/// A record ends where its braces are closed. The brackets of one array around the objects are skipped, and so are
/// commas; any other bracket between objects is a bad record.
#[derive(Debug, Default)]
pub(in crate::record::reader) struct Json {
    state: State,
    depth: usize,
    is_in_array: bool,
    line_start: LineStart,
    /// The last byte that was no blank, and that before this line.
    last: u8,
    before_line: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    #[default]
    Between,
    Junk,
    Object,
    Text,
    Escape,
}

impl Json {
    pub(super) fn feed(&mut self, byte: u8) -> Step {
        if let Some(sign) = self.beginning(byte) {
            (self.state, self.depth) = (State::Text, 1);
            return Step::Restart(sign);
        }
        match byte {
            b'\n' => self.before_line = self.last,
            b' ' | b'\t' | b'\r' => {}
            _ => self.last = byte,
        }
        let (step, next) = match (self.state, byte) {
            (State::Between, b',' | b' ' | b'\t' | b'\r' | b'\n') => (Step::Skip, State::Between),
            (State::Between, b'[' | b']') if self.is_in_array == (byte == b']') => {
                self.is_in_array = byte == b'[';
                (Step::Skip, State::Between)
            }
            (State::Between | State::Object, b'{') => {
                self.depth += 1;
                (Step::Keep, State::Object)
            }
            (State::Between, _) => (Step::Keep, State::Junk),
            (State::Junk, b'\n') => (Step::Last, State::Between),
            (State::Object, b'}') => self.close(),
            (State::Object, b'"') | (State::Escape, _) => (Step::Keep, State::Text),
            (State::Text, b'"') => (Step::Keep, State::Object),
            (State::Text, b'\\') => (Step::Keep, State::Escape),
            (state, _) => (Step::Keep, state),
        };
        self.state = next;
        step
    }

    /// Is an array still open?
    pub(super) fn is_open(&self) -> bool {
        self.is_in_array
    }

    fn close(&mut self) -> (Step, State) {
        self.depth -= 1;
        if self.depth == 0 { (Step::Last, State::Between) } else { (Step::Keep, State::Object) }
    }

    /// The opening of a record at the start of a line while the last one is still open: an object where none can
    /// stand, or one that begins as our own do.
    fn beginning(&mut self, byte: u8) -> Option<&'static [u8]> {
        const OBJECT: &[u8] = b"{\"";
        const OURS: &[u8] = b"{\"versio";
        let line = self.line_start.feed(byte);
        let is_nested = self.state == State::Object && matches!(self.before_line, b'[' | b',' | b':');
        match self.state {
            State::Between | State::Junk => None,
            _ if line == OURS => Some(OURS),
            _ if line == OBJECT && !is_nested => Some(OBJECT),
            _ => None,
        }
    }
}
