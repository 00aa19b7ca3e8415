//! Search with an open window: it gives the true value and the line of best play that leads to it.

use super::line::Line;
use super::moves::{Candidate, Moves};
use super::node::Node;
use super::null_window::Question;
use super::worker::Worker;
use crate::field::Field;
use crate::params;
use crate::table::{Found, NO_MOVE, NO_SCORE, Table};

/// What an open-window search asks.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) depth: u32,
    pub(crate) level: u8,
}

impl Window {
    fn child(self, alpha: i32) -> Window {
        Window { alpha: -self.beta, beta: -alpha, depth: self.depth - 1, ..self }
    }
}

impl<F: Field> Worker<'_, F> {
    /// The value of a position inside the window, or a bound outside it, and the line that shows it.
    pub(crate) fn principal(&mut self, node: &Node, window: Window, line: &mut Line) -> i32 {
        line.clear();
        self.nodes += 1;
        let depth = window.depth.min(node.empties);
        if self.is_interrupted() {
            return window.alpha;
        }
        let legal = node.board.legal() & self.field.area();
        if legal == 0 {
            return self.principal_pass(node, window, line);
        }
        if depth == 0 {
            return self.evaluate(node);
        }
        let window = Window { depth, ..window };
        let key = Table::key(node.board, self.field.seed());
        let entry = self.shared.table.probe(key);
        let mut moves = Moves::of(node.board, legal);
        if entry.is_none() && depth >= params::DEEPEN_FROM {
            self.deepen(node, window);
        }
        let entry = self.shared.table.probe(key);
        let question = Question { alpha: window.alpha, depth, level: window.level };
        self.order(node, moves.as_mut_slice(), question, entry);
        let (score, best) = self.principal_moves(node, &moves, window, line);
        if self.is_interrupted() {
            return score;
        }
        let Window { alpha, beta, level, .. } = window;
        self.shared.table.store(key, Found { depth, level, alpha, beta, score, best });
        score
    }

    /// Internal deepening: without a move from the table a shallower search finds one.
    fn deepen(&mut self, node: &Node, window: Window) {
        let depth = window.depth - params::DEEPEN_BY;
        self.principal(node, Window { depth, level: params::DEEPEN_LEVEL, ..window }, &mut Line::default());
    }

    fn principal_pass(&mut self, node: &Node, window: Window, line: &mut Line) -> i32 {
        if node.board.passed().legal() & self.field.area() == 0 {
            return self.field.final_score(node.board.own, node.empties as i32);
        }
        let flipped = Window { alpha: -window.beta, beta: -window.alpha, ..window };
        let mut rest = Line::default();
        let score = -self.principal(&node.passed(self.layout()), flipped, &mut rest);
        if self.is_interrupted() {
            return window.alpha;
        }
        line.lead(Line::PASS, &rest);
        score
    }

    fn principal_moves(&mut self, node: &Node, moves: &Moves, window: Window, line: &mut Line) -> (i32, u8) {
        let mut alpha = window.alpha;
        let mut best = (NO_SCORE, NO_MOVE);
        let mut rest = Line::default();
        for (number, candidate) in moves.as_slice().iter().enumerate() {
            let score = self.principal_child(node, candidate, Window { alpha, ..window }, number == 0, &mut rest);
            if self.is_interrupted() {
                return best;
            }
            if score > best.0 {
                best = (score, candidate.square);
                line.lead(candidate.square, &rest);
                alpha = alpha.max(score);
                if score >= window.beta.min(self.field.size()) {
                    break;
                }
            }
        }
        best
    }

    /// One move: the first with the open window, the others first with a null window.
    fn principal_child(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        window: Window,
        is_first: bool,
        rest: &mut Line,
    ) -> i32 {
        let Window { alpha, beta, depth, level } = window;
        if !is_first {
            rest.clear();
            let score = -self.child(node, candidate, -alpha - 1, depth - 1, level);
            if score <= alpha || score >= beta || self.is_interrupted() {
                return score;
            }
        }
        let next = node.after(self.layout(), u32::from(candidate.square), candidate.flips);
        -self.principal(&next, window.child(alpha), rest)
    }
}
