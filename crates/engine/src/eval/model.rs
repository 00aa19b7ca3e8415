//! A layout with its weights, and the evaluation of a board.

use std::sync::{Arc, OnceLock};

use outflank_rules::{BoardSpec, Goal};

use super::features::MOVE_LANES;
use super::layout::{GROUP, OTHER_GROUPS};
use super::order::{BIAS, EXTRAS, OPP_MOBILITY, PARITY};
use super::shapes::STANDARD_STARTS;
use super::{Features, Layout, MOBILITIES, UNIT, WeightsError};
use crate::Board;
use crate::kernel::{self, Cpu, Portable};

/// The window through which the weights of a pattern are read: every 16-bit state is inside. It
/// extends past the weights of the pattern.
const VIEW: usize = 1 << 16;
/// The window through which the table of a phase is read, with room for the window of each pattern.
/// It extends into the next phase or the padding.
pub(super) const WINDOW: usize = 1 << 19;

/// The built-in models, once they are unpacked or installed.
static STANDARD: OnceLock<Arc<Model>> = OnceLock::new();
static SIX: OnceLock<Arc<Model>> = OnceLock::new();
static STANDARD_ANTI: OnceLock<Arc<Model>> = OnceLock::new();
static SIX_ANTI: OnceLock<Arc<Model>> = OnceLock::new();

/// A weight file of the library; empty without the feature `weights`.
macro_rules! file {
    ($name:literal) => {{
        #[cfg(feature = "weights")]
        let file: &[u8] = include_bytes!(concat!("../../weights/", $name));
        #[cfg(not(feature = "weights"))]
        let file: &[u8] = &[];
        file
    }};
}

/// The weight files of the library: those of the 8x8 board and the 6x6 board, and of both if fewest
/// discs win. Empty without the feature `weights`.
static FILES: [&[u8]; 4] = [file!("standard.bin"), file!("six.bin"), file!("standard_anti.bin"), file!("six_anti.bin")];

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
        built_in(&STANDARD, FILES[0])
    }

    /// The built-in evaluation of the 6x6 board.
    pub fn six() -> Arc<Model> {
        built_in(&SIX, FILES[1])
    }

    /// The built-in evaluation of the 8x8 board on which fewest discs win.
    pub fn standard_anti() -> Arc<Model> {
        built_in(&STANDARD_ANTI, FILES[2])
    }

    /// The built-in evaluation of the 6x6 board on which fewest discs win.
    pub fn six_anti() -> Arc<Model> {
        built_in(&SIX_ANTI, FILES[3])
    }

    /// The weight files that are built in, with the names of their boards. A web page fetches them.
    pub fn built_in_files() -> [(&'static str, &'static [u8]); 4] {
        let [standard, six, standard_anti, six_anti] = FILES;
        [("standard", standard), ("six", six), ("standard-anti", standard_anti), ("six-anti", six_anti)]
    }

    /// Returns the built-in evaluation for a board. Boards without separate weights use those of
    /// 8x8.
    pub fn for_spec(spec: BoardSpec) -> Arc<Model> {
        match (spec.size(), spec.goal()) {
            (6, Goal::Most) => Model::six(),
            (6, Goal::Fewest) => Model::six_anti(),
            (_, Goal::Most) => Model::standard(),
            (_, Goal::Fewest) => Model::standard_anti(),
        }
    }

    /// Makes this the built-in evaluation of its board, where the feature `weights` is off. Returns
    /// whether there was none.
    pub fn install(self) -> bool {
        let slot = slot(self.layout.size(), self.layout.goal());
        slot.set(Arc::new(self)).is_ok()
    }

    /// Whether there is a built-in evaluation for a board: always with the feature `weights`.
    pub fn is_installed_for(spec: BoardSpec) -> bool {
        cfg!(feature = "weights") || slot(spec.size(), spec.goal()).get().is_some()
    }

    /// Creates a model from the parameters of each phase, in the order of [`Layout`]. Keeps the
    /// first 100 characters of the name.
    pub fn new(layout: Layout, name: &str, parameters: &[Vec<i16>]) -> Result<Model, WeightsError> {
        let wrong = |found, expected| WeightsError::WrongCount { found, expected };
        if parameters.len() != layout.phases() {
            return Err(wrong(parameters.len(), layout.phases()));
        }
        if let Some(odd) = parameters.iter().find(|phase| phase.len() != layout.parameters()) {
            return Err(wrong(odd.len(), layout.parameters()));
        }
        let entries = layout.entries();
        let count = entries * (layout.phases() - 1) + WINDOW.max(entries);
        let mut tables = Vec::with_capacity(count);
        kernel::prefer_large_pages(tables.spare_capacity_mut());
        tables.resize(count, 0);
        for (phase, table) in parameters.iter().zip(tables.chunks_exact_mut(entries)) {
            layout.expand(phase, table);
        }
        let most = UNIT * layout.area().count_ones() as i32;
        Ok(Model { layout, name: shortened(name), tables: tables.into_boxed_slice(), most })
    }

    /// Renames the model. Keeps the first 100 characters.
    #[must_use]
    pub fn with_name(self, name: &str) -> Model {
        Model { name: shortened(name), ..self }
    }

    /// The layout.
    #[inline(always)]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the parameters of a phase in the order of [`Layout`], those of the last phase if
    /// there are fewer.
    pub fn parameters(&self, phase: usize) -> Vec<i16> {
        self.layout.contract(self.window(phase.min(self.layout.phases() - 1)))
    }

    /// The value of a board for the side to move, in [`UNIT`]s of a disc: never more than the board
    /// has squares. The features must be those of the board; `empties` is the number of its empty
    /// squares and chooses the phase.
    #[inline]
    pub fn evaluate(&self, board: Board, features: &Features, empties: u32) -> i32 {
        let (own, opp) = (self.layout.moves(board), self.layout.moves(board.passed()));
        self.evaluate_moves(Portable, board, features, empties, own, opp)
    }

    /// [`evaluate`](Model::evaluate) for callers that know the legal squares of both sides.
    #[inline(always)]
    pub(crate) fn evaluate_moves(
        &self,
        cpu: impl Cpu,
        board: Board,
        features: &Features,
        empties: u32,
        own: u64,
        opp: u64,
    ) -> i32 {
        let table = self.window(self.layout.phase(empties));
        let extras = self.extras(table);
        let patterns = if self.layout.reads_moves() {
            sum_of_standard(table, features, &features.with_moves(&self.layout, cpu, own, opp))
        } else {
            sum_of_groups(table, &self.layout.groups, features)
        };
        let sum = patterns
            + i32::from(extras[own.count_ones() as usize % MOBILITIES])
            + i32::from(extras[OPP_MOBILITY + opp.count_ones() as usize % MOBILITIES])
            + i32::from(extras[PARITY + self.layout.parity_state(board)])
            + i32::from(extras[BIAS]);
        sum.clamp(-self.most, self.most)
    }

    /// The weights that belong to no pattern.
    #[inline(always)]
    pub(super) fn extras<'a>(&self, table: &'a [i16; WINDOW]) -> &'a [i16; EXTRAS] {
        table[self.layout.blank as usize + 1..].first_chunk().expect("the table holds them")
    }

    /// The table of a phase and the entries after it.
    #[inline(always)]
    pub(super) fn window(&self, phase: usize) -> &[i16; WINDOW] {
        self.tables[phase * self.layout.entries()..].first_chunk().expect("padded to a window")
    }
}

