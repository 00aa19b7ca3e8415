//! The question to decide: the target position and its possible starts.

use crate::{Bitboard, BoardSpec, Color, FirstMover, Move, Position, Square, Variant, movegen};

/// Discs and the side to move, as the searches visit them. The board is the same for all.
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

    /// Does a legal disc lead from here to that state?
    pub(super) fn leads_to(self, after: State) -> bool {
        let added = after.occupied() - self.occupied();
        added.len() == 1
            && added.first().is_some_and(|square| {
                !movegen::flips(square, self.own, self.opp).is_empty() && self.placed(square) == after
            })
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

/// A position to judge, and the states in which normal play begins.
pub(super) struct ReachQuery {
    pub(super) target: State,
    pub(super) spec: BoardSpec,
    /// One state; two if the first mover is drawn; all fillings of the center under the old rule.
    pub(super) starts: Vec<State>,
    /// The squares that the starts occupy, the same in all of them.
    pub(super) origin: Bitboard,
    /// The free squares of the variant, which are filled before normal play.
    free: Bitboard,
}

impl ReachQuery {
    /// Returns the query, or `None` if a free opening has too many starts.
    pub(super) fn new(position: &Position, variant: &Variant) -> Option<ReachQuery> {
        let (starts, free) = (starts(variant)?, open_squares(variant));
        let origin = starts[0].occupied();
        Some(ReachQuery { target: State::from(*position), spec: variant.spec(), starts, origin, free })
    }

    /// The squares to be filled freely before play proper that are empty.
    pub(super) fn unfilled(&self) -> Bitboard {
        self.free - self.occupied()
    }

    /// The free discs of a color.
    pub(super) fn filled(&self, color: Color) -> Bitboard {
        self.free & self.target.discs(color)
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

    /// The states that answer the question: the target, and for a finished game the same with the
    /// other side to move.
    pub(super) fn goals(&self) -> impl Iterator<Item = State> {
        let (target, area) = (self.target, self.spec.area());
        let is_over = !target.can_move(area) && !target.passed().can_move(area);
        [target, target.passed()].into_iter().take(if is_over { 2 } else { 1 })
    }

    /// The free discs, in turn, that lead to one of the starts.
    pub(super) fn fillings_to(&self, start: State) -> Vec<Move> {
        fillings(start, self.free)
    }
}

/// The moves to a position of the free opening, which includes the bare start. `None` if other
/// discs were added, or if the numbers of discs do not fit the side to move.
pub(super) fn opening_moves(position: &Position, variant: &Variant) -> Option<Vec<Move>> {
    let (state, open) = (State::from(*position), open_squares(variant));
    let is_bare = Color::ALL.into_iter().all(|color| state.discs(color) - open == variant.discs(color));
    let is_sound = is_bare && first_movers(variant).iter().any(|&first| is_by_turns(state, open, first));
    is_sound.then(|| fillings(state, open))
}

fn is_by_turns(state: State, open: Bitboard, first: Color) -> bool {
    let [own, other] = [first, !first].map(|color| (state.discs(color) & open).len());
    match state.turn == first {
        true => own == other,
        false => own == other + 1,
    }
}

fn first_movers(variant: &Variant) -> &'static [Color] {
    match variant.first() {
        FirstMover::Fixed(Color::Black) => &[Color::Black],
        FirstMover::Fixed(Color::White) => &[Color::White],
        FirstMover::Drawn => &Color::ALL,
    }
}

fn open_squares(variant: &Variant) -> Bitboard {
    variant.spec().free() - variant.discs(Color::Black) - variant.discs(Color::White)
}

/// The discs on the open squares in an order of alternating colors that ends with the side not to
/// move.
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

/// The states with which play proper may begin, unless there are too many ways to fill the free
/// squares.
fn starts(variant: &Variant) -> Option<Vec<State>> {
    const MAX_FREE_SQUARES: u32 = 8;
    let bare = |&turn: &Color| State { own: variant.discs(turn), opp: variant.discs(!turn), turn };
    let mut states: Vec<State> = first_movers(variant).iter().map(bare).collect();
    let open = open_squares(variant);
    if open.len() > MAX_FREE_SQUARES {
        return None;
    }
    for _ in open {
        states = states
            .iter()
            .flat_map(|&state| (open - state.occupied()).into_iter().map(move |square| state.filled(square)))
            .collect();
        states.sort_unstable();
        states.dedup();
    }
    Some(states)
}
