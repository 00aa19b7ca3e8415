//! Step by step to the goal: windows around the value of the step before, and the last finished step always at hand.

use std::ops::ControlFlow::{self, Break, Continue};

use super::line::Line;
use super::node::Node;
use super::plan::Step;
use super::principal::Window;
use super::worker::Worker;
use super::{Bound, Progress};
use crate::field::Field;
use crate::params;

/// What a finished step found.
#[derive(Clone, Copy, Default)]
pub(crate) struct Answer {
    pub(crate) step: Step,
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    pub(crate) line: Line,
}

impl Answer {
    /// With what a step found before it was interrupted. Its depth is not reached for all moves, so that of the answer stays.
    fn improved(self, found: &Answer) -> Answer {
        if found.line.is_empty() { self } else { Answer { step: self.step, ..*found } }
    }
}

impl<F: Field> Worker<'_, F> {
    /// Takes the steps one after another. The last finished one is the answer, or a better move that the next one had found.
    pub(crate) fn drive(
        &mut self,
        node: &Node,
        steps: &[Step],
        bounds: (i32, i32),
        report: &mut dyn FnMut(&Progress),
    ) -> Option<Answer> {
        let mut answer: Option<Answer> = None;
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
            self.look_at_limits();
        }
        answer
    }

    /// One step, with a window that grows until the value lies inside. It breaks off with what it had found when interrupted:
    /// its best value with its line, or no line.
    fn aspire(
        &mut self,
        node: &Node,
        step: Step,
        bounds: (i32, i32),
        guess: Option<i32>,
    ) -> ControlFlow<Answer, Answer> {
        let (low, high) = bounds;
        let mut reach = if is_exact(step, node) { 1 } else { params::ASPIRATION };
        let (mut alpha, mut beta) = match guess {
            Some(guess) if step.depth >= params::ASPIRATION_FROM => {
                let guess = self.possible(guess, step, node);
                (guess - reach, guess + reach)
            }
            _ => bounds,
        };
        let mut line = Line::default();
        let mut failed_before = None;
        loop {
            (alpha, beta) = (alpha.clamp(low, high - 1), beta.clamp(low + 1, high));
            let score = self.principal(node, Window { alpha, beta, depth: step.depth, level: step.level }, &mut line);
            if self.shared.reasons.is_over() {
                if score <= alpha {
                    line.clear();
                }
                return Break(Answer { step, score, bound: Bound::AtLeast, line });
            }
            reach *= 2;
            let failed_low = score <= alpha && alpha > low;
            let failed_high = score >= beta && beta < high;
            (alpha, beta) = match failed_before {
                _ if !failed_low && !failed_high => {
                    return Continue(Answer { step, score, bound: bound(score, bounds), line });
                }
                // Selective searches may contradict each other, and would do so for ever.
                Some(low_before) if low_before != failed_low => bounds,
                _ if failed_low => (score - reach, score + 1),
                _ => (score - 1, score + reach),
            };
            failed_before = Some(failed_low);
        }
    }

    /// The guess, or one beside it that a finished game can be worth: all are even, or on an odd board odd, unless squares stay empty.
    fn possible(&self, guess: i32, step: Step, node: &Node) -> i32 {
        if is_exact(step, node) { guess & !1 | self.field.size() & 1 } else { guess }
    }
}

fn is_exact(step: Step, node: &Node) -> bool {
    step.depth >= node.empties && step.level == params::EXACT
}

/// What a score says that was found with these bounds.
fn bound(score: i32, (low, high): (i32, i32)) -> Bound {
    if score <= low {
        Bound::AtMost
    } else if score >= high {
        Bound::AtLeast
    } else {
        Bound::Exact
    }
}
