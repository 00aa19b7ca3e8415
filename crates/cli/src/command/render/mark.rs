//! Marks as they are typed: `c2`, `c2=A`.

use std::{fmt, str::FromStr};

use outflank_diagram::Mark;
use outflank_rules::Square;

/// A square with what is drawn on it.
#[derive(Clone, Debug)]
pub(super) struct Marked {
    pub(super) square: Square,
    pub(super) mark: Mark,
}

/// What was typed for a mark and is none.
#[derive(Clone, Debug)]
pub(super) struct NotAMark(String);

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
