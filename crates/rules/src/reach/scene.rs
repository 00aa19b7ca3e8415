//! The question asked: these discs, from those starts.

use crate::{Bitboard, Color, FirstMover, Ground, Move, Position, Square, Variant, movegen};

/// Discs and the side to move: what the searches walk over. The ground is the same for all of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct State {
    pub(super) own: Bitboard,
    pub(super) opp: Bitboard,
    pub(super) turn: Color,
}

impl State {
    pub(super) fn occupied(self) -> Bitboard {
        self.own | self.opp
    }

    pub(super) fn discs(self, color: Color) -> Bitboard {
        if color == self.turn { self.own } else { self.opp }
    }

    /// The same discs with the other side to move.
    pub(super) fn passed(self) -> State {
        State { own: self.opp, opp: self.own, turn: !self.turn }
    }

    /// The state after a legal disc.
    pub(super) fn placed(self, square: Square) -> State {
        let flips = movegen::flips(square, self.own, self.opp);
        State { own: self.opp - flips, opp: self.own | flips | Bitboard::of(square), turn: !self.turn }
    }

    /// The state after a free disc of the old opening, which flips nothing.
    fn filled(self, square: Square) -> State {
        State { own: self.opp, opp: self.own.with(square), turn: !self.turn }
    }

    fn can_move(self, area: Bitboard) -> bool {
        !(movegen::legal(self.own, self.opp) & area).is_empty()
    }

    /// Is a pass the only move?
    pub(super) fn must_pass(self, area: Bitboard) -> bool {
        !self.can_move(area) && self.passed().can_move(area)
    }
}

impl From<Position> for State {
    fn from(position: Position) -> State {
        State { own: position.own(), opp: position.opp(), turn: position.turn() }
    }
}

/// A position to be judged, and the states from which play proper begins.
pub(super) struct Scene {
    pub(super) target: State,
    pub(super) ground: Ground,
    /// One state, two where the first mover is drawn, and all fillings of the centre by turns under the old rule.
    pub(super) starts: Vec<State>,
    /// The squares that the starts occupy, the same in all of them.
    pub(super) origin: Bitboard,
    /// The squares that the variant itself leaves to be filled before play proper.
    free: Bitboard,
}

impl Scene {
    pub(super) fn new(position: &Position, variant: &Variant) -> Scene {
        let starts = stages(variant).pop().expect("the bare start is a stage");
        let origin = starts[0].occupied();
        Scene { target: State::from(*position), ground: variant.ground(), starts, origin, free: open_squares(variant) }
    }

    pub(super) fn occupied(&self) -> Bitboard {
        self.target.occupied()
    }

    /// The squares that were filled in play.
    pub(super) fn placed(&self) -> Bitboard {
        self.occupied() - self.origin
    }

    /// The squares that may hold a color at the start.
    pub(super) fn initial(&self, color: Color) -> Bitboard {
        self.starts.iter().fold(Bitboard::EMPTY, |set, start| set | start.discs(color))
    }

    /// The states that answer the question: the target, and for a finished game the same with the other side to move.
    pub(super) fn goals(&self) -> impl Iterator<Item = State> {
        let (target, area) = (self.target, self.ground.area());
        let is_over = !target.can_move(area) && !target.passed().can_move(area);
        [target, target.passed()].into_iter().take(if is_over { 2 } else { 1 })
    }

    /// The free discs, in turn, that lead to one of the starts.
    pub(super) fn fillings_to(&self, start: State) -> Vec<Move> {
        fillings(start, self.free)
    }
}

/// The moves to a position that still lies inside the free opening (or is the bare start), if it does and is sound.
pub(super) fn opening_moves(position: &Position, variant: &Variant) -> Option<Vec<Move>> {
    let state = State::from(*position);
    let is_stage = stages(variant).iter().any(|stage| stage.contains(&state));
    is_stage.then(|| fillings(state, open_squares(variant)))
}

fn open_squares(variant: &Variant) -> Bitboard {
    variant.ground().free() - variant.discs(Color::Black) - variant.discs(Color::White)
}

/// The discs on the open squares in an order of alternating colors that ends with the side not to move.
fn fillings(state: State, open: Bitboard) -> Vec<Move> {
    let [mut last, mut other] = [state.opp & open, state.own & open].map(Bitboard::into_iter);
    let mut backwards: Vec<Move> = Vec::new();
    while let Some(square) = last.next() {
        backwards.push(Move::Place(square));
        std::mem::swap(&mut last, &mut other);
    }
    backwards.reverse();
    backwards
}

/// The states after no free disc, after one, and so on until the free squares are full.
fn stages(variant: &Variant) -> Vec<Vec<State>> {
    let movers: &[Color] = match variant.first() {
        FirstMover::Fixed(Color::Black) => &[Color::Black],
        FirstMover::Fixed(Color::White) => &[Color::White],
        FirstMover::Drawn => &Color::ALL,
    };
    let bare = |&turn| State { own: variant.discs(turn), opp: variant.discs(!turn), turn };
    let mut stages: Vec<Vec<State>> = vec![movers.iter().map(bare).collect()];
    for _ in open_squares(variant) {
        let last = stages.last().expect("the bare start is a stage");
        let mut next: Vec<State> = last
            .iter()
            .flat_map(|&state| (variant.ground().free() - state.occupied()).into_iter().map(move |s| state.filled(s)))
            .collect();
        next.sort_unstable();
        next.dedup();
        stages.push(next);
    }
    stages
}
