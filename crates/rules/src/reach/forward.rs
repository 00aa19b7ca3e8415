//! All states near the start that may lie on the way to the target, from playing forward.

use std::{
    collections::HashSet,
    hash::{BuildHasherDefault, Hasher},
    ops::ControlFlow,
};

use super::{
    evidence::Evidence,
    query::{ReachQuery, State},
};
use crate::{Bitboard, Color, movegen};

/// A set of states.
pub(super) type States = HashSet<State, BuildHasherDefault<Mix>>;

/// Multiply and rotate: discs are well spread, and no attacker chooses them.
#[derive(Clone, Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }
}

/// The reachable states on the target's squares, layer by layer of discs placed, as far as the
/// budget went. Each layer is complete but for states that certainly do not lead to the target.
pub(super) struct Frontier<'a> {
    query: &'a ReachQuery,
    evidence: &'a Evidence<'a>,
    layers: Vec<States>,
}

impl<'a> Frontier<'a> {
    /// Plays forward until a layer outgrows the room for `most` states, or the observer has seen
    /// enough.
    pub(super) fn build(
        query: &'a ReachQuery,
        evidence: &'a Evidence<'a>,
        most: usize,
        observe: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Frontier<'a> {
        let mut first = States::default();
        query.starts.iter().for_each(|&start| add(&mut first, start, query.spec.area()));
        let mut frontier = Frontier { query, evidence, layers: vec![first] };
        let guide = Guide::new(query, evidence);
        while frontier.layers.len() <= query.placed().len() as usize {
            let room = (most as u64).saturating_sub(frontier.len()) as usize;
            let Some(next) = frontier.next_layer(&guide, room, observe) else { break };
            frontier.layers.push(next);
        }
        frontier
    }

    /// The layer after the last one, unless it outgrows the room or is stopped.
    fn next_layer(
        &self,
        guide: &Guide,
        room: usize,
        observe: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Option<States> {
        let mut next = States::default();
        for (i, &state) in self.layers.last().expect("the first layer is always there").iter().enumerate() {
            if i % 4096 == 4095 && observe(0).is_break() {
                return None;
            }
            for square in guide.squares(state) {
                let earlier = self.evidence.earlier(square);
                let after = state.placed(square);
                if state.occupied().is_superset(earlier) && guide.may_lead_on(after) {
                    add(&mut next, after, self.query.spec.area());
                }
            }
            if next.len() > room {
                return None;
            }
        }
        Some(next)
    }

    pub(super) fn len(&self) -> u64 {
        self.layers.iter().map(|layer| layer.len() as u64).sum()
    }

    fn layer(&self, state: State) -> Option<&States> {
        let placed = (state.occupied() - self.query.origin).len();
        self.layers.get(placed as usize)
    }

    /// Is the state reachable? `None` if it lies beyond the layers.
    pub(super) fn knows(&self, state: State) -> Option<bool> {
        self.layer(state).map(|layer| layer.contains(&state))
    }

    /// The states from a start to this one, which must be known as reachable.
    pub(super) fn path_to(&self, state: State) -> Vec<State> {
        let mut path = vec![state];
        let mut at = state;
        while !self.query.starts.contains(&at) {
            at = self.previous(at).expect("a reachable state that is no start has one before it");
            path.push(at);
        }
        path.reverse();
        path
    }

    /// The state before a forced pass, or one of the layer below from which a disc leads here.
    fn previous(&self, state: State) -> Option<State> {
        let before_pass = state.passed();
        if before_pass.must_pass(self.query.spec.area()) && self.knows(before_pass) == Some(true) {
            return Some(before_pass);
        }
        let below = (state.occupied() - self.query.origin).len().checked_sub(1)?;
        self.layers.get(below as usize)?.iter().copied().find(|before| before.leads_to(state))
    }
}

/// Adds a state and, if a pass is forced, the state after it.
fn add(states: &mut States, state: State, area: Bitboard) {
    if states.insert(state) && state.must_pass(area) {
        states.insert(state.passed());
    }
}

/// The limits of the target: the squares each side may fill, and those that can still turn a disc
/// to a color.
struct Guide {
    placed: Bitboard,
    goal: [Bitboard; 2],
    fillable: [Bitboard; 2],
    turning: [[Bitboard; 64]; 2],
}

impl Guide {
    fn new(query: &ReachQuery, evidence: &Evidence<'_>) -> Guide {
        let mut fillable = [Bitboard::EMPTY; 2];
        let mut turning = [[Bitboard::EMPTY; 64]; 2];
        for capture in evidence.captures() {
            let c = capture.color as usize;
            fillable[c] = fillable[c].with(capture.square);
            for square in capture.run {
                turning[c][square.index()] = turning[c][square.index()].with(capture.square);
            }
        }
        let goal = Color::ALL.map(|color| query.target.discs(color));
        Guide { placed: query.placed(), goal, fillable, turning }
    }

    fn squares(&self, state: State) -> Bitboard {
        movegen::legal(state.own, state.opp) & self.placed & self.fillable[state.turn as usize]
    }

    /// Can every disc of the wrong color still be turned by a square to be filled?
    fn may_lead_on(&self, state: State) -> bool {
        let left = self.placed - state.occupied();
        Color::ALL.into_iter().all(|color| {
            let wrong = state.discs(color) & self.goal[!color as usize];
            wrong.into_iter().all(|square| !self.turning[!color as usize][square.index()].is_disjoint(left))
        })
    }
}
