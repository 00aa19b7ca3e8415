//! The section of tags: `[Black "Ann"]`.

use std::borrow::Cow;

use crate::record::Fault;

/// A tag and its value, with escapes resolved.
pub(super) type Tag<'a> = (&'a str, Cow<'a, str>);

/// The tags of a game, and the moves that follow them.
pub(super) fn split(text: &str) -> Result<(Vec<Tag<'_>>, &str), Fault> {
    let mut tags = Vec::with_capacity(16);
    let mut rest = text.trim_start();
    while let Some(inside) = rest.strip_prefix('[') {
        let (tag, after) = split_tag(inside).ok_or_else(|| {
            let line = rest.lines().next().unwrap_or_default();
            Fault::syntax(line, "a tag such as [Black \"name\"]")
        })?;
        tags.push(tag);
        rest = after.trim_start();
    }
    Ok((tags, rest))
}

fn split_tag(text: &str) -> Option<(Tag<'_>, &str)> {
    let text = text.trim_start();
    let name_len = text.bytes().take_while(|&byte| byte.is_ascii_alphanumeric() || byte == b'_').count();
    let (name, rest) = text.split_at(name_len);
    let (value, rest) = split_value(rest.trim_start().strip_prefix('"')?)?;
    let rest = rest.trim_start().strip_prefix(']')?;
    (!name.is_empty()).then_some(((name, value), rest))
}

/// A value up to its closing quote. Names with quotes that nobody escaped are read too, where the line has no escapes:
/// there the quote before the bracket ends the value.
fn split_value(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let ends = |pair: &[u8]| pair == b"\"]" || matches!(pair[0], b'\\' | b'\n');
    let end = text.as_bytes().windows(2).position(ends)?;
    if text.as_bytes()[end] == b'"' {
        return Some((Cow::Borrowed(&text[..end]), &text[end + 1..]));
    }
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((Cow::Owned(value), &text[at + 1..])),
            '\\' => value.push(chars.next()?.1),
            c => value.push(c),
        }
    }
    None
}
