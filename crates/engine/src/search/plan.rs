//! In which steps a search reaches its goal: each one prepares the next.

use super::{Approach, Limits};
use crate::params;

/// One pass over the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) depth: u32,
    pub(crate) level: u8,
}

/// The steps of a search in a position with so many empty squares.
pub(crate) fn steps(empties: u32, limits: &Limits) -> Vec<Step> {
    let mut steps = towards(empties, limits);
    if limits.is_limited() && steps[0].depth > 1 {
        steps.insert(0, Step { depth: 1, ..steps[0] });
    }
    steps
}

/// The steps towards a goal, of which there is at least one.
pub(crate) fn towards(empties: u32, limits: &Limits) -> Vec<Step> {
    let (goal, level) = (limits.depth.min(empties), limits.selectivity.level());
    let to_end = goal == empties;
    if to_end && empties <= params::SHALLOW_TO + 1 {
        return vec![Step { depth: empties, level: params::EXACT }];
    }
    if goal <= params::ONE_LEVEL_TO && !to_end {
        return (goal.min(1)..=goal).map(|depth| Step { depth, level }).collect();
    }
    let is_gradual = limits.approach == Approach::Gradual;
    let deepest = match to_end {
        true if is_gradual => params::deepest_before_end_gradually(empties),
        true => params::deepest_before_end(empties, level),
        false => goal - 1,
    };
    let deepening = (1..=deepest).map(|depth| Step { depth, level: 0 });
    let levels = (0..level).filter(|level| !to_end || is_gradual || params::is_worth_a_step(empties, *level));
    deepening.chain(levels.chain([level]).map(|level| Step { depth: goal, level })).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::Selectivity;

    fn planned(empties: u32, limits: &Limits) -> Vec<Step> {
        steps(empties, limits)
    }

    #[test]
    fn steps_end_at_the_goal_and_each_goes_further() {
        for (empties, depth, risk) in [(60, 1, 0), (60, 8, 2), (30, 30, 1), (24, 60, 5), (20, 60, 0), (50, 0, 0)] {
            let limits = Limits::depth(depth).with_selectivity(Selectivity::ALL[risk]);
            for limits in [limits.clone(), Limits { approach: Approach::Gradual, ..limits }] {
                let steps = planned(empties, &limits);
                assert_eq!(steps.last(), Some(&Step { depth: depth.min(empties), level: risk as u8 }));
                assert!(steps.is_sorted_by_key(|step| (step.depth, step.level)), "{steps:?}");
            }
        }
    }

    #[test]
    fn without_a_goal_no_step_is_left_out() {
        let steps = planned(40, &Limits::open_ended());
        let depths: Vec<u32> = steps.iter().map(|step| step.depth).collect();
        let deepest = depths.iter().rev().find(|depth| **depth < 40).copied().unwrap();
        assert!(deepest > 24);
        assert!((1..=deepest).all(|depth| depths.contains(&depth)));
        assert_eq!(
            steps.iter().filter(|step| step.depth == 40).map(|step| step.level).collect::<Vec<_>>(),
            [0, 1, 2, 3, 4, 5]
        );
    }

    #[test]
    fn what_may_run_out_of_time_begins_with_one_ply() {
        let limits = Limits::exact().with_time(Duration::ZERO);
        for empties in [1, 5, 12, 30, 60] {
            assert_eq!(planned(empties, &limits)[0].depth, 1);
        }
    }
}
