//! The value of a position as a person would work it out: the judge of the solver.

use outflank_rules::{DiscDiff, Position, Status};

/// The value for the side to move, empty squares to the winner, by trying everything between `alpha` and `beta`.
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
