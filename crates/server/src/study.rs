//! Positions, replayed games, pictures and uploaded files.

pub(crate) mod embed;
pub(crate) mod http;
pub(crate) mod http_picture;
pub mod picture;

#[cfg(test)]
pub(crate) use outflank_study::ReasonPart;
pub(crate) use outflank_study::{ErrorReason, ReasonCode, ReasonParts, first_game};
pub use outflank_study::{
    GameInput, GameInputError, InputField, Moves, ParsedSetup, SetupRequest, replay, transcript, upload,
};
