//! Moves one after another: `f5d6c3`.
//!
//! The reader takes what people and programs write: either case, blanks, commas or dashes between moves, move
//! numbers, `(2, 3)` for a row and a column (or `2,3`, where all are written so), passes left out or written in any of the usual ways, and the `P@` that some
//! programs put before each square. A start other than the usual one stands before a semicolon: 64 cells and the
//! side to move, or the code of a [`Variant`].
//!
//! A [`Reader`](super::Reader) of transcripts takes lists with one game a line, and games that go over several lines, as letters and pages
//! wrap them:
//!
//! 1. A blank line ends a game. Comments, on lines that begin with `#` or `%`, do not.
//! 2. A line with a start of its own begins a game.
//! 3. A line of whole moves that can be played from the start begins a game; the next rule has the exceptions.
//! 4. A line that goes on where the line before ended belongs to that game if it cannot begin one. It comes first that it goes on where
//!    the game has several lines already, where the line begins with the number of the next move (`2. c3 d3`), and where the line before
//!    breaks off within a move or behind a number.
//! 5. A line that can do neither is a bad record by itself. But where it comes two plies further as a part of the game before it than alone
//!    (one, if that game has several lines already), that game is bad, at the place of the line. Lines of moves behind it belong to it too,
//!    unless they begin with a move that is legal at the start.
//!
//! So lines without numbers that are games each are always so many games. The second line of a wrapped game is taken for another game if all of it can be played
//! from the start, which happens with lines of two or three moves without numbers, and hardly with longer ones.
//!
//! Since the next line may belong to it, an unfinished game is given when that line, a blank one or the end has been read.
//!
//! The writer leaves passes out, but for one at the very end, and tells the start only where it is not the usual one.

mod start;
mod tokens;
mod unfinished;
mod wrapped;

pub(super) use wrapped::{Joined, Wrapped};

use self::tokens::Tokens;
use super::{Fault, Record, Unwritable};
use crate::{Game, Move, Position, Variant};

/// Reads a game from the standard start.
///
/// ```
/// use outflank_rules::record::transcript;
///
/// let record = transcript::parse("1. f5 d6 2. C3-d3")?;
/// assert_eq!(transcript::write(&record)?, "f5d6c3d3\n");
/// let tiny = transcript::parse("tiny; b1a1")?;
/// assert_eq!(tiny.game.position().to_string(), "  a b c d\n1 O X - -\n2 - O X -\n3 - X O -\n4 - - - -\nblack to move");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(text: &str) -> Result<Record, Fault> {
    parse_from(text, Variant::STANDARD.start())
}

/// Reads a game from this start, unless the text names another. All of the text is one game, whatever its lines are.
pub fn parse_from(text: &str, start: Position) -> Result<Record, Fault> {
    Wrapped::begin(text, start, 1).finish()
}

/// The moves of a text without a start, or the first piece that is none.
pub(super) fn moves(text: &str) -> impl Iterator<Item = Result<Move, Fault>> {
    Tokens::new(text)
}

/// Does a text look like a transcript without a start? Two squares are enough, so that what is wrong behind them can be
/// told; but a table has other things than moves behind its tabs.
pub(super) fn begins(text: &str) -> bool {
    let squares = Tokens::new(text).take(2).take_while(|mv| matches!(mv, Ok(Move::Place(_)))).count();
    squares == 2 && !text.contains('\t') || squares > 0 && is_moves(text)
}

/// Is there nothing but moves in a text, as far as one has to look?
pub(super) fn is_moves(text: &str) -> bool {
    const ENOUGH: usize = 20;
    Tokens::new(text).take(ENOUGH).all(|mv| mv.is_ok())
}

/// Writes the moves of a record.
pub fn write(record: &Record) -> Result<String, Unwritable> {
    let game = &record.game;
    let mut text = String::new();
    if game.start() != Variant::STANDARD.start() || game.ply() == 0 {
        text = start::write(&game.start());
    }
    for mv in written(game) {
        match mv {
            Move::Place(square) => text.extend([b'a' + square.column(), b'1' + square.row()].map(char::from)),
            Move::Pass => text.push_str("pa"),
        }
    }
    text.push('\n');
    Ok(text)
}

/// The moves that a reader could not fill in.
fn written(game: &Game) -> impl Iterator<Item = Move> + '_ {
    let last = game.ply().saturating_sub(1);
    game.moves().enumerate().filter(move |&(ply, mv)| mv != Move::Pass || ply == last).map(|(_, mv)| mv)
}
