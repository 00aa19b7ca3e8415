//! Pickles, as far as a classroom's Python players need them: a board to each, a square from each.
//!
//! These players know no other message than a Python object. They are sent `[turn, board]`, where the turn is 1 for White, -1 for Black and
//! 0 at the end, and the board an array of numpy with 1, -1 and 0; they answer `[x, y]`, or `[-1, -1]` to pass. `board[x, y]` is the
//! square in column `x` and row `y`, both from 0.
//!
//! A pickle is a program for a small machine that can call anything in Python. None of that is here: [`Decoder`] knows the few instructions
//! that numbers, pairs, and the numbers of numpy are made of, follows them on a heap of its own, and refuses everything else by
//! name. What a player sends takes a bounded number of bytes, of values and of steps, and is never followed recursively.
//!
//! Connections, turns and what is done about a wrong answer are of whoever listens.

mod answer;
mod call;
mod decoder;
mod heap;
mod instruction;
mod machine;
mod numpy;
mod opcode;
mod question;
mod refusal;
#[cfg(test)]
mod tests;

pub use answer::NotAMove;
pub use decoder::{Decoder, MAX_PICKLE, Progress};
pub use question::{ask, over};
pub use refusal::{Reason, Refusal};
