//! One game as its 68 bytes.

use crate::record::wthor::names::Names;
use crate::record::{Record, RecordError, Theory};
use crate::{DiscDiff, Game, Move, Square, Variant};

/// The bytes of a game: three numbers, two scores, sixty moves.
pub(super) const LEN: usize = 68;

/// The offsets of the scores and of the moves.
const SCORES: usize = 6;
const MOVES: usize = 8;

/// The number of squares, by which a margin and a count of discs tell the same.
const SQUARES: i16 = 64;

/// Decodes a game, with names looked up and passes inserted.
pub(super) fn decode(bytes: &[u8; LEN], names: &Names, depth: u8) -> Result<Record, RecordError> {
    let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let [score, theory] = [bytes[SCORES], bytes[SCORES + 1]];
    let game = decode_moves(&bytes[MOVES..])?;
    let mut record = Record::new(game);
    record.event = names.tournaments.name(number(0));
    record.black.name = names.players.name(number(2));
    record.white.name = names.players.name(number(4));
    record.outcome.margin = Some(margin_of(score)?);
    record.theory = Some(Theory { black: checked(theory)?, empties: depth });
    Ok(record)
}

fn decode_moves(bytes: &[u8]) -> Result<Game, RecordError> {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    if let Some(late) = bytes[end..].iter().find(|&&byte| byte != 0) {
        return Err(RecordError::syntax(
            &late.to_string(),
            format!("only zeros after the end of the game at move {end}"),
        ));
    }
    let squares: Vec<Move> = bytes[..end].iter().map(|&byte| decode_square(byte)).collect::<Result<_, _>>()?;
    Ok(Game::replay_with_passes_implied(Variant::STANDARD.start(), squares)?)
}

/// Ten times the row plus the column, both from 1.
fn decode_square(byte: u8) -> Result<Move, RecordError> {
    let square = Square::new((byte % 10).wrapping_sub(1), (byte / 10).wrapping_sub(1));
    square.map(Move::Place).ok_or_else(|| RecordError::syntax(&byte.to_string(), "a square from 11 (a1) to 88 (h8)"))
}

fn encode_square(square: Square) -> u8 {
    10 * (square.row() + 1) + square.column() + 1
}

fn checked(discs: u8) -> Result<u8, RecordError> {
    if i16::from(discs) <= SQUARES {
        Ok(discs)
    } else {
        Err(RecordError::syntax(&discs.to_string(), "a number of discs from 0 to 64"))
    }
}

fn margin_of(black: u8) -> Result<DiscDiff, RecordError> {
    let margin = 2 * i16::from(checked(black)?) - SQUARES;
    Ok(DiscDiff::new_unchecked(margin as i8))
}

/// Black's discs by the record's word, or else as they lie on the board with the empty squares
/// given to the leader.
fn score_of(record: &Record) -> u8 {
    match record.outcome.margin {
        Some(margin) if margin.discs() % 2 == 0 => ((SQUARES + i16::from(margin.discs())) / 2) as u8,
        _ => record.game.position().score().official_discs().0,
    }
}

/// The bytes of a game from the standard start. A record without a theoretical score repeats the
/// real one.
pub(super) fn encode(record: &Record, [event, black, white]: [u16; 3]) -> [u8; LEN] {
    let mut bytes = [0; LEN];
    for (field, number) in bytes.chunks_exact_mut(2).zip([event, black, white]) {
        field.copy_from_slice(&number.to_le_bytes());
    }
    let score = score_of(record);
    bytes[SCORES] = score;
    bytes[SCORES + 1] = record.theory.map_or(score, |theory| theory.black);
    for (byte, square) in bytes[MOVES..].iter_mut().zip(record.game.moves().filter_map(Move::square)) {
        *byte = encode_square(square);
    }
    bytes
}
