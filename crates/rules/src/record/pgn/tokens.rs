//! The moves of a game and what stands between them.

use crate::record::{Fault, cursor::Cursor};

#[derive(Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A word: a move, a move number or a result.
    Word(&'a str),
    Comment(&'a str),
}

/// The words and comments of a text; variations, signs and escaped lines are left out.
pub(super) struct Tokens<'a> {
    rest: Cursor<'a>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        Tokens { rest: Cursor::new(text) }
    }

    fn take_comment(&mut self) -> Result<Token<'a>, Fault> {
        let end = self.rest.find('}').ok_or(Fault::Truncated)?;
        Ok(Token::Comment(&self.rest.take(end + 1)[1..end]))
    }

    /// Goes over a variation and those inside it; parentheses in comments do not count.
    fn skip_variation(&mut self) -> Result<(), Fault> {
        let mut depth = 0;
        loop {
            self.rest.take_until(|c| "(){".contains(c));
            match self.rest.bytes().next().ok_or(Fault::Truncated)? {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {
                    self.take_comment()?;
                    continue;
                }
            }
            self.rest.take(1);
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<Token<'a>, Fault>;

    fn next(&mut self) -> Option<Result<Token<'a>, Fault>> {
        loop {
            self.rest.take_until(|c| !c.is_whitespace());
            match self.rest.bytes().next()? {
                b'{' => return Some(self.take_comment()),
                b';' => return Some(Ok(Token::Comment(&self.rest.take_until(|c| c == '\n')[1..]))),
                b'%' => drop(self.rest.take_until(|c| c == '\n')),
                b'(' => match self.skip_variation() {
                    Ok(()) => {}
                    Err(fault) => return Some(Err(fault)),
                },
                b')' | b'}' => return Some(Err(Fault::syntax(&self.rest, "a move"))),
                b'$' => drop(self.rest.take_until(|c| " \t\r\n{()".contains(c))),
                _ => return Some(Ok(Token::Word(self.rest.take_until(|c| " \t\r\n{};()".contains(c))))),
            }
        }
    }
}
