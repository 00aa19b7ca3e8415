//! In which passes an analysis reaches its limits. As in a search each prepares the next, but here all of them are shown.

use outflank_rules::Move;

use crate::{Limits, Selectivity};

/// Up to so many empty squares the end is found at once.
const AT_ONCE: u32 = 12;

/// The deepest pass by evaluation before those to the end, in plies less than the end and at most.
const DEEPEST_BEFORE_END: (u32, u32) = (8, 16);

/// The risks worth a pass of their own on the way to the exact end.
const TO_THE_END: [Selectivity; 3] = [Selectivity::P73, Selectivity::P95, Selectivity::Full];

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

/// The passes towards these limits with so many empty squares.
pub(super) fn towards(empties: u32, limits: &Limits) -> Vec<Pass> {
    let goal = limits.selectivity;
    let to_end = limits.depth >= empties;
    if to_end && empties <= AT_ONCE {
        return vec![Pass { depth: empties, selectivity: Selectivity::Full }];
    }
    let (less, most) = DEEPEST_BEFORE_END;
    let deepest = if to_end { empties.saturating_sub(less).min(most) } else { limits.depth.max(1) };
    let by_depth = (1..=deepest).map(|depth| Pass { depth, selectivity: Selectivity::P73 });
    let by_risk = Selectivity::ALL.into_iter().filter(|risk| *risk <= goal && is_worth_a_pass(*risk, goal, to_end));
    let depth = if to_end { empties } else { deepest };
    by_depth.chain(by_risk.map(|selectivity| Pass { depth, selectivity })).collect()
}

fn is_worth_a_pass(risk: Selectivity, goal: Selectivity, to_end: bool) -> bool {
    if to_end { risk == goal || TO_THE_END.contains(&risk) } else { risk > Selectivity::P73 }
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
    }
}
