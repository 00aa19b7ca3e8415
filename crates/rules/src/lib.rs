//! The rules of Reversi.

mod bitboard;
mod color;
mod direction;
mod game;
mod ground;
mod moves;
mod position;
mod score;
mod setup;
mod square;
mod symmetry;
mod variant;

pub mod movegen;
pub mod notation;
pub mod opening;
pub mod perft;
pub mod reach;
pub mod record;
pub mod reference;

pub use bitboard::{Bitboard, Squares};
pub use color::{Color, ParseColorError};
pub use direction::Direction;
pub use game::{Game, ReplayError};
pub use ground::Ground;
pub use moves::{IllegalMove, Move, ParseMoveError, Refusal};
pub use position::{Position, Status};
pub use score::{DiscDiff, FinalScore, Goal};
pub use setup::{InvalidSetup, Setup, SetupFault};
pub use square::{ParseSquareError, Square};
pub use symmetry::Symmetry;
pub use variant::{FirstMover, ParseVariantError, Variant};
