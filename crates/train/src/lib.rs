//! Training of the evaluation, from nothing to a weight file.
//!
//! A round is: play games with the weights so far ([`play`]), pack them ([`dataset`]), give each position a label
//! ([`label`]), lay the positions out for a fitter ([`expand`]), fit ([`fit`], or `training/fit.py` on a GPU), write the
//! weights ([`weights`]), measure them on games that were not trained on ([`validate`]), and let them play against the ones before
//! ([`duel`]). Weights that stay also change how far a search may trust a shallower one ([`deviations`], [`selectivity`]).
//!
//! Everything that is drawn comes from a seed, so a round can be repeated. Nothing here prints: progress goes through
//! callbacks.

#![forbid(unsafe_code)]

pub mod dataset;
pub mod deviations;
pub mod duel;
pub mod expand;
pub mod fit;
pub mod label;
pub mod loss;
pub mod play;
pub mod selectivity;
pub mod validate;
pub mod weights;

mod chance;
mod game;
mod kind;
mod terms;

pub use chance::Chance;
pub use game::{Game, IllegalGame, Ply, Replay, Step, Value};
pub use kind::Kind;
pub use terms::{Extras, Terms};
