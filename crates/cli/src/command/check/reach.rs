//! The judgement of boards as far as their form goes, in the terms of the library's `reach`, which takes over from
//! here.

use std::ops::ControlFlow;

use outflank_rules::{Game, Setup, SetupFault, Variant};

pub(super) enum Verdict {
    Impossible(Vec<SetupFault>),
    Possible(Box<Game>),
    Undecided { examined: u64 },
}

#[derive(Clone, Copy, Default)]
pub(super) struct Budget {
    pub(super) backward: u64,
}

impl Budget {
    pub(super) const NO_SEARCH: Budget = Budget { backward: 0 };
}

pub(super) fn judge(setup: &Setup, variant: &Variant, budget: Budget) -> Verdict {
    judge_observed(setup, variant, budget, &mut |_| ControlFlow::Continue(()))
}

pub(super) fn judge_observed(
    setup: &Setup,
    variant: &Variant,
    budget: Budget,
    observe: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Verdict {
    match (Setup { ground: variant.ground(), ..*setup }).validate() {
        Err(invalid) => Verdict::Impossible(invalid.faults),
        Ok(position) if position == variant.start() => Verdict::Possible(Box::new(Game::new(position))),
        Ok(_) => {
            let _ = (budget.backward, observe(0));
            Verdict::Undecided { examined: 0 }
        }
    }
}
