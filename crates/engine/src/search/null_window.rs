//! The heart of the search: is a position worth more than `alpha`?
//!
//! One function serves the midgame and the end. A search whose depth reaches the number of empty squares goes to the end of the
//! game; its last part is [`endgame`](crate::endgame), which needs no evaluation.

use super::moves::Moves;
use super::node::Node;
use super::split::Work;
use super::worker::Worker;
use crate::endgame::shallow::stability_cut;
use crate::field::Field;
use crate::table::{Entry, Found, NO_MOVE, NO_SCORE, Table};
use crate::{Board, params};

/// What a null-window search asks.
#[derive(Clone, Copy)]
pub(crate) struct Question {
    pub(crate) alpha: i32,
    pub(crate) depth: u32,
    pub(crate) level: u8,
}

impl<F: Field> Worker<'_, F> {
    /// The value of a position: if it is at most `alpha` an upper bound, else a lower bound.
    pub(crate) fn null_window(&mut self, node: &Node, alpha: i32, depth: u32, level: u8) -> i32 {
        let to_end = depth >= node.empties;
        if to_end && node.empties <= F::SHALLOW_TO {
            return self.last_part(node.board, node.empties, alpha);
        }
        if !to_end && depth <= params::LEAF_DEPTH {
            return self.near_leaf(node, alpha, depth);
        }
        self.nodes += 1;
        if self.is_interrupted() {
            return alpha;
        }
        if let Some(bound) = stability_cut(self.field, node.board, alpha, node.empties) {
            return bound;
        }
        let depth = depth.min(node.empties);
        self.without_passes(node, Question { alpha, depth, level })
    }

    fn without_passes(&mut self, node: &Node, question: Question) -> i32 {
        let Question { alpha, depth, level } = question;
        let key = Table::key(node.board, self.field.seed());
        self.shared.table.prefetch(key);
        let legal = node.board.legal() & self.field.area();
        if legal == 0 {
            let other = node.board.passed();
            if other.legal() & self.field.area() == 0 {
                return self.field.final_score(node.board.own, node.empties as i32);
            }
            return -self.null_window(&node.passed(self.layout()), -alpha - 1, depth, level);
        }
        let entry = self.shared.table.probe(key);
        if let Some(score) = entry.filter(|entry| entry.covers(depth, level)).and_then(|entry| entry.cut(alpha)) {
            return score;
        }
        if level < params::EXACT
            && depth >= params::PROBCUT_FROM
            && let Some(score) = self.probcut(node, question)
        {
            return score;
        }
        let mut moves = Moves::of(node.board, legal);
        if let Some(cut) = self.child_cut(node, &moves, question) {
            return cut;
        }
        let (score, best) = self.try_moves(node, &mut moves, question, entry);
        if self.is_interrupted() {
            return alpha;
        }
        self.shared.table.store(key, Found { depth, level, alpha, beta: alpha + 1, score, best });
        score
    }

    /// The moves one after another, or shared with idle threads after the first. The others are put in order only when the move
    /// that the table names has not been enough.
    fn try_moves(&mut self, node: &Node, moves: &mut Moves, question: Question, entry: Option<Entry>) -> (i32, u8) {
        let Question { alpha, depth, level } = question;
        let to_end = depth >= node.empties;
        let ordered_from = usize::from(entry.is_some_and(|entry| moves.lead_with(entry.best)));
        let mut best = (NO_SCORE, NO_MOVE);
        for number in 0..moves.as_slice().len() {
            if number == ordered_from {
                self.order(node, &mut moves.as_mut_slice()[number..], question, entry);
            }
            if number > 0 && self.should_split(depth, to_end, moves.as_slice().len() - number) {
                let work = Work { node: *node, moves: *moves, alpha, depth, level };
                return self.split(&work, number, best);
            }
            let candidate = &moves.as_slice()[number];
            let score = -self.child(node, candidate, -alpha - 1, depth - 1, level);
            if self.is_interrupted() {
                return best;
            }
            if score > best.0 {
                best = (score, candidate.square);
                if score > alpha {
                    break;
                }
            }
        }
        best
    }

    /// A move that wins every disc, or one after which the table already says enough.
    fn child_cut(&mut self, node: &Node, moves: &Moves, question: Question) -> Option<i32> {
        if !F::FEWEST && moves.as_slice().iter().any(|candidate| candidate.flips == node.board.opp) {
            return Some(self.field.size());
        }
        let Question { alpha, depth, level } = question;
        if depth < params::CHILD_CUT_FROM {
            return None;
        }
        let table = self.shared.table;
        let mut keys = [0; super::moves::MOST];
        for (key, candidate) in keys.iter_mut().zip(moves.as_slice()) {
            let board = node.board.after(u32::from(candidate.square), candidate.flips);
            *key = Table::key(board, self.field.seed());
            table.prefetch(*key);
        }
        for key in &keys[..moves.as_slice().len()] {
            let Some(entry) = table.probe(*key).filter(|entry| entry.covers(depth - 1, level)) else { continue };
            let score = -i32::from(entry.upper);
            if score > alpha {
                return Some(score);
            }
        }
        None
    }

    /// The last two plies before the evaluation: no table, no sorting.
    fn near_leaf(&mut self, node: &Node, alpha: i32, depth: u32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return self.evaluate(node);
        }
        let mut legal = node.board.legal() & self.field.area();
        if legal == 0 {
            let other = node.board.passed();
            if other.legal() & self.field.area() == 0 {
                return self.field.final_score(node.board.own, node.empties as i32);
            }
            return -self.near_leaf(&node.passed(self.layout()), -alpha - 1, depth);
        }
        let mut best = NO_SCORE;
        while legal != 0 {
            let square = legal.trailing_zeros();
            legal &= legal - 1;
            let flips = node.board.flips(square);
            if flips == node.board.opp && !F::FEWEST {
                return self.field.size();
            }
            let next = node.after(self.layout(), square, flips);
            best = best.max(-self.near_leaf(&next, -alpha - 1, depth - 1));
            if best > alpha {
                break;
            }
        }
        best
    }

    /// The evaluation in whole discs.
    #[inline(always)]
    pub(crate) fn evaluate(&self, node: &Node) -> i32 {
        let value = self.fine_value(node);
        let limit = self.field.size() - 1;
        ((value + crate::eval::UNIT / 2).div_euclid(crate::eval::UNIT)).clamp(-limit, limit)
    }

    /// The evaluation in fractions of a disc.
    #[inline(always)]
    pub(crate) fn fine_value(&self, node: &Node) -> i32 {
        let Node { board, features, empties } = node;
        if F::WHOLE {
            self.shared.model.evaluate(*board, features, *empties)
        } else {
            // Holes are neither moves nor empty squares whose number could be odd.
            let moves = |board: Board| (board.legal() & self.field.area()).count_ones();
            let filled = Board { own: board.own | self.field.walls(), opp: board.opp };
            self.shared.model.evaluate_counted(filled, features, *empties, moves(*board), moves(board.passed()))
        }
    }
}
