//! Who takes part, by name: lists of entrants as people write them.
//!
//! Names are for tables. Two never have the same one, and none has signs in it that would spoil a line: they come from command lines, and those from
//! people who like to try things out.

mod label;

pub use label::plain;
pub(crate) use label::{LONGEST as LONGEST_NAME, is_hidden, tidy};

use std::{collections::BTreeSet, fmt, str::FromStr};

use crate::{Entrant, UnknownEntrant};

/// An entrant with the name that was given to it, if one was.
///
/// ```
/// use outflank_arena::roster::Contestant;
///
/// let contestant: Contestant = "Ann = python3 bots/ann.py".parse()?;
/// assert_eq!(contestant.name.as_deref(), Some("Ann"));
/// assert_eq!(contestant.entrant.to_string(), "python3 bots/ann.py");
/// assert_eq!("greedy".parse::<Contestant>()?.name, None);
/// # Ok::<(), outflank_arena::UnknownEntrant>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// The name before the `=`.
    pub name: Option<String>,
    /// Who plays.
    pub entrant: Entrant,
}

impl FromStr for Contestant {
    type Err = UnknownEntrant;

    fn from_str(text: &str) -> Result<Contestant, UnknownEntrant> {
        let apart = text.split_once(" = ");
        let (name, entrant) = match apart.or_else(|| text.split_once('=').filter(|(name, _)| is_name(name))) {
            Some((name, entrant)) => (tidy(name, usize::MAX), entrant),
            None => (None, text),
        };
        Ok(Contestant { name, entrant: entrant.parse()? })
    }
}

/// Is it a name that stands before a `=` without blanks, and not the beginning of a command line that has such a sign in it? Such a name is one
/// word: `python3 bot.py mode=greedy` is a command.
fn is_name(text: &str) -> bool {
    !text.is_empty() && !text.contains(char::is_whitespace) && !text.contains([':', '/', '\\', '"', '\''])
}

/// Everybody who takes part, in order, each with a name of its own.
///
/// ```
/// use outflank_arena::roster::Roster;
///
/// let list = ["greedy", "greedy", "python3 students/ann/bot.py", "Bob=random"].map(|text| text.parse().unwrap());
/// let roster = Roster::new(list);
/// assert_eq!(roster.names(), ["greedy", "greedy 2", "ann", "Bob"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    names: Vec<String>,
    entrants: Vec<Entrant>,
    renamed: Vec<(String, String)>,
}

impl Roster {
    /// The names that were given, and others made from the command lines; a number is added to those that are taken. Given names go first, so
    /// that they are changed last.
    pub fn new(contestants: impl IntoIterator<Item = Contestant>) -> Roster {
        let contestants: Vec<Contestant> = contestants.into_iter().collect();
        let mut names = vec![String::new(); contestants.len()];
        let (mut taken, mut renamed) = (BTreeSet::new(), Vec::new());
        for is_given in [true, false] {
            for (name, contestant) in names.iter_mut().zip(&contestants) {
                if contestant.name.is_some() == is_given {
                    let wanted = contestant.name.clone().unwrap_or_else(|| label::of(&contestant.entrant));
                    *name = free(&label::cut(&wanted), &taken);
                    taken.insert(name.to_lowercase());
                    renamed.extend((*name != wanted).then(|| (wanted, name.clone())));
                }
            }
        }
        Roster { names, entrants: contestants.into_iter().map(|contestant| contestant.entrant).collect(), renamed }
    }

    /// Those who are called otherwise than they would be by themselves, as the name is taken or too long: that name, and the one they have.
    pub fn renamed(&self) -> &[(String, String)] {
        &self.renamed
    }

    /// The names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The entrants.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }
}

/// The name, or the first with a number behind it that is not taken; capitals do not tell names apart.
fn free(wanted: &str, taken: &BTreeSet<String>) -> String {
    let numbered = (2..).map(|number: u32| format!("{wanted} {number}"));
    let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
    names.find(|name| !taken.contains(&name.to_lowercase())).expect("there are more numbers than names")
}

/// A line of a list that names nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Which, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub cause: UnknownEntrant,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.cause)
    }
}

impl std::error::Error for BadLine {}

/// A list with one entrant a line: `name = entrant` or the entrant alone. Empty lines and lines that begin with `#` are left out.
pub fn read(text: &str) -> Result<Vec<Contestant>, BadLine> {
    let lines = text.trim_start_matches('\u{feff}').lines().zip(1..).map(|(text, line)| (text.trim(), line));
    let said = lines.filter(|(text, _)| !text.is_empty() && !text.starts_with('#'));
    said.map(|(text, line)| text.parse().map_err(|cause| BadLine { line, cause })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        Roster::new(list.iter().map(|text| text.parse().unwrap())).names().to_vec()
    }

    #[test]
    fn a_name_stands_before_the_sign_and_a_command_may_have_one() {
        let given = |text: &str| text.parse::<Contestant>().unwrap().name;
        assert_eq!(given("Team Rocket = ./bot --depth=3").as_deref(), Some("Team Rocket"));
        for command in ["./bot --depth=3", "json:bot x=3", "bot -d=3", "'my bot'=3 /x", "python3 bot.py mode=greedy"] {
            assert_eq!(given(command), None, "{command}");
        }
        assert_eq!(given("=./bot"), None);
        assert_eq!(given("Ann=./bot --depth=3").as_deref(), Some("Ann"));
        let command = "python3 bot.py depth=3".parse::<Contestant>().unwrap();
        assert_eq!(command.entrant.to_string(), "python3 bot.py depth=3");
        assert_eq!(
            given("<b>Mallory</b> = ./bot -x=3").as_deref(),
            Some("<b>Mallory</b>"),
            "blanks around it make it clear"
        );
    }

    #[test]
    fn names_are_distinct_whatever_they_are_made_of() {
        assert_eq!(names(&["greedy", "GREEDY=random", "greedy"]), ["greedy 2", "GREEDY", "greedy 3"]);
        assert_eq!(names(&["a 2 = random", "a=random", "a=random"]), ["a 2", "a", "a 3"]);
    }

    #[test]
    fn whoever_is_called_otherwise_is_told() {
        let long = "x".repeat(50);
        let list = ["Ann=greedy", "Ann=random", "corners", &format!("{long}=random")].map(|text| text.parse().unwrap());
        let renamed = [("Ann".to_owned(), "Ann 2".to_owned()), (long, "x".repeat(40))];
        assert_eq!(Roster::new(list).renamed(), renamed);
    }

    #[test]
    fn lists_have_comments_and_errors_have_their_line() {
        let list = read("\u{feff}# the class\n\nAnn = random\r\n  greedy\n").unwrap();
        assert_eq!(list.len(), 2);
        let error = read("random\n\nAnn = gredy\n").unwrap_err().to_string();
        assert!(error.starts_with("line 3: \"gredy\" is not a player"), "{error}");
    }
}
