//! Values in brackets, as in SGF and GGF: a backslash escapes the next character.
//!
//! GGF itself has no escapes. Only those that [`value`] writes are resolved there, so that other
//! backslashes stay, as in paths.

use std::borrow::Cow;

use super::RecordError;

/// Every character can be escaped.
pub(super) fn is_escaped_in_sgf(_: char) -> bool {
    true
}

/// The characters that [`value`] escapes.
pub(super) fn is_escaped_in_ggf(c: char) -> bool {
    matches!(c, ']' | '\\' | ';')
}

/// Splits off a value up to its closing bracket, with escapes resolved. A backslash stays before a
/// character that is not escaped.
pub(super) fn split_value(text: &str, is_escaped: fn(char) -> bool) -> Result<(Cow<'_, str>, &str), RecordError> {
    let end = text.find(['\\', ']']).ok_or(RecordError::Truncated)?;
    if text.as_bytes()[end] == b']' {
        return Ok((Cow::Borrowed(&text[..end]), &text[end + 1..]));
    }
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            ']' => return Ok((Cow::Owned(value), &text[at + 1..])),
            '\\' => match chars.next() {
                Some((_, other)) if !is_escaped(other) => value.extend([c, other]),
                // An escaped line end is not part of the text.
                Some((at, '\r')) if text[at + 1..].starts_with('\n') => drop(chars.next()),
                Some((_, '\n')) => {}
                Some((_, escaped)) => value.push(escaped),
                None => break,
            },
            c => value.push(c),
        }
    }
    Err(RecordError::Truncated)
}

/// Writes a value with its brackets. It also escapes the semicolon of `(;`, because a reader that
/// looks for the next game would take that for its beginning.
pub(super) fn value(value: &str) -> String {
    let mut text = String::with_capacity(value.len() + 2);
    text.push('[');
    let mut previous = '\0';
    for c in value.chars() {
        if matches!(c, ']' | '\\') || c == ';' && previous == '(' {
            text.push('\\');
        }
        text.push(c);
        previous = c;
    }
    text.push(']');
    text
}
