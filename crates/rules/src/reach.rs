//! Decides whether a position can arise in a game.
//!
//! [`judge`] gives one of three answers, and never a wrong one: *impossible*, with reasons that a
//! person can check; *possible*, with a game that leads there; or *undecided*, if the budget is
//! spent. It runs four checks, the cheapest first:
//!
//! 1. The board is well formed: no square has two discs, the starting discs are there, and all
//!    discs are connected to them, because each was placed beside another.
//! 2. The occupied squares can have been filled in some order: each disc was placed at the end of
//!    two others in a row.
//! 3. Colors and order agree: each disc flipped a run of discs when it was placed. The discs before
//!    and after that move must fit the start and the final board.
//! 4. A search takes moves back from the board until it meets a position that is known to be
//!    reachable. Check 3 prunes each step. Positions near the start are known from playing forward.
//!
//! The third check alone refutes nearly all boards of random discs, in about a millisecond. The
//! search decides nearly every position of up to about 28 discs; `docs/reference/performance.md`
//! has figures.
//!
//! ```
//! use outflank_rules::{Setup, Variant, reach::{self, Budget, Reachability}};
//!
//! let setup: Setup = "--------
//!      --------
//!      --------
//!      ---XO---
//!      ---OX---
//!      --------
//!      --------
//!      X------- X"
//!     .parse()?;
//! let Reachability::Impossible(reasons) = reach::judge(&setup, &Variant::MIRRORED, Budget::default()) else {
//!     panic!("nobody can have placed a8");
//! };
//! assert_eq!(reasons[0].to_string(), "the disc on a8 touches no chain of discs that leads to the start");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod evidence;
mod forward;
mod occupancy;
mod query;
mod reason;
mod search;

use std::ops::ControlFlow;

use crate::{Color, FirstMover, Game, Move, Setup, Variant};
use evidence::Evidence;
use forward::Frontier;
use query::{ReachQuery, State};
use search::Search;

pub use reason::{Contradiction, Proof, Reason, Step, When};

/// Whether a state can arise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reachability {
    /// No game leads there; at least one reason, all that were found at the first level that
    /// refutes it.
    Impossible(Vec<Reason>),
    /// This game leads there.
    Possible(Box<Game>),
    /// The budget was spent before either was shown.
    Undecided {
        /// Positions examined by taking moves back.
        examined: u64,
    },
}

/// The work that a judgement may cost. It is not a time, so the same question always gets the same
/// answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Positions remembered from playing forward, about 40 bytes each.
    pub forward: usize,
    /// Work spent on taking moves back: a position counts one, and more on a crowded board; some
    /// ten thousand a second.
    pub backward: u64,
}

impl Default for Budget {
    /// Decides nearly every position of up to about 28 discs, and gives up on larger ones after
    /// some seconds.
    fn default() -> Budget {
        Budget { forward: 500_000, backward: 100_000 }
    }
}

impl Budget {
    /// No search: only the conditions that need none.
    pub const NO_SEARCH: Budget = Budget { forward: 0, backward: 0 };
}

/// Judges whether a setup can arise from the start of a variant.
///
/// The board of the setup is ignored: that of the variant counts. In a finished game the side to
/// move of the setup does not matter.
pub fn judge(setup: &Setup, variant: &Variant, budget: Budget) -> Reachability {
    judge_observed(setup, variant, budget, &mut |_| ControlFlow::Continue(()))
}

/// As [`judge`], telling from time to time how many positions were examined by taking moves back;
/// the observer may stop the search, which is then undecided.
pub fn judge_observed(
    setup: &Setup,
    variant: &Variant,
    budget: Budget,
    observe: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Reachability {
    let setup = Setup { spec: variant.spec(), ..*setup };
    let position = match setup.validate() {
        Ok(position) => position,
        Err(invalid) => return Reachability::Impossible(invalid.faults.into_iter().map(Reason::Setup).collect()),
    };
    if let Some(moves) = query::opening_moves(&position, variant) {
        return possible(variant, position.turn(), moves);
    }
    let Some(query) = ReachQuery::new(&position, variant) else { return Reachability::Undecided { examined: 0 } };
    let faults = occupancy::faults(&query);
    if !faults.is_empty() {
        return Reachability::Impossible(faults);
    }
    let mut evidence = Evidence::new(&query);
    if let Some(proof) = evidence.settle() {
        return Reachability::Impossible(vec![Reason::Unplaceable(proof)]);
    }
    search(&query, &evidence, variant, budget, observe)
}

fn search(
    query: &ReachQuery,
    evidence: &Evidence<'_>,
    variant: &Variant,
    budget: Budget,
    observe: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Reachability {
    if budget == Budget::NO_SEARCH {
        return Reachability::Undecided { examined: 0 };
    }
    let frontier = Frontier::build(query, evidence, budget.forward, observe);
    let mut search = Search::new(query, &frontier, budget.backward, observe);
    let path = query.goals().find_map(|goal| search.path_to(goal, evidence));
    match path {
        Some(path) => possible_along(query, variant, &path),
        None if search.is_exhausted() => {
            Reachability::Impossible(vec![Reason::Exhausted { examined: search.examined(), forward: frontier.len() }])
        }
        None => Reachability::Undecided { examined: search.examined() },
    }
}

/// The verdict for a chain of states from a start of play proper to the goal.
fn possible_along(query: &ReachQuery, variant: &Variant, path: &[State]) -> Reachability {
    let fillings = query.fillings_to(path[0]).into_iter();
    let moves = path.windows(2).map(|pair| match (pair[1].occupied() - pair[0].occupied()).first() {
        Some(square) => Move::Place(square),
        None => Move::Pass,
    });
    possible(variant, path[path.len() - 1].turn, fillings.chain(moves).collect())
}

/// The verdict for moves after which it is this side's turn. Turns alternate, which gives the first
/// mover.
fn possible(variant: &Variant, turn: Color, moves: Vec<Move>) -> Reachability {
    let first = if moves.len().is_multiple_of(2) { turn } else { !turn };
    let start = variant.with_first(FirstMover::Fixed(first)).start();
    let game = Game::replay(start, moves).expect("each state of the path follows from the one before");
    Reachability::Possible(Box::new(game))
}
