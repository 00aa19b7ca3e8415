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
    let deepest = if to_end { params::deepest_before_end(empties, level) } else { goal };
    let mut steps: Vec<Step> = (1..=deepest).map(|depth| Step { depth, level: 0 }).collect();
    if !to_end {
        steps.extend((1..=level).map(|level| Step { depth: goal, level }));
    } else if empties <= params::SHALLOW_TO + 1 {
        steps = vec![Step { depth: empties, level: params::EXACT }];
    } else {
        let levels = (0..level).filter(|level| params::is_worth_a_step(empties, *level));
        steps.extend(levels.chain([level]).map(|level| Step { depth: empties, level }));
    }
    steps
}
