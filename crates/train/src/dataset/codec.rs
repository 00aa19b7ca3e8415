//! Encodes a game as bytes.

use outflank_rules::{Move, Square};

use crate::{Game, Ply, Value};

const PASS: u8 = 64;
const RANDOM: u8 = 0x80;
/// The bytes before the plies.
const HEAD: usize = 7;
/// The longest game: 60 placements, and no two passes in a row.
const MAX_PLIES: usize = 120;

/// Appends a game. Truncates a game with more plies than any board allows, which readers then
/// reject.
pub(super) fn encode(game: &Game, bytes: &mut Vec<u8>) {
    let plies = &game.plies[..game.plies.len().min(MAX_PLIES)];
    bytes.extend_from_slice(&game.number.to_le_bytes());
    bytes.extend_from_slice(&[plies.len() as u8, game.opening, game.result as u8]);
    bytes.extend(plies.iter().flat_map(|ply| [move_code(ply), value_code(ply.value)]));
}

/// Decodes a game and returns the remaining bytes; `None` if the bytes are not a game.
pub(super) fn decode(bytes: &[u8]) -> Option<(Game, &[u8])> {
    let (head, rest) = bytes.split_at_checked(HEAD)?;
    let (number, [plies, opening, result]) = head.split_first_chunk::<4>()? else { return None };
    let (plies, rest) = rest.split_at_checked(2 * usize::from(*plies))?;
    let plies: Option<Vec<Ply>> = plies.chunks_exact(2).map(|pair| ply(pair[0], pair[1])).collect();
    let game = Game { number: u32::from_le_bytes(*number), opening: *opening, plies: plies?, result: *result as i8 };
    (game.plies.len() <= MAX_PLIES && game.result.unsigned_abs() <= 64).then_some((game, rest))
}

fn move_code(ply: &Ply) -> u8 {
    let place = ply.mv.square().map_or(PASS, |square| square.index() as u8);
    place | if ply.is_random { RANDOM } else { 0 }
}

fn ply(mv: u8, value: u8) -> Option<Ply> {
    let mv_of = |code| if code == PASS { Some(Move::Pass) } else { Square::from_index(code).map(Move::Place) };
    Some(Ply { mv: mv_of(mv & !RANDOM)?, value: value_of(value)?, is_random: mv & RANDOM != 0 })
}

fn value_code(value: Option<Value>) -> u8 {
    match value {
        None => 0,
        Some(Value::Estimate(discs)) => (i16::from(discs.clamp(-64, 64)) + 65) as u8,
        Some(Value::Exact(discs)) => (i16::from(discs.clamp(-64, 64) / 2) + 162) as u8,
    }
}

fn value_of(code: u8) -> Option<Option<Value>> {
    match code {
        0 => Some(None),
        1..=129 => Some(Some(Value::Estimate((i16::from(code) - 65) as i8))),
        130..=194 => Some(Some(Value::Exact(((i16::from(code) - 162) * 2) as i8))),
        _ => None,
    }
}
