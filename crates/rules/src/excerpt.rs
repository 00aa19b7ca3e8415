//! Quotes of input in errors.

/// Returns the beginning of a text, short enough to quote in an error: at most 40 characters.
///
/// ```
/// use outflank_rules::excerpt;
///
/// assert_eq!(excerpt("d3"), "d3");
/// assert_eq!(excerpt(&"d3".repeat(100)), format!("{}…", "d3".repeat(20)));
/// ```
pub fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
