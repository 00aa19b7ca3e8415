//! Moves one after another: `f5d6c3`.
//!
//! The reader accepts moves as people and programs write them:
//!
//! - either case; spaces, commas or dashes between moves; move numbers;
//! - `(2, 3)` for row and column, or `2,3` if all moves are written so;
//! - passes left out or written in any common way, and the `P@` that some programs put before
//!   squares.
//!
//! A start other than the standard one comes before a semicolon: 64 cells and the side to move, or
//! the code of a [`Variant`].
//!
//! A [`Reader`](super::Reader) of transcripts accepts lists with one game per line, and games that
//! letters and web pages wrap over several lines:
//!
//! 1. A blank line ends a game. Comment lines, which begin with `#` or `%`, do not.
//! 2. A line that names a start begins a game.
//! 3. A line of whole moves that can be played from the start begins a game, except by rule 4.
//! 4. A line that continues the game before it, and cannot begin one, belongs to that game. A line
//!    that could do both continues the game in three cases: the game has several lines already; the
//!    line begins with the number of the next move (`2. c3 d3`); or the line before ends within a
//!    move or after a number.
//! 5. A line that can do neither is a bad record. But if it gets two plies further as part of the
//!    game before it than alone (one ply if that game has several lines), that game is bad, at this
//!    line. Lines of moves after it belong to it too, unless they begin with a move that is legal
//!    at the start.
//!
//! Lines without numbers that are whole games are therefore always separate games. The second line
//! of a wrapped game is read as another game if all of it can be played from the start. That
//! happens with lines of two or three moves without numbers, and rarely with longer ones.
//!
//! The reader returns an unfinished game only after the next line, a blank line or the end of the
//! input, because the next line may belong to it.
//!
//! The writer omits passes, except one at the very end, and writes the start only if it is not the
//! standard one.

use crate::record::parsing::Cursor;
use crate::record::{Format, Record, RecordError, Unwritable, cells};
use crate::{Color, Game, Goal, Move, Position, Variant};

pub(super) use multi_line::{Joined, MultiLineGame};

mod multi_line;

/// Reads a game from the standard start.
///
/// ```
/// use outflank_rules::record::transcript;
///
/// let record = transcript::parse("1. f5 d6 2. C3-d3")?;
/// assert_eq!(transcript::write(&record)?, "f5d6c3d3\n");
/// let tiny = transcript::parse("tiny; b1a1")?;
/// assert_eq!(tiny.game.position().to_string(), "  a b c d\n1 O X - -\n2 - O X -\n3 - X O -\n4 - - - -\nblack to move");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(text: &str) -> Result<Record, RecordError> {
    parse_from(text, Variant::STANDARD.start())
}

/// Reads a game from this start, unless the text names another. The whole text is one game,
/// whatever its lines are.
pub fn parse_from(text: &str, start: Position) -> Result<Record, RecordError> {
    MultiLineGame::begin(text, start, 1).finish()
}

/// The moves of a text without a start, or the first piece that is not a move.
pub(super) fn moves(text: &str) -> impl Iterator<Item = Result<Move, RecordError>> {
    Tokens::new(text)
}

/// Whether a text looks like a transcript without a start. Two squares are enough, so that an error
/// after them is reported as one. A text with tabs is a table.
pub(super) fn begins(text: &str) -> bool {
    let squares = Tokens::new(text).take(2).take_while(|mv| matches!(mv, Ok(Move::Place(_)))).count();
    squares == 2 && !text.contains('\t') || squares > 0 && is_moves(text)
}

/// Whether a text consists of moves. Looks at the first 20 tokens only.
pub(super) fn is_moves(text: &str) -> bool {
    const ENOUGH: usize = 20;
    Tokens::new(text).take(ENOUGH).all(|mv| mv.is_ok())
}

/// Writes the moves of a record. A transcript cannot hold lost turns.
pub fn write(record: &Record) -> Result<String, Unwritable> {
    let game = &record.game;
    Unwritable::if_turns_are_lost(Format::Transcript, game)?;
    let mut text = String::new();
    if game.start() != Variant::STANDARD.start() || game.ply() == 0 {
        text = write_start(&game.start());
    }
    for mv in written(game) {
        match mv {
            Move::Place(square) => text.extend([b'a' + square.column(), b'1' + square.row()].map(char::from)),
            Move::Pass => text.push_str("pa"),
        }
    }
    text.push('\n');
    Ok(text)
}

