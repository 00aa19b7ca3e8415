//! Evaluation without search: patterns of discs, mobility and parity, weighted by the phase of the
//! game.
//!
//! A [`Layout`] lists groups of squares; each group is one [`Pattern`] in all its positions on the
//! board. The [`Features`] of a board are the states of all groups, one number each; a move updates
//! them by a few additions of whole vectors. A [`Model`] is a layout with trained weights;
//! [`Model::evaluate`] sums the weights of the features. Four are built in, for 8x8 and 6x6 with
//! most or fewest discs winning: [`Model::for_spec`] chooses. A high value is good for the side to
//! move, whatever the goal.
//!
//! ```
//! use outflank_engine::{Board, eval::{Features, Model, UNIT}};
//!
//! let model = Model::standard();
//! let start = Board { own: 0x0000_0008_1000_0000, opp: 0x0000_0010_0800_0000 };
//! let features = Features::of(model.layout(), start);
//! let value = model.evaluate(start, &features, 60);
//! assert!(value.abs() < 8 * UNIT, "nobody is far ahead at the start");
//! ```
//!
//! Weights are stored in the file format of [`Model::to_bytes`], which the training tool writes.

mod explain;
mod features;
mod file;
mod layout;
mod model;
mod order;
mod pattern;
mod shapes;
#[cfg(test)]
mod tests;

pub use crate::kernel::MOVE_DIGITS;
pub use explain::Contribution;
pub use features::{Features, LANES};
pub use file::WeightsError;
pub(crate) use file::checksum;
pub use layout::{Lane, Layout};
pub use model::Model;
pub use order::MOBILITIES;
pub use pattern::Pattern;

/// The fraction of a disc in which values are counted.
pub const UNIT: i32 = 64;
