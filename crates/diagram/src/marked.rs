//! Parses marks: `c2`, `c2=A`.

use std::str::FromStr;

use outflank_rules::{Square, excerpt};
use thiserror::Error;

use crate::diagram::Mark;

/// A square and the mark on it.
///
/// ```
/// use outflank_diagram::{Mark, Marked};
///
/// assert_eq!("c2".parse::<Marked>()?.mark, Mark::Ring);
/// assert_eq!("c2=A".parse::<Marked>()?.mark, Mark::Text("A".into()));
/// assert_eq!("c2=x".parse::<Marked>()?.mark, Mark::Cross);
/// assert!("c9".parse::<Marked>().is_err());
/// # Ok::<(), outflank_diagram::ParseMarkError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// The square.
    pub square: Square,
    /// The mark.
    pub mark: Mark,
}

/// A text that is not a mark.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a mark: write a square, such as c2, or with one to four letters, c2=A")]
pub struct ParseMarkError(String);

impl FromStr for Marked {
    type Err = ParseMarkError;

    fn from_str(text: &str) -> Result<Marked, ParseMarkError> {
        const MAX_CHARS: usize = 4;
        let wrong = || ParseMarkError(excerpt(text));
        let (square, word) = text.split_once('=').map_or((text, None), |(square, word)| (square, Some(word.trim())));
        let square = square.trim().parse().map_err(|_| wrong())?;
        let mark = match word {
            None => Mark::Ring,
            Some("x" | "X") => Mark::Cross,
            Some(".") => Mark::Dot,
            Some(word) if (1..=MAX_CHARS).contains(&word.chars().count()) => Mark::Text(word.to_owned()),
            Some(_) => return Err(wrong()),
        };
        Ok(Marked { square, mark })
    }
}
