//! Those who take part.

use outflank_engine::Level;

use crate::{
    seat::Seat,
    secret::SecretHash,
    wire::{name_key, tidy},
};

/// The most characters of a name: tables have many of them.
pub const LONGEST_NAME: usize = 32;

/// The most who take part in one tournament.
pub const MOST_ENTRANTS: usize = 64;

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name in tables, which nobody else has.
    pub name: String,
    /// Who moves.
    pub plays: Plays,
    /// Was he taken out after the start?
    pub is_withdrawn: bool,
    /// How often a bot with another token has taken the place over.
    pub returns: u32,
}

/// Who moves for an entrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plays {
    /// The bot that holds this token.
    Bot(SecretHash),
    /// The server itself.
    Level(Level),
}

impl Entry {
    pub(super) fn new(name: &str, plays: Plays) -> Entry {
        Entry { name: name.to_owned(), plays, is_withdrawn: false, returns: 0 }
    }

    /// The token that a bot obeys.
    pub fn token(&self) -> Option<SecretHash> {
        match self.plays {
            Plays::Bot(token) => Some(token),
            Plays::Level(_) => None,
        }
    }

    /// Who sits at the board.
    pub fn seat(&self) -> Seat {
        match self.plays {
            Plays::Bot(_) => Seat::Bot(self.name.clone()),
            Plays::Level(level) => Seat::Level(level),
        }
    }

    /// What tables say of it besides its name.
    pub fn player(&self) -> String {
        match self.plays {
            Plays::Bot(_) => "bot".to_owned(),
            Plays::Level(level) => Seat::Level(level).to_string(),
        }
    }

    pub(super) fn is_called(&self, name: &str) -> bool {
        name_key(&self.name) == name_key(name)
    }
}

/// A name as it stands in tables: without blanks around it, with one between its words, without signs that cannot be seen, and not too long.
pub fn tidy_name(text: &str) -> Option<String> {
    tidy_words(text, LONGEST_NAME)
}

/// The same for any length.
pub(super) fn tidy_words(text: &str, longest: usize) -> Option<String> {
    let words: Vec<String> = text.split_whitespace().filter_map(tidy).collect();
    let cut: String = words.join(" ").chars().take(longest).collect();
    Some(cut.trim_end().to_owned()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_hide_nothing() {
        for (name, tidied) in [
            ("  Ann  B ", Some("Ann B")),
            ("\u{202e}nnA", Some("nnA")),
            ("A\u{200b}\tn", Some("A n")),
            (" \u{feff} ", None),
            ("Ann\u{200d}", Some("Ann")),
            ("\u{3164}", None),
            ("", None),
            ("花子", Some("花子")),
        ] {
            assert_eq!(tidy_name(name).as_deref(), tidied, "{name:?}");
        }
        assert_eq!(tidy_name(&"x".repeat(100)).map(|name| name.len()), Some(LONGEST_NAME));
        assert_eq!(tidy_name(&format!("{} y", "x".repeat(31))).map(|name| name.len()), Some(31));
    }

    #[test]
    fn capitals_do_not_tell_names_apart() {
        let entry = Entry::new("ÄNNE", Plays::Level(Level::GREEDY));
        assert!(entry.is_called("änne") && !entry.is_called("anne"));
        assert_eq!(entry.player(), "greedy");
    }
}
