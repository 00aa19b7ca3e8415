//! A section of tags and the moves below it.

use super::{LineStart, Step};

/// A record ends before a tag that begins a line below moves, or below a blank line.
#[derive(Debug, Default)]
pub(in crate::record::reader) struct Pgn {
    state: State,
    line_start: LineStart,
    /// Is there nothing but blanks on this line so far?
    is_line_empty: bool,
    /// Was there nothing on the line before?
    is_below_blank: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    #[default]
    Between,
    Tags,
    Moves,
    Comment,
    LineComment,
}

impl Pgn {
    pub(super) fn feed(&mut self, byte: u8) -> Step {
        const SIGN: &[u8] = b"[Event ";
        if self.line_start.feed(byte) == SIGN && self.state == State::Comment {
            self.state = State::Tags;
            return Step::Restart(SIGN);
        }
        let is_tag = byte == b'[' && self.is_line_empty;
        let is_in_tag = is_tag || !self.is_line_empty || byte.is_ascii_whitespace();
        let (step, next) = match (self.state, byte) {
            (State::Between, blank) if blank.is_ascii_whitespace() => (Step::Skip, State::Between),
            (State::Moves, _) if is_tag => (Step::Restart(b"["), State::Tags),
            (State::Tags, _) if is_tag && self.is_below_blank => (Step::Restart(b"["), State::Tags),
            (State::Between, b'[') => (Step::Keep, State::Tags),
            (State::Tags, _) if is_in_tag => (Step::Keep, State::Tags),
            (State::Between | State::Tags | State::Moves, _) => (Step::Keep, after(byte)),
            (State::Comment, b'}') | (State::LineComment, b'\n') => (Step::Keep, State::Moves),
            (state, _) => (Step::Keep, state),
        };
        self.state = next;
        self.note_line(byte);
        step
    }

    fn note_line(&mut self, byte: u8) {
        if byte == b'\n' {
            self.is_below_blank = self.is_line_empty;
            self.is_line_empty = true;
        } else if !byte.is_ascii_whitespace() {
            self.is_line_empty = false;
        }
    }
}

/// The state after a byte among the moves.
fn after(byte: u8) -> State {
    match byte {
        b'{' => State::Comment,
        b';' => State::LineComment,
        _ => State::Moves,
    }
}
