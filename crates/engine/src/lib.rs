//! The engine: move kernels, evaluation, midgame search and exact solver.

mod board;
mod endgame;
pub mod eval;
mod field;
#[allow(unsafe_code)]
mod kernel;
mod params;
mod perft;
mod search;
mod selectivity;
mod table;

pub use board::Board;
pub use perft::perft;
pub use search::{Limits, Outcome, Progress, Searcher, Settings};
pub use selectivity::{Selectivity, UnknownSelectivity};
