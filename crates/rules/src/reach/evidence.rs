//! Proofs from the discs alone: conditions that every game meets, applied until nothing changes.
//!
//! A *capture* is one way to place a disc: its square, its color, and one run of discs that it
//! flipped up to the disc that closes the run. Every disc outside the start was placed by at least
//! one capture.
//!
//! A capture is ruled out if the discs it needs cannot have been there before it, or if the discs
//! it leaves cannot have become the final board. Both tests are generous, as if a disc kept every
//! color it ever had, so a capture that happened in some game is never ruled out. A capture that is
//! ruled out may rule out others. A disc without a possible capture refutes the position.

use super::{
    query::{ReachQuery, State},
    reason::{Contradiction, Proof, Step, When},
};
use crate::{Bitboard, Color, Direction, Square};

/// One way to place a disc, with the run it flips in one direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capture {
    pub(super) square: Square,
    pub(super) color: Color,
    pub(super) run: Bitboard,
    pub(super) end: Square,
}

impl Capture {
    fn involves(&self, square: Square) -> bool {
        self.square == square || self.end == square || self.run.contains(square)
    }

    /// All its squares, which show its color when it is done.
    fn line(&self) -> Bitboard {
        self.run.with(self.end).with(self.square)
    }
}

/// For each color the squares that may show it.
type Shown = [Bitboard; 2];

/// The captures not ruled out, and the order of placements that follows from them.
#[derive(Clone)]
pub(super) struct Evidence<'a> {
    query: &'a ReachQuery,
    discs: Shown,
    captures: Vec<Capture>,
    /// For each square, the squares that were certainly filled after it.
    later: [Bitboard; 64],
    /// For each square, the squares outside the start that were certainly filled before it.
    earlier: [Bitboard; 64],
    /// Captures ruled out, in order. Kept only for the position in question, not for those of the
    /// search.
    steps: Option<Vec<Step>>,
}

impl<'a> Evidence<'a> {
    pub(super) fn new(query: &'a ReachQuery) -> Evidence<'a> {
        Evidence {
            query,
            discs: Color::ALL.map(|color| query.target.discs(color)),
            captures: all_captures(query),
            later: [Bitboard::EMPTY; 64],
            earlier: [Bitboard::EMPTY; 64],
            steps: Some(Vec::new()),
        }
    }

    /// The evidence for the state before the disc on `square` was placed. Everything known of the
    /// later board holds for it.
    pub(super) fn before_move(&self, square: Square, state: State) -> Evidence<'a> {
        let without = |sets: &[Bitboard; 64]| {
            let mut sets = sets.map(|set| set.without(square));
            sets[square.index()] = Bitboard::EMPTY;
            sets
        };
        Evidence {
            query: self.query,
            discs: Color::ALL.map(|color| state.discs(color)),
            captures: self.captures.iter().filter(|capture| !capture.involves(square)).copied().collect(),
            later: without(&self.later),
            earlier: without(&self.earlier),
            steps: None,
        }
    }

    pub(super) fn captures(&self) -> &[Capture] {
        &self.captures
    }

    /// The squares outside the start that were certainly filled before this one.
    pub(super) fn earlier(&self, square: Square) -> Bitboard {
        self.earlier[square.index()]
    }

    /// The squares after which none was certainly filled.
    pub(super) fn possibly_last(&self) -> Bitboard {
        self.placed().into_iter().filter(|square| self.later[square.index()].is_empty()).collect()
    }

    fn placed(&self) -> Bitboard {
        (self.discs[0] | self.discs[1]) - self.query.origin
    }

    /// Rules captures out until nothing changes, or until a disc has none left.
    pub(super) fn settle(&mut self) -> Option<Proof> {
        loop {
            if let Some(square) = self.unplaceable() {
                return Some(self.proof(square));
            }
            let captures = self.captures.len();
            let order_changed = self.sift();
            if self.captures.len() == captures && !order_changed {
                return None;
            }
        }
    }

    fn unplaceable(&self) -> Option<Square> {
        let placeable: Bitboard = self.captures.iter().map(|capture| capture.square).collect();
        (self.placed() - placeable).first()
    }

    /// One round over all squares. Returns whether more of the order is known now.
    fn sift(&mut self) -> bool {
        let mut order_changed = false;
        for square in self.placed() {
            let (before, after) = (self.shown_before(square), self.shown_after(square));
            order_changed |= self.note_order(square, self.placed() - before[0] - before[1]);
            let Evidence { captures, steps, .. } = self;
            captures.retain(|capture| {
                let hindrance = if capture.square == square { hindrance(capture, before, after) } else { None };
                if let (Some(hindrance), Some(steps)) = (hindrance, steps.as_mut()) {
                    steps.push(step(capture, hindrance));
                }
                hindrance.is_none()
            });
        }
        order_changed
    }

