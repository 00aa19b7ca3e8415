//! Taking moves back until a state known to be reachable is met.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use crate::reach::evidence::{Capture, Evidence};
use crate::reach::forward::{Frontier, States};
use crate::reach::query::{ReachQuery, State};
use crate::{Bitboard, Square, movegen};

/// Earlier states are weighed in groups of this size; within a group the one with most captures
/// left goes first.
const GROUP: usize = 32;

/// A position costs one unit of the budget and one more for this many captures, so that a crowded
/// board takes no longer than a small one.
const CAPTURES_A_UNIT: usize = 256;

/// A depth-first search from the target back to the frontier, each state tested by its evidence.
pub(super) struct Search<'a, 'o> {
    query: &'a ReachQuery,
    frontier: &'a Frontier<'a>,
    /// States from which no way back was found.
    seen: States,
    examined: u64,
    /// The remaining budget.
    budget: u64,
    observe: &'o mut dyn FnMut(u64) -> ControlFlow<()>,
    /// Was anything left out: by the budget, the observer, or the number of ways back?
    is_cut: bool,
    is_stopped: bool,
}

/// A state before another, with the evidence about it.
struct Earlier<'a> {
    state: State,
    evidence: Evidence<'a>,
}

impl<'a, 'o> Search<'a, 'o> {
    pub(super) fn new(
        query: &'a ReachQuery,
        frontier: &'a Frontier<'a>,
        budget: u64,
        observe: &'o mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Search<'a, 'o> {
        let seen = States::default();
        Search { query, frontier, seen, examined: 0, budget, observe, is_cut: false, is_stopped: false }
    }

    pub(super) fn examined(&self) -> u64 {
        self.examined
    }

    /// Was every way back followed to its end?
    pub(super) fn is_exhausted(&self) -> bool {
        !self.is_cut
    }

    /// The states from a start to this one.
    pub(super) fn path_to(&mut self, state: State, evidence: &Evidence<'a>) -> Option<Vec<State>> {
        if let Some(is_reachable) = self.frontier.knows(state) {
            return is_reachable.then(|| self.frontier.path_to(state));
        }
        if !self.seen.insert(state) {
            return None;
        }
        let mut path = self.path_through_pass(state, evidence).or_else(|| self.path_through_disc(state, evidence))?;
        path.push(state);
        Some(path)
    }

    fn path_through_pass(&mut self, state: State, evidence: &Evidence<'a>) -> Option<Vec<State>> {
        let before = state.passed();
        if before.must_pass(self.query.spec.area()) { self.path_to(before, evidence) } else { None }
    }

    fn path_through_disc(&mut self, state: State, evidence: &Evidence<'a>) -> Option<Vec<State>> {
        for group in self.ways_back(state, evidence).chunks(GROUP) {
            let mut group: Vec<Earlier<'a>> =
                group.iter().filter_map(|&(square, before)| self.examine(square, before, evidence)).collect();
            group.sort_by_key(|earlier| Reverse(earlier.evidence.captures().len()));
            let path = group.iter().find_map(|earlier| self.path_to(earlier.state, &earlier.evidence));
            if path.is_some() || self.is_stopped {
                return path;
            }
        }
        None
    }

    /// The states before a disc was placed, those with most discs to flip first: they undo most at
    /// once.
    fn ways_back(&mut self, state: State, evidence: &Evidence<'a>) -> Vec<(Square, State)> {
        let mut ways: Vec<(Square, State)> = Vec::new();
        for square in evidence.possibly_last() & state.opp {
            let unplaced = unplaced(state, square, evidence.captures());
            self.is_cut |= unplaced.is_cut;
            ways.extend(unplaced.states.into_iter().map(|before| (square, before)));
        }
        ways.sort_by_key(|(_, before)| Reverse((before.opp - state.own).len()));
        ways
    }

