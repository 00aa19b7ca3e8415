//! Moves one after another: `f5d6c3`.
//!
//! The reader takes what people and programs write: either case, blanks, commas or dashes between moves, move
//! numbers, `(2, 3)` for a row and a column (or `2,3`, where all are written so), passes left out or written in any of the usual ways, and the `P@` that some
//! programs put before each square. A start other than the usual one stands before a semicolon: 64 cells and the
//! side to move, or the code of a [`Variant`].
//!
//! The writer leaves passes out, but for one at the very end, and tells the start only where it is not the usual one.

mod start;
mod tokens;

use self::tokens::Tokens;
use super::{Fault, Record, Unwritable, line::Line};
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

/// Reads a game from this start, unless the text names another.
pub fn parse_from(text: &str, start: Position) -> Result<Record, Fault> {
    let (own_start, moves) = start::split(text)?;
    if is_ruler(moves) {
        return Err(Fault::syntax(moves.trim(), "moves: this looks like a piece of a board"));
    }
    let mut line = Line::new(own_start.unwrap_or(start));
    for mv in Tokens::new(moves) {
        line.play(mv?)?;
    }
    Ok(line.into_record())
}

/// A pass has two dashes; more of them alone are an empty row, or a line between rows.
fn is_ruler(text: &str) -> bool {
    let text = text.trim();
    text.len() > 2 && text.bytes().all(|byte| byte == b'-')
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
