//! One position as a fitter sees it.

use outflank_engine::{Board, eval::Layout};

use crate::{
    label::Labelled,
    terms::{Extras, Terms},
};

/// A position with its label and what chooses its parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The discs, those of the side to move first.
    pub board: Board,
    /// What it is taught to be worth, in discs for the side to move.
    pub label: f32,
    /// How much it counts.
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
    pub(super) fn new(labelled: &Labelled, layout: &Layout, terms: &Terms, is_validation: bool) -> Sample {
        let position = &labelled.position;
        let board = Board { own: position.own().0, opp: position.opp().0 };
        Sample {
            board,
            label: labelled.label,
            weight: 1.0,
            value: labelled.value,
            is_exact: labelled.is_exact,
            is_validation,
            phase: layout.phase(position.empties().len()) as u8,
            extras: terms.extras(layout, board),
        }
    }
}
