//! Escapes text for HTML.

use std::fmt::{self, Display, Write};

use crate::is_unseen;

/// Text for an element or a quoted attribute. Invisible characters and direction marks are spelled
/// out.
pub(super) struct Text<T>(pub(super) T);

impl<T: Display> Display for Text<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping(f), "{}", self.0)
    }
}

struct Escaping<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| self.write_char(c))
    }

    fn write_char(&mut self, c: char) -> fmt::Result {
        match c {
            '&' => self.0.write_str("&amp;"),
            '<' => self.0.write_str("&lt;"),
            '>' => self.0.write_str("&gt;"),
            '"' => self.0.write_str("&quot;"),
            '\'' => self.0.write_str("&#39;"),
            '\n' | '\t' => self.0.write_char(c),
            _ if is_unseen(c) => write!(self.0, "{}", c.escape_unicode()),
            _ => self.0.write_char(c),
        }
    }
}

/// A name, isolated from the text direction around it.
pub(super) struct Name<'a>(pub(super) &'a str);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<bdi>{}</bdi>", Text(self.0))
    }
}

/// A path as a link, percent-encoded.
pub(super) struct Link<'a>(pub(super) &'a str);

impl Display for Link<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.bytes().try_for_each(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' => f.write_char(byte.into()),
            _ => write!(f, "%{byte:02X}"),
        })
    }
}

/// Points with halves: 1½.
pub(super) struct Halves(pub(super) crate::stat::Points);

impl Display for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, is_half) = (self.0.halves() / 2, !self.0.halves().is_multiple_of(2));
        match (whole, is_half) {
            (0, true) => f.write_str("½"),
            (_, true) => write!(f, "{whole}½"),
            (_, false) => write!(f, "{whole}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn foreign_text_is_never_markup() {
        assert_eq!(Text("<b a=\"'\">&\u{202e}\0").to_string(), "&lt;b a=&quot;&#39;&quot;&gt;&amp;\\u{202e}\\u{0}");
        assert_eq!(Text("a\u{ad}b\u{e0041}").to_string(), "a\\u{ad}b\\u{e0041}");
        assert_eq!(Link("games/a b\"<.ggf").to_string(), "games/a%20b%22%3C.ggf");
        assert_eq!(Halves(crate::stat::Points::of_halves(1)).to_string(), "½");
    }

    proptest! {
        #[test]
        fn no_text_opens_a_tag_or_ends_an_attribute(text in any::<String>()) {
            let escaped = Text(&text).to_string();
            prop_assert!(!escaped.contains(['<', '>', '"', '\'']));
            let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];
            prop_assert!(escaped.match_indices('&').all(|(at, _)| entities.iter().any(|entity| escaped[at..].starts_with(entity))));
        }
    }
}
