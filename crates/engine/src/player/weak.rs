//! Weak players: `random` and `greedy`, which do not search, and the mistakes of low levels.
//!
//! A low level misjudges moves as people do. Each move gets an error, and each flipped disc seems
//! worth more than it is. A move that opens a corner to the other side may seem worse than it is,
//! but never better: beginners learn that in their first game.

use outflank_rules::rng::SplitMix64;
use outflank_rules::{Bitboard, Goal, Move, Position};

use crate::player::{ChosenMove, MoveOrigin};
use crate::{Level, LevelPlan, MoveValue};

/// Chooses a move. `moves` must be in the order of the squares and not be empty.
pub(super) fn choose_without_search(
    level: Level,
    position: &Position,
    moves: &[Move],
    rng: &mut SplitMix64,
) -> ChosenMove {
    if level == Level::GREEDY {
        let mv = greediest(position, moves);
        return ChosenMove::unsearched(mv, MoveOrigin::Greed, None);
    }
    ChosenMove::unsearched(moves[rng.below(moves.len())], MoveOrigin::Chance, None)
}

/// Returns the first move that flips the most discs, row by row from a1, as a player known from
/// programming courses does.
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

/// Returns the move that seems best, or `None` if there is no move.
pub(super) fn pick_with_errors(
    position: &Position,
    moves: Vec<MoveValue>,
    plan: &LevelPlan,
    rng: &mut SplitMix64,
) -> Option<MoveValue> {
    let seeming = moves.into_iter().map(|valued| (seeming_value(position, &valued, plan, rng), valued));
    seeming.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, valued)| valued)
}

fn seeming_value(position: &Position, valued: &MoveValue, plan: &LevelPlan, rng: &mut SplitMix64) -> f32 {
    let is_anti = position.spec().goal() == Goal::Fewest;
    let greed = plan.greed * flipped(position, valued.mv) as f32;
    let error = plan.noise * normal(rng) + if is_anti { -greed } else { greed };
    let is_known_fault = !is_anti && opens_corner(position, valued);
    f32::from(valued.value.discs()) + if is_known_fault { error.min(0.0) } else { error }
}

/// Whether the move gives the other side a corner that it could not take before.
fn opens_corner(position: &Position, valued: &MoveValue) -> bool {
    let after = position.play_unchecked(valued.mv);
    let before = position.with_turn(after.turn());
    !((after.legal() - before.legal()) & corners(position)).is_empty()
}

/// The playable corners.
fn corners(position: &Position) -> Bitboard {
    let spec = position.spec();
    let last = u32::from(spec.size()) - 1;
    let corners = 1 | 1 << last | 1 << (8 * last) | 1 << (9 * last);
    Bitboard(corners) & spec.area()
}

/// Returns a nearly normal number with mean 0 and deviation 1, at most 3.5 from 0. A sum of even
/// numbers, because sums are the same on every machine.
fn normal(rng: &mut SplitMix64) -> f32 {
    let mut unit = || (rng.next_u64() >> 40) as f32 / (1_u64 << 24) as f32;
    let sum: f32 = (0..4).map(|_| unit()).sum();
    (sum - 2.0) * 3_f32.sqrt()
}

#[cfg(test)]
mod tests {
    use super::{SplitMix64, normal};

    #[test]
    fn normal_numbers_have_mean_0_and_deviation_1() {
        let mut rng = SplitMix64::new(1);
        let numbers: Vec<f32> = (0..20_000).map(|_| normal(&mut rng)).collect();
        let mean = numbers.iter().sum::<f32>() / numbers.len() as f32;
        let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f32>() / numbers.len() as f32;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
        assert!(numbers.iter().all(|number| number.abs() < 3.5));
    }
}
