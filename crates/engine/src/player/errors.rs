//! How weak levels go wrong: as people do, by valuing moves wrongly, not by throwing the game away.
//!
//! Each move's value gets an error, and each flipped disc seems worth more than it is. A move that opens a corner to the other
//! side may seem worse than it is but never better: everybody learns that much in a first game.

use outflank_rules::{Bitboard, Goal, Position};

use super::rules::flipped;
use crate::chance::Chance;
use crate::{LevelPlan, MoveValue};

/// The move that seems best; `None` if there is none.
pub(super) fn pick(
    position: &Position,
    moves: Vec<MoveValue>,
    plan: &LevelPlan,
    chance: &mut Chance,
) -> Option<MoveValue> {
    let seeming = moves.into_iter().map(|valued| (seeming_value(position, &valued, plan, chance), valued));
    seeming.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, valued)| valued)
}

fn seeming_value(position: &Position, valued: &MoveValue, plan: &LevelPlan, chance: &mut Chance) -> f32 {
    let is_anti = position.ground().goal() == Goal::Fewest;
    let greed = plan.greed * flipped(position, valued.mv) as f32;
    let error = plan.noise * chance.normal() + if is_anti { -greed } else { greed };
    let is_known_fault = !is_anti && opens_corner(position, valued);
    f32::from(valued.value.discs()) + if is_known_fault { error.min(0.0) } else { error }
}

/// Whether the other side can take a corner after the move that it could not have taken before.
fn opens_corner(position: &Position, valued: &MoveValue) -> bool {
    let after = position.play_unchecked(valued.mv);
    let before = position.with_turn(after.turn());
    !((after.legal() - before.legal()) & corners(position)).is_empty()
}

/// The playable corners.
fn corners(position: &Position) -> Bitboard {
    let ground = position.ground();
    let last = u32::from(ground.size()) - 1;
    let corners = 1 | 1 << last | 1 << (8 * last) | 1 << (9 * last);
    Bitboard(corners) & ground.area()
}
