//! Records of a line, and drawings of boards.

use super::Step;
use crate::notation::parse_board;

/// A record a line; comments are skipped, and blank lines are records with nothing in them.
#[derive(Debug)]
pub(in crate::record::reader) struct Lines {
    /// The characters that make a line a comment.
    comments: &'static [u8],
    state: State,
}

#[derive(Debug)]
enum State {
    Between,
    Record,
    Comment,
}

impl Lines {
    pub(super) fn with_comments(comments: &'static [u8]) -> Lines {
        Lines { comments, state: State::Between }
    }

    pub(super) fn feed(&mut self, byte: u8) -> Step {
        let (step, next) = match (&self.state, byte) {
            (State::Record | State::Between, b'\n') => (Step::Last, State::Between),
            (State::Comment, b'\n') => (Step::Skip, State::Between),
            (State::Comment, _) => (Step::Skip, State::Comment),
            (State::Between, blank) if blank.is_ascii_whitespace() => (Step::Skip, State::Between),
            (State::Between, sign) if self.comments.contains(&sign) => (Step::Skip, State::Comment),
            (State::Between | State::Record, _) => (Step::Keep, State::Record),
        };
        self.state = next;
        step
    }
}

/// A drawing of several lines up to a blank one, or a line that is a whole board by itself.
#[derive(Debug, Default)]
pub(in crate::record::reader) struct Board {
    line_has_text: bool,
    lines: usize,
}

impl Board {
    pub(super) fn feed(&mut self, byte: u8, record: &[u8]) -> Step {
        if byte != b'\n' {
            self.line_has_text |= !byte.is_ascii_whitespace();
            return Step::Keep;
        }
        self.lines += 1;
        let is_end = !self.line_has_text || self.lines == 1 && is_board(record);
        self.line_has_text = false;
        if !is_end {
            return Step::Keep;
        }
        *self = Board::default();
        Step::Last
    }
}

fn is_board(line: &[u8]) -> bool {
    str::from_utf8(line).is_ok_and(|line| parse_board(line).is_ok())
}
