//! What is known about the terminal that the output goes to.

use std::io::{self, IsTerminal};

use terminal_size::{Width, terminal_size_of};

/// The columns of standard output; `None` if it is no terminal.
pub(crate) fn width() -> Option<usize> {
    let out = io::stdout();
    if !out.is_terminal() {
        return None;
    }
    terminal_size_of(out).map(|(Width(columns), _)| usize::from(columns))
}

/// The text, or as much of its beginning as fits into so many columns.
pub(crate) fn shortened(text: &str, columns: usize) -> String {
    const MARK: &str = "...";
    if text.chars().count() <= columns {
        return text.to_owned();
    }
    let kept: String = text.chars().take(columns.saturating_sub(MARK.len())).collect();
    kept + MARK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_ends_in_dots() {
        assert_eq!(shortened("f5d6c3", 6), "f5d6c3");
        assert_eq!(shortened("f5d6c3d3", 6), "f5d...");
    }
}
