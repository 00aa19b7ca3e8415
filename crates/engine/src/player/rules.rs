//! The players that do not search.

use outflank_rules::{Move, Position};

use super::{Choice, Origin};
use crate::Level;
use crate::chance::Chance;

/// A move of `random` or `greedy` out of the legal ones, which must be in the order of the squares, and not none.
pub(super) fn choose(level: Level, position: &Position, moves: &[Move], chance: &mut Chance) -> Choice {
    if level == Level::GREEDY {
        let mv = greediest(position, moves);
        return Choice::unsearched(mv, Origin::Greed, None);
    }
    Choice::unsearched(moves[chance.below(moves.len())], Origin::Chance, None)
}

/// The first move that flips most, row by row from a1: the rule of a player that many classrooms know.
fn greediest(position: &Position, moves: &[Move]) -> Move {
    let mut best = moves[0];
    for &mv in moves {
        if flipped(position, mv) > flipped(position, best) {
            best = mv;
        }
    }
    best
}

/// The number of discs that a move flips.
pub(super) fn flipped(position: &Position, mv: Move) -> u32 {
    mv.square().map_or(0, |square| position.flips(square).len())
}
