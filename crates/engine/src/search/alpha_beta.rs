//! The recursive search: principal variation search, null-window search and Multi-ProbCut.
//!
//! One null-window function serves the midgame and the endgame. A search whose depth reaches the
//! number of empty squares goes to the end of the game; its last part is
//! [`endgame`](crate::endgame), which needs no evaluation.

use std::sync::LazyLock;

use outflank_rules::{BoardSpec, Goal, Move, Square};

use crate::endgame::shallow::stability_cut;
use crate::eval::{Features, Layout, Model};
use crate::kernel::{Cpu, per_cpu};
use crate::params::{Deviations, Probe};
use crate::ruleset::Ruleset;
use crate::search::moves::{Candidate, Moves, order};
use crate::search::parallel::{Work, Worker};
use crate::table::{Entry, NO_MOVE, NO_SCORE, NewEntry, Table};
use crate::{Board, params};

/// A board, its features, and the number of its empty squares.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) board: Board,
    pub(crate) features: Features,
    pub(crate) empties: u32,
}

impl Node {
    pub(crate) fn new(layout: &Layout, board: Board, empties: u32) -> Node {
        Node { board, features: Features::of(layout, board), empties }
    }

    /// The node after a disc on `square` that flips `flips`.
    #[inline(always)]
    pub(crate) fn after(&self, layout: &Layout, square: u32, flips: u64) -> Node {
        Node {
            board: self.board.after(square, flips),
            features: self.features.after(layout, square, flips),
            empties: self.empties - 1,
        }
    }

    /// The node after a pass.
    #[inline(always)]
    pub(crate) fn passed(&self, layout: &Layout) -> Node {
        Node { board: self.board.passed(), features: self.features.passed(layout), empties: self.empties }
    }
}

/// The longest line: every square, and as many passes.
const MAX_PV_MOVES: usize = 120;

/// A principal variation, built from its end.
#[derive(Clone, Copy)]
pub(crate) struct PvLine {
    moves: [u8; MAX_PV_MOVES],
    len: usize,
}

impl Default for PvLine {
    fn default() -> PvLine {
        PvLine { moves: [0; MAX_PV_MOVES], len: 0 }
    }
}

impl PvLine {
    /// The code of a pass among the square indices.
    pub(crate) const PASS: u8 = 64;

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Sets the line to `first` followed by `rest`.
    pub(crate) fn lead(&mut self, first: u8, rest: &PvLine) {
        let len = rest.len.min(MAX_PV_MOVES - 1);
        self.moves[0] = first;
        self.moves[1..=len].copy_from_slice(&rest.moves[..len]);
        self.len = len + 1;
    }

    /// Converts the line to moves of the rules.
    pub(crate) fn moves(&self) -> Vec<Move> {
        self.moves[..self.len]
            .iter()
            .map(|square| Square::from_index(*square).map_or(Move::Pass, Move::Place))
            .collect()
    }
}

/// The arguments of an open-window search.
#[derive(Clone, Copy)]
pub(crate) struct PvQuery {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) depth: u32,
    pub(crate) level: u8,
}

impl PvQuery {
    fn child(self, alpha: i32) -> PvQuery {
        PvQuery { alpha: -self.beta, beta: -alpha, depth: self.depth - 1, ..self }
    }
}

