//! The entrants of a tournament.

use outflank_arena::bot::BotKind;

use crate::{
    game::{
        Seat,
        wire::{name_key, tidy},
    },
    log::secret::SecretHash,
};

/// The most characters of a name; tables have many names.
pub const LONGEST_NAME: usize = 32;

/// The most entrants of one tournament.
pub const MOST_ENTRANTS: usize = 64;

/// An entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name in tables, unique in the tournament.
    pub name: String,
    /// The bot that plays.
    pub plays: Plays,
    /// Did the host remove it after the start?
    pub is_withdrawn: bool,
    /// Has the host paused its games?
    pub is_paused: bool,
    /// How many times a bot with another token has taken the entry over.
    pub returns: u32,
}

/// The bot that plays for an entrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plays {
    /// The bot that holds this token.
    Bot(SecretHash),
    /// A built-in bot.
    Computer(BotKind),
}

impl Entry {
    pub(super) fn new(name: &str, plays: Plays) -> Entry {
        Entry { name: name.to_owned(), plays, is_withdrawn: false, is_paused: false, returns: 0 }
    }

    /// The token of a connected bot.
    pub fn token(&self) -> Option<SecretHash> {
        match self.plays {
            Plays::Bot(token) => Some(token),
            Plays::Computer(_) => None,
        }
    }

    /// The seat for its games.
    pub fn seat(&self) -> Seat {
        match self.plays {
            Plays::Bot(_) => Seat::Bot(self.name.clone()),
            Plays::Computer(kind) => Seat::Computer(kind),
        }
    }

    /// The kind of player, shown in tables next to the name.
    pub fn player(&self) -> String {
        match self.plays {
            Plays::Bot(_) => "bot".to_owned(),
            Plays::Computer(kind) => kind.to_string(),
        }
    }

    pub(super) fn is_called(&self, name: &str) -> bool {
        name_key(&self.name) == name_key(name)
    }
}

/// Returns the name as tables show it: single spaces between words, no invisible characters, and at
/// most [`LONGEST_NAME`] characters. `None` if nothing is left.
pub fn tidy_name(text: &str) -> Option<String> {
    tidy_words(text, LONGEST_NAME)
}

/// [`tidy_name`] with another limit.
pub(super) fn tidy_words(text: &str, longest: usize) -> Option<String> {
    let words: Vec<String> = text.split_whitespace().filter_map(tidy).collect();
    let cut: String = words.join(" ").chars().take(longest).collect();
    Some(cut.trim_end().to_owned()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_bounded_and_show_all_characters() {
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
    fn names_are_compared_without_case() {
        let entry = Entry::new("ÄNNE", Plays::Computer(BotKind::Greedy));
        assert!(entry.is_called("änne") && !entry.is_called("anne"));
        assert_eq!(entry.player(), "greedy");
    }
}
