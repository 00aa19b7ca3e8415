//! A layout with its weights, and the value of a board.

use std::sync::{Arc, OnceLock};

use super::{BadWeights, Features, Layout, MOBILITIES, UNIT};
use crate::Board;

/// What a phase's table is read through: every index of so many bits is inside, so that none is checked. It reaches
/// past the phase's own entries, into the next phase or the padding.
const WINDOW: usize = 1 << 19;

/// The longest name of a model, in characters.
const NAME_LENGTH: usize = 100;

/// An evaluation: a layout and the weights of all phases.
pub struct Model {
    layout: Layout,
    name: String,
    /// The tables of all phases one after another, padded to a window after the start of the last.
    tables: Box<[i16]>,
    most: i32,
}

impl Model {
    /// The built-in evaluation of the 8x8 board.
    pub fn standard() -> Arc<Model> {
        static MODEL: OnceLock<Arc<Model>> = OnceLock::new();
        built_in(&MODEL, include_bytes!("../../weights/standard.bin"))
    }

    /// The built-in evaluation of the 6x6 board.
    pub fn six() -> Arc<Model> {
        static MODEL: OnceLock<Arc<Model>> = OnceLock::new();
        built_in(&MODEL, include_bytes!("../../weights/six.bin"))
    }

    /// A model from the parameters of each phase, in the order that [`Layout`] tells. Of the name the first hundred characters stay.
    pub fn new(layout: Layout, name: &str, parameters: &[Vec<i16>]) -> Result<Model, BadWeights> {
        let wrong = |found, expected| BadWeights::WrongCount { found, expected };
        if parameters.len() != layout.phases() {
            return Err(wrong(parameters.len(), layout.phases()));
        }
        if let Some(odd) = parameters.iter().find(|phase| phase.len() != layout.parameters()) {
            return Err(wrong(odd.len(), layout.parameters()));
        }
        let entries = layout.entries();
        let mut tables = vec![0; entries * (layout.phases() - 1) + WINDOW.max(entries)].into_boxed_slice();
        for (phase, table) in parameters.iter().zip(tables.chunks_exact_mut(entries)) {
            layout.expand(phase, table);
        }
        let most = UNIT * layout.area().count_ones() as i32;
        Ok(Model { layout, name: name.chars().take(NAME_LENGTH).collect(), tables, most })
    }

    /// Where it looks.
    #[inline(always)]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The parameters of a phase, in the order that [`Layout`] tells; the last phase's if there are fewer.
    pub fn parameters(&self, phase: usize) -> Vec<i16> {
        self.layout.contract(self.window(phase.min(self.layout.phases() - 1)))
    }

    /// The value of a board for the side to move, in [`UNIT`]s of a disc: never more than the board has squares.
    /// The features must be those of the board; `empties` is the number of its empty squares and chooses the phase.
    #[inline]
    pub fn evaluate(&self, board: Board, features: &Features, empties: u32) -> i32 {
        let (own, opp) = (self.layout.moves(board), self.layout.moves(board.passed()));
        self.evaluate_counted(board, features, empties, own, opp)
    }

    /// [`evaluate`](Model::evaluate) for callers who know how many moves both sides have.
    #[inline]
    pub fn evaluate_counted(&self, board: Board, features: &Features, empties: u32, own: u32, opp: u32) -> i32 {
        let table = self.window(self.layout.phase(empties));
        let layout = &self.layout;
        let weight = |at: u32| i32::from(table[at as usize % WINDOW]);
        let mut sum = weight(layout.own_mobility + own % MOBILITIES as u32)
            + weight(layout.opp_mobility + opp % MOBILITIES as u32)
            + weight(layout.parity + layout.parity_state(board) as u32)
            + weight(layout.bias);
        for (offset, state) in layout.offsets.iter().zip(features.states()) {
            sum += weight(offset + u32::from(*state));
        }
        sum.clamp(-self.most, self.most)
    }

    /// The table of a phase and what follows it.
    #[inline(always)]
    pub(super) fn window(&self, phase: usize) -> &[i16; WINDOW] {
        self.tables[phase * self.layout.entries()..].first_chunk().expect("padded to a window")
    }
}

fn built_in(model: &OnceLock<Arc<Model>>, bytes: &[u8]) -> Arc<Model> {
    model.get_or_init(|| Arc::new(Model::from_bytes(bytes).expect("built-in weights are valid"))).clone()
}
