//! The engine: move kernels, evaluation, midgame search and exact solver.

mod board;
pub mod eval;
#[allow(unsafe_code)]
mod kernel;

pub use board::Board;