impl<F: Ruleset> Worker<'_, F> {
    /// Returns the value of a position inside the window, or a bound outside it, and stores the
    /// principal variation in `line`.
    pub(crate) fn principal(&mut self, node: &Node, window: PvQuery, line: &mut PvLine) -> i32 {
        line.clear();
        self.nodes += 1;
        let depth = window.depth.min(node.empties);
        if self.is_interrupted() {
            return window.alpha;
        }
        let legal = self.ruleset.legal(node.board);
        if legal == 0 {
            return self.principal_pass(node, window, line);
        }
        if depth == 0 {
            return self.evaluate(node);
        }
        let window = PvQuery { depth, ..window };
        let key = Table::key(node.board, self.ruleset.seed());
        let entry = self.shared.table.probe(key);
        let mut moves = Moves::of(self.ruleset, node.board, legal);
        if entry.is_none() && depth >= params::DEEPEN_FROM {
            self.deepen(node, window);
        }
        let entry = self.shared.table.probe(key);
        let query = NullWindowQuery { alpha: window.alpha, depth, level: window.level };
        order(self, node, moves.as_mut_slice(), query, entry);
        let (score, best) = self.principal_moves(node, &moves, window, line);
        if self.is_interrupted() {
            return score;
        }
        let PvQuery { alpha, beta, level, .. } = window;
        self.shared.table.store(key, NewEntry { depth, level, alpha, beta, score, best });
        score
    }

    /// Internal iterative deepening: a shallower search finds a first move if the table has none.
    fn deepen(&mut self, node: &Node, window: PvQuery) {
        let depth = window.depth - params::DEEPEN_BY;
        self.principal(node, PvQuery { depth, level: params::DEEPEN_LEVEL, ..window }, &mut PvLine::default());
    }

    fn principal_pass(&mut self, node: &Node, window: PvQuery, line: &mut PvLine) -> i32 {
        if self.ruleset.legal(node.board.passed()) == 0 {
            return self.ruleset.final_score(node.board.own, node.empties as i32);
        }
        let flipped = PvQuery { alpha: -window.beta, beta: -window.alpha, ..window };
        let mut rest = PvLine::default();
        let score = -self.principal(&node.passed(self.layout()), flipped, &mut rest);
        if self.is_interrupted() {
            return window.alpha;
        }
        line.lead(PvLine::PASS, &rest);
        score
    }

    fn principal_moves(&mut self, node: &Node, moves: &Moves, window: PvQuery, line: &mut PvLine) -> (i32, u8) {
        let mut alpha = window.alpha;
        let mut best = (NO_SCORE, NO_MOVE);
        let mut rest = PvLine::default();
        for (number, candidate) in moves.as_slice().iter().enumerate() {
            let score = self.principal_child(node, candidate, PvQuery { alpha, ..window }, number == 0, &mut rest);
            if self.is_interrupted() {
                return best;
            }
            if score > best.0 {
                best = (score, candidate.square);
                line.lead(candidate.square, &rest);
                alpha = alpha.max(score);
                if score >= window.beta.min(self.ruleset.size()) {
                    break;
                }
            }
        }
        best
    }

    /// Searches one move: the first with the open window, the others first with a null window.
    fn principal_child(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        window: PvQuery,
        is_first: bool,
        rest: &mut PvLine,
    ) -> i32 {
        let PvQuery { alpha, beta, depth, level } = window;
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

/// The arguments of a null-window search.
#[derive(Clone, Copy)]
pub(crate) struct NullWindowQuery {
    pub(crate) alpha: i32,
    pub(crate) depth: u32,
    pub(crate) level: u8,
}

impl<F: Ruleset> Worker<'_, F> {
    #[inline(always)]
    fn without_passes(&mut self, node: &Node, query: NullWindowQuery) -> i32 {
        let NullWindowQuery { alpha, depth, level } = query;
        let key = Table::key(node.board, self.ruleset.seed());
        self.shared.table.prefetch(key);
        let legal = self.ruleset.legal(node.board);
        if legal == 0 {
            let other = node.board.passed();
            if self.ruleset.legal(other) == 0 {
                return self.ruleset.final_score(node.board.own, node.empties as i32);
            }
            return -null_window(self, &node.passed(self.layout()), -alpha - 1, depth, level);
        }
        let entry = self.shared.table.probe(key);
        if let Some(score) = entry.filter(|entry| entry.covers(depth, level)).and_then(|entry| entry.cut(alpha)) {
            return score;
        }
        if level < params::EXACT
            && depth >= params::PROBCUT_FROM
            && let Some(score) = self.probcut(node, query)
        {
            return score;
        }
        let mut moves = Moves::of(self.ruleset, node.board, legal);
        if let Some(cut) = self.child_cut(node, &moves, query) {
            return cut;
        }
        let (score, best) = self.try_moves(node, &mut moves, query, entry);
        if self.is_interrupted() {
            return alpha;
        }
        self.shared.table.store(key, NewEntry { depth, level, alpha, beta: alpha + 1, score, best });
        score
    }

    /// Searches the moves one after another, or shares them with idle threads after the first.
    /// Sorts the others only if the move from the table did not cut.
    #[inline(always)]
    fn try_moves(&mut self, node: &Node, moves: &mut Moves, query: NullWindowQuery, entry: Option<Entry>) -> (i32, u8) {
        let NullWindowQuery { alpha, depth, level } = query;
        let to_end = depth >= node.empties;
        let ordered_from = usize::from(entry.is_some_and(|entry| moves.lead_with(entry.best)));
        let mut best = (NO_SCORE, NO_MOVE);
        for number in 0..moves.as_slice().len() {
            if number == ordered_from {
                order(self, node, &mut moves.as_mut_slice()[number..], query, entry);
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

    /// Returns the score of a move that wins every disc, or of one whose table entry is enough for
    /// a cut.
    #[inline(always)]
    fn child_cut(&mut self, node: &Node, moves: &Moves, query: NullWindowQuery) -> Option<i32> {
        if !F::FEWEST && moves.as_slice().iter().any(|candidate| candidate.flips == node.board.opp) {
            return Some(self.ruleset.size());
        }
        let NullWindowQuery { alpha, depth, level } = query;
        if depth < params::CHILD_CUT_FROM {
            return None;
        }
        let table = self.shared.table;
        let mut keys = [0; super::moves::MAX_MOVES];
        for (key, candidate) in keys.iter_mut().zip(moves.as_slice()) {
            let board = node.board.after(u32::from(candidate.square), candidate.flips);
            *key = Table::key(board, self.ruleset.seed());
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

    /// Returns the evaluation in whole discs.
    #[inline(always)]
    pub(crate) fn evaluate(&self, node: &Node) -> i32 {
        let value = self.fine_value(node);
        let limit = self.ruleset.size() - 1;
        ((value + crate::eval::UNIT / 2).div_euclid(crate::eval::UNIT)).clamp(-limit, limit)
    }

    /// Returns the evaluation in fractions of a disc.
    #[inline(always)]
    pub(crate) fn fine_value(&self, node: &Node) -> i32 {
        let Node { board, features, empties } = node;
        let own = self.ruleset.legal(*board);
        let opp = self.ruleset.legal(board.passed());
        // Holes are not moves and do not count for the parity of the empty squares.
        let filled = Board { own: board.own | self.ruleset.walls(), opp: board.opp };
        evaluate(self.ruleset.cpu(), &self.shared.model, filled, features, *empties, own, opp)
    }
}

per_cpu! {
    /// Returns an upper bound of the value if it is at most `alpha`, else a lower bound.
    #[cpu(F::Cpu = worker.ruleset.cpu())]
    pub(crate) fn null_window<F: Ruleset>(
        worker: &mut Worker<'_, F>,
        node: &Node,
        alpha: i32,
        depth: u32,
        level: u8,
    ) -> i32 {
        let to_end = depth >= node.empties;
        if to_end && node.empties <= F::SHALLOW_TO {
            return worker.last_part(node.board, node.empties, alpha);
        }
        if !to_end && depth <= params::LEAF_DEPTH {
            return near_leaf(worker, node, alpha, depth, level);
        }
        worker.nodes += 1;
        if worker.is_interrupted() {
            return alpha;
        }
        if let Some(bound) = stability_cut(worker.ruleset, node.board, alpha, node.empties) {
            return bound;
        }
        let depth = depth.min(node.empties);
        worker.without_passes(node, NullWindowQuery { alpha, depth, level })
    }
}

per_cpu! {
    /// Searches the last two plies before the evaluation, without table. The kind of square gives the
    /// order of the moves, which costs no evaluation.
    #[cpu(F::Cpu = worker.ruleset.cpu())]
    fn near_leaf<F: Ruleset>(worker: &mut Worker<'_, F>, node: &Node, alpha: i32, depth: u32, level: u8) -> i32 {
        worker.nodes += 1;
        if depth == 0 {
            return worker.evaluate(node);
        }
        let legal = worker.ruleset.legal(node.board);
        if legal == 0 {
            let other = node.board.passed();
            if worker.ruleset.legal(other) == 0 {
                return worker.ruleset.final_score(node.board.own, node.empties as i32);
            }
            return -near_leaf(worker, &node.passed(worker.layout()), -alpha - 1, depth, level);
        }
        if F::WHOLE
            && depth == params::LEAF_DEPTH
            && level < params::EXACT
            && let Some(bound) = worker.leaf_cut(node, NullWindowQuery { alpha, depth, level })
        {
            return bound;
        }
        let mut best = NO_SCORE;
        for tier in worker.ruleset.tiers() {
            let mut squares = legal & tier;
            while squares != 0 {
                let square = squares.trailing_zeros();
                squares &= squares - 1;
                let flips = worker.ruleset.flips(node.board, square);
                if flips == node.board.opp && !F::FEWEST {
                    return worker.ruleset.size();
                }
                let next = node.after(worker.layout(), square, flips);
                best = best.max(-near_leaf(worker, &next, -alpha - 1, depth - 1, level));
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }
}

per_cpu! {
    /// Returns the evaluation of a node in fractions of a disc. `own` and `opp` are the legal squares
    /// of both sides. Inlined, the compiler runs out of registers and it takes a quarter longer.
    #[inline(never)]
    #[cpu(C = cpu)]
    fn evaluate<C: Cpu>(
        cpu: C,
        model: &Model,
        board: Board,
        features: &Features,
        empties: u32,
        own: u64,
        opp: u64,
    ) -> i32 {
        model.evaluate_moves(cpu, board, features, empties, own, opp)
    }
}

/// The probes for all levels, numbers of empty squares and depths, computed once so that the search
/// does no floating-point arithmetic.
pub(crate) struct Probes([[[Probe; 64]; 64]; 8]);

impl Probes {
    /// The probes of games on this board.
    pub(crate) fn of_spec(spec: BoardSpec) -> &'static Probes {
        static STANDARD: LazyLock<Box<Probes>> = LazyLock::new(|| Probes::new(&Deviations::STANDARD));
        static OTHER_BOARDS: LazyLock<Box<Probes>> = LazyLock::new(|| Probes::new(&Deviations::OTHER_BOARDS));
        static FEWEST: LazyLock<Box<Probes>> = LazyLock::new(|| Probes::new(&Deviations::FEWEST));
        match spec.goal() {
            Goal::Fewest => &FEWEST,
            Goal::Most if spec.area().0 == !0 => &STANDARD,
            Goal::Most => &OTHER_BOARDS,
        }
    }

    fn new(deviations: &Deviations) -> Box<Probes> {
        let mut probes = Box::new(Probes([[[Probe::default(); 64]; 64]; 8]));
        for (level, probes) in probes.0.iter_mut().take(5).enumerate() {
            for (empties, probes) in probes.iter_mut().enumerate().skip(1) {
                for (depth, probe) in probes.iter_mut().enumerate().take(empties + 1).skip(1) {
                    *probe = Probe::new(level as u8, empties as u32, depth as u32, deviations);
                }
            }
        }
        probes
    }

    #[inline(always)]
    fn of(&self, level: u8, empties: u32, depth: u32) -> Probe {
        self.0[usize::from(level) % 8][empties as usize % 64][depth as usize % 64]
    }
}

impl<F: Ruleset> Worker<'_, F> {
    /// Returns a bound for the position if a shallow search makes it likely enough for the level of
    /// the query.
    #[inline(always)]
    pub(crate) fn probcut(&mut self, node: &Node, query: NullWindowQuery) -> Option<i32> {
        let NullWindowQuery { alpha, depth, level } = query;
        let probe = self.shared.probes.of(level, node.empties, depth);
        let (shallow, margin, doubt) = (u32::from(probe.depth), i32::from(probe.margin), i32::from(probe.doubt));
        let limit = self.ruleset.size();
        let here = self.evaluate(node);
        let high = alpha + 1 + margin;
        if high < limit && here + doubt >= high && null_window(self, node, high - 1, shallow, level) >= high {
            return (!self.is_interrupted()).then_some(alpha + 1);
        }
        let low = alpha - margin;
        if low > -limit && here - doubt <= low && null_window(self, node, low, shallow, level) <= low {
            return (!self.is_interrupted()).then_some(alpha);
        }
        None
    }

    /// Returns a bound near the leaves if the evaluation alone makes it likely enough. Only the
    /// standard game does this: no match has shown a gain in others.
    #[inline(always)]
    fn leaf_cut(&self, node: &Node, query: NullWindowQuery) -> Option<i32> {
        let NullWindowQuery { alpha, depth, level } = query;
        let margin = i32::from(self.shared.probes.of(level, node.empties, depth).margin);
        let here = self.evaluate(node);
        if here > alpha + margin {
            Some(alpha + 1)
        } else if here <= alpha - margin {
            Some(alpha)
        } else {
            None
        }
    }
}
