//! The rules of Reversi: boards, positions, variants, games, reachability, notations and record
//! formats.
//!
//! Reversi, also known as Othello, is played with discs that are black on one side and white on the
//! other. A disc that encloses a line of opposing discs flips them. This crate plays on boards of
//! 4x4, 6x6 and 8x8 squares and on boards with holes, and explains why a move is illegal.
//!
//! ```
//! use outflank_rules::{Game, IllegalReason, Position, Square, Status};
//!
//! let mut game = Game::new(Position::default());
//! for mv in "f5 d6 c3 d3 c4".split(' ') {
//!     game.play(mv.parse()?)?;
//! }
//! let Status::ToPlace(legal) = game.position().status() else { unreachable!("white has moves") };
//! assert_eq!(legal.to_string(), "b3 f3 f4 b5 g5 g6");
//! assert_eq!(game.position().flips(Square::F3).to_string(), "e4");
//!
//! let refused = game.play(Square::A1.into()).unwrap_err();
//! assert_eq!(refused.reason, IllegalReason::FlipsNothing);
//! assert_eq!(refused.to_string(), "a1 flips nothing for white; legal for white: b3 f3 f4 b5 g5 g6");
//! println!("{}", game.position());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Contents
//!
//! | to | use |
//! |---|---|
//! | play, undo, redo and replay a game | [`Game`] |
//! | get the moves, flips and score of a position | [`Position`], [`Status`], [`FinalScore`] |
//! | choose the board, the start, the goal | [`Variant`], [`BoardSpec`], [`Goal`] |
//! | explain a refused move | [`IllegalMove`], [`IllegalReason`] |
//! | parse a board and check it | `text.parse::<`[`Setup`]`>()`, [`Setup::validate`] |
//! | find out whether a game can lead to a board | [`reach`] |
//! | draw a board, write and read moves in other notations | [`notation::BoardStyle`], [`notation::Notation`] |
//! | read and write files of games and positions | [`record::Reader`], [`record::write()`], [`record::Format::detect`] |
//! | name the opening of a game | [`opening`] |
//! | work with sets of squares | [`Bitboard`], [`bitboard!`] |
//! | turn and mirror boards, or treat mirror images as one | [`Symmetry`] |
//! | compute moves as fast as possible | [`movegen`] |
//! | draw moves, orders and numbers from a seed | [`rng::SplitMix64`] |
//! | check a move generator | [`perft`], [`reference`](mod@reference) |
//!
//! # Conventions
//!
//! Columns are a to h from left to right, rows 1 to 8 from top to bottom: `a1` is the top left
//! square. Parsing ignores case. In the standard game black moves first from black on e4 and d5,
//! white on d4 and e5. A pass is a separate [`Move`], legal only if no disc can be placed. Types
//! with [`FromStr`](std::str::FromStr) parse what their [`Display`](std::fmt::Display) prints.
//!
//! No input makes the crate panic. Readers stream: a file of any size needs the memory of one
//! record.
//!
//! # Features
//!
//! `serde` implements `Serialize` and `Deserialize` for the main types.
//!
//! # Deliberately absent
//!
//! No files, network, threads or clock: readers take any [`BufRead`](std::io::BufRead), and random
//! numbers come from a seed. No `unsafe` code. No boards larger than 8x8: a board is 64 bits. No
//! evaluation or search: the crate `outflank-engine` has them.

#![forbid(unsafe_code)]

mod bitboard;
mod board_spec;
mod color;
mod direction;
mod excerpt;
mod game;
mod moves;
mod position;
mod score;
#[cfg(feature = "serde")]
mod serialize;
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
pub mod rng;

pub use bitboard::{Bitboard, Squares};
pub use board_spec::BoardSpec;
pub use color::{Color, ParseColorError};
pub use direction::Direction;
pub use excerpt::excerpt;
pub use game::{Game, ReplayError};
pub use moves::{IllegalMove, IllegalReason, Move, ParseMoveError};
pub use position::{Position, Status};
pub use score::{DiscDiff, FinalScore, Goal};
pub use setup::{InvalidSetup, Setup, SetupFault};
pub use square::{ParseSquareError, Square, SquareIndexError};
pub use symmetry::Symmetry;
pub use variant::{FirstMover, ParseVariantError, Variant};

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
