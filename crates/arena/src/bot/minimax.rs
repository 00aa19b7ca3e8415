//! Looks ahead: what can the opponent do then, and what can I do after that?

use std::sync::atomic::AtomicBool;

use outflank_engine::Clock;
use outflank_rules::{FinalScore, Game, Move, Position, Status};

use super::{Bot, deadline::Deadline, features};

/// Larger than any evaluation.
const INFINITE: i32 = 1_000_000;

/// A won game is worth more than any evaluation.
const WON: i32 = 10_000;

/// The weight of one more legal square.
const MOBILITY: i32 = 5;

/// Nodes between two looks at the clock, which costs as much as several nodes.
const NODES_PER_CLOCK_CHECK: u64 = 256;

/// Minimax with alpha-beta pruning to a fixed depth. It evaluates the weights of the squares and
/// the number of moves.
///
/// It searches one ply, then two, and so on, so it always has a good move when time runs out.
pub struct Minimax {
    depth: u32,
}

impl Minimax {
    /// Creates a bot with this depth in plies; forced passes do not count.
    pub fn new(depth: u32) -> Minimax {
        Minimax { depth }
    }
}

impl Bot for Minimax {
    fn name(&self) -> String {
        format!("minimax:{}", self.depth)
    }

    fn choose(&mut self, game: &Game, clock: Clock, stop: &AtomicBool) -> Move {
        let position = game.position();
        let deadline = Deadline::new(&position, clock, stop);
        let mut search = Search { weights: features::weights(position.spec()), deadline, positions: 0 };
        let mut moves = position.moves();
        for depth in 1..=self.depth.min(position.empties().len()) {
            match search.best(&position, &moves, depth) {
                // The best move goes to the front: pruning works best if the next depth tries it
                // first.
                Some(best) => moves[..=best].rotate_right(1),
                None => break,
            }
        }
        moves[0]
    }
}

struct Search<'a> {
    weights: [i32; 64],
    deadline: Deadline<'a>,
    positions: u64,
}

impl Search<'_> {
    /// The index of the best move at this depth, or `None` if time ran out first.
    fn best(&mut self, position: &Position, moves: &[Move], depth: u32) -> Option<usize> {
        let (mut best, mut alpha) = (0, -INFINITE);
        for (number, &mv) in moves.iter().enumerate() {
            let value = -self.value(&position.play_unchecked(mv), depth - 1, -INFINITE, -alpha)?;
            if value > alpha {
                (best, alpha) = (number, value);
            }
        }
        Some(best)
    }

    /// The evaluation for the side to move. Between `alpha` and `beta` it is exact; outside it is
    /// only a bound. `None` if time ran out.
    fn value(&mut self, position: &Position, depth: u32, mut alpha: i32, beta: i32) -> Option<i32> {
        self.positions += 1;
        if self.positions.is_multiple_of(NODES_PER_CLOCK_CHECK) && self.deadline.has_come() {
            return None;
        }
        let squares = match position.status() {
            Status::Over(score) => return Some(end_value(position, score)),
            Status::MustPass => {
                let next = position.play_unchecked(Move::Pass);
                return self.value(&next, depth, -beta, -alpha).map(|value| -value);
            }
            Status::ToPlace(_) if depth == 0 => return Some(self.judge(position)),
            Status::ToPlace(squares) => squares,
        };
        for square in squares {
            let next = position.play_unchecked(Move::Place(square));
            alpha = alpha.max(-self.value(&next, depth - 1, -beta, -alpha)?);
            if alpha >= beta {
                break;
            }
        }
        Some(alpha)
    }

    /// Static evaluation.
    fn judge(&self, position: &Position) -> i32 {
        let squares = features::total(&self.weights, position.own()) - features::total(&self.weights, position.opp());
        squares + MOBILITY * (moves_of(position) - moves_of(&position.play_unchecked(Move::Pass)))
    }
}

fn moves_of(position: &Position) -> i32 {
    position.legal().len() as i32
}

/// Any win beats any evaluation, and a larger win beats a smaller one.
fn end_value(position: &Position, score: FinalScore) -> i32 {
    let discs = i32::from(score.utility(position.turn()));
    WON * discs.signum() + discs
}

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;

    use super::*;

    /// The same without pruning and move ordering: the reference for the search.
    fn plain(search: &Search<'_>, position: &Position, depth: u32) -> i32 {
        match position.status() {
            Status::Over(score) => end_value(position, score),
            Status::MustPass => -plain(search, &position.play_unchecked(Move::Pass), depth),
            Status::ToPlace(_) if depth == 0 => search.judge(position),
            Status::ToPlace(_) => {
                let values =
                    position.moves().into_iter().map(|mv| -plain(search, &position.play_unchecked(mv), depth - 1));
                values.max().expect("there is a move")
            }
        }
    }

    #[test]
    fn pruning_does_not_change_the_value() {
        for variant in [Variant::STANDARD, Variant::TINY, Variant::ANTI, Variant::OCTAGON, Variant::FREE_CENTRE] {
            let stop = AtomicBool::new(false);
            let mut position = variant.start();
            let weights = features::weights(position.spec());
            let deadline = Deadline::new(&position, Clock::Unlimited, &stop);
            let mut search = Search { weights, deadline, positions: 0 };
            while let Some(&mv) = position.moves().last() {
                let value = search.value(&position, 3, -INFINITE, INFINITE);
                assert_eq!(value, Some(plain(&search, &position, 3)), "{position}");
                position = position.play_unchecked(mv);
            }
        }
    }

    #[test]
    fn it_finds_a_short_win() {
        // Nine plies lead to a board without a white disc: any depth finds the last move.
        let moves = "e6 f4 e3 f6 g5 d6 e7 f5".split(' ').map(|mv| mv.parse().unwrap());
        let game = Game::replay(Variant::STANDARD.start(), moves).unwrap();
        let mv = Minimax::new(2).choose(&game, Clock::Unlimited, &AtomicBool::new(false));
        assert_eq!(mv.to_string(), "c5");
    }
}
