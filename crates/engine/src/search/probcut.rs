//! Multi-ProbCut: a shallow search that lies far enough from the window makes the deep one needless, at a stated risk.

use super::node::Node;
use super::null_window::Question;
use super::worker::Worker;
use crate::field::Field;
use crate::params;

impl<F: Field> Worker<'_, F> {
    /// A bound for the position, if a shallow search makes it likely enough for the question's level.
    pub(crate) fn probcut(&mut self, node: &Node, question: Question) -> Option<i32> {
        let Question { alpha, depth, level } = question;
        let shallow = params::probcut_depth(depth);
        let margin = params::probcut_margin(node.empties, depth, shallow, level);
        let limit = self.field.size();
        let here = self.evaluate(node);
        let doubt = params::probcut_doubt(node.empties, shallow, level);
        let high = alpha + 1 + margin;
        if high < limit && here + doubt >= high && self.null_window(node, high - 1, shallow, level) >= high {
            return (!self.is_interrupted()).then_some(alpha + 1);
        }
        let low = alpha - margin;
        if low > -limit && here - doubt <= low && self.null_window(node, low, shallow, level) <= low {
            return (!self.is_interrupted()).then_some(alpha);
        }
        None
    }
}
