//! Step by step to the goal: windows around the value of the step before, and the last finished step always at hand.

use super::Progress;
use super::line::Line;
use super::node::Node;
use super::plan::Step;
use super::principal::Window;
use super::worker::Worker;
use crate::field::Field;
use crate::params;

/// What a finished step found.
#[derive(Clone, Copy)]
pub(crate) struct Answer {
    pub(crate) step: Step,
    pub(crate) score: i32,
    pub(crate) line: Line,
}

impl Answer {
    /// With what a step found before it was interrupted. Its depth is not reached for all moves, so that of the answer stays.
    fn improved(self, score: i32, line: &Line) -> Answer {
        if line.is_empty() { self } else { Answer { score, line: *line, ..self } }
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
            let guess = answer.map(|answer| answer.score);
            let mut line = Line::default();
            let score = self.aspire(node, *step, bounds, guess, &mut line);
            if self.is_interrupted() {
                return answer.map(|answer| answer.improved(score, &line));
            }
            answer = Some(Answer { step: *step, score, line });
            report(&Progress::new(step, score, &line, self.all_nodes(), node.empties));
        }
        answer
    }

    /// One step, with a window that grows until the value lies inside. Interrupted, it gives the best value that is proven so far,
    /// with its line, or no line.
    fn aspire(&mut self, node: &Node, step: Step, bounds: (i32, i32), guess: Option<i32>, line: &mut Line) -> i32 {
        let is_exact = step.depth >= node.empties && step.level == params::EXACT;
        let mut reach = if is_exact { 1 } else { params::ASPIRATION };
        let (low, high) = bounds;
        let (mut alpha, mut beta) = match guess {
            Some(guess) if step.depth > 3 => {
                let guess = if is_exact { guess & !(self.field.size() & 1 ^ 1) } else { guess };
                (guess - reach, guess + reach)
            }
            _ => (low, high),
        };
        let mut failed_before = None;
        loop {
            (alpha, beta) = (alpha.clamp(low, high - 1), beta.clamp(low + 1, high));
            let score = self.principal(node, Window { alpha, beta, depth: step.depth, level: step.level }, line);
            if self.is_interrupted() {
                if score <= alpha {
                    line.clear();
                }
                return score;
            }
            reach *= 2;
            let failed_low = score <= alpha && alpha > low;
            let failed_high = score >= beta && beta < high;
            (alpha, beta) = match failed_before {
                _ if !failed_low && !failed_high => return score,
                // Selective searches may contradict each other, and would do so for ever.
                Some(low_before) if low_before != failed_low => (low, high),
                _ if failed_low => (score - reach, score + 1),
                _ => (score - 1, score + reach),
            };
            failed_before = Some(failed_low);
        }
    }
}
