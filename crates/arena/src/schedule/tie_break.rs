//! Who is better among those with the same points.

use std::{fmt, str::FromStr};

/// The Brightwell quotient of the Othello world, named after Graham Brightwell: the discs of all games, and c times the final points of the opponent
/// of each meeting. A bye, and a meeting with somebody who withdrew, count as half the board for each game and c times the own points instead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Brightwell {
    /// How many discs a point of an opponent is worth: 6 in the 13 rounds of the World Championship.
    pub discs_per_point: f64,
    /// Squares of the board.
    pub squares: u32,
}

impl Default for Brightwell {
    fn default() -> Brightwell {
        Brightwell { discs_per_point: 6.0, squares: 64 }
    }
}

/// A way to order those with the same points; the larger, the better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TieBreak {
    /// Points in the meetings among those who are tied.
    Direct,
    /// See [`Brightwell`].
    Brightwell(Brightwell),
    /// The points of all opponents (Bruno Buchholz 1932); a bye counts as an opponent with the own points.
    Buchholz,
    /// Discs of all games.
    Discs,
}

impl TieBreak {
    /// What Othello tournaments use.
    pub fn usual() -> Vec<TieBreak> {
        vec![TieBreak::Brightwell(Brightwell::default()), TieBreak::Discs]
    }

    /// Its name without numbers, as tables have it.
    pub fn word(&self) -> &'static str {
        match self {
            TieBreak::Direct => "direct",
            TieBreak::Brightwell(_) => "brightwell",
            TieBreak::Buchholz => "buchholz",
            TieBreak::Discs => "discs",
        }
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        match self {
            TieBreak::Brightwell(Brightwell { discs_per_point, .. }) => write!(f, ":{discs_per_point}"),
            TieBreak::Direct | TieBreak::Buchholz | TieBreak::Discs => Ok(()),
        }
    }
}

/// A word that names no tie-break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTieBreak(String);

impl fmt::Display for UnknownTieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no tie-break: say direct, brightwell, brightwell:6, buchholz or discs", self.0)
    }
}

impl std::error::Error for UnknownTieBreak {}

impl FromStr for TieBreak {
    type Err = UnknownTieBreak;
    fn from_str(text: &str) -> Result<TieBreak, UnknownTieBreak> {
        let constant = text.strip_prefix("brightwell:").and_then(|constant| constant.parse().ok());
        match (text, constant) {
            ("direct", _) => Ok(TieBreak::Direct),
            ("brightwell", _) => Ok(TieBreak::Brightwell(Brightwell::default())),
            ("buchholz", _) => Ok(TieBreak::Buchholz),
            ("discs", _) => Ok(TieBreak::Discs),
            (_, Some(discs_per_point)) if f64::is_finite(discs_per_point) && discs_per_point >= 0.0 => {
                Ok(TieBreak::Brightwell(Brightwell { discs_per_point, ..Brightwell::default() }))
            }
            _ => Err(UnknownTieBreak(text.chars().take(40).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_and_print() {
        for name in ["direct", "brightwell:6", "brightwell:2.5", "buchholz", "discs"] {
            assert_eq!(name.parse::<TieBreak>().unwrap().to_string(), name);
        }
        assert_eq!("brightwell".parse(), Ok(TieBreak::Brightwell(Brightwell::default())));
        for bad in ["", "Brightwell", "brightwell:", "brightwell:-1", "brightwell:NaN", "mbq"] {
            assert!(bad.parse::<TieBreak>().unwrap_err().to_string().contains("brightwell:6"), "{bad}");
        }
    }
}
