//! The board as XBoard writes it for its variant reversi, after chess's FEN.
//!
//! ```text
//! 8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1
//! ```
//!
//! XBoard thinks in chess: *White* moves first and has capital letters, and rank 1 is at the
//! bottom. Squares keep their names between the programs (a drop `P@f5` is our `f5`), so the first
//! rank of the string is our last row; and since the side that moves first is Black with us,
//! chess's White is our black and chess's Black our white:
//!
//! | in the string | with us |
//! | --- | --- |
//! | `P`, side `w` | black, who moves first |
//! | `p`, side `b` | white |
//! | first rank | the bottom row |
//!
//! So the line above, with which Edax begins in XBoard, is the standard start with black to move.
//! Boards of 4x4 and 6x6 have as many ranks. Fields after the side (castling, clocks) are ignored,
//! as are pieces in hand behind the board (`[PPpp]`), which some programs add.

use super::{Format, Record, RecordError, Unwritable, cells};
use crate::{Bitboard, BoardSpec, Color, Position, Setup, Square};

/// Reads one board.
///
/// ```
/// use outflank_rules::{Variant, record::fen};
///
/// let record = fen::parse("8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1")?;
/// assert_eq!(record.game.start(), Variant::STANDARD.start());
/// # Ok::<(), outflank_rules::record::RecordError>(())
/// ```
pub fn parse(text: &str) -> Result<Record, RecordError> {
    let mut fields = text.split_whitespace();
    let ranks = fields.next().unwrap_or_default();
    let turn = match fields.next() {
        Some("w" | "W") => Color::Black,
        Some("b" | "B") => Color::White,
        other => {
            return Err(RecordError::syntax(other.unwrap_or_default(), "the side to move, w or b, behind the board"));
        }
    };
    let board = ranks.split('[').next().unwrap_or_default();
    let (spec, black, white) = parse_ranks(board)?;
    let position = Setup { black, white, turn, spec }.validate();
    position.map(Record::of_position).map_err(|error| RecordError::syntax(ranks, error.to_string()))
}

/// Is the first word of a text a board like this?
pub(super) fn begins(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    parse_ranks(word.split('[').next().unwrap_or_default()).is_ok()
}

fn parse_ranks(board: &str) -> Result<(BoardSpec, Bitboard, Bitboard), RecordError> {
    let size = board.split('/').count();
    if !matches!(size, 4 | 6 | 8) {
        return Err(RecordError::syntax(board, format!("4, 6 or 8 ranks with / between them; these are {size}")));
    }
    let (mut black, mut white) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for (row, rank) in board.rsplit('/').enumerate() {
        let cells: Vec<Option<Color>> = parse_rank(rank, size)?;
        for (column, color) in cells.into_iter().enumerate() {
            let square = Square::new(column as u8, row as u8).expect("at most 8x8");
            match color {
                Some(Color::Black) => black = black.with(square),
                Some(Color::White) => white = white.with(square),
                None => {}
            }
        }
    }
    Ok((BoardSpec::square(size as u8), black, white))
}

fn parse_rank(rank: &str, size: usize) -> Result<Vec<Option<Color>>, RecordError> {
    let mut cells = Vec::with_capacity(size);
    for c in rank.chars().take(size) {
        match c {
            'P' => cells.push(Some(Color::Black)),
            'p' => cells.push(Some(Color::White)),
            '1'..='8' => cells.extend((0..c as u8 - b'0').map(|_| None)),
            _ => return Err(RecordError::syntax(rank, "a rank of P, p and numbers of empty squares")),
        }
    }
    if cells.len() != size || rank.chars().count() > size {
        return Err(RecordError::syntax(rank, format!("a rank of {size} squares")));
    }
    Ok(cells)
}

/// Writes the board of a record without moves.
pub fn write(record: &Record) -> Result<String, Unwritable> {
    let position = cells::plain_position(record, Format::Fen)?;
    let size = position.spec().size();
    let ranks: Vec<String> = (0..size).rev().map(|row| write_rank(&position, row, size)).collect();
    let side = match position.turn() {
        Color::Black => 'w',
        Color::White => 'b',
    };
    Ok(format!("{} {side} - - 0 1\n", ranks.join("/")))
}

fn write_rank(position: &Position, row: u8, size: u8) -> String {
    let mut rank = String::new();
    let mut empties = 0;
    for square in (0..size).filter_map(|column| Square::new(column, row)) {
        let Some(color) = position.at(square) else {
            empties += 1;
            continue;
        };
        push_number(&mut rank, empties);
        empties = 0;
        rank.push(if color == Color::Black { 'P' } else { 'p' });
    }
    push_number(&mut rank, empties);
    rank
}

fn push_number(rank: &mut String, empties: u8) {
    if empties > 0 {
        rank.push((b'0' + empties) as char);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    const START: &str = "8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1";

    #[test]
    fn the_start_is_ours_with_black_to_move() {
        let record = parse(START).unwrap();
        assert_eq!(record.game.start(), Variant::STANDARD.start());
        assert_eq!(write(&record).unwrap(), format!("{START}\n"));
    }

    #[test]
    fn squares_keep_their_names() {
        let next = Variant::STANDARD.start().play("f5".parse().unwrap()).unwrap();
        assert_eq!(write(&Record::of_position(next)).unwrap(), "8/8/8/3PPP2/3pP3/8/8/8 b - - 0 1\n");
    }

    #[test]
    fn the_ranks_determine_the_size() {
        for variant in [Variant::TINY, Variant::SIX] {
            let text = write(&Record::of_position(variant.start())).unwrap();
            assert_eq!(parse(&text).unwrap().game.start(), variant.start(), "{text}");
        }
    }

    #[test]
    fn pieces_in_hand_and_missing_fields_do_no_harm() {
        assert_eq!(parse("8/8/8/3Pp3/3pP3/8/8/8[PPpp] w"), parse(START));
        assert_eq!(parse("8/8/8/3P1111/8/8/8/8 b").unwrap().game.start().occupied().to_string(), "d5");
    }

    #[test]
    fn faults_say_what_was_expected() {
        let refused = |text: &str| parse(text).unwrap_err().to_string();
        assert!(refused("8/8/8/3Pp3/3pP3/8/8/8").contains("side to move"));
        assert!(refused("8/8/8/3Pp3/3pP3/8/8 w").contains("these are 7"));
        assert!(refused("8/8/8/3Pp4/3pP3/8/8/8 w").contains("a rank of 8 squares"));
        assert!(refused("8/8/8/3Pp3/3pP3/8/8/7k w").contains("\"7k\""));
        assert!(refused("8/8/8/3Pp3/3pP3/8/8/88888888888888 w").contains("a rank of 8 squares"));
        assert!(refused("").contains("side to move"));
    }
}
