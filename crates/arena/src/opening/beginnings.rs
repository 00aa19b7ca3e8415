//! What the games of a match or a tournament begin with, as it is asked for.

use std::fmt;

use outflank_rules::{Game, Variant, record::transcript};
use serde::{Deserialize, Serialize};

use super::Starts;

/// Where openings come from. Each is played twice, with the colors exchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beginnings {
    /// The balanced ones of [`Openings::embedded`](super::Openings::embedded), which are those of the standard game.
    #[default]
    Balanced,
    /// None: all games begin at the start of the variant.
    Start,
    /// So many moves by chance, other ones in each pair as long as there are others.
    Random(u32),
    /// Lines of moves, from the start of the variant where they name no other, and where they came from.
    Lines {
        /// The name of the file.
        source: String,
        /// The moves, a line each.
        lines: Vec<String>,
    },
}

impl Beginnings {
    /// What is usual for a variant.
    pub fn usual(variant: &Variant) -> Beginnings {
        match variant.ground().size() {
            _ if is_balanced(variant) => Beginnings::Balanced,
            4 => Beginnings::Random(2),
            6 => Beginnings::Random(6),
            _ => Beginnings::Random(8),
        }
    }

    /// Nothing if games of the variant can begin so, or why they cannot.
    pub fn check(&self, variant: &Variant) -> Result<(), BadBeginnings> {
        match self {
            Beginnings::Balanced if !is_balanced(variant) => Err(BadBeginnings::Unbalanced(Box::new(*variant))),
            Beginnings::Lines { lines, .. } if lines.is_empty() => Err(BadBeginnings::None),
            Beginnings::Lines { lines, .. } => match lines.iter().find(|line| beginning(variant, line).is_none()) {
                Some(line) => Err(BadBeginnings::Line(line.clone())),
                None => Ok(()),
            },
            Beginnings::Balanced | Beginnings::Start | Beginnings::Random(_) => Ok(()),
        }
    }

    /// The games as they begin. What [`check`](Beginnings::check) refuses is left out.
    pub fn starts(&self, variant: &Variant) -> Starts {
        Starts::new(self, variant)
    }
}

/// Is it the game that the balanced openings are for?
pub(super) fn is_balanced(variant: &Variant) -> bool {
    variant.start_from_seed(0) == Variant::STANDARD.start()
}

/// In words.
impl fmt::Display for Beginnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Beginnings::Balanced => f.write_str("balanced ones of eight plies"),
            Beginnings::Start => f.write_str("none"),
            Beginnings::Random(plies) => write!(f, "{plies} plies by chance"),
            Beginnings::Lines { source, lines } => write!(f, "{} of {source}", lines.len()),
        }
    }
}

/// A game that begins with these moves; `None` where they are not legal, or end it.
pub fn beginning(variant: &Variant, line: &str) -> Option<Game> {
    let record = transcript::parse_from(line, variant.start_from_seed(0)).ok()?;
    (!record.game.is_over()).then_some(record.game)
}

/// Beginnings that are none of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadBeginnings {
    /// There are no balanced openings of the variant.
    Unbalanced(Box<Variant>),
    /// Moves that are not legal, or after which nothing is left to play.
    Line(String),
    /// An empty list.
    None,
}

impl fmt::Display for BadBeginnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadBeginnings::Unbalanced(variant) => {
                let usual = match Beginnings::usual(variant) {
                    Beginnings::Random(plies) => plies,
                    _ => 8,
                };
                write!(
                    f,
                    "balanced openings are for the standard game, not {variant}: write random:{usual} or leave them out"
                )
            }
            BadBeginnings::Line(line) => {
                write!(f, "{line:?} is no beginning of this game: give moves that leave something to play")
            }
            BadBeginnings::None => f.write_str("a list without an opening: give one, or write none"),
        }
    }
}

impl std::error::Error for BadBeginnings {}
