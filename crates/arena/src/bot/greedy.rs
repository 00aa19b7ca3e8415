//! Flips as many discs as possible: what beginners try first, and why they lose.

use std::sync::atomic::AtomicBool;

use outflank_engine::Clock;
use outflank_rules::{Game, Move, Position};

use super::Bot;

/// Flips the most discs. Ties go to the first square in row order from a1, like the greedy player
/// of a widespread course kit (it scans `board[x, y]`, x before y).
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
        // Not `>=`: the first of equal squares wins.
        if flipped > most {
            (best, most) = (square, flipped);
        }
    }
    Move::Place(best)
}
