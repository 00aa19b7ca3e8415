//! PGN, after the way chess players write games down: tags in brackets and numbered moves.
//!
//! Two dialects are read. Programs write `[Result "1-0"]` where *Black* won, for Black moves first, and the count in a
//! comment behind the moves: `{Ann wins 40-24}`. Collections made from WTHOR write the discs, `[Result "34-30"]`, and
//! squares in capitals. We write the first. A start other than the usual one is in the tag `FEN`, if that is all there
//! is to say; boards with holes, smaller boards and the anti game have their code in `Variant`.
//!
//! Evaluations and times are in comments as chess programs write them: `{[%eval 1.50] [%emt 12.00] a word}`.
//! Variations in parentheses, `$` signs and `!?` are skipped. There is no way to write `}` in a comment or a line end
//! in a tag.

mod convert;
mod notes;
mod outcome;
mod tags;
mod tokens;
mod write;

pub use write::write;

use super::{Fault, Record};

/// Reads one game.
///
/// ```
/// use outflank_rules::{DiscDiff, record::pgn};
///
/// let record = pgn::parse("[Black \"Ann\"]\n[Result \"34-30\"]\n1. F5 D6\n2. C3 {well} D3\n")?;
/// assert_eq!(record.black.name, "Ann");
/// assert_eq!(record.outcome.margin, DiscDiff::new(4));
/// assert_eq!(record.notes[2].comment, "well");
/// assert_eq!(pgn::parse(&pgn::write(&record)?)?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(text: &str) -> Result<Record, Fault> {
    let (tags, moves) = tags::split(text)?;
    convert::record(&tags, moves)
}
