//! SGF, the Smart Game Format, for the game `GM[2]`: `(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6])`.
//!
//! Squares are written `f5`, as Othello programs do; the letter pairs of Go programs (`fe`) are read as well. Where a game
//! has variations, the main line is read: the first branch at each fork. The root's properties that we do not know
//! are kept in [`Record::tags`]; marks and the like at later moves are not.
//!
//! Three things go beyond the usual properties. `RU`, the rules, holds the code of a [`Variant`](crate::Variant) for
//! boards with holes, the free centre and the anti game. `RE` has no room for both a resignation and a margin: the
//! margin then is in `MG`. `V`, the value of a node for Black, holds the evaluation of its move.

mod convert;
mod outcome;
mod tree;
mod write;

pub use write::write;

use super::{Fault, Record};

/// Reads the main line of one game.
///
/// ```
/// use outflank_rules::record::sgf;
///
/// let record = sgf::parse("(;GM[2]PB[Ann]C[a \\] bracket];B[f5](;W[d6];B[c3])(;W[f4]))")?;
/// assert_eq!(record.game.moves().map(|mv| mv.to_string()).collect::<String>(), "f5d6c3");
/// assert_eq!(record.comment, "a ] bracket");
/// assert_eq!(sgf::parse(&sgf::write(&record)?)?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(text: &str) -> Result<Record, Fault> {
    convert::record(&tree::main_line(text)?)
}
