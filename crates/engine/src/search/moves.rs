//! The moves of a position and the order in which the search tries them.

use crate::endgame::regions;
use crate::kernel::per_cpu;
use crate::ruleset::Ruleset;
use crate::search::alpha_beta::{Node, NullWindowQuery};
use crate::search::parallel::Worker;
use crate::table::{Entry, NO_MOVE, NO_SCORE};
use crate::{Board, params};

/// Room for moves. A search over boards of all kinds, even unreachable ones, found at most 35 legal
/// moves. If a board had more than 40, the rest would not be searched.
pub(crate) const MAX_MOVES: usize = 40;

/// A legal move, the discs it flips, and its ordering value.
#[derive(Clone, Copy, Default)]
pub(crate) struct Candidate {
    pub(crate) flips: u64,
    pub(crate) value: i32,
    pub(crate) square: u8,
}

/// A list of moves on the stack.
#[derive(Clone, Copy)]
pub(crate) struct Moves {
    list: [Candidate; MAX_MOVES],
    len: usize,
}

impl Moves {
    pub(crate) const EMPTY: Moves = Moves { list: [Candidate { flips: 0, value: 0, square: 0 }; MAX_MOVES], len: 0 };

    /// Lists the moves on these legal squares.
    #[inline(always)]
    pub(crate) fn of<F: Ruleset>(ruleset: F, board: Board, mut legal: u64) -> Moves {
        let mut moves = Moves::EMPTY;
        while legal != 0 && moves.len < MAX_MOVES {
            let square = legal.trailing_zeros();
            legal &= legal - 1;
            moves.list[moves.len] = Candidate { flips: ruleset.flips(board, square), value: 0, square: square as u8 };
            moves.len += 1;
        }
        debug_assert_eq!(legal, 0, "more moves than any position is known to have");
        moves
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[Candidate] {
        &self.list[..self.len.min(MAX_MOVES)]
    }

    #[inline(always)]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [Candidate] {
        &mut self.list[..self.len.min(MAX_MOVES)]
    }

    /// Moves this square to the front. Returns whether it was in the list.
    #[inline(always)]
    pub(crate) fn lead_with(&mut self, square: u8) -> bool {
        let moves = self.as_mut_slice();
        let Some(at) = moves.iter().position(|candidate| candidate.square == square) else { return false };
        moves[..=at].rotate_right(1);
        true
    }
}

/// Sorts by value, highest first. Equal moves stay in the order of their squares.
#[inline(always)]
pub(crate) fn sort(moves: &mut [Candidate]) {
    for at in 1..moves.len() {
        let moved = moves[at];
        let mut to = at;
        while to > 0 && moves[to - 1].value < moved.value {
            moves[to] = moves[to - 1];
            to -= 1;
        }
        moves[to] = moved;
    }
}

impl<F: Ruleset> Worker<'_, F> {
    #[inline(always)]
    fn promise(&mut self, node: &Node, candidate: &Candidate, look: &MoveOrdering) -> i32 {
        let next = node.after(self.layout(), u32::from(candidate.square), candidate.flips);
        let replies = self.ruleset.legal(next.board);
        let mut value = -(self.ruleset.mobility(replies) as i32) * look.mobility;
        if look.odd >> candidate.square & 1 != 0 {
            value += look.parity;
        }
        value -= match look.depth {
            0 => self.fine_value(&next),
            depth => self.look_ahead(&next, depth, look.around) * crate::eval::UNIT,
        };
        value
    }

    /// Rates a move by a shallow search with an open window around that of the query.
    #[inline(always)]
    fn look_ahead(&mut self, node: &Node, depth: u32, around: i32) -> i32 {
        let (alpha, beta) = (-around - params::ORDER_WINDOW, -around + params::ORDER_WINDOW);
        open_window(self, node, alpha, beta, depth)
    }
}

per_cpu! {
    /// Sorts the moves: the second move of the table entry first, then by a rating of each move.
    #[cpu(F::Cpu = worker.ruleset.cpu())]
    pub(crate) fn order<F: Ruleset>(
        worker: &mut Worker<'_, F>,
        node: &Node,
        moves: &mut [Candidate],
        query: NullWindowQuery,
        entry: Option<Entry>,
    ) {
        if moves.len() < 2 {
            return;
        }
        let (best, second) = entry.map_or((NO_MOVE, NO_MOVE), |entry| (entry.best, entry.second));
        let look = MoveOrdering::new(node, query, worker.ruleset);
        for candidate in &mut *moves {
            candidate.value = match candidate.square {
                square if square == best => i32::MAX,
                square if square == second => i32::MAX - 1,
                _ => worker.promise(node, candidate, &look),
            };
        }
        sort(moves);
    }
}

per_cpu! {
    /// Searches one or two plies without table and sorting.
    #[cpu(F::Cpu = worker.ruleset.cpu())]
    pub(crate) fn open_window<F: Ruleset>(
        worker: &mut Worker<'_, F>,
        node: &Node,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> i32 {
        worker.nodes += 1;
        let mut alpha = alpha;
        if depth == 0 {
            return worker.evaluate(node);
        }
        let mut legal = worker.ruleset.legal(node.board);
        if legal == 0 {
            if worker.ruleset.legal(node.board.passed()) == 0 {
                return worker.ruleset.final_score(node.board.own, node.empties as i32);
            }
            return -open_window(worker, &node.passed(worker.layout()), -beta, -alpha, depth);
        }
        let mut best = NO_SCORE;
        while legal != 0 {
            let square = legal.trailing_zeros();
            legal &= legal - 1;
            let next = node.after(worker.layout(), square, worker.ruleset.flips(node.board, square));
            best = best.max(-open_window(worker, &next, -beta, -alpha, depth - 1));
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        best
    }
}

/// The weights and the depth by which the moves of a position are rated.
struct MoveOrdering {
    odd: u64,
    depth: u32,
    around: i32,
    mobility: i32,
    parity: i32,
}

impl MoveOrdering {
    #[inline(always)]
    fn new<F: Ruleset>(node: &Node, query: NullWindowQuery, ruleset: F) -> MoveOrdering {
        let to_end = query.depth >= node.empties;
        let empties = ruleset.empties(node.board.own, node.board.opp);
        MoveOrdering {
            odd: regions::odd_squares(ruleset, regions::parity(ruleset, empties)),
            depth: if to_end { params::order_depth_end(query.depth) } else { 0 },
            around: query.alpha,
            mobility: match to_end {
                true if F::FEWEST => params::ANTI_ORDER_MOBILITY_END,
                true => params::ORDER_MOBILITY_END,
                false => params::ORDER_MOBILITY,
            },
            parity: if to_end && !F::FEWEST { params::ORDER_PARITY_END } else { 0 },
        }
    }
}
