//! The moves of a game and what stands between them.

use crate::record::Fault;

#[derive(Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A word: a move, a move number or a result.
    Word(&'a str),
    Comment(&'a str),
}

/// The words and comments of a text; variations, signs and escaped lines are left out.
pub(super) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        Tokens { rest: text }
    }

    fn take(&mut self, len: usize) -> &'a str {
        let (token, rest) = self.rest.split_at(len);
        self.rest = rest;
        token
    }

    /// Takes up to one of these characters, or all.
    fn take_until(&mut self, ends: &[char]) -> &'a str {
        self.take(self.rest.find(ends).unwrap_or(self.rest.len()))
    }

    fn take_comment(&mut self) -> Result<Token<'a>, Fault> {
        let end = self.rest.find('}').ok_or(Fault::Truncated)?;
        Ok(Token::Comment(&self.take(end + 1)[1..end]))
    }

    /// Goes over a variation and those inside it; parentheses in comments do not count.
    fn skip_variation(&mut self) -> Result<(), Fault> {
        let mut depth = 0;
        loop {
            self.take_until(&['(', ')', '{']);
            match self.rest.bytes().next().ok_or(Fault::Truncated)? {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {
                    self.take_comment()?;
                    continue;
                }
            }
            self.take(1);
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
            self.rest = self.rest.trim_start();
            match self.rest.bytes().next()? {
                b'{' => return Some(self.take_comment()),
                b';' => return Some(Ok(Token::Comment(&self.take_until(&['\n'])[1..]))),
                b'%' => drop(self.take_until(&['\n'])),
                b'(' => match self.skip_variation() {
                    Ok(()) => {}
                    Err(fault) => return Some(Err(fault)),
                },
                b')' | b'}' => return Some(Err(Fault::syntax(self.rest, "a move"))),
                b'$' => drop(self.take_until(&[' ', '\t', '\r', '\n', '{', '(', ')'])),
                _ => return Some(Ok(Token::Word(self.take_until(&[' ', '\t', '\r', '\n', '{', '}', ';', '(', ')'])))),
            }
        }
    }
}
