//! A text that is read from its front.

use std::ops::Deref;

/// What is left of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a>(&'a str);

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor(text)
    }

    /// Cuts this many bytes off.
    pub(super) fn take(&mut self, len: usize) -> &'a str {
        let (taken, rest) = self.0.split_at(len);
        self.0 = rest;
        taken
    }

    /// Cuts off what stands before the first character of a kind, or all.
    pub(super) fn take_until(&mut self, is_end: impl Fn(char) -> bool) -> &'a str {
        self.take(self.0.find(is_end).unwrap_or(self.0.len()))
    }
}

impl Deref for Cursor<'_> {
    type Target = str;
    fn deref(&self) -> &str {
        self.0
    }
}
