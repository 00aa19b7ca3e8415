//! Bytes as people can read them.

/// Bytes as they are, but for those that cannot be seen, which are escaped as in `\n` and `\x1b`. A backslash is doubled only where it would be
/// taken for the beginning of such an escape.
///
/// ```
/// use outflank_arena::legible;
///
/// assert_eq!(legible(b"{\"move\":\"d3\"}\r\n"), r#"{"move":"d3"}\r\n"#);
/// assert_eq!(legible(b"d3\\n \xff"), r"d3\\n \xff");
/// ```
pub fn legible(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        let mut signs = chunk.valid().chars().peekable();
        while let Some(sign) = signs.next() {
            match sign {
                '\\' if signs.peek().is_some_and(|next| is_taken(*next)) => text.push_str("\\\\"),
                '\0'..='\u{1f}' | '\u{7f}' => text.extend((sign as u8).escape_ascii().map(char::from)),
                _ if is_unseen(sign) => text.extend(sign.escape_unicode()),
                _ => text.push(sign),
            }
        }
        text.extend(chunk.invalid().escape_ascii().map(char::from));
    }
    text
}

/// Would a backslash before it look like the beginning of an escape?
fn is_taken(sign: char) -> bool {
    "\\nrtxu".contains(sign) || is_unseen(sign)
}

/// Does it show nothing, or change how its neighbours are shown?
fn is_unseen(sign: char) -> bool {
    sign.is_control()
        || matches!(sign, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::legible;

    #[test]
    fn only_what_cannot_be_seen_is_escaped() {
        for (bytes, shown) in [
            ("{'a': \"b\"}\n".as_bytes(), r#"{'a': "b"}\n"#),
            ("Jürgen\t\x1b[2J\0".as_bytes(), r"Jürgen\t\x1b[2J\x00"),
            ("\u{202e}3d".as_bytes(), r"\u{202e}3d"),
            (b"caf\xe9\n", r"caf\xe9\n"),
            (br#"{"got":"\"d3\""}"#, r#"{"got":"\"d3\""}"#),
            (br"C:\new \\", r"C:\\new \\\"),
            (b"\\\n", r"\\\n"),
        ] {
            assert_eq!(legible(bytes), shown);
        }
    }
}
