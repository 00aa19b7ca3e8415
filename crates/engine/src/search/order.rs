//! Which move to try first: the better the guess, the smaller the tree.

use super::moves::{self, Candidate};
use super::node::Node;
use super::null_window::Question;
use super::worker::Worker;
use crate::endgame::regions;
use crate::field::Field;
use crate::params;
use crate::table::{Entry, NO_MOVE, NO_SCORE};

impl<F: Field> Worker<'_, F> {
    /// Sorts the moves: the one that the table names second, then by what a look at each of them says.
    pub(crate) fn order(&mut self, node: &Node, moves: &mut [Candidate], question: Question, entry: Option<Entry>) {
        if moves.len() < 2 {
            return;
        }
        let (best, second) = entry.map_or((NO_MOVE, NO_MOVE), |entry| (entry.best, entry.second));
        let look = Look::new(node, question, self.field);
        for candidate in &mut *moves {
            candidate.value = match candidate.square {
                square if square == best => i32::MAX,
                square if square == second => i32::MAX - 1,
                _ => self.promise(node, candidate, &look),
            };
        }
        moves::sort(moves);
    }

    fn promise(&mut self, node: &Node, candidate: &Candidate, look: &Look) -> i32 {
        let next = node.after(self.layout(), u32::from(candidate.square), candidate.flips);
        let replies = next.board.legal() & look.area;
        let mut value = -self.field.mobility(replies) * look.mobility;
        if look.odd >> candidate.square & 1 != 0 {
            value += look.parity;
        }
        value -= match look.depth {
            0 => self.fine_value(&next),
            depth => self.look_ahead(&next, depth, look.around) * crate::eval::UNIT,
        };
        value
    }

    /// A value from a shallow search with an open window around the question's.
    fn look_ahead(&mut self, node: &Node, depth: u32, around: i32) -> i32 {
        let (alpha, beta) = (-around - params::ORDER_WINDOW, -around + params::ORDER_WINDOW);
        self.open_window(node, alpha, beta, depth)
    }

    /// A plain search of one or two plies.
    pub(crate) fn open_window(&mut self, node: &Node, mut alpha: i32, beta: i32, depth: u32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return self.evaluate(node);
        }
        let mut legal = node.board.legal() & self.field.area();
        if legal == 0 {
            if node.board.passed().legal() & self.field.area() == 0 {
                return self.field.final_score(node.board.own, node.empties as i32);
            }
            return -self.open_window(&node.passed(self.layout()), -beta, -alpha, depth);
        }
        let mut best = NO_SCORE;
        while legal != 0 {
            let square = legal.trailing_zeros();
            legal &= legal - 1;
            let next = node.after(self.layout(), square, node.board.flips(square));
            best = best.max(-self.open_window(&next, -beta, -alpha, depth - 1));
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        best
    }
}

/// How closely the moves of a position are looked at.
struct Look {
    area: u64,
    odd: u64,
    depth: u32,
    around: i32,
    mobility: i32,
    parity: i32,
}

impl Look {
    fn new<F: Field>(node: &Node, question: Question, field: F) -> Look {
        let to_end = question.depth >= node.empties;
        let empties = field.empties(node.board.own, node.board.opp);
        Look {
            area: field.area(),
            odd: regions::odd_squares(field, regions::parity(field, empties)),
            depth: if to_end { params::order_depth_end(question.depth) } else { params::order_depth(question.depth) },
            around: question.alpha,
            mobility: match to_end {
                true if F::FEWEST => params::ANTI_ORDER_MOBILITY_END,
                true => params::ORDER_MOBILITY_END,
                false => params::ORDER_MOBILITY,
            },
            parity: if to_end && !F::FEWEST { params::ORDER_PARITY_END } else { 0 },
        }
    }
}
