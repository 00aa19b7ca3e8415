//! Two orders of the weights of a phase: the table that the search reads, and the parameters in
//! files and training. See [`Layout`] for both. Change them together, and the digest of the layout
//! with them.

use super::{Lane, Layout};
use crate::Board;

/// Entries of a mobility table: numbers of moves from 0 to 63.
pub const MOBILITIES: usize = 64;

// After the padding in the table of a phase: own mobility first, then these.
pub(super) const OPP_MOBILITY: usize = MOBILITIES;
pub(super) const PARITY: usize = 2 * MOBILITIES;
pub(super) const BIAS: usize = PARITY + PARITY_CLASSES.len();
pub(super) const EXTRAS: usize = BIAS + 1;

/// The class of each of the 16 states of parity, mirror images being one. The bits are the
/// quadrants with an odd number of empty squares: top left, top right, bottom left, bottom right.
const PARITY_CLASSES: [u8; 16] = [0, 1, 1, 2, 1, 2, 3, 4, 1, 3, 2, 4, 2, 4, 4, 5];
/// One state of each class of parity.
const PARITY_SAMPLES: [u8; 6] = [0, 1, 3, 6, 7, 15];

impl Layout {
    /// The number of parameters of a phase.
    pub fn parameters(&self) -> usize {
        self.extras_at() + PARITY + PARITY_SAMPLES.len() + 1
    }

    /// The index of the first parameter that belongs to no pattern.
    fn extras_at(&self) -> usize {
        self.patterns().iter().map(|pattern| pattern.samples().len()).sum()
    }

    /// The number of entries in the table of a phase.
    #[inline(always)]
    pub(super) fn entries(&self) -> usize {
        self.blank as usize + 1 + EXTRAS
    }

    /// Returns the parameters whose sum is the value of the board. A parameter that counts twice is
    /// listed twice. The number is constant: one per lane, own mobility, opposing mobility, parity,
    /// and the constant that every board has.
    pub fn active(&self, board: Board) -> Vec<u32> {
        let states = self.states(board);
        let mut starts = Vec::with_capacity(self.patterns().len());
        let mut at = 0;
        for pattern in self.patterns() {
            starts.push(at);
            at += pattern.samples().len() as u32;
        }
        let class = |(lane, state): (&Lane, &u16)| {
            starts[lane.pattern] + u32::from(self.patterns()[lane.pattern].classes()[usize::from(*state)])
        };
        let mut active: Vec<u32> = self.lanes().iter().zip(&states).map(class).collect();
        active.extend(self.extras(board));
        active
    }

    /// The last four of [`active`](Layout::active): those that belong to no pattern.
    pub fn extras(&self, board: Board) -> [u32; 4] {
        let at = self.extras_at() as u32;
        let parities = at + PARITY as u32;
        [
            at + self.moves(board).count_ones(),
            at + OPP_MOBILITY as u32 + self.moves(board.passed()).count_ones(),
            parities + u32::from(PARITY_CLASSES[self.parity_state(board)]),
            parities + PARITY_SAMPLES.len() as u32,
        ]
    }

    /// Fills the table of a phase from its parameters.
    pub(super) fn expand(&self, parameters: &[i16], table: &mut [i16]) {
        let (mut from, mut to) = (parameters, table);
        for pattern in self.patterns() {
            let (weights, rest) = from.split_at(pattern.samples().len());
            let (entries, free) = to.split_at_mut(pattern.states());
            for (entry, &class) in entries.iter_mut().zip(pattern.classes()) {
                *entry = weights[usize::from(class)];
            }
            (from, to) = (rest, free);
        }
        let to = &mut to[1..];
        to[..PARITY].copy_from_slice(&from[..PARITY]);
        for (entry, &class) in to[PARITY..].iter_mut().zip(&PARITY_CLASSES) {
            *entry = from[PARITY + usize::from(class)];
        }
        to[BIAS] = from[PARITY + PARITY_SAMPLES.len()];
    }

    /// Returns the parameters from which the table of a phase was filled.
    pub(super) fn contract(&self, table: &[i16]) -> Vec<i16> {
        let mut parameters = Vec::with_capacity(self.parameters());
        let mut rest = table;
        for pattern in self.patterns() {
            parameters.extend(pattern.samples().iter().map(|&state| rest[usize::from(state)]));
            rest = &rest[pattern.states()..];
        }
        let rest = &rest[1..];
        parameters.extend(&rest[..PARITY]);
        parameters.extend(PARITY_SAMPLES.iter().map(|&state| rest[PARITY + usize::from(state)]));
        parameters.push(rest[BIAS]);
        parameters
    }
}
