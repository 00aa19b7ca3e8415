//! Trains the evaluation by self-play, from nothing to a weight file. The program `outflank-train`
//! runs the steps.
//!
//! A round plays games with the current weights ([`play`]) and stores them ([`dataset`]), labels
//! each position ([`label`]), lays the positions out for a fitter ([`expand`]), fits ([`fit`], or
//! `training/fit.py` on a GPU), writes the weights ([`weights`]), measures their error on other
//! games ([`validate`]), and plays a match against the weights before ([`mod@matches`]). New
//! weights also change how far a shallow search is from a deep one ([`deviations`],
//! [`selectivity`]).
//!
//! All random numbers come from seeds, so a round can be repeated. The library prints nothing: it
//! reports progress through callbacks.

#![forbid(unsafe_code)]

pub mod dataset;
pub mod deviations;
pub mod expand;
pub mod fit;
pub mod label;
pub mod loss;
pub mod matches;
pub mod play;
pub mod selectivity;
pub mod validate;
pub mod weights;

mod flat_layout;
mod game;
mod kind;

pub use flat_layout::{Extras, FlatLayout};
pub use game::{Game, IllegalGame, Ply, Replay, Step, Value};
pub use kind::BoardKind;
