//! How squares, moves and boards are written.

mod board;
mod moves;

pub use board::BoardStyle;
pub use moves::Notation;
