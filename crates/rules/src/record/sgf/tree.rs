//! The properties along the main line of an SGF tree.

use std::borrow::Cow;

use crate::record::Fault;

/// One value of one property.
pub(super) struct Property<'a> {
    /// The node it stands in, counted from 1 at the root.
    pub(super) node: usize,
    pub(super) name: Cow<'a, str>,
    pub(super) value: Cow<'a, str>,
}

/// The properties of the main line, which ends at the first closing parenthesis; a property with several values is
/// there several times.
pub(super) fn main_line(text: &str) -> Result<Vec<Property<'_>>, Fault> {
    let text = text.trim_start();
    let mut rest = text.strip_prefix('(').ok_or_else(|| Fault::syntax(text, "a game, which begins with (;"))?;
    let mut properties = Vec::with_capacity(80);
    let mut node = 0;
    loop {
        rest = rest.trim_start();
        match rest.bytes().next().ok_or(Fault::Truncated)? {
            b')' => return Ok(properties),
            b'(' => rest = &rest[1..],
            b';' => {
                node += 1;
                rest = &rest[1..];
            }
            _ => rest = read_property(rest, node, &mut properties)?,
        }
    }
}

/// Reads a property with all its values and returns what follows.
fn read_property<'a>(text: &'a str, node: usize, properties: &mut Vec<Property<'a>>) -> Result<&'a str, Fault> {
    let name_len = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, rest) = text.split_at(name_len);
    let mut rest = rest.trim_start();
    if rest.is_empty() {
        return Err(Fault::Truncated);
    }
    if name.is_empty() || !rest.starts_with('[') {
        return Err(Fault::syntax(text, "a property such as B[f5], or ) at the end"));
    }
    while let Some(inside) = rest.strip_prefix('[') {
        let (value, after) = split_value(inside)?;
        properties.push(Property { node, name: short(name), value });
        rest = after.trim_start();
    }
    Ok(rest)
}

/// Old files write `White[..]` for `W[..]`: only capitals count.
fn short(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.chars().filter(char::is_ascii_uppercase).collect())
}

/// A value up to its bracket, with escapes resolved, and what follows.
fn split_value(text: &str) -> Result<(Cow<'_, str>, &str), Fault> {
    let end = text.find(['\\', ']']).ok_or(Fault::Truncated)?;
    if text.as_bytes()[end] == b']' {
        return Ok((Cow::Borrowed(&text[..end]), &text[end + 1..]));
    }
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            ']' => return Ok((Cow::Owned(value), &text[at + 1..])),
            '\\' => match chars.next() {
                // An escaped line end is no part of the text.
                Some((at, '\r')) if text[at + 1..].starts_with('\n') => drop(chars.next()),
                Some((_, '\n')) => {}
                Some((_, escaped)) => value.push(escaped),
                None => break,
            },
            c => value.push(c),
        }
    }
    Err(Fault::Truncated)
}
