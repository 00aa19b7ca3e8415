//! Moves taken back.

use super::{evidence::Capture, scene::State};
use crate::{Bitboard, Square, movegen};

/// The most sets of flipped discs that are tried for one square. Crowded boards can have more; a search that leaves some out
/// is no longer exhaustive.
const MOST_SETS: usize = 1024;

/// The states before a move on one square.
pub(super) struct Unplaced {
    pub(super) states: Vec<State>,
    /// Were some left out because there are too many?
    pub(super) is_cut: bool,
}

/// The states in which placing a disc on `square` leads to `state`, flipping only runs found among the captures.
///
/// In each direction the disc may have flipped a run that is now its color and is closed by another of its color, or
/// nothing; at least one run was flipped. Whatever the choice, replaying the move flips exactly that: a run ends where
/// its closing disc stands, and a direction without a run starts with a disc of the mover or an empty square.
pub(super) fn unplaced(state: State, square: Square, captures: &[Capture]) -> Unplaced {
    let (mover, other) = (state.opp.without(square), state.own);
    if !movegen::flips(square, mover, other).is_empty() {
        // The other side's discs that it outflanks now would have been flipped by it.
        return Unplaced { states: Vec::new(), is_cut: false };
    }
    let mut sets = vec![Bitboard::EMPTY];
    let mut is_cut = false;
    for runs in runs_by_direction(state, square, captures) {
        if sets.len() * (runs.len() + 1) > MOST_SETS {
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

/// The runs that a disc on the square may have flipped, one list a direction. The captures of a square come sorted by
/// direction, and those of one direction share its first square.
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
