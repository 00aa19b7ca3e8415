//! Properties of the terminal.

use std::{
    env,
    io::{self, IsTerminal},
};

use terminal_size::{Width, terminal_size_of};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The width of standard output in columns; `None` if unknown or not a terminal.
pub(crate) fn width() -> Option<usize> {
    let out = io::stdout();
    if !out.is_terminal() {
        return None;
    }
    terminal_size_of(out).map(|(Width(columns), _)| usize::from(columns))
}

/// Shortens a text to this many columns. Wide characters take two.
pub(crate) fn shortened(text: &str, columns: usize) -> String {
    const MARK: &str = "...";
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut left = columns.saturating_sub(MARK.len());
    let fits = |c: &char| {
        let width = c.width().unwrap_or(0);
        let fits = width <= left;
        left = left.saturating_sub(width);
        fits
    };
    let kept: String = text.chars().take_while(fits).collect();
    kept + MARK
}

/// Shortens a text to the rest of the row after `before` columns. Returns the whole text if stdout
/// is not a terminal.
pub(crate) fn rest_of_row(text: &str, before: usize) -> String {
    const MIN_COLUMNS: usize = 12;
    width().map_or_else(|| text.to_owned(), |width| shortened(text, width.saturating_sub(before).max(MIN_COLUMNS)))
}

/// Does the locale support Unicode? On Windows, where programs have none, every console does.
pub(crate) fn is_unicode() -> bool {
    if cfg!(windows) {
        return io::stdout().is_terminal();
    }
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| env::var(name).ok().filter(|it| !it.is_empty()));
    locale.is_some_and(|locale| locale.to_ascii_uppercase().replace('-', "").ends_with("UTF8"))
}

/// May the output have colors? On a terminal, unless `NO_COLOR` is set.
pub(crate) fn has_color() -> bool {
    let is_refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdout().is_terminal() && !is_refused && !is_dumb && understands_escapes()
}

/// Turns escape sequences on where the console can show them.
#[cfg(windows)]
fn understands_escapes() -> bool {
    ratatui::crossterm::ansi_support::supports_ansi()
}

#[cfg(not(windows))]
fn understands_escapes() -> bool {
    true
}

/// Does the terminal report 24-bit colors? Every console of Windows has them.
pub(crate) fn has_all_colors() -> bool {
    cfg!(windows) || env::var("COLORTERM").is_ok_and(|value| value == "truecolor" || value == "24bit")
}

/// Are standard input and output a terminal that can be drawn on?
pub(crate) fn is_whole() -> bool {
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// A color of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    None,
    Red,
    Yellow,
    Cyan,
}

impl Paint {
    /// Colors a text, if the terminal has colors.
    pub(crate) fn on(self, text: &str) -> String {
        let code = match self {
            Paint::None => return text.to_owned(),
            Paint::Red => 31,
            Paint::Yellow => 33,
            Paint::Cyan => 36,
        };
        if has_color() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_ends_in_dots() {
        assert_eq!(shortened("f5d6c3", 6), "f5d6c3");
        assert_eq!(shortened("f5d6c3d3", 6), "f5d...");
        assert_eq!(shortened("日本日本", 6), "日...");
    }
}
