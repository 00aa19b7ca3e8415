//! GGF, the Generic Game Format of the game server GGS: `(;GM[Othello]...B[f5]W[d6];)`.
//!
//! Reading has two steps. [`Raw`] is the tags as they stand, of any game on any board; [`Raw::to_record`] understands
//! them, if the board is one that this library plays. Tags it does not know are kept in [`Record::tags`] and written
//! again, with them the match type `TY` where it says more than the board does (`s8r18`), and komi (`KB`, `KW`, `KM`).
//!
//! The result `RE` is Black's margin less the komi. We write the official margin; a reader cannot know whether a
//! file counts the empty squares, so a count of the bare board is taken for what it is. A suffix tells how a game
//! ended before its time. GGF has no word for a game given to a side without a count: we write `RE[black:r]`.
//!
//! A comment `CO` before the first move is one on the game, any other belongs to the move before it. There is no way to
//! write `]` in a value.

mod convert;
mod outcome;
mod raw;
mod write;

pub use raw::Raw;
pub use write::write;

use super::{Fault, Record};

/// Reads one game.
///
/// ```
/// use outflank_rules::record::{Ending, ggf};
///
/// let text = "(;GM[Othello]PC[here]PB[Ann]PW[Bob]TY[8]RE[-12:r]\
///             BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
///             B[f5/0.5/2.4]W[D6];)";
/// let record = ggf::parse(text)?;
/// assert_eq!(record.black.name, "Ann");
/// assert_eq!(record.notes[0].seconds, Some(2.4));
/// assert_eq!(record.outcome.ending, Ending::Resigned);
/// assert_eq!(ggf::parse(&ggf::write(&record)?)?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(text: &str) -> Result<Record, Fault> {
    Raw::parse(text)?.to_record()
}
