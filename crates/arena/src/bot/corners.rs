//! Corners first: the first thing one learns about Reversi.

use std::sync::atomic::AtomicBool;

use outflank_engine::Clock;
use outflank_rules::{Bitboard, Game, Goal, Move, Position};

use super::{Bot, features, random::Draws};

/// Takes a corner if it can and avoids squares next to an empty corner; otherwise it moves at
/// random. In the anti game (fewest discs win) it does the opposite.
pub struct Corners {
    seed: u64,
}

impl Corners {
    /// Creates a bot; the seed decides between equal moves.
    pub fn new(seed: u64) -> Corners {
        Corners { seed }
    }
}

impl Bot for Corners {
    fn name(&self) -> String {
        "corners".to_owned()
    }

    fn choose(&mut self, game: &Game, _: Clock, _: &AtomicBool) -> Move {
        let position = game.position();
        Draws::at(self.seed, &position).pick(preferred(&position))
    }
}

/// The legal squares of the best available kind.
fn preferred(position: &Position) -> Bitboard {
    let corners = features::corners(position.spec());
    let givers = (corners - position.occupied()).dilated() - corners;
    let others = !(corners | givers);
    let mut kinds = [corners, others, givers];
    if position.spec().goal() == Goal::Fewest {
        kinds.reverse();
    }
    let legal = position.legal();
    kinds.into_iter().map(|kind| kind & legal).find(|squares| !squares.is_empty()).unwrap_or(legal)
}

#[cfg(test)]
mod tests {
    use outflank_rules::{BoardSpec, Color, Setup, bitboard};

    use super::*;

    /// Black can take the corner a1, or play c2, which is neutral.
    fn position(goal: Goal) -> Position {
        let black = bitboard! {
            . . . X . . . .
            . . . . . . . .
            . . . . . . . .
            X . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
        };
        let white = bitboard! {
            . X X . . . . .
            . . . . . . . .
            . X . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
        };
        let spec = BoardSpec::STANDARD.with_goal(goal);
        Setup { black, white, turn: Color::Black, spec }.validate().unwrap()
    }

    #[test]
    fn a_corner_is_taken_or_avoided_as_the_goal_wants() {
        assert_eq!(position(Goal::Most).legal().to_string(), "a1 c2");
        assert_eq!(preferred(&position(Goal::Most)).to_string(), "a1");
        assert_eq!(preferred(&position(Goal::Fewest)).to_string(), "c2");
    }

    #[test]
    fn squares_beside_an_empty_corner_are_a_last_resort() {
        // Black has b2, which gives up a1, and the edge square f1.
        let white = bitboard! {
            . . . . . . . .
            . . . . . . X .
            . . X . . . . .
        };
        let black = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . X
            . . . X . . . .
        };
        let setup = Setup { black, white, turn: Color::Black, spec: BoardSpec::STANDARD };
        let position = setup.validate().unwrap();
        assert_eq!(position.legal().to_string(), "f1 b2");
        assert_eq!(preferred(&position).to_string(), "f1");
        let only_b2 = Setup { white: setup.white.without("g2".parse().unwrap()), ..setup }.validate().unwrap();
        assert_eq!(preferred(&only_b2).to_string(), "b2");
    }
}
