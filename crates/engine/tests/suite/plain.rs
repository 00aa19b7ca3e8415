//! The value of a position by brute force, to check the solver.

use outflank_rules::{DiscDiff, Position, Status};

/// The value for the side to move, with empty squares to the winner, by plain alpha-beta.
pub(crate) fn value(position: &Position, mut alpha: DiscDiff, beta: DiscDiff) -> DiscDiff {
    if let Status::Over(score) = position.status() {
        return score.official_utility(position.turn());
    }
    let mut best = DiscDiff::MIN;
    for mv in position.moves() {
        best = best.max(-value(&position.play_unchecked(mv), -beta, -alpha));
        alpha = alpha.max(best);
        if best >= beta {
            break;
        }
    }
    best
}

/// The value without bounds.
pub(crate) fn exact(position: &Position) -> DiscDiff {
    value(position, DiscDiff::MIN, DiscDiff::MAX)
}
