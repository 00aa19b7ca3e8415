//! Splits a stream into records, byte by byte.
//!
//! A cutter knows only as much of its format as necessary. To recover after a damaged record, each
//! knows a marker that begins a record at the start of a line, whatever state the last record left.

use crate::Setup;

/// The effect of a byte on the current record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It lies between records.
    Skip,
    /// It belongs to the record.
    Keep,
    /// It belongs to the record and ends it.
    Last,
    /// The record has ended, and another has begun with these bytes; this byte is the last of them.
    Restart(&'static [u8]),
}

#[derive(Debug)]
pub(super) enum Cutter {
    Lines(Lines),
    Board(Board),
    Ggf(Ggf),
    Sgf(Sgf),
    Pgn(Pgn),
    Json(Json),
}

impl Cutter {
    /// Creates a cutter of one record per line, with comments on lines that begin with one of these
    /// characters.
    pub(super) fn lines(comments: &'static [u8]) -> Cutter {
        Cutter::Lines(Lines::with_comments(comments))
    }

    /// Processes the next byte, given the previous one of the record and the record so far.
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

    /// Whether something around the records is still open: the input must not end here.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Cutter::Json(cutter) if cutter.is_open())
    }
}

/// The first bytes of the current line, to find markers that count only there.
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

/// A state within a line, where no marker can begin.
impl Default for LineStart {
    fn default() -> LineStart {
        LineStart { bytes: [0; 8], len: 8 }
    }
}

/// One record per line. Comments are skipped, and empty lines are empty records.
#[derive(Debug)]
pub(in crate::record::reader) struct Lines {
    /// The characters that make a line a comment.
    comments: &'static [u8],
    state: LineState,
}

#[derive(Debug)]
enum LineState {
    Between,
    Record,
    Comment,
}

impl Lines {
    pub(super) fn with_comments(comments: &'static [u8]) -> Lines {
        Lines { comments, state: LineState::Between }
    }

    pub(super) fn feed(&mut self, byte: u8) -> Step {
        let (step, next) = match (&self.state, byte) {
            (LineState::Record | LineState::Between, b'\n') => (Step::Last, LineState::Between),
            (LineState::Comment, b'\n') => (Step::Skip, LineState::Between),
            (LineState::Comment, _) => (Step::Skip, LineState::Comment),
            (LineState::Between, space) if space.is_ascii_whitespace() => (Step::Skip, LineState::Between),
            (LineState::Between, mark) if self.comments.contains(&mark) => (Step::Skip, LineState::Comment),
            (LineState::Between | LineState::Record, _) => (Step::Keep, LineState::Record),
        };
        self.state = next;
        step
    }
}

/// A drawing of several lines up to an empty one, or a line that is a whole board.
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
    str::from_utf8(line).is_ok_and(|line| line.parse::<Setup>().is_ok())
}

/// A GGF record ends with `;)` outside a value. A number before `(;` counts the games of a match
/// and is skipped, and so is a line that begins with `#`. Any other text is a bad record up to the
/// end of its line or the next `(;`.
#[derive(Debug, Default)]
pub(in crate::record::reader) struct Ggf {
    state: GgfState,
    /// Whether this line has only digits, spaces and `(` so far.
    is_fresh: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum GgfState {
    #[default]
    Between,
    Comment,
    Junk,
    Tags,
    Value,
    Escape,
}

impl Ggf {
    pub(super) fn feed(&mut self, byte: u8, previous: Option<u8>) -> Step {
        let is_opening = byte == b';' && previous == Some(b'(');
        let is_fresh = self.is_fresh;
        self.is_fresh =
            byte == b'\n' || is_fresh && (byte == b'(' || byte.is_ascii_digit() || byte.is_ascii_whitespace());
        let (step, next) = match (self.state, byte) {
            (GgfState::Between, b'0'..=b'9' | b' ' | b'\t' | b'\r' | b'\n') | (GgfState::Comment, b'\n') => {
                (Step::Skip, GgfState::Between)
            }
            (GgfState::Between, b'#') | (GgfState::Comment, _) => (Step::Skip, GgfState::Comment),
            (GgfState::Between, _) => (Step::Keep, GgfState::Junk),
            (GgfState::Junk, _) if is_opening => (Step::Restart(b"(;"), GgfState::Tags),
            (GgfState::Junk, b'\n') => (Step::Last, GgfState::Between),
            (GgfState::Tags | GgfState::Value | GgfState::Escape, _) if is_opening && is_fresh => {
                (Step::Restart(b"(;"), GgfState::Tags)
            }
            (GgfState::Tags, b')') if previous == Some(b';') => (Step::Last, GgfState::Between),
            (GgfState::Tags, b'[') | (GgfState::Escape, _) => (Step::Keep, GgfState::Value),
            (GgfState::Value, b'\\') => (Step::Keep, GgfState::Escape),
            (GgfState::Value, b']') => (Step::Keep, GgfState::Tags),
            (state, _) => (Step::Keep, state),
        };
        self.state = next;
        step
    }
}

/// An SGF record ends with its last closing parenthesis outside values.
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
        if let Some(start) = self.beginning(byte) {
            (self.state, self.depth) = (SgfState::Value, 1);
            return Step::Restart(start);
        }
        let (step, next) = match (self.state, byte) {
            (SgfState::Between, space) if space.is_ascii_whitespace() => (Step::Skip, SgfState::Between),
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
        const STARTS: [&[u8]; 2] = [b"(;FF[", b"(;GM["];
        let line = self.line_start.feed(byte);
        let is_open = !matches!(self.state, SgfState::Between | SgfState::Junk);
        STARTS.into_iter().find(|&start| start == line).filter(|_| is_open)
    }
}

