//! What each feature adds to a value.

use outflank_rules::{Bitboard, Square};

use super::{Features, Model, UNIT};
use crate::Board;

/// What one feature adds to the value of a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Contribution {
    /// The pattern's name, or `own mobility`, `opposing mobility`, `parity` or `phase`.
    pub name: &'static str,
    /// The squares it looks at: the pattern's, the moves of a side, the empty squares for parity.
    pub squares: Vec<Square>,
    /// For a pattern, what lies on each of its squares: 1 for an own disc, 0 for none, -1 for an opposing one.
    pub digits: Vec<i8>,
    /// What it adds, in discs for the side to move.
    pub discs: f64,
}

impl Model {
    /// What each feature contributes to the value of the board with so many empty squares. The sum is the value, unless that was beyond what
    /// the board can hold.
    pub fn explain(&self, board: Board, empties: u32) -> Vec<Contribution> {
        let layout = self.layout();
        let table = self.window(layout.phase(empties));
        let discs = |at: u32| f64::from(table[at as usize]) / f64::from(UNIT);
        let features = Features::of(layout, board);
        let lanes = layout.lanes().iter().zip(layout.offsets).zip(features.states());
        let mut list: Vec<Contribution> = lanes
            .map(|((lane, offset), &state)| Contribution {
                name: layout.patterns()[lane.pattern].name(),
                squares: lane.squares.clone(),
                digits: lane.squares.iter().map(|&square| digit(board, square)).collect(),
                discs: discs(offset + u32::from(state)),
            })
            .collect();
        let mut add = |name, set: u64, at: u32| {
            let squares = Bitboard(set & layout.area()).into_iter().collect();
            list.push(Contribution { name, squares, digits: Vec::new(), discs: discs(at) });
        };
        add("own mobility", board.legal(), layout.own_mobility + layout.moves(board));
        add("opposing mobility", board.passed().legal(), layout.opp_mobility + layout.moves(board.passed()));
        add("parity", !(board.own | board.opp), layout.parity + layout.parity_state(board) as u32);
        add("phase", 0, layout.bias);
        list
    }
}

fn digit(board: Board, square: Square) -> i8 {
    let bit = |set: u64| (set >> square.index() & 1) as i8;
    bit(board.own) - bit(board.opp)
}