/// The sum of the weights of all lanes on the standard board, where the states with moves replace
/// those of the first lanes. Nearly all the time of an evaluation is spent here. Every state of 16
/// bits is inside the window after every start, so nothing is checked.
#[inline(always)]
fn sum_of_standard(table: &[i16; WINDOW], features: &Features, with_moves: &[u16; MOVE_LANES]) -> i32 {
    macro_rules! groups {
        ($states:expr, $($group:literal)*) => { 0 $(+ sum_of_group::<$group>(table, $states.as_chunks().0))* };
    }
    groups!(features.states(), 8 9 10 11 12 13 14 15 16 17 18 19 20) + groups!(with_moves, 0 1 2 3 4 5 6 7)
}

/// The sum of the weights of four lanes. A function for each, because the compiler would not unroll
/// a loop of this length.
#[inline(always)]
fn sum_of_group<const AT: usize>(table: &[i16; WINDOW], states: &[[u16; GROUP]]) -> i32 {
    let start = const { STANDARD_STARTS[AT] };
    states[AT].iter().map(|&state| i32::from(table[start + usize::from(state)])).sum()
}

/// The sum of the weights of all lanes on other boards. As every state of 16 bits is inside a view,
/// only the views are checked, one for four states.
#[inline(always)]
fn sum_of_groups(table: &[i16; WINDOW], groups: &[u32; OTHER_GROUPS], features: &Features) -> i32 {
    let mut sum = 0;
    for (&start, states) in groups.iter().zip(features.states().as_chunks::<GROUP>().0) {
        let view: &[i16; VIEW] = table[start as usize..].first_chunk().expect("a window has room for every view");
        sum += states.iter().map(|&state| i32::from(view[usize::from(state)])).sum::<i32>();
    }
    sum
}

fn shortened(name: &str) -> String {
    name.chars().take(NAME_LENGTH).collect()
}

fn built_in(model: &OnceLock<Arc<Model>>, bytes: &[u8]) -> Arc<Model> {
    let unpacked = || Model::from_bytes(bytes).expect("built-in weights are valid, and without the feature installed");
    model.get_or_init(|| Arc::new(unpacked())).clone()
}

/// The model of a board. Boards without separate weights use those of 8x8.
fn slot(size: u8, goal: Goal) -> &'static OnceLock<Arc<Model>> {
    match (size, goal) {
        (6, Goal::Most) => &SIX,
        (6, Goal::Fewest) => &SIX_ANTI,
        (_, Goal::Most) => &STANDARD,
        (_, Goal::Fewest) => &STANDARD_ANTI,
    }
}
