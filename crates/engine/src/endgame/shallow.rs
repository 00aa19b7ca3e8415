//! Five to twelve empty squares: null-window search without evaluation.
//!
//! Below [`params::SORT_FROM`] squares the moves are ordered by parity alone. Above, they are
//! sorted by the replies they leave, and a small per-thread table stores bounds.

use crate::endgame::last::solve_4;
use crate::endgame::local::{Known, LocalTable};
use crate::endgame::regions::{odd_squares, parity};
use crate::kernel::{Cpu, TwoMoves, per_cpu};
use crate::ruleset::Ruleset;
use crate::table::NO_SCORE;
use crate::{Board, params};

/// The per-thread state of the endgame search. Two threads must not share a cache line, because
/// they count nodes in it all the time.
#[repr(align(128))]
pub(crate) struct Shallow {
    /// Positions searched.
    pub(crate) nodes: u64,
    table: LocalTable,
}

impl Shallow {
    pub(crate) fn new() -> Shallow {
        Shallow { nodes: 0, table: LocalTable::new(params::LOCAL_TABLE_BITS) }
    }

    /// Clears the bounds of earlier searches.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
    }

    #[inline(always)]
    fn moves_of_five<F: Ruleset>(&mut self, ruleset: F, board: Board, alpha: i32, empties: u64, legal: u64) -> i32 {
        let mut best = NO_SCORE;
        let first = legal & odd_squares(ruleset, parity(ruleset, empties));
        for mut squares in [first, legal & !first] {
            while squares != 0 {
                let square = squares.trailing_zeros();
                squares &= squares - 1;
                let next = board.after(square, ruleset.flips(board, square));
                let left = empties ^ 1 << square;
                let score = -solve_4(ruleset, next.own, next.opp, -alpha - 1, left, &mut self.nodes);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }

    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn sorted_moves<F: Ruleset>(
        &mut self,
        ruleset: F,
        board: Board,
        alpha: i32,
        empties: u64,
        count: u32,
        legal: u64,
        known: Option<Known>,
    ) -> (i32, u8) {
        let mut moves = Sorted::new();
        let odd = odd_squares(ruleset, parity(ruleset, empties));
        let known = known.map_or(64, |known| known.best);
        let mut squares = legal;
        while squares != 0 {
            let rest = squares & (squares - 1);
            let pair = [squares.trailing_zeros(), if rest != 0 { rest } else { squares }.trailing_zeros()];
            let TwoMoves { flips, replies } = ruleset.two_moves(board, pair);
            for at in 0..2 {
                let square = pair[at];
                let next = board.after(square, flips[at]);
                if replies[at] == 0 && next.own == 0 && !F::FEWEST {
                    return (ruleset.size(), square as u8);
                }
                let value = if square as u8 == known { 0 } else { order(ruleset, next, replies[at], square, odd) };
                if count > params::SORT_FROM {
                    self.table.prefetch(next);
                }
                moves.push(next, square, replies[at], value);
            }
            if rest == 0 {
                moves.drop_last();
            }
            squares = rest & rest.wrapping_sub(1);
        }
        if count > params::SORT_FROM
            && let Some(cut) = self.child_cut(&moves, alpha)
        {
            return cut;
        }
        let mut best = (NO_SCORE, 64);
        let mut next = moves.pop_first();
        while let Some(Child { board, square, replies }) = next {
            let left = empties ^ 1 << square;
            let score = -sorted(self, ruleset, board, -alpha - 1, left, count - 1, replies);
            if score > best.0 {
                best = (score, square as u8);
                if score > alpha {
                    break;
                }
            }
            next = moves.pop();
        }
        best
    }

    /// Returns the score of a move whose table entry is enough for a cut.
    #[inline(always)]
    fn child_cut(&self, moves: &Sorted, alpha: i32) -> Option<(i32, u8)> {
        moves.as_slice().iter().find_map(|child| {
            let score = -i32::from(self.table.probe(child.board)?.upper);
            (score > alpha).then_some((score, child.square as u8))
        })
    }
}

per_cpu! {
    /// Returns the score of a position with at most twelve empty squares, null window at `alpha`.
    #[cpu(F::Cpu = ruleset.cpu())]
    pub(crate) fn solve<F: Ruleset>(shallow: &mut Shallow, ruleset: F, board: Board, alpha: i32) -> i32 {
        let empties = ruleset.empties(board.own, board.opp);
        match empties.count_ones() {
            0 => ruleset.final_score(board.own, 0),
            1 => super::last::solve_1(ruleset, board.own, board.opp, empties.trailing_zeros(), &mut shallow.nodes),
            2 => {
                let (a, b) = (empties.trailing_zeros(), 63 - empties.leading_zeros());
                super::last::solve_2(ruleset, board.own, board.opp, alpha, a, b, &mut shallow.nodes)
            }
            3 => {
                let (a, c) = (empties.trailing_zeros(), 63 - empties.leading_zeros());
                let b = (empties ^ 1 << a ^ 1 << c).trailing_zeros();
                super::last::solve_3(ruleset, board.own, board.opp, alpha, [a, b, c], &mut shallow.nodes)
            }
            4 => solve_4(ruleset, board.own, board.opp, alpha, empties, &mut shallow.nodes),
            count => sorted(shallow, ruleset, board, alpha, empties, count, ruleset.legal(board)),
        }
    }
}

per_cpu! {
    /// Five empty squares, those of odd quadrants first. Better ordering would cost more than it
    /// saves.
    #[cpu(F::Cpu = ruleset.cpu())]
    fn five<F: Ruleset>(shallow: &mut Shallow, ruleset: F, board: Board, alpha: i32, empties: u64, legal: u64) -> i32 {
        shallow.nodes += 1;
        if let Some(bound) = stability_cut(ruleset, board, alpha, 5) {
            return bound;
        }
        if legal != 0 {
            return shallow.moves_of_five(ruleset, board, alpha, empties, legal);
        }
        let other = board.passed();
        match ruleset.legal(other) {
            0 => ruleset.final_score(board.own, 5),
            legal => -shallow.moves_of_five(ruleset, other, -alpha - 1, empties, legal),
        }
    }
}

per_cpu! {
    /// Searches moves sorted by the replies they leave, with a table. The caller passes the legal
    /// moves.
    #[cpu(F::Cpu = ruleset.cpu())]
    fn sorted<F: Ruleset>(shallow: &mut Shallow, ruleset: F,
        board: Board,
        alpha: i32,
        empties: u64,
        count: u32,
        legal: u64,
    ) -> i32 {
        if count < params::SORT_FROM {
            return five(shallow, ruleset, board, alpha, empties, legal);
        }
        shallow.nodes += 1;
        if let Some(bound) = stability_cut(ruleset, board, alpha, count) {
            return bound;
        }
        if legal == 0 {
            let other = board.passed();
            return match ruleset.legal(other) {
                0 => ruleset.final_score(board.own, count as i32),
                legal => -sorted(shallow, ruleset, other, -alpha - 1, empties, count, legal),
            };
        }
        let hit = shallow.table.probe(board);
        if let Some(score) = hit.and_then(|known| known.cut(alpha)) {
            return score;
        }
        let (best, square) = shallow.sorted_moves(ruleset, board, alpha, empties, count, legal, hit);
        shallow.table.store(board, alpha, best, square);
        best
    }
}

/// Returns the ordering value of a move, lowest first: few replies, few corners among them, odd
/// quadrants. If fewest discs win, few discs.
#[inline(always)]
fn order<F: Ruleset>(ruleset: F, next: Board, replies: u64, square: u32, odd: u64) -> u32 {
    let mobility = ruleset.mobility(replies) * params::SHALLOW_MOBILITY + params::SHALLOW_ODD + 1;
    if F::FEWEST {
        return mobility + next.opp.count_ones() * params::ANTI_SHALLOW_DISC;
    }
    mobility - params::SHALLOW_ODD * (odd >> square & 1) as u32
}

/// A move: the board after it and the replies there.
#[derive(Clone, Copy)]
struct Child {
    board: Board,
    replies: u64,
    square: u32,
}

/// Up to twelve moves, the lowest value first.
struct Sorted {
    /// For each move its value, with its place in the low bits.
    keys: [u32; 16],
    /// The lowest key.
    first: u32,
    children: [Child; 16],
    len: usize,
}

impl Sorted {
    #[inline(always)]
    fn new() -> Sorted {
        let none = Child { board: Board { own: 0, opp: 0 }, replies: 0, square: 0 };
        Sorted { keys: [u32::MAX; 16], first: u32::MAX, children: [none; 16], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, board: Board, square: u32, replies: u64, value: u32) {
        debug_assert!(self.len < 16, "more moves than places");
        let key = value << 4 | self.len as u32;
        self.keys[self.len & 15] = key;
        self.first = self.first.min(key);
        self.children[self.len & 15] = Child { board, replies, square };
        self.len += 1;
    }

    /// Removes the last move, which was pushed twice. It cannot be the first: its twin has a lower
    /// key.
    #[inline(always)]
    fn drop_last(&mut self) {
        self.len -= 1;
        self.keys[self.len & 15] = u32::MAX;
    }

    #[inline(always)]
    fn as_slice(&self) -> &[Child] {
        &self.children[..self.len.min(16)]
    }

    #[inline(always)]
    fn pop_first(&mut self) -> Option<Child> {
        self.take(self.first)
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Child> {
        let lowest = self.keys.iter().copied().fold(u32::MAX, u32::min);
        self.take(lowest)
    }

    #[inline(always)]
    fn take(&mut self, key: u32) -> Option<Child> {
        let at = (key & 15) as usize;
        self.keys[at] = u32::MAX;
        (key != u32::MAX).then_some(self.children[at])
    }
}

/// Returns a bound at most `alpha` if stable discs already keep the score there: those of the other
/// side, or the own ones if fewest discs win.
#[inline(always)]
pub(crate) fn stability_cut<F: Ruleset>(ruleset: F, board: Board, alpha: i32, count: u32) -> Option<i32> {
    if alpha < params::STABILITY_ALPHA[count as usize & 63] {
        return None;
    }
    let Board { own, opp } = if F::FEWEST { board.passed() } else { board };
    let stable = ruleset.cpu().stable(opp, own, ruleset.walls()).count_ones() as i32;
    let bound = ruleset.size() - 2 * stable;
    (bound <= alpha).then_some(bound)
}
