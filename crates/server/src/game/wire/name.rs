//! Names of players, made safe to show.

/// The most characters of a player's name.
pub const LONGEST_NAME: usize = 40;

/// The most combining marks after a letter.
const MOST_MARKS: usize = 2;

/// Returns the name with single spaces between words, without invisible characters or ones that
/// change the text around them, and with at most [`LONGEST_NAME`] characters. `None` if nothing is
/// left.
pub fn tidy(name: &str) -> Option<String> {
    let words: Vec<String> = name.split(is_blank).map(visible).filter(|word| !word.is_empty()).collect();
    let cut: String = words.join(" ").chars().take(LONGEST_NAME).collect();
    let tidy = cut.trim_end_matches([' ', ZWNJ, ZWJ]);
    Some(tidy.to_owned()).filter(|name| !name.is_empty())
}

/// The key by which names are compared. It ignores case, joiners and the width of letters.
pub(crate) fn name_key(name: &str) -> String {
    let seen = name.chars().filter(|&c| !is_joiner(c));
    seen.map(narrow).flat_map(char::to_lowercase).collect()
}

const ZWNJ: char = '\u{200c}';
const ZWJ: char = '\u{200d}';

fn is_joiner(c: char) -> bool {
    matches!(c, ZWNJ | ZWJ)
}

/// Includes characters that look like a space but are none in Unicode.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{2800}'
}

/// Returns the normal form of wide Latin letters, digits and punctuation.
fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

/// Removes invisible characters. Some scripts and emoji need joiners between two characters; in
/// Latin, Greek and Cyrillic words a joiner shows nothing.
fn visible(word: &str) -> String {
    let mut seen = String::new();
    let mut marks = 0;
    let mut signs = word.chars().filter(|&c| !c.is_control() && !is_ignorable(c)).peekable();
    while let Some(c) = signs.next() {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        let joins = |c: &char| *c >= '\u{5d0}' && !is_joiner(*c);
        let is_kept = match c {
            _ if is_joiner(c) => {
                seen.chars().next_back().as_ref().is_some_and(joins) && signs.peek().is_some_and(joins)
            }
            _ => marks == 0 || (marks <= MOST_MARKS && !seen.is_empty()),
        };
        if is_kept {
            seen.push(c);
        }
    }
    seen
}

/// Combining marks that fit any letter and can be stacked.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Unicode's Default_Ignorable_Code_Point, except the joiners.
fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_reorder_or_hide_surrounding_text() {
        for (name, tidied) in [
            (" Ann ", Some("Ann")),
            ("\u{202e}nnA\u{202c}", Some("nnA")),
            ("A\u{2066}n\u{2069}n\u{200f}", Some("Ann")),
            ("\u{200b}\u{feff} \u{2028}", None),
            ("花子", Some("花子")),
            ("👩\u{200d}🚀", Some("👩\u{200d}🚀")),
            ("नर्\u{200d}स", Some("नर्\u{200d}स")),
            ("Dan\u{200d}", Some("Dan")),
            ("D\u{200c}an", Some("Dan")),
            ("\u{200d}\u{200d}", None),
            ("\u{3164}", None),
            ("\u{2800}\u{115f}\u{180e}\u{e0041}\u{fe0f}", None),
            ("A\u{a0}\u{2800} B", Some("A B")),
            ("\u{0}x\u{7}", Some("x")),
            ("Z\u{301}\u{302}\u{303}\u{304}o", Some("Z\u{301}\u{302}o")),
            ("\u{301}\u{302}", None),
            ("", None),
        ] {
            assert_eq!(tidy(name).as_deref(), tidied, "{name:?}");
        }
        assert_eq!(tidy(&"x".repeat(100)).map(|name| name.len()), Some(LONGEST_NAME));
    }

    #[test]
    fn names_that_look_the_same_are_the_same() {
        assert_eq!(name_key("नर्\u{200d}स"), name_key("नर्स"));
        assert_eq!(name_key("ＡＮＮ"), name_key("ann"));
        assert_ne!(name_key("ann"), name_key("anne"));
    }
}
