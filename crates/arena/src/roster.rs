//! Lists of players with names.
//!
//! Names are for tables. They are distinct and contain no characters that would break a line,
//! because they come from command lines that anyone may have written.

mod label;

pub use label::plain;
pub(crate) use label::{MAX_CHARS as MAX_NAME_CHARS, label, tidy};

use std::{collections::BTreeSet, str::FromStr};

use crate::{ParsePlayerError, PlayerSpec};

/// A player with an optional name.
///
/// ```
/// use outflank_arena::roster::NamedPlayer;
///
/// let contestant: NamedPlayer = "Ann = python3 bots/ann.py".parse()?;
/// assert_eq!(contestant.name.as_deref(), Some("Ann"));
/// assert_eq!(contestant.entrant.to_string(), "python3 bots/ann.py");
/// assert_eq!("greedy".parse::<NamedPlayer>()?.name, None);
/// # Ok::<(), outflank_arena::ParsePlayerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPlayer {
    /// The name before the `=`.
    pub name: Option<String>,
    /// The player.
    pub entrant: PlayerSpec,
}

impl FromStr for NamedPlayer {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<NamedPlayer, ParsePlayerError> {
        let apart = text.split_once(" = ");
        let (name, entrant) = match apart.or_else(|| text.split_once('=').filter(|(name, _)| is_name(name))) {
            Some((name, entrant)) => (tidy(name, usize::MAX), entrant),
            None => (None, text),
        };
        Ok(NamedPlayer { name, entrant: entrant.parse()? })
    }
}

/// True for a name before an `=` without spaces, false for the start of a command line that
/// contains one. Such a name is a single word: `python3 bot.py mode=greedy` is a command.
fn is_name(text: &str) -> bool {
    !text.is_empty() && !text.contains(char::is_whitespace) && !text.contains([':', '/', '\\', '"', '\''])
}

/// All players in order, with distinct names.
///
/// ```
/// use outflank_arena::roster::Roster;
///
/// let list = ["greedy", "greedy", "python3 students/ann/bot.py", "Bob=random"].map(|text| text.parse().unwrap());
/// let roster = Roster::new(list);
/// assert_eq!(roster.names(), ["Greedy", "Greedy 2", "ann", "Bob"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    names: Vec<String>,
    entrants: Vec<PlayerSpec>,
    renamed: Vec<(String, String)>,
}

impl Roster {
    /// Keeps given names and makes others from the command lines; appends a number to those taken.
    /// Given names come first, so they are changed last.
    pub fn new(contestants: impl IntoIterator<Item = NamedPlayer>) -> Roster {
        let contestants: Vec<NamedPlayer> = contestants.into_iter().collect();
        let mut names = vec![String::new(); contestants.len()];
        let (mut taken, mut renamed) = (BTreeSet::new(), Vec::new());
        for is_given in [true, false] {
            for (name, contestant) in names.iter_mut().zip(&contestants) {
                if contestant.name.is_some() == is_given {
                    let wanted = contestant.name.clone().unwrap_or_else(|| contestant.entrant.title());
                    *name = free(&label::cut(&wanted), &taken);
                    taken.insert(name.to_lowercase());
                    renamed.extend((*name != wanted).then(|| (wanted, name.clone())));
                }
            }
        }
        Roster { names, entrants: contestants.into_iter().map(|contestant| contestant.entrant).collect(), renamed }
    }

    /// Players whose name was taken or too long: the wanted name and the actual one.
    pub fn renamed(&self) -> &[(String, String)] {
        &self.renamed
    }

    /// The names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The players.
    pub fn entrants(&self) -> &[PlayerSpec] {
        &self.entrants
    }
}

/// The name, or the first numbered one that is free; case is ignored.
fn free(wanted: &str, taken: &BTreeSet<String>) -> String {
    let numbered = (2..).map(|number: u32| format!("{wanted} {number}"));
    let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
    names.find(|name| !taken.contains(&name.to_lowercase())).expect("there are more numbers than names")
}

/// A line of a list that is not a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {cause}")]
pub struct RosterLineError {
    /// The line number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub cause: ParsePlayerError,
}

/// Parses a list with one player per line: `name = player` or the player alone. Skips empty lines
/// and lines that start with `#`.
pub fn read(text: &str) -> Result<Vec<NamedPlayer>, RosterLineError> {
    let lines = text.trim_start_matches('\u{feff}').lines().zip(1..).map(|(text, line)| (text.trim(), line));
    let entries = lines.filter(|(text, _)| !text.is_empty() && !text.starts_with('#'));
    entries.map(|(text, line)| text.parse().map_err(|cause| RosterLineError { line, cause })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        Roster::new(list.iter().map(|text| text.parse().unwrap())).names().to_vec()
    }

    #[test]
    fn a_name_precedes_the_equals_sign_and_commands_may_contain_one() {
        let given = |text: &str| text.parse::<NamedPlayer>().unwrap().name;
        assert_eq!(given("Team Rocket = ./bot --depth=3").as_deref(), Some("Team Rocket"));
        for command in ["./bot --depth=3", "json:bot x=3", "bot -d=3", "'my bot'=3 /x", "python3 bot.py mode=greedy"] {
            assert_eq!(given(command), None, "{command}");
        }
        assert_eq!(given("=./bot"), None);
        assert_eq!(given("Ann=./bot --depth=3").as_deref(), Some("Ann"));
        let command = "python3 bot.py depth=3".parse::<NamedPlayer>().unwrap();
        assert_eq!(command.entrant.to_string(), "python3 bot.py depth=3");
        assert_eq!(
            given("<b>Mallory</b> = ./bot -x=3").as_deref(),
            Some("<b>Mallory</b>"),
            "blanks around it make it clear"
        );
    }

    #[test]
    fn names_are_distinct_for_any_input() {
        assert_eq!(names(&["greedy", "GREEDY=random", "greedy"]), ["Greedy 2", "GREEDY", "Greedy 3"]);
        assert_eq!(names(&["a 2 = random", "a=random", "a=random"]), ["a 2", "a", "a 3"]);
    }

    #[test]
    fn changed_names_are_reported() {
        let long = "x".repeat(50);
        let list = ["Ann=greedy", "Ann=random", "corners", &format!("{long}=random")].map(|text| text.parse().unwrap());
        let renamed = [("Ann".to_owned(), "Ann 2".to_owned()), (long, "x".repeat(40))];
        assert_eq!(Roster::new(list).renamed(), renamed);
    }

    #[test]
    fn lists_allow_comments_and_errors_name_the_line() {
        let list = read("\u{feff}# the class\n\nAnn = random\r\n  greedy\n").unwrap();
        assert_eq!(list.len(), 2);
        let error = read("random\n\nAnn = gredy\n").unwrap_err().to_string();
        assert!(error.starts_with("line 3: \"gredy\" is not a player"), "{error}");
    }
}
