//! In which passes an analysis reaches its limits. As in a search each prepares the next, but here all of them are shown.

use outflank_rules::Move;

use crate::search::plan::{self, Step};
use crate::{Limits, Selectivity};

/// One pass over all moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pass {
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
}

impl Pass {
    /// What is left of it after a move.
    pub(super) fn after(self, mv: Move) -> Pass {
        let plies = u32::from(mv != Move::Pass);
        Pass { depth: self.depth.saturating_sub(plies), ..self }
    }
}

impl From<Step> for Pass {
    fn from(step: Step) -> Pass {
        Pass { depth: step.depth, selectivity: Selectivity::from_level(step.level) }
    }
}

/// The passes towards these limits with so many empty squares: the steps of a search, but for the moves to be worth anything one ply
/// is the least. Where time or nodes are limited the first pass is short: it is made whatever the limits are.
pub(super) fn towards(empties: u32, limits: &Limits) -> Vec<Pass> {
    let limits = Limits { depth: limits.depth.max(1), ..limits.clone() };
    let mut passes: Vec<Pass> = plan::towards(empties, &limits).into_iter().map(Pass::from).collect();
    let is_limited = limits.time.is_some() || limits.nodes.is_some();
    if is_limited && passes.first().is_some_and(|first| first.depth > 1) {
        passes.insert(0, Pass { depth: 1, selectivity: Selectivity::P73 });
    }
    passes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_end_at_the_limits_and_each_goes_further() {
        for (empties, depth, risk) in [(60, 1, 0), (60, 8, 2), (30, 30, 1), (24, 60, 5), (20, 60, 0), (50, 0, 0)] {
            let selectivity = Selectivity::ALL[risk];
            let passes = towards(empties, &Limits::depth(depth).with_selectivity(selectivity));
            assert_eq!(passes.last(), Some(&Pass { depth: depth.clamp(1, empties), selectivity }));
            assert!(passes.windows(2).all(|pair| {
                pair[0].depth < pair[1].depth
                    || pair[0].depth == pair[1].depth && pair[0].selectivity < pair[1].selectivity
            }));
            assert_eq!(passes[0].depth, 1);
        }
    }

    #[test]
    fn a_near_end_needs_one_pass() {
        let passes = towards(12, &Limits::depth(12));
        assert_eq!(passes, [Pass { depth: 12, selectivity: Selectivity::Full }]);
        let limited = towards(12, &Limits::exact().with_nodes(1));
        assert_eq!(limited.iter().map(|pass| pass.depth).collect::<Vec<_>>(), [1, 12], "the first is made in any case");
    }
}
