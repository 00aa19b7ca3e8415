//! A table of square weights, one ply ahead.

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

use outflank_engine::Clock;
use outflank_rules::{Game, Move, Position};

use super::{Bot, features};

/// Maximizes its own square weights minus the opponent's after its move.
pub struct Positional;

impl Bot for Positional {
    fn name(&self) -> String {
        "positional".to_owned()
    }

    fn choose(&mut self, game: &Game, _: Clock, _: &AtomicBool) -> Move {
        let position = game.position();
        let weights = features::weights(position.spec());
        let best = position.legal().into_iter().max_by_key(|&square| {
            let value = value_after(&position, Move::Place(square), &weights);
            // Ties go to the first square.
            (value, Reverse(square.index()))
        });
        Move::Place(best.expect("a bot is asked only where a disc can be placed"))
    }
}

fn value_after(position: &Position, mv: Move, weights: &[i32; 64]) -> i32 {
    let next = position.play_unchecked(mv);
    // The turn has changed: the mover is now the opponent.
    features::total(weights, next.opp()) - features::total(weights, next.own())
}

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;

    use super::*;

    #[test]
    fn the_squares_decide_and_not_the_number_of_discs() {
        let moves = "c4 c3 d3 c5 b2".split(' ').map(|mv| mv.parse().unwrap());
        let game = Game::replay(Variant::STANDARD.start(), moves).unwrap();
        assert!(game.position().is_legal("a1".parse().unwrap()));
        let mv = Positional.choose(&game, Clock::Unlimited, &AtomicBool::new(false));
        assert_eq!(mv.to_string(), "a1");
    }
}
