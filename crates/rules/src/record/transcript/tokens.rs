//! The moves in a text, with all that people put between them.

use crate::{
    Move,
    record::{Fault, cursor::Cursor},
};

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

    /// Goes over what stands between moves; a single dash is a separator, two or more are a pass.
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
    fn take_pair(&mut self) -> Option<Result<Move, Fault>> {
        self.take_while(is_border);
        let pair = self.take_while(|c| !is_border(c)).trim_end_matches(',');
        let fault = |_| Fault::syntax(pair, "a row and a column from 0 to 7, such as 2,3");
        (!pair.is_empty()).then(|| pair.parse().map_err(fault))
    }

    /// Goes over a move number. A number with no move behind it is a fault: it may be a result or a square gone wrong.
    fn skip_number(&mut self) -> Result<(), Fault> {
        let number = self.take_while(|c| c.is_ascii_digit());
        if number.is_empty() {
            return Ok(());
        }
        self.take_while(|c| matches!(c, '.' | ')' | ':'));
        self.skip_separators();
        match self.rest.chars().next() {
            Some(c) if !c.is_ascii_digit() => Ok(()),
            _ => Err(Fault::syntax(number, "a move")),
        }
    }

    /// Goes over the `P@` or `@` before a square.
    fn skip_drop_sign(&mut self) {
        let bytes = self.rest.as_bytes();
        let sign = match bytes {
            [b'P' | b'p', b'@', ..] => 2,
            [b'@', next, ..] if *next != b'@' => 1,
            _ => 0,
        };
        self.rest.take(sign);
    }

    fn take_move(&mut self) -> Result<Move, Fault> {
        let fault = Fault::syntax;
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

    /// A pass written as a row of the same signs.
    fn take_run(&mut self, sign: char) -> Move {
        self.take_while(|c| c == sign);
        Move::Pass
    }

    fn take_bracketed(&mut self, close: char) -> Option<&'a str> {
        let end = self.rest.find(close)?;
        Some(self.rest.take(end + 1))
    }

    fn take_pass(&mut self) -> Result<Move, Fault> {
        const WORDS: [&str; 4] = ["pass", "pas", "pa", "ps"];
        let found = WORDS.iter().find(|word| starts_with(&self.rest, word));
        let word = found.ok_or_else(|| Fault::syntax(&self.rest, "pa, the word for a pass"))?;
        self.rest.take(word.len());
        Ok(Move::Pass)
    }
}

/// Blanks, also those without width, the signs of lists and the longer dashes.
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
    type Item = Result<Move, Fault>;

    fn next(&mut self) -> Option<Result<Move, Fault>> {
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
