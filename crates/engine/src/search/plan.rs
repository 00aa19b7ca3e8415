//! In which steps a search reaches its goal: each one prepares the next.

use crate::params;

/// One pass over the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) depth: u32,
    pub(crate) level: u8,
}

/// The steps towards a depth and a level in a position with so many empty squares.
pub(crate) fn steps(empties: u32, depth: u32, level: u8) -> Vec<Step> {
    let to_end = depth >= empties;
    let goal = depth.min(empties);
    if to_end && empties <= params::SHALLOW_TO + 1 {
        return vec![Step { depth: empties, level: params::EXACT }];
    }
    if goal <= params::ONE_LEVEL_TO && !to_end {
        return (goal.min(1)..=goal).map(|depth| Step { depth, level }).collect();
    }
    let deepest = if to_end { params::deepest_before_end(empties, level) } else { goal - 1 };
    let deepening = (1..=deepest).map(|depth| Step { depth, level: 0 });
    let levels = (0..level).filter(|level| !to_end || params::is_worth_a_step(empties, *level));
    deepening.chain(levels.chain([level]).map(|level| Step { depth: goal, level })).collect()
}

/// The same steps without risk: for games whose evaluation is no ground for any.
pub(crate) fn without_selectivity(steps: &mut Vec<Step>) {
    steps.dedup_by_key(|step| step.depth);
    steps.iter_mut().for_each(|step| step.level = params::EXACT);
}
