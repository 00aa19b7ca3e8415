//! A labeled position for a fitter.

use outflank_engine::{Board, eval::Layout};

use crate::{
    flat_layout::{Extras, FlatLayout},
    label::Labeled,
};

/// A position with its label and the values that select its parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The discs, those of the side to move first.
    pub board: Board,
    /// The label in discs for the side to move.
    pub label: f32,
    /// The weight of the position.
    pub weight: f32,
    /// The value of the search.
    pub value: i8,
    /// Is the label the result of perfect play?
    pub is_exact: bool,
    /// Is it kept for validation?
    pub is_validation: bool,
    /// The phase of the game.
    pub phase: u8,
    /// Mobility and parity.
    pub extras: Extras,
}

impl Sample {
    pub(super) fn new(labeled: &Labeled, layout: &Layout, terms: &FlatLayout, is_validation: bool) -> Sample {
        let position = &labeled.position;
        let board = Board { own: position.own().0, opp: position.opp().0 };
        Sample {
            board,
            label: labeled.label,
            weight: 1.0,
            value: labeled.value,
            is_exact: labeled.is_exact,
            is_validation,
            phase: layout.phase(position.empties().len()) as u8,
            extras: terms.extras(layout, board),
        }
    }
}
