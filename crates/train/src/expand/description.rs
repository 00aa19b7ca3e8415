//! Describes the arrays and the layout for a fitter.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use outflank_engine::eval::{Layout, MOVE_DIGITS, Pattern, UNIT};
use serde::{Deserialize, Serialize};

use super::{Plan, Sample, npy};
use crate::{BoardKind, flat_layout::FlatLayout};

/// The version of the folder's format.
const FORMAT: u32 = 2;

/// The contents of `description.json`.
///
/// The state of lane l on a board is `centres[l]` plus the sum over all squares of
/// `steps[square][l]`, added for an own disc and subtracted for an opposing one, plus the sum over
/// the legal squares of `move_steps[square][l]` times `move_digits`: of squares of the side to move
/// alone, of the opponent alone, and of both. `map[starts[l] + state]` is the lane's parameter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Description {
    /// Version of the format.
    pub format: u32,
    /// Squares per row.
    pub size: u8,
    /// Digest of the layout, in hexadecimal.
    pub layout: String,
    /// Number of phases.
    pub phases: usize,
    /// The phase for each number of empty squares.
    pub phase_of_empties: Vec<usize>,
    /// Number of parameters of each phase.
    pub parameters: usize,
    /// Weights are whole numbers of this fraction of a disc.
    pub unit: i32,
    /// Number of lanes.
    pub lanes: usize,
    /// The state of each lane on an empty board.
    pub centres: Vec<u32>,
    /// The factors of `move_steps`.
    pub move_digits: [u16; 3],
    /// First index of each lane in the map.
    pub starts: Vec<usize>,
    /// Parameters of each pattern, in order.
    pub patterns: Vec<Feature>,
    /// Parameters outside patterns, named after the column that selects them; no column selects the
    /// last.
    pub extras: Vec<Feature>,
    /// The weight of the result in the labels.
    pub lambda: f32,
    /// The share of the games kept for validation.
    pub validation: f64,
    /// Were equal positions merged?
    pub unique: bool,
    /// The sets and their sizes.
    pub sets: Vec<SetSummary>,
    /// A checksum that fitters must reproduce.
    pub check: Check,
}

/// The sum of the parameter indices of the first positions of `train`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct Check {
    /// Number of positions.
    pub positions: u64,
    /// The sum of the indices.
    pub sum: u64,
}

/// A range of parameters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Feature {
    /// The name.
    pub name: String,
    /// The first parameter.
    pub at: u32,
    /// Number of parameters.
    pub count: u32,
}

/// A set of positions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SetSummary {
    /// The name of its folder.
    pub name: String,
    /// Number of positions.
    pub positions: u64,
}

impl Description {
    pub(super) fn new(kind: BoardKind, plan: &Plan, sets: Vec<SetSummary>, check: Check) -> Description {
        let layout = kind.layout();
        let terms = FlatLayout::of(&layout);
        let limit = |lane: &outflank_engine::eval::Lane| u32::from(layout.patterns()[lane.pattern].limit());
        Description {
            format: FORMAT,
            size: layout.size(),
            layout: format!("{:016x}", layout.digest()),
            phases: layout.phases(),
            phase_of_empties: (0..=kind.placements()).map(|empties| layout.phase(empties)).collect(),
            parameters: layout.parameters(),
            unit: UNIT,
            lanes: layout.lanes().len(),
            centres: layout.lanes().iter().map(|lane| limit(lane) / 2).collect(),
            move_digits: MOVE_DIGITS,
            starts: terms.starts().to_vec(),
            patterns: patterns(&layout),
            extras: extras(&layout, &terms),
            lambda: plan.labeling.lambda,
            validation: plan.validation,
            unique: plan.unique,
            sets,
            check,
        }
    }

    /// Writes the description and the three arrays of the layout.
    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        let layout = BoardKind::of_layout(&self.layout).ok_or(io::ErrorKind::InvalidData)?.layout();
        let terms = FlatLayout::of(&layout);
        npy::write(&folder.join("steps.npy"), &[64, layout.lanes().len()], &steps(&layout, |_| true))?;
        let move_steps = steps(&layout, Pattern::reads_moves);
        npy::write(&folder.join("move_steps.npy"), &[64, layout.lanes().len()], &move_steps)?;
        npy::write(&folder.join("map.npy"), &[terms.map().len()], terms.map())?;
        fs::write(Description::path(folder), serde_json::to_vec_pretty(self)?)
    }

    /// Reads the description of a folder.
    pub fn read(folder: &Path) -> io::Result<Description> {
        let description: Description = serde_json::from_slice(&fs::read(Description::path(folder))?)?;
        if description.format == FORMAT {
            return Ok(description);
        }
        let message = format!("the folder has format {}, not {FORMAT}: expand the games again", description.format);
        Err(io::Error::new(io::ErrorKind::InvalidData, message))
    }

    /// The path of the description in a folder.
    pub fn path(folder: &Path) -> PathBuf {
        folder.join("description.json")
    }
}

impl Check {
    /// Computes the checksum of some positions.
    pub fn of(samples: &[Sample], layout: &Layout) -> Check {
        let terms = FlatLayout::of(layout);
        let mut found = vec![0; terms.len()];
        let mut sum = 0;
        for sample in samples {
            terms.write(layout, sample.board, sample.extras, &mut found);
            sum += found.iter().map(|&term| u64::from(term)).sum::<u64>();
        }
        Check { positions: samples.len() as u64, sum }
    }
}

/// The value of each square's digit in each lane of the chosen patterns.
fn steps(layout: &Layout, is_chosen: impl Fn(&Pattern) -> bool) -> Vec<f32> {
    let lanes = layout.lanes();
    let mut steps = vec![0.0; 64 * lanes.len()];
    for (at, lane) in lanes.iter().enumerate() {
        let pattern = &layout.patterns()[lane.pattern];
        for (place, square) in lane.squares.iter().enumerate().filter(|_| is_chosen(pattern)) {
            steps[square.index() * lanes.len() + at] = f32::from(pattern.step(place));
        }
    }
    steps
}

fn patterns(layout: &Layout) -> Vec<Feature> {
    let mut at = 0;
    let feature = |pattern: &Pattern| {
        let count = pattern.samples().len() as u32;
        at += count;
        Feature { name: pattern.name().to_owned(), at: at - count, count }
    };
    layout.patterns().iter().map(feature).collect()
}

fn extras(layout: &Layout, terms: &FlatLayout) -> Vec<Feature> {
    let [own, opp, parity, bias] = terms.extras_at();
    let ends = [opp, parity, bias, layout.parameters() as u32];
    let names = ["own_moves", "opp_moves", "parity", "bias"];
    let named = names.into_iter().zip([own, opp, parity, bias]).zip(ends);
    named.map(|((name, at), end)| Feature { name: name.to_owned(), at, count: end - at }).collect()
}
