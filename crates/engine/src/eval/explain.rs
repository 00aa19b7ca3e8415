//! The contribution of each feature to an evaluation.

use outflank_rules::{Bitboard, Square};

use super::order::{BIAS, OPP_MOBILITY, PARITY};
use super::{Model, UNIT};
use crate::Board;

/// The contribution of one feature to the value of a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Contribution {
    /// The pattern's name, or `own mobility`, `opposing mobility`, `parity` or `phase`.
    pub name: &'static str,
    /// Its squares: those of the pattern, the moves of a side, or the empty squares for parity.
    pub squares: Vec<Square>,
    /// For a pattern, the content of each square: 1 for an own disc, 0 for empty, -1 for an
    /// opposing disc.
    pub digits: Vec<i8>,
    /// The contribution in discs for the side to move.
    pub discs: f64,
}

impl Model {
    /// Returns the contribution of each feature to the value of the board with this many empty
    /// squares. The sum is the value, unless that was clamped to the range of scores.
    pub fn explain(&self, board: Board, empties: u32) -> Vec<Contribution> {
        let layout = self.layout();
        let table = self.window(layout.phase(empties));
        let states = layout.lanes().iter().zip(layout.states(board));
        let mut list: Vec<Contribution> = states
            .map(|(lane, state)| Contribution {
                name: layout.patterns()[lane.pattern].name(),
                squares: lane.squares.clone(),
                digits: lane.squares.iter().map(|&square| digit(board, square)).collect(),
                discs: discs(table[layout.start(lane.pattern) + usize::from(state)]),
            })
            .collect();
        let extras = self.extras(table);
        let mut add = |name, set: u64, at: usize| {
            let squares = Bitboard(set & layout.area()).into_iter().collect();
            list.push(Contribution { name, squares, digits: Vec::new(), discs: discs(extras[at]) });
        };
        let moves = |mover: Board| layout.moves(mover).count_ones() as usize;
        add("own mobility", board.legal(), moves(board));
        add("opposing mobility", board.passed().legal(), OPP_MOBILITY + moves(board.passed()));
        add("parity", !(board.own | board.opp), PARITY + layout.parity_state(board));
        add("phase", 0, BIAS);
        list
    }
}

fn discs(weight: i16) -> f64 {
    f64::from(weight) / f64::from(UNIT)
}

fn digit(board: Board, square: Square) -> i8 {
    let bit = |set: u64| (set >> square.index() & 1) as i8;
    bit(board.own) - bit(board.opp)
}