/// A record ends before a tag that begins a line below moves, or below a blank line.
#[derive(Debug, Default)]
pub(in crate::record::reader) struct Pgn {
    state: PgnState,
    line_start: LineStart,
    /// Whether this line has only spaces so far.
    is_line_empty: bool,
    /// Was there nothing on the line before?
    is_below_blank: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum PgnState {
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
        if self.line_start.feed(byte) == SIGN && self.state == PgnState::Comment {
            self.state = PgnState::Tags;
            return Step::Restart(SIGN);
        }
        let is_tag = byte == b'[' && self.is_line_empty;
        let is_in_tag = is_tag || !self.is_line_empty || byte.is_ascii_whitespace();
        let (step, next) = match (self.state, byte) {
            (PgnState::Between, space) if space.is_ascii_whitespace() => (Step::Skip, PgnState::Between),
            (PgnState::Moves, _) if is_tag => (Step::Restart(b"["), PgnState::Tags),
            (PgnState::Tags, _) if is_tag && self.is_below_blank => (Step::Restart(b"["), PgnState::Tags),
            (PgnState::Between, b'[') => (Step::Keep, PgnState::Tags),
            (PgnState::Tags, _) if is_in_tag => (Step::Keep, PgnState::Tags),
            (PgnState::Between | PgnState::Tags | PgnState::Moves, _) => (Step::Keep, state_after(byte)),
            (PgnState::Comment, b'}') | (PgnState::LineComment, b'\n') => (Step::Keep, PgnState::Moves),
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
fn state_after(byte: u8) -> PgnState {
    match byte {
        b'{' => PgnState::Comment,
        b';' => PgnState::LineComment,
        _ => PgnState::Moves,
    }
}

/// A record ends where its braces are closed. The brackets of one array around the objects are
/// skipped, and so are commas; any other bracket between objects is a bad record.
#[derive(Debug, Default)]
pub(in crate::record::reader) struct Json {
    state: JsonState,
    depth: usize,
    is_in_array: bool,
    line_start: LineStart,
    /// The last byte that was not a space, and the one before this line.
    last: u8,
    before_line: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum JsonState {
    #[default]
    Between,
    Junk,
    Object,
    Text,
    Escape,
}

impl Json {
    pub(super) fn feed(&mut self, byte: u8) -> Step {
        if let Some(start) = self.beginning(byte) {
            (self.state, self.depth) = (JsonState::Text, 1);
            return Step::Restart(start);
        }
        match byte {
            b'\n' => self.before_line = self.last,
            b' ' | b'\t' | b'\r' => {}
            _ => self.last = byte,
        }
        let (step, next) = match (self.state, byte) {
            (JsonState::Between, b',' | b' ' | b'\t' | b'\r' | b'\n') => (Step::Skip, JsonState::Between),
            (JsonState::Between, b'[' | b']') if self.is_in_array == (byte == b']') => {
                self.is_in_array = byte == b'[';
                (Step::Skip, JsonState::Between)
            }
            (JsonState::Between | JsonState::Object, b'{') => {
                self.depth += 1;
                (Step::Keep, JsonState::Object)
            }
            (JsonState::Between, _) => (Step::Keep, JsonState::Junk),
            (JsonState::Junk, b'\n') => (Step::Last, JsonState::Between),
            (JsonState::Object, b'}') => self.close(),
            (JsonState::Object, b'"') | (JsonState::Escape, _) => (Step::Keep, JsonState::Text),
            (JsonState::Text, b'"') => (Step::Keep, JsonState::Object),
            (JsonState::Text, b'\\') => (Step::Keep, JsonState::Escape),
            (state, _) => (Step::Keep, state),
        };
        self.state = next;
        step
    }

    /// Is an array still open?
    pub(super) fn is_open(&self) -> bool {
        self.is_in_array
    }

    fn close(&mut self) -> (Step, JsonState) {
        self.depth -= 1;
        if self.depth == 0 { (Step::Last, JsonState::Between) } else { (Step::Keep, JsonState::Object) }
    }

    /// Detects a new record at the start of a line although the last one is still open: an object
    /// where JSON allows none, or one that begins like the records we write.
    fn beginning(&mut self, byte: u8) -> Option<&'static [u8]> {
        const OBJECT: &[u8] = b"{\"";
        const OURS: &[u8] = b"{\"versio";
        let line = self.line_start.feed(byte);
        let is_nested = self.state == JsonState::Object && matches!(self.before_line, b'[' | b',' | b':');
        match self.state {
            JsonState::Between | JsonState::Junk => None,
            _ if line == OURS => Some(OURS),
            _ if line == OBJECT && !is_nested => Some(OBJECT),
            _ => None,
        }
    }
}
