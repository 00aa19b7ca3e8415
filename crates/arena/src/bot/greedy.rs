//! The move that flips most: what a beginner tries first, and why it loses.

use std::sync::atomic::AtomicBool;

use outflank_engine::Clock;
use outflank_rules::{Game, Move, Position};

use super::Bot;

/// Flips as many discs as it can now. Of equal squares it takes the first, row by row from a1, as the greedy player of a kit that many
/// classes have does (it scans `board[x, y]`, x before y).
pub struct Greedy;

impl Bot for Greedy {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn choose(&mut self, game: &Game, _: Clock, _: &AtomicBool) -> Move {
        greediest(&game.position())
    }
}

fn greediest(position: &Position) -> Move {
    let mut squares = position.legal().into_iter();
    let mut best = squares.next().expect("a bot is asked only where a disc can be placed");
    let mut most = position.flips(best).len();
    for square in squares {
        let flipped = position.flips(square).len();
        // Not >=: the first of equal squares stays.
        if flipped > most {
            (best, most) = (square, flipped);
        }
    }
    Move::Place(best)
}
