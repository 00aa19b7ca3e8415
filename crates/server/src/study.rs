//! Positions, replayed games, pictures and uploaded files.

pub(crate) mod embed;
pub(crate) mod http;
pub(crate) mod http_picture;
mod input;
pub mod picture;
mod reason;
mod replay;
mod setup;
pub mod upload;

pub use input::{GameInput, GameInputError, InputField, Moves};
pub(crate) use input::{first_game, variant_of};
pub use reason::ErrorReason;
pub(crate) use reason::{ReasonCode, ReasonPart, ReasonParts};
pub use replay::{replay, transcript};
pub use setup::{ParsedSetup, SetupRequest};
