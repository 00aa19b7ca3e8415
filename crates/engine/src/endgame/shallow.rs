//! Five to twelve empty squares: null-window search without evaluation.
//!
//! Below [`params::SORT_FROM`] squares the moves are taken by parity alone; above it they are sorted by the replies they leave,
//! and a small table of the thread's own remembers bounds.

use crate::endgame::last::solve_4;
use crate::endgame::local::{Known, LocalTable};
use crate::endgame::regions::{NEIGHBOURS, odd_squares, parity, toggled};
use crate::field::Field;
use crate::table::NO_SCORE;
use crate::{Board, kernel, params};

/// What a thread needs below the main table. Two threads' must not share a cache line: they count in it all the time.
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

    /// Forgets the bounds of another game.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
    }

    /// The score of a position with at most twelve empty squares, null window at `alpha`.
    pub(crate) fn solve<F: Field>(&mut self, field: F, board: Board, alpha: i32) -> i32 {
        let empties = field.empties(board.own, board.opp);
        match empties.count_ones() {
            0 => field.final_score(board.own, 0),
            1 => super::last::solve_1(field, board.own, board.opp, empties.trailing_zeros(), &mut self.nodes),
            2 => {
                let (a, b) = (empties.trailing_zeros(), 63 - empties.leading_zeros());
                super::last::solve_2(field, board.own, board.opp, alpha, a, b, &mut self.nodes)
            }
            3 => {
                let (a, c) = (empties.trailing_zeros(), 63 - empties.leading_zeros());
                let b = (empties ^ 1 << a ^ 1 << c).trailing_zeros();
                super::last::solve_3(field, board.own, board.opp, alpha, [a, b, c], &mut self.nodes)
            }
            4 => solve_4(field, board.own, board.opp, alpha, empties, &mut self.nodes),
            count => self.sorted(field, board, alpha, empties, count, false),
        }
    }

    /// The position after a move, with one square less.
    #[inline(always)]
    fn child<F: Field>(&mut self, field: F, board: Board, alpha: i32, empties: u64, odd: u32, count: u32) -> i32 {
        if count == 4 {
            solve_4(field, board.own, board.opp, alpha, empties, &mut self.nodes)
        } else {
            self.by_parity(field, board, alpha, empties, odd, count)
        }
    }

    /// Squares of odd quadrants first: few squares are left, and ordering by more would cost more than it saves.
    fn by_parity<F: Field>(&mut self, field: F, board: Board, alpha: i32, empties: u64, odd: u32, count: u32) -> i32 {
        self.nodes += 1;
        if let Some(bound) = stability_cut(field, board, alpha, count) {
            return bound;
        }
        let best = self.moves_by_parity(field, board, alpha, empties, odd, count);
        if best != NO_SCORE {
            return best;
        }
        let other = board.passed();
        let reply = self.moves_by_parity(field, other, -alpha - 1, empties, odd, count);
        if reply != NO_SCORE { -reply } else { field.final_score(board.own, count as i32) }
    }

    #[inline(always)]
    fn moves_by_parity<F: Field>(
        &mut self,
        field: F,
        board: Board,
        alpha: i32,
        empties: u64,
        odd: u32,
        count: u32,
    ) -> i32 {
        let mut best = NO_SCORE;
        let first = empties & odd_squares(odd);
        for mut squares in [first, empties & !first] {
            while squares != 0 {
                let square = squares.trailing_zeros();
                squares &= squares - 1;
                if NEIGHBOURS[square as usize & 63] & board.opp == 0 {
                    continue;
                }
                let flips = board.flips(square);
                if flips == 0 {
                    continue;
                }
                let (next, left) = (board.after(square, flips), empties ^ 1 << square);
                let score = -self.child(field, next, -alpha - 1, left, toggled(odd, square), count - 1);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }

    /// Sorted by the replies each move leaves, with a table.
    fn sorted<F: Field>(&mut self, field: F, board: Board, alpha: i32, empties: u64, count: u32, passed: bool) -> i32 {
        if count < params::SORT_FROM {
            return self.by_parity(field, board, alpha, empties, parity(empties), count);
        }
        self.nodes += 1;
        self.table.prefetch(board);
        if let Some(bound) = stability_cut(field, board, alpha, count) {
            return bound;
        }
        let legal = board.legal() & empties;
        if legal == 0 {
            if passed {
                return field.final_score(board.own, count as i32);
            }
            return -self.sorted(field, board.passed(), -alpha - 1, empties, count, true);
        }
        let hit = self.table.probe(board);
        if let Some(score) = hit.and_then(|known| known.cut(alpha)) {
            return score;
        }
        let (best, square) = self.sorted_moves(field, board, alpha, empties, count, legal, hit);
        self.table.store(board, alpha, best, square);
        best
    }

    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn sorted_moves<F: Field>(
        &mut self,
        field: F,
        board: Board,
        alpha: i32,
        empties: u64,
        count: u32,
        legal: u64,
        known: Option<Known>,
    ) -> (i32, u8) {
        let mut list = Sorted::new();
        let odd = odd_squares(parity(empties));
        let known = known.map_or(64, |known| known.best);
        let mut squares = legal;
        while squares != 0 {
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            let flips = board.flips(square);
            if flips == board.opp && !F::FEWEST {
                return (field.size(), square as u8);
            }
            let next = board.after(square, flips);
            let value = if square as u8 == known { i32::MIN } else { order(next, square, empties, odd) };
            list.push(next, square, value);
        }
        let mut best = (NO_SCORE, 64);
        while let Some((next, square)) = list.pop() {
            let left = empties ^ 1 << square;
            let score = -self.sorted(field, next, -alpha - 1, left, count - 1, false);
            if score > best.0 {
                best = (score, square as u8);
                if score > alpha {
                    break;
                }
            }
        }
        best
    }
}

/// How late a move is tried: few replies and few of them corners come first, odd quadrants help.
#[inline(always)]
fn order(next: Board, square: u32, empties: u64, odd: u64) -> i32 {
    const CORNERS: u64 = 0x8100_0000_0000_0081;
    let replies = next.legal() & empties;
    let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
    let mut value = mobility as i32 * params::SHALLOW_MOBILITY;
    if odd >> square & 1 != 0 {
        value -= params::SHALLOW_ODD;
    }
    value
}

/// Up to twelve moves, the lowest value first.
struct Sorted {
    moves: [(i32, u32, Board); 16],
    len: usize,
}

impl Sorted {
    #[inline(always)]
    fn new() -> Sorted {
        Sorted { moves: [(0, 0, Board { own: 0, opp: 0 }); 16], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, next: Board, square: u32, value: i32) {
        if self.len < 16 {
            self.moves[self.len] = (value, square, next);
            self.len += 1;
        }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<(Board, u32)> {
        let moves = &mut self.moves[..self.len.min(16)];
        let (last, at) = (moves.len().checked_sub(1)?, lowest(moves));
        moves.swap(at, last);
        self.len = last;
        let (_, square, next) = self.moves[last];
        Some((next, square))
    }
}

#[inline(always)]
fn lowest(moves: &[(i32, u32, Board)]) -> usize {
    let mut at = 0;
    for index in 1..moves.len() {
        if moves[index].0 < moves[at].0 {
            at = index;
        }
    }
    at
}

/// A score that the stable discs of the other side already keep from rising above `alpha`.
#[inline(always)]
pub(crate) fn stability_cut<F: Field>(field: F, board: Board, alpha: i32, count: u32) -> Option<i32> {
    if F::FEWEST || alpha < params::STABILITY_ALPHA[count as usize & 63] {
        return None;
    }
    let stable = kernel::stable(board.opp, board.own, field.walls()).count_ones() as i32;
    let bound = field.size() - 2 * stable;
    (bound <= alpha).then_some(bound)
}
