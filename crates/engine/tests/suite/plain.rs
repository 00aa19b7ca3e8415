//! The value of a position as a person would work it out: the judge of the solver.

use outflank_rules::{Goal, Position, Status};

/// The value for the side to move, empty squares to the winner, by trying everything between `alpha` and `beta`.
pub(crate) fn value(position: &Position, mut alpha: i32, beta: i32) -> i32 {
    if let Status::Over(score) = position.status() {
        let official = i32::from(score.official_margin().discs());
        let black = if position.ground().goal() == Goal::Fewest { -official } else { official };
        return if position.turn() == outflank_rules::Color::Black { black } else { -black };
    }
    let mut best = -99;
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
pub(crate) fn exact(position: &Position) -> i32 {
    value(position, -65, 65)
}
