//! Makes text from outside safe for a terminal: it cannot move the cursor, or hide or reverse the
//! text around it.

/// Escapes bytes that cannot be seen, as in `\n` and `\x1b`. A backslash is doubled only if it
/// would read like the start of an escape.
///
/// ```
/// use outflank_arena::escape_bytes;
///
/// assert_eq!(escape_bytes(b"{\"move\":\"d3\"}\r\n"), r#"{"move":"d3"}\r\n"#);
/// assert_eq!(escape_bytes(b"d3\\n \xff"), r"d3\\n \xff");
/// ```
pub fn escape_bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        let mut chars = chunk.valid().chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' if chars.peek().is_some_and(|next| is_taken(*next)) => text.push_str("\\\\"),
                _ => push(c, &mut text),
            }
        }
        text.extend(chunk.invalid().escape_ascii().map(char::from));
    }
    text
}

/// Escapes text of several lines for a terminal. Keeps line ends and tabs; escapes all other
/// invisible characters.
///
/// ```
/// use outflank_arena::printable;
///
/// assert_eq!(printable("Ann\x1b[2J\nBob\u{202e}"), "Ann\\x1b[2J\nBob\\u{202e}");
/// ```
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => shown.push(c),
            _ => push(c, &mut shown),
        }
    }
    shown
}

fn push(c: char, text: &mut String) {
    match c {
        '\0'..='\u{1f}' | '\u{7f}' => text.extend((c as u8).escape_ascii().map(char::from)),
        _ if is_unseen(c) => text.extend(c.escape_unicode()),
        _ => text.push(c),
    }
}

/// Would a backslash before this character read like an escape?
fn is_taken(c: char) -> bool {
    "\\nrtxu".contains(c) || is_unseen(c)
}

/// True for characters that show nothing or change how their neighbors are shown: control
/// characters including C1, direction marks, and zero-width characters.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::escape_bytes;

    #[test]
    fn only_invisible_characters_are_escaped() {
        for (bytes, shown) in [
            ("{'a': \"b\"}\n".as_bytes(), r#"{'a': "b"}\n"#),
            ("Jürgen\t\x1b[2J\0".as_bytes(), r"Jürgen\t\x1b[2J\x00"),
            ("\u{202e}3d".as_bytes(), r"\u{202e}3d"),
            (b"caf\xe9\n", r"caf\xe9\n"),
            (br#"{"got":"\"d3\""}"#, r#"{"got":"\"d3\""}"#),
            (br"C:\new \\", r"C:\\new \\\"),
            (b"\\\n", r"\\\n"),
        ] {
            assert_eq!(escape_bytes(bytes), shown);
        }
    }
}
