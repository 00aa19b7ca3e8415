//! A slow player without engine and weights, as the reference in tests.

use outflank_rules::{Move, Position, Status};

use super::{Player, Thought};
use crate::Value;

/// Alpha-beta search without other pruning; evaluates mobility and corners.
pub(crate) struct Plain {
    pub(crate) depth: u32,
    pub(crate) exact_from: u32,
}

impl Player for Plain {
    fn begin(&mut self) {}

    fn think(&mut self, position: &Position) -> Thought {
        let is_exact = position.empties().len() <= self.exact_from;
        let depth = if is_exact { u32::MAX } else { self.depth };
        let (mut best, mut line) = (-65, Vec::new());
        for mv in position.moves() {
            let value = -negamax(&position.play_unchecked(mv), depth - 1, -64, -best);
            if value > best || line.is_empty() {
                (best, line) = (value, vec![mv]);
            }
        }
        Thought { line, value: if is_exact { Value::Exact(best) } else { Value::Estimate(best) } }
    }
}

/// The value of perfect play.
pub(crate) fn solve(position: &Position) -> i8 {
    negamax(position, u32::MAX, -64, 64)
}

fn negamax(position: &Position, depth: u32, alpha: i8, beta: i8) -> i8 {
    match position.status() {
        Status::Over(score) => score.official_utility(position.turn()).discs(),
        _ if depth == 0 => guess(position),
        Status::MustPass => -negamax(&position.play_unchecked(Move::Pass), depth, -beta, -alpha),
        Status::ToPlace(squares) => {
            let mut best = alpha;
            for square in squares {
                if best >= beta {
                    break;
                }
                best = best.max(-negamax(&position.play_unchecked(square.into()), depth - 1, -beta, -best));
            }
            best
        }
    }
}

fn guess(position: &Position) -> i8 {
    let other = position.with_turn(!position.turn());
    position.legal().len() as i8 - other.legal().len() as i8
}
