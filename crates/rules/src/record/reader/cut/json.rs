//! Objects, one a line, or spread over lines, or in an array.

use super::{LineStart, Step};

/// A record ends where its braces are closed. The brackets and commas of an array around the objects are skipped.
#[derive(Debug, Default)]
pub(in crate::record::reader) struct Json {
    state: State,
    depth: usize,
    line_start: LineStart,
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
        const SIGN: &[u8] = b"{\"";
        if self.line_start.feed(byte) == SIGN && matches!(self.state, State::Object | State::Text) {
            (self.state, self.depth) = (State::Text, 1);
            return Step::Restart(SIGN);
        }
        let (step, next) = match (self.state, byte) {
            (State::Between, b'[' | b']' | b',' | b' ' | b'\t' | b'\r' | b'\n') => (Step::Skip, State::Between),
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

    fn close(&mut self) -> (Step, State) {
        self.depth -= 1;
        if self.depth == 0 { (Step::Last, State::Between) } else { (Step::Keep, State::Object) }
    }
}
