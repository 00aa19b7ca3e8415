//! What the evaluation would cost if each feature gave eight numbers and their sums went through a
//! small network: the model that `training/fit.py --model net` fits, in integers and with random
//! weights, for time does not depend on them. It is given every advantage: sums of 16 bits, so that
//! a row is one addition of one register, and a ramp where the fitted network has a hyperbolic
//! tangent.

use outflank_engine::eval::{Features, LANES, Layout};

/// Numbers that a feature gives.
const DIM: usize = 8;
/// Size of the layer between.
const HIDDEN: usize = 32;
/// What the weights of a pattern are read through: every state of 16 bits is inside, as in the
/// linear evaluation.
const VIEW: usize = 1 << 16;
/// Lanes that share a pattern and are read together.
const GROUP: usize = 4;
/// Where the ramp ends, in 64ths of a disc.
const RAMP: i16 = 512;

#[repr(align(16))]
#[derive(Clone, Copy)]
struct Row([i16; DIM]);

struct Layer {
    first: [[i16; HIDDEN]; DIM],
    bias: [i32; HIDDEN],
    last: [i32; HIDDEN],
}

pub(crate) struct Net {
    tables: Vec<Row>,
    layers: Vec<Layer>,
    /// Where the rows of each four lanes begin in a phase; those of unused lanes at 0, where a row
    /// belongs to no pattern.
    groups: [usize; LANES / GROUP],
    /// Rows a phase.
    entries: usize,
}

impl Net {
    /// A network over the features of this layout.
    pub(crate) fn random(layout: &Layout) -> Net {
        let mut starts = vec![1];
        starts.extend(layout.patterns().iter().scan(1, |next, pattern| {
            *next += pattern.states();
            Some(*next)
        }));
        let entries = starts[layout.patterns().len()];
        let lane = |at: usize| layout.lanes().get(at).map_or(0, |lane| starts[lane.pattern]);
        let mut state = 1;
        let mut weight = || random(&mut state);
        Net {
            tables: (0..entries * layout.phases() + VIEW).map(|_| Row(std::array::from_fn(|_| weight()))).collect(),
            layers: (0..layout.phases()).map(|_| Layer::random(&mut weight)).collect(),
            groups: std::array::from_fn(|group| lane(group * GROUP)),
            entries,
        }
    }

    /// The value of a board with these features in this phase.
    #[inline(never)]
    pub(crate) fn evaluate(&self, features: &Features, phase: usize) -> i32 {
        let sums = self.sums(features, phase);
        i32::from(sums[0]) + self.layers[phase].value(sums)
    }

    #[inline(always)]
    fn sums(&self, features: &Features, phase: usize) -> [i16; DIM] {
        let table = &self.tables[phase * self.entries..];
        let mut sums = [0i16; DIM];
        for (&start, states) in self.groups.iter().zip(features.states().as_chunks::<GROUP>().0) {
            let view: &[Row; VIEW] = table[start..].first_chunk().expect("padded to a view");
            for &state in states {
                let row = &view[usize::from(state)].0;
                for at in 0..DIM {
                    sums[at] = sums[at].wrapping_add(row[at]);
                }
            }
        }
        sums
    }
}

impl Layer {
    fn random(weight: &mut impl FnMut() -> i16) -> Layer {
        Layer {
            first: std::array::from_fn(|_| std::array::from_fn(|_| weight())),
            bias: std::array::from_fn(|_| i32::from(weight())),
            last: std::array::from_fn(|_| i32::from(weight())),
        }
    }

    #[inline(always)]
    fn value(&self, sums: [i16; DIM]) -> i32 {
        let mut hidden = self.bias;
        for (sum, weights) in sums.iter().zip(&self.first) {
            let input = i32::from(*sum.clamp(&-RAMP, &RAMP));
            for (cell, &weight) in hidden.iter_mut().zip(weights) {
                *cell += input * i32::from(weight);
            }
        }
        let through: i32 = hidden.iter().zip(&self.last).map(|(&cell, &weight)| (cell.max(0) >> 6) * weight).sum();
        through >> 6
    }
}

/// Small weights, as fitted ones are.
pub(crate) fn random(state: &mut u64) -> i16 {
    *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
    (*state >> 58) as i16 - 32
}
