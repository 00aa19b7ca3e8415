//! Iterative deepening with aspiration windows. Keeps the last completed step.

use std::ops::ControlFlow;
use std::ops::ControlFlow::{Break, Continue};

use crate::params;
use crate::ruleset::Ruleset;
use crate::search::alpha_beta::{Node, PvLine, PvQuery};
use crate::search::parallel::Worker;
use crate::search::{Bound, DeepeningStrategy, Limits, Progress};

/// One pass over the tree: a depth and the index of a selectivity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) depth: u32,
    pub(crate) level: u8,
}

/// Returns the steps of a search in a position with this many empty squares.
pub(crate) fn steps(empties: u32, limits: &Limits) -> Vec<Step> {
    let mut steps = towards(empties, limits);
    if limits.is_limited() && steps[0].depth > 1 {
        steps.insert(0, Step { depth: 1, ..steps[0] });
    }
    steps
}

/// Returns the steps towards the goal of the limits, at least one.
pub(crate) fn towards(empties: u32, limits: &Limits) -> Vec<Step> {
    let (goal, level) = (limits.depth.min(empties), limits.selectivity.level());
    let to_end = goal == empties;
    if to_end && empties <= params::SHALLOW_TO + 1 {
        return vec![Step { depth: empties, level: params::EXACT }];
    }
    if goal <= params::ONE_LEVEL_TO && !to_end {
        return (goal.min(1)..=goal).map(|depth| Step { depth, level }).collect();
    }
    let is_gradual = limits.approach == DeepeningStrategy::Gradual;
    let deepest = match to_end {
        true if is_gradual => params::deepest_before_end_gradually(empties),
        true => params::deepest_before_end(empties, level),
        false => goal - 1,
    };
    let deepening = (1..=deepest).map(|depth| Step { depth, level: 0 });
    let levels = (0..level).filter(|level| !to_end || is_gradual || params::is_worth_a_step(empties, *level));
    deepening.chain(levels.chain([level]).map(|level| Step { depth: goal, level })).collect()
}

/// The result of a step.
#[derive(Clone, Copy, Default)]
pub(crate) struct StepResult {
    pub(crate) step: Step,
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    pub(crate) line: PvLine,
}

impl StepResult {
    /// Takes over the move of an interrupted step. That step has not searched all moves to its
    /// depth, so the depth stays.
    fn improved(self, found: &StepResult) -> StepResult {
        if found.line.is_empty() { self } else { StepResult { step: self.step, ..*found } }
    }
}

impl<F: Ruleset> Worker<'_, F> {
    /// Runs the steps one after another. Returns the last completed one, or a better move that the
    /// interrupted one had found.
    pub(crate) fn drive(
        &mut self,
        node: &Node,
        steps: &[Step],
        bounds: (i32, i32),
        report: &mut dyn FnMut(&Progress),
    ) -> Option<StepResult> {
        let mut answer: Option<StepResult> = None;
        for step in steps {
            if answer.is_none() && step.depth <= 1 {
                self.ignore_limits();
            }
            let found = match self.aspire(node, *step, bounds, answer.map(|answer| answer.score)) {
                Continue(found) => found,
                Break(unfinished) => return answer.map(|answer| answer.improved(&unfinished)),
            };
            report(&Progress::new(&found, self.all_nodes(), node.empties));
            answer = Some(found);
            self.check_limits();
        }
        answer
    }

    /// Runs one step with a window that grows until the value lies inside. If interrupted, it
    /// breaks with its best value so far and its line, which is empty if no move was better than
    /// the window.
    fn aspire(
        &mut self,
        node: &Node,
        step: Step,
        bounds: (i32, i32),
        guess: Option<i32>,
    ) -> ControlFlow<StepResult, StepResult> {
        let (low, high) = bounds;
        let mut reach = if is_exact(step, node) { 1 } else { params::ASPIRATION };
        let (mut alpha, mut beta) = match guess {
            Some(guess) if step.depth >= params::ASPIRATION_FROM => {
                let guess = self.possible(guess, step, node);
                (guess - reach, guess + reach)
            }
            _ => bounds,
        };
        let mut line = PvLine::default();
        let mut failed_before = None;
        loop {
            (alpha, beta) = (alpha.clamp(low, high - 1), beta.clamp(low + 1, high));
            let score = self.principal(node, PvQuery { alpha, beta, depth: step.depth, level: step.level }, &mut line);
            if self.shared.conditions.is_over() {
                if score <= alpha {
                    line.clear();
                }
                return Break(StepResult { step, score, bound: Bound::AtLeast, line });
            }
            reach *= 2;
            let failed_low = score <= alpha && alpha > low;
            let failed_high = score >= beta && beta < high;
            (alpha, beta) = match failed_before {
                _ if !failed_low && !failed_high => {
                    return Continue(StepResult { step, score, bound: bound(score, bounds), line });
                }
                // Selective searches may contradict each other forever.
                Some(low_before) if low_before != failed_low => bounds,
                _ if failed_low => (score - reach, score + 1),
                _ => (score - 1, score + reach),
            };
            failed_before = Some(failed_low);
        }
    }

    /// Returns the guess, or a neighbor that is a possible exact score: they are even, or odd on a
    /// board with an odd number of squares.
    fn possible(&self, guess: i32, step: Step, node: &Node) -> i32 {
        if is_exact(step, node) { guess & !1 | self.ruleset.size() & 1 } else { guess }
    }
}

fn is_exact(step: Step, node: &Node) -> bool {
    step.depth >= node.empties && step.level == params::EXACT
}

/// Classifies a score that was found with these bounds.
fn bound(score: i32, (low, high): (i32, i32)) -> Bound {
    if score <= low {
        Bound::AtMost
    } else if score >= high {
        Bound::AtLeast
    } else {
        Bound::Exact
    }
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
            for limits in [limits.clone(), Limits { approach: DeepeningStrategy::Gradual, ..limits }] {
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
    fn timed_searches_start_with_one_ply() {
        let limits = Limits::exact().with_time(Duration::ZERO);
        for empties in [1, 5, 12, 30, 60] {
            assert_eq!(planned(empties, &limits)[0].depth, 1);
        }
    }
}
