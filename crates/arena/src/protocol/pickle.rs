//! Pickle messages of a Python course: a board to each player, a square from each.
//!
//! These players exchange Python objects. They receive `[turn, board]`, where the turn is 1 for
//! White, -1 for Black and 0 at the end, and the board is a numpy array of 1, -1 and 0. They answer
//! `[x, y]`, or `[-1, -1]` to pass. `board[x, y]` is the square in column `x` and row `y`, both
//! from 0.
//!
//! A pickle is a program for a small machine that can call anything in Python. [`Decoder`] executes
//! only the few instructions that numbers, pairs and numpy numbers need, on its own heap, and
//! refuses all others by name. Bytes, values and steps are bounded, and nothing is recursive.
//!
//! Connections, turns and the reaction to wrong answers are the server's job.

mod answer;
mod call;
mod decoder;
mod instruction;
mod machine;
mod numpy;
mod question;
mod refusal;
#[cfg(test)]
mod tests;

pub use answer::PickleMoveError;
pub use decoder::{Decoder, MAX_PICKLE, Progress};
pub use question::{ask, over, refuse};
pub use refusal::{Reason, Refusal};
