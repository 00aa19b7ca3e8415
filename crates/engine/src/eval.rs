//! What a position is worth without search: patterns of discs, mobility and parity, weighed by the phase of the game.
//!
//! A [`Layout`] says which groups of squares are looked at; each is one [`Pattern`] in all its positions on the board. The
//! [`Features`] of a board are the states of all those groups, one number each, and follow a move by a few additions of
//! whole vectors. A [`Model`] is a layout with trained weights; [`Model::evaluate`] sums the weights of the features.
//! Four are built in, for 8x8 and 6x6 where most or fewest discs win: [`Model::of_ground`] chooses. A value is good for the mover
//! if it is high, whatever wins.
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
//! Weights come from the file format of [`Model::to_bytes`], which the training writes. Not here: how weights are found,
//! and anything that looks ahead.

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

pub use explain::Contribution;
pub use features::{Features, LANES};
pub use file::BadWeights;
pub(crate) use file::checksum;
pub use layout::{Lane, Layout};
pub use model::Model;
pub use order::MOBILITIES;
pub use pattern::Pattern;

/// Values are counted in this fraction of a disc.
pub const UNIT: i32 = 64;