/// The moves that a reader could not fill in.
fn written(game: &Game) -> impl Iterator<Item = Move> + '_ {
    let last = game.ply().saturating_sub(1);
    game.moves().enumerate().filter(move |&(ply, mv)| mv != Move::Pass || ply == last).map(|(_, mv)| mv)
}

/// The start that the text names, if it does, and the moves.
pub(super) fn split_start(text: &str) -> Result<(Option<Position>, &str), RecordError> {
    let Some((before, moves)) = text.split_once(';') else {
        return Ok((None, text));
    };
    if let Ok(variant) = before.parse::<Variant>() {
        return Ok((Some(variant.start()), moves));
    }
    // A semicolon between moves is nothing but a separator: moves have digits, boards have none.
    if before.contains(|c: char| c.is_ascii_digit()) {
        return Ok((None, text));
    }
    let size = match before.chars().filter(|c| !c.is_whitespace()).count() {
        17 => 4,
        37 => 6,
        65 => 8,
        _ => return Err(RecordError::syntax(before, "64 cells and the side to move, or the name of a variant")),
    };
    let setup = cells::parse(before, size)?;
    Ok((Some(setup.validate().expect("a cell holds one disc and lies on the board")), moves))
}

/// 64 cells and the side to move if that is enough, else the code of the variant.
pub(super) fn write_start(start: &Position) -> String {
    let spec = start.spec();
    if spec.size() != 8 || !cells::can_show(spec) || spec.goal() != Goal::Most {
        return format!("{};", Variant::from_position(start));
    }
    let mut text: String = (0..8).flat_map(|row| cells::row(start, row, 'X')).collect();
    text.push_str(match start.turn() {
        Color::Black => " X;",
        Color::White => " O;",
    });
    text
}

/// The moves of a text, or the first piece that is none.
pub(super) struct Tokens<'a> {
    rest: Cursor<'a>,
    /// Is every move a row and a column without brackets?
    are_pairs: bool,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        Tokens { rest: Cursor::new(text), are_pairs: are_pairs(text) }
    }

    /// Cuts off the characters at the front that are in a set.
    fn take_while(&mut self, is_in: impl Fn(char) -> bool) -> &'a str {
        self.rest.take_until(|c| !is_in(c))
    }

    /// Skips separators between moves. A single dash is a separator; two or more are a pass.
    fn skip_separators(&mut self) {
        loop {
            self.take_while(is_separator);
            if !self.rest.starts_with('-') || self.rest.starts_with("--") {
                return;
            }
            self.rest.take(1);
        }
    }

    /// The next of moves that are all pairs.
    fn take_pair(&mut self) -> Option<Result<Move, RecordError>> {
        self.take_while(is_border);
        let pair = self.take_while(|c| !is_border(c)).trim_end_matches(',');
        let fault = |_| RecordError::syntax(pair, "a row and a column from 0 to 7, such as 2,3");
        (!pair.is_empty()).then(|| pair.parse().map_err(fault))
    }

    /// Skips a move number. A number without a move is an error: it may be a result or a mistyped
    /// square.
    fn skip_number(&mut self) -> Result<(), RecordError> {
        let number = self.take_while(|c| c.is_ascii_digit());
        if number.is_empty() {
            return Ok(());
        }
        self.take_while(|c| matches!(c, '.' | ')' | ':'));
        self.skip_separators();
        match self.rest.chars().next() {
            Some(c) if !c.is_ascii_digit() => Ok(()),
            _ => Err(RecordError::syntax(number, "a move")),
        }
    }

    /// Goes over the `P@` or `@` before a square.
    fn skip_drop_sign(&mut self) {
        let bytes = self.rest.as_bytes();
        let character = match bytes {
            [b'P' | b'p', b'@', ..] => 2,
            [b'@', next, ..] if *next != b'@' => 1,
            _ => 0,
        };
        self.rest.take(character);
    }

    fn take_move(&mut self) -> Result<Move, RecordError> {
        let fault = RecordError::syntax;
        let token = match self.rest.as_bytes() {
            [b'-', ..] => return Ok(self.take_run('-')),
            [b'@', b'@', ..] => return Ok(self.take_run('@')),
            [b'(', ..] => self.take_bracketed(')'),
            [b'[', ..] => self.take_bracketed(']'),
            [b'P' | b'p', ..] => return self.take_pass(),
            [_, second, ..] if second.is_ascii() => self.rest.is_char_boundary(2).then(|| self.rest.take(2)),
            _ => None,
        };
        let token = token.ok_or_else(|| fault(&self.rest, "a move"))?;
        token.parse().map_err(|_| fault(token, "a move such as d3 or (2, 3), or a pass (pa)"))
    }

    /// A pass written as a run of the same character.
    fn take_run(&mut self, character: char) -> Move {
        self.take_while(|c| c == character);
        Move::Pass
    }

    fn take_bracketed(&mut self, close: char) -> Option<&'a str> {
        let end = self.rest.find(close)?;
        Some(self.rest.take(end + 1))
    }

    fn take_pass(&mut self) -> Result<Move, RecordError> {
        const WORDS: [&str; 4] = ["pass", "pas", "pa", "ps"];
        let found = WORDS.iter().find(|word| starts_with(&self.rest, word));
        let word = found.ok_or_else(|| RecordError::syntax(&self.rest, "pa, the word for a pass"))?;
        self.rest.take(word.len());
        Ok(Move::Pass)
    }
}