    /// Weighs a state: `None` if it was met before, cannot arise, or may not be looked at any more.
    fn examine(&mut self, square: Square, before: State, evidence: &Evidence<'a>) -> Option<Earlier<'a>> {
        if self.is_stopped || self.seen.contains(&before) || self.frontier.knows(before) == Some(false) {
            return None;
        }
        let cost = 1 + (evidence.captures().len() / CAPTURES_A_UNIT) as u64;
        if self.budget < cost || (self.examined % 64 == 63 && (self.observe)(self.examined).is_break()) {
            self.is_stopped = true;
            self.is_cut = true;
            return None;
        }
        self.budget -= cost;
        self.examined += 1;
        let mut evidence = evidence.before_move(square, before);
        let is_reachable = self.frontier.knows(before) == Some(true);
        if !is_reachable && evidence.settle().is_some() {
            self.seen.insert(before);
            return None;
        }
        Some(Earlier { state: before, evidence })
    }
}

/// The most sets of flipped discs tried for one square. Crowded boards can have more; a search that
/// omits some is no longer exhaustive.
const MAX_SETS: usize = 1024;

/// The states before a move on one square.
pub(super) struct Unplaced {
    pub(super) states: Vec<State>,
    /// Were some left out because there are too many?
    pub(super) is_cut: bool,
}

/// The states in which placing a disc on `square` leads to `state`, flipping only runs found among
/// the captures.
///
/// In each direction the disc may have flipped a run that is now its color and is closed by another
/// of its color, or nothing; at least one run was flipped. Whatever the choice, replaying the move
/// flips exactly that: a run ends where its closing disc stands, and a direction without a run
/// starts with a disc of the mover or an empty square.
pub(super) fn unplaced(state: State, square: Square, captures: &[Capture]) -> Unplaced {
    let (mover, other) = (state.opp.without(square), state.own);
    if !movegen::flips(square, mover, other).is_empty() {
        // The other side's discs that it outflanks now would have been flipped by it.
        return Unplaced { states: Vec::new(), is_cut: false };
    }
    let mut sets = vec![Bitboard::EMPTY];
    let mut is_cut = false;
    for runs in runs_by_direction(state, square, captures) {
        if sets.len() * (runs.len() + 1) > MAX_SETS {
            is_cut = true;
            continue;
        }
        let longer: Vec<Bitboard> = sets.iter().flat_map(|&set| runs.iter().map(move |&run| set | run)).collect();
        sets.extend(longer);
    }
    let states = sets
        .into_iter()
        .filter(|flipped| !flipped.is_empty())
        .map(|flipped| State { own: mover - flipped, opp: other | flipped, turn: !state.turn })
        .collect();
    Unplaced { states, is_cut }
}

/// The runs that a disc on the square may have flipped, one list a direction. The captures of a
/// square come sorted by direction, and those of one direction share its first square.
fn runs_by_direction(state: State, square: Square, captures: &[Capture]) -> Vec<Vec<Bitboard>> {
    let mut directions: Vec<Vec<Bitboard>> = Vec::new();
    let fitting = captures.iter().filter(|capture| {
        capture.square == square && capture.color != state.turn && state.opp.is_superset(capture.run.with(capture.end))
    });
    for capture in fitting {
        match directions.last_mut() {
            Some(runs) if !runs[0].is_disjoint(capture.run) => runs.push(capture.run),
            _ => directions.push(vec![capture.run]),
        }
    }
    directions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reach::search::unplaced;
    use crate::{Game, Variant};
    use proptest::prelude::*;

    proptest! {
        /// Going back along a played game, every step is among the ways back, unless the search
        /// omitted some, and none is refuted.
        #[test]
        fn the_game_that_was_played_is_always_a_way_back(
            choices in prop::collection::vec(any::<u16>(), 0..70),
            named in 0..Variant::NAMED.len(),
        ) {
            let (_, _, variant) = Variant::NAMED[named];
            let mut game = Game::new(variant.start());
            for choice in choices {
                let moves = game.position().moves();
                if let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) {
                    game.play(mv).expect("a listed move");
                }
            }
            let query = ReachQuery::new(&game.position(), &variant).expect("named variants have few starts");
            let mut evidence = Evidence::new(&query);
            prop_assert!(evidence.settle().is_none());
            while !(game.position().occupied() - query.origin).is_empty() {
                let after = State::from(game.position());
                let mv = game.undo().expect("a move to take back");
                let before = State::from(game.position());
                let Some(square) = mv.square() else { continue };
                prop_assert!(evidence.possibly_last().contains(square));
                let unplaced = unplaced(after, square, evidence.captures());
                prop_assert!(unplaced.is_cut || unplaced.states.contains(&before));
                evidence = evidence.before_move(square, before);
                prop_assert!(evidence.settle().is_none());
            }
        }
    }
}
