//! Folders in what people can paste.

use std::path::Path;

/// A path as a word of a command line.
pub(crate) fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = text.chars().all(|sign| sign.is_ascii_alphanumeric() || "/._-".contains(sign));
    if is_plain && !text.is_empty() { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_would_take_apart_is_quoted() {
        for (path, word) in [("class-7b", "class-7b"), ("my class", "'my class'"), ("Ann's", r"'Ann'\''s'"), ("", "''")]
        {
            assert_eq!(quoted(Path::new(path)), word);
        }
    }
}