    /// Records squares filled after `square`. Returns whether any is new.
    fn note_order(&mut self, square: Square, later: Bitboard) -> bool {
        let new = later.without(square) - self.later[square.index()];
        self.later[square.index()] |= new;
        for other in new {
            self.earlier[other.index()] = self.earlier[other.index()].with(square);
        }
        !new.is_empty()
    }

    /// The colors that squares may have shown before `square` was filled.
    fn shown_before(&self, square: Square) -> Shown {
        let barred = self.later[square.index()].with(square);
        let mut shown: Shown = Color::ALL.map(|color| self.query.initial(color));
        self.until_settled(&mut shown, barred, |capture, shown| {
            let c = capture.color as usize;
            if shown[1 - c].is_superset(capture.run) && shown[c].contains(capture.end) {
                shown[c] |= capture.run.with(capture.square);
            }
        });
        shown
    }

    /// The colors that squares may have shown from the filling of `square` on.
    fn shown_after(&self, square: Square) -> Shown {
        let barred = self.earlier[square.index()].with(square);
        let mut shown = self.discs;
        self.until_settled(&mut shown, barred, |capture, shown| {
            let c = capture.color as usize;
            if shown[c].is_superset(capture.line()) {
                shown[1 - c] |= capture.run;
            }
        });
        shown
    }

    /// Applies the captures of all squares but those barred again and again until nothing is added.
    fn until_settled(&self, shown: &mut Shown, barred: Bitboard, apply: impl Fn(&Capture, &mut Shown)) {
        loop {
            let known = *shown;
            for capture in self.captures.iter().filter(|capture| !barred.contains(capture.square)) {
                apply(capture, shown);
            }
            if *shown == known {
                return;
            }
        }
    }

    /// The steps that the proof for a square needs: those that rule out its captures, and the
    /// earlier steps that these rest on ([`supports`]).
    fn proof(&self, square: Square) -> Proof {
        let log = self.steps.as_deref().unwrap_or_default();
        let mut needed = vec![false; log.len()];
        for (i, step) in log.iter().enumerate().rev() {
            needed[i] |= step.square == square;
            if needed[i] {
                let earlier = log[..i].iter().zip(&mut needed);
                earlier.for_each(|(other, needed)| *needed |= supports(other, step.hindrance));
            }
        }
        let steps = log.iter().zip(needed).filter(|(_, needed)| *needed).map(|(step, _)| *step).collect();
        Proof { square, steps }
    }
}

/// Whether a later step with this hindrance rests on this step: the capture that this step rules
/// out would have removed the hindrance.
fn supports(step: &Step, hindrance: Contradiction) -> bool {
    let Contradiction { square, color, when } = hindrance;
    match when {
        When::Before => step.color == color && (step.square == square || step.run.contains(square)),
        When::After => step.color != color && step.run.contains(square),
    }
}

/// The contradiction that rules out a capture, if any.
fn hindrance(capture: &Capture, before: Shown, after: Shown) -> Option<Contradiction> {
    let (color, c) = (capture.color, capture.color as usize);
    let lacking = |squares: Bitboard, color, when| squares.first().map(|square| Contradiction { square, color, when });
    lacking(Bitboard::of(capture.end) - before[c], color, When::Before)
        .or_else(|| lacking(capture.run - before[1 - c], !color, When::Before))
        .or_else(|| lacking(capture.line() - after[c], color, When::After))
}

fn step(capture: &Capture, hindrance: Contradiction) -> Step {
    let &Capture { square, color, run, end } = capture;
    Step { square, color, run, end, hindrance }
}

/// Every run of occupied squares beside a disc placed in play, closed by one more disc, for both
/// colors.
fn all_captures(query: &ReachQuery) -> Vec<Capture> {
    let occupied = query.occupied();
    let mut captures = Vec::new();
    for square in query.placed() {
        for direction in Direction::ALL {
            let mut run = Bitboard::EMPTY;
            for end in direction.walk(square).take_while(|&end| occupied.contains(end)) {
                if !run.is_empty() {
                    captures.extend(Color::ALL.map(|color| Capture { square, color, run, end }));
                }
                run = run.with(end);
            }
        }
    }
    captures
}
