//! Marks as they are typed: `c2`, `c2=A`.

use std::{fmt, str::FromStr};

use outflank_rules::Square;

use crate::diagram::Mark;

/// A square with what is drawn on it.
///
/// ```
/// use outflank_diagram::{Mark, Marked};
///
/// assert_eq!("c2".parse::<Marked>()?.mark, Mark::Ring);
/// assert_eq!("c2=A".parse::<Marked>()?.mark, Mark::Text("A".into()));
/// assert_eq!("c2=x".parse::<Marked>()?.mark, Mark::Cross);
/// assert!("c9".parse::<Marked>().is_err());
/// # Ok::<(), outflank_diagram::NotAMark>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// Where.
    pub square: Square,
    /// What.
    pub mark: Mark,
}

/// What was typed for a mark and is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAMark(String);

impl FromStr for Marked {
    type Err = NotAMark;

    fn from_str(text: &str) -> Result<Marked, NotAMark> {
        const LONGEST: usize = 4;
        let wrong = || NotAMark(text.chars().take(40).collect());
        let (square, word) = text.split_once('=').map_or((text, None), |(square, word)| (square, Some(word.trim())));
        let square = square.trim().parse().map_err(|_| wrong())?;
        let mark = match word {
            None => Mark::Ring,
            Some("x" | "X") => Mark::Cross,
            Some(".") => Mark::Dot,
            Some(word) if (1..=LONGEST).contains(&word.chars().count()) => Mark::Text(word.to_owned()),
            Some(_) => return Err(wrong()),
        };
        Ok(Marked { square, mark })
    }
}

impl fmt::Display for NotAMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a mark: write a square, such as c2, or with one to four letters, c2=A", self.0)
    }
}

impl std::error::Error for NotAMark {}