/// Spaces, also those without width, list bullets and long dashes.
fn is_separator(c: char) -> bool {
    const NO_WIDTH: [char; 3] = ['\u{200b}', '\u{2060}', '\u{feff}'];
    c.is_whitespace() || matches!(c, ',' | ';' | '.' | '+' | '\u{2010}'..='\u{2015}' | '−') || NO_WIDTH.contains(&c)
}

fn is_border(c: char) -> bool {
    c.is_whitespace() || c == ';'
}

/// Is a text `4,5 5,3` and so on?
fn are_pairs(text: &str) -> bool {
    let is_pair = |word: &str| match word.trim_end_matches(',').as_bytes() {
        [row, b',', column] => row.is_ascii_digit() && column.is_ascii_digit(),
        pass => pass == b"-1,-1",
    };
    let mut words = text.split(is_border).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(is_pair)
}

fn starts_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

impl Iterator for Tokens<'_> {
    type Item = Result<Move, RecordError>;

    fn next(&mut self) -> Option<Result<Move, RecordError>> {
        if self.are_pairs {
            return self.take_pair();
        }
        self.skip_separators();
        if let Err(fault) = self.skip_number() {
            return Some(Err(fault));
        }
        if self.rest.is_empty() {
            return None;
        }
        self.skip_drop_sign();
        Some(self.take_move())
    }
}

/// The most bytes of a move with its spaces and number.
const MAX_UNFINISHED: usize = 16;

/// A text without the piece of a move, or the number of a move to come, behind its last whole one;
/// and that piece.
pub(super) fn split_unfinished(text: &str) -> (&str, &str) {
    let text = text.trim_end();
    let whole = without_number(without_half(text));
    if text.len() - whole.len() > MAX_UNFINISHED { (text, "") } else { (whole, &text[whole.len()..]) }
}

/// Without a bracket that is not closed, or the first letter of a square or a pass alone.
fn without_half(text: &str) -> &str {
    if let Some(at) = open_bracket(text) {
        return &text[..at];
    }
    match text.as_bytes() {
        [.., before, _] if before.is_ascii_alphabetic() => text,
        [.., b'a'..=b'h' | b'A'..=b'H' | b'p' | b'P'] => &text[..text.len() - 1],
        _ => text,
    }
}

fn open_bracket(text: &str) -> Option<usize> {
    text.rfind(['(', '[', ')', ']']).filter(|&at| text[at..].starts_with(['(', '[']))
}

/// The text without a move number at its end and the separator before it.
fn without_number(text: &str) -> &str {
    let digits = text.trim_end().trim_end_matches(['.', ')', ':']);
    let rest = digits.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_number = rest.len() < digits.len() && (rest.is_empty() || rest.ends_with(char::is_whitespace));
    if is_number && open_bracket(rest).is_none() { rest } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incomplete_moves_at_the_end_are_dropped() {
        for (whole, rest) in [
            ("f5d6", ""),
            ("", ""),
            ("f5 pa", ""),
            ("f5 pass", ""),
            ("4,5 5,3", ""),
            ("(4, 5) (5, 3)", ""),
            ("f5d6", "c"),
            ("f5d6", "p"),
            ("1. f5 2. d6 ", "3."),
            ("1. f5 d6 ", "2. c"),
            ("1) f5 ", "2)"),
            ("(4, 5) ", "(5,"),
            ("(4, 5) ", "2. (5,"),
            ("", "12"),
            ("f5 (it goes on and on", ""),
        ] {
            assert_eq!(split_unfinished(&format!("{whole}{rest}\r\n")), (whole, rest));
        }
    }
}
