//! Multi-ProbCut: a shallow search that lies far enough from the window makes the deep one needless, at a stated risk.

use std::sync::LazyLock;

use super::node::Node;
use super::null_window::Question;
use super::worker::Worker;
use crate::field::Field;
use crate::params::{self, Probe};

/// The shallow searches for all levels, numbers of empty squares and depths, worked out once: there is no arithmetic of
/// fractions on the path.
pub(crate) struct Probes([[[Probe; 64]; 64]; 8]);

impl Probes {
    /// Those of every search on such a field.
    pub(crate) fn of_field<F: Field>() -> &'static Probes {
        static MOST: LazyLock<Box<Probes>> = LazyLock::new(|| Probes::new(1.0));
        static FEWEST: LazyLock<Box<Probes>> = LazyLock::new(|| Probes::new(params::ANTI_DEVIATION));
        if F::FEWEST { &FEWEST } else { &MOST }
    }

    /// With this part of the usual deviations.
    fn new(part: f64) -> Box<Probes> {
        let mut probes = Box::new(Probes([[[Probe::default(); 64]; 64]; 8]));
        for (level, probes) in probes.0.iter_mut().take(5).enumerate() {
            for (empties, probes) in probes.iter_mut().enumerate().skip(1) {
                for (depth, probe) in probes.iter_mut().enumerate().take(empties + 1).skip(1) {
                    *probe = Probe::new(level as u8, empties as u32, depth as u32, part);
                }
            }
        }
        probes
    }

    #[inline(always)]
    fn of(&self, level: u8, empties: u32, depth: u32) -> Probe {
        self.0[usize::from(level) % 8][empties as usize % 64][depth as usize % 64]
    }
}

impl<F: Field> Worker<'_, F> {
    /// A bound for the position, if a shallow search makes it likely enough for the question's level.
    pub(crate) fn probcut(&mut self, node: &Node, question: Question) -> Option<i32> {
        let Question { alpha, depth, level } = question;
        let probe = self.shared.probes.of(level, node.empties, depth);
        let (shallow, margin, doubt) = (u32::from(probe.depth), i32::from(probe.margin), i32::from(probe.doubt));
        let limit = self.field.size();
        let here = self.evaluate(node);
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
