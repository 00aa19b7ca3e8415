//! The formats in parentheses: `(;` ... `;)` of GGF and the trees of SGF.

use super::{LineStart, Step};

/// A GGF record ends with `;)` outside a value. A number before `(;` counts the games of a match and is skipped. Any
/// other text is a bad record up to the end of its line or the next `(;`.
#[derive(Debug, Default)]
pub(in crate::record::reader) struct Ggf {
    state: GgfState,
    /// Are there only digits, blanks and `(` on this line so far?
    is_fresh: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum GgfState {
    #[default]
    Between,
    Junk,
    Tags,
    Value,
}

impl Ggf {
    pub(super) fn feed(&mut self, byte: u8, previous: Option<u8>) -> Step {
        let is_opening = byte == b';' && previous == Some(b'(');
        let is_fresh = self.is_fresh;
        self.is_fresh =
            byte == b'\n' || is_fresh && (byte == b'(' || byte.is_ascii_digit() || byte.is_ascii_whitespace());
        let (step, next) = match (self.state, byte) {
            (GgfState::Between, b'0'..=b'9' | b' ' | b'\t' | b'\r' | b'\n') => (Step::Skip, GgfState::Between),
            (GgfState::Between, _) => (Step::Keep, GgfState::Junk),
            (GgfState::Junk, _) if is_opening => (Step::Restart(b"(;"), GgfState::Tags),
            (GgfState::Junk, b'\n') => (Step::Last, GgfState::Between),
            (GgfState::Tags | GgfState::Value, _) if is_opening && is_fresh => (Step::Restart(b"(;"), GgfState::Tags),
            (GgfState::Tags, b')') if previous == Some(b';') => (Step::Last, GgfState::Between),
            (GgfState::Tags, b'[') => (Step::Keep, GgfState::Value),
            (GgfState::Value, b']') => (Step::Keep, GgfState::Tags),
            (state, _) => (Step::Keep, state),
        };
        self.state = next;
        step
    }
}

/// An SGF record ends where its parentheses are closed, those inside values not counted.
#[derive(Debug, Default)]
pub(in crate::record::reader) struct Sgf {
    state: SgfState,
    depth: usize,
    line_start: LineStart,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum SgfState {
    #[default]
    Between,
    Junk,
    Tree,
    Value,
    Escape,
}

impl Sgf {
    pub(super) fn feed(&mut self, byte: u8) -> Step {
        if let Some(sign) = self.beginning(byte) {
            (self.state, self.depth) = (SgfState::Value, 1);
            return Step::Restart(sign);
        }
        let (step, next) = match (self.state, byte) {
            (SgfState::Between, blank) if blank.is_ascii_whitespace() => (Step::Skip, SgfState::Between),
            (SgfState::Between | SgfState::Tree, b'(') => {
                self.depth += 1;
                (Step::Keep, SgfState::Tree)
            }
            (SgfState::Junk, b'(') => {
                self.depth = 1;
                (Step::Restart(b"("), SgfState::Tree)
            }
            (SgfState::Junk, b'\n') => (Step::Last, SgfState::Between),
            (SgfState::Between, _) => (Step::Keep, SgfState::Junk),
            (SgfState::Tree, b')') => self.close(),
            (SgfState::Tree, b'[') | (SgfState::Escape, _) => (Step::Keep, SgfState::Value),
            (SgfState::Value, b']') => (Step::Keep, SgfState::Tree),
            (SgfState::Value, b'\\') => (Step::Keep, SgfState::Escape),
            (state, _) => (Step::Keep, state),
        };
        self.state = next;
        step
    }

    fn close(&mut self) -> (Step, SgfState) {
        self.depth -= 1;
        if self.depth == 0 { (Step::Last, SgfState::Between) } else { (Step::Keep, SgfState::Tree) }
    }

    /// The opening of a game at the start of a line while the last one is still open.
    fn beginning(&mut self, byte: u8) -> Option<&'static [u8]> {
        const SIGNS: [&[u8]; 2] = [b"(;FF[", b"(;GM["];
        let line = self.line_start.feed(byte);
        let is_open = !matches!(self.state, SgfState::Between | SgfState::Junk);
        SIGNS.into_iter().find(|&sign| sign == line).filter(|_| is_open)
    }
}
