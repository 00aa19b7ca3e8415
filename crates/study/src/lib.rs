//! Reversi games, positions and analysis as JSON, without a server.
//!
//! The server of Outflank and the engine in its page reply with the same JSON, made here.
//!
//! | to | use |
//! |---|---|
//! | read a game or a position from a request | [`GameInput`] |
//! | replay it: board, legal squares, flips | [`replay()`] |
//! | check a board from an editor | [`SetupRequest`] |
//! | read a file of any format | [`upload::Upload`] |
//! | evaluate moves, review a game, solve a position | [`job`] |
//!
//! # Features
//!
//! Both are on by default; the page has a file for each. `jobs` has the analysis jobs. `records`
//! reads records of all formats and checks boards; without it an input has no field `from`.
//!
//! Views contain all that a page shows, such as the legal squares and the discs that each move
//! flips. So pages need no knowledge of the rules.

#![forbid(unsafe_code)]

mod input;
#[cfg(feature = "jobs")]
pub mod job;
mod reason;
mod replay;
#[cfg(feature = "records")]
mod setup;
#[cfg(feature = "records")]
pub mod upload;
pub mod view;

pub use input::{GameInput, GameInputError, InputField, Moves, variant_of};
#[cfg(feature = "records")]
pub use input::{NoGameError, first_game};
pub use reason::{ErrorReason, PartValue, ReasonCode, ReasonPart, ReasonParts};
pub use replay::{replay, transcript};
#[cfg(feature = "records")]
pub use setup::{ParsedSetup, SetupRequest};
