//! The rules of Reversi as a library: boards, positions, variants, games, reachability, notations and record formats.
//!
//! Reversi, known to many as Othello, is played with discs that are black on one side and white on the other. A disc
//! placed so that a line of opposing discs lies between it and another of one's own turns that line over. This crate knows
//! these rules on boards of 4x4, 6x6 and 8x8 squares and on boards with holes, and says why when something breaks them.
//!
//! ```
//! use outflank_rules::{Color, Game, Refusal, Status, Variant};
//!
//! let mut game = Game::new(Variant::STANDARD.start());
//! for mv in "f5 d6 c3 d3 c4".split(' ') {
//!     game.play(mv.parse()?)?;
//! }
//!
//! let position = game.position();
//! let picture = "
//!   a b c d e f g h
//! 1 - - - - - - - -
//! 2 - - - - - - - -
//! 3 - - X O - - - -
//! 4 - - X X X - - -
//! 5 - - - O X X - -
//! 6 - - - O - - - -
//! 7 - - - - - - - -
//! 8 - - - - - - - -
//! white to move";
//! assert_eq!(format!("\n{position}"), picture);
//!
//! // What can be done, and what each move would flip.
//! let Status::ToPlace(legal) = position.status() else { unreachable!("white has moves") };
//! assert_eq!(legal.to_string(), "b3 f3 f4 b5 g5 g6");
//! assert_eq!(position.flips("f3".parse()?).to_string(), "e4");
//!
//! // A refused move leaves the game as it was and says why.
//! let refused = game.play("a1".parse()?).unwrap_err();
//! assert_eq!(refused.refusal, Refusal::FlipsNothing);
//! assert_eq!(refused.to_string(), "a1 flips nothing for white; legal for white: b3 f3 f4 b5 g5 g6");
//!
//! game.undo();
//! assert_eq!(game.position().turn(), Color::Black);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to find what
//!
//! | to | use |
//! |---|---|
//! | play, undo, redo and replay a game | [`Game`] |
//! | ask a position for its moves, flips, score | [`Position`], [`Status`], [`FinalScore`] |
//! | choose the board, the start, the goal | [`Variant`], [`Ground`], [`Goal`] |
//! | explain a refused move | [`IllegalMove`], [`Refusal`] |
//! | check a board that somebody typed | [`notation::parse_board`], [`Setup::validate`] |
//! | know whether a board can come from a game | [`reach`] |
//! | draw a board, write and read moves in other notations | [`notation::BoardStyle`], [`notation::Notation`] |
//! | read and write files of games and positions | [`record::Reader`], [`record::write()`], [`record::Format::detect`] |
//! | name the opening of a game | [`opening`] |
//! | work with sets of squares | [`Bitboard`], [`bitboard!`] |
//! | turn and mirror boards, or treat mirror images as one | [`Symmetry`] |
//! | compute moves as fast as possible | [`movegen`] |
//! | check a move generator | [`perft`], [`reference`](mod@reference) |
//!
//! # Conventions
//!
//! Columns are a to h from left to right, rows 1 to 8 from top to bottom: `a1` is the top left square. Text is read in any
//! case. In the standard game black moves first from black on e4 and d5, white on d4 and e5. A pass is a [`Move`]
//! of its own, and legal only where nothing can be placed. What is parsed by [`FromStr`](std::str::FromStr) prints by
//! [`Display`](std::fmt::Display) and reads back as the same.
//!
//! No input makes the crate panic. Whatever reads, streams: the memory of one record is enough for a file of any size.
//!
//! # Deliberately absent
//!
//! No files, network, threads or clock: readers take any [`BufRead`](std::io::BufRead), and chance comes from a seed.
//! No `unsafe` code and no cargo features. No boards larger than 8x8: a board is 64 bits. No evaluation or search:
//! that is an engine's business.

#![forbid(unsafe_code)]

mod bitboard;
mod color;
mod direction;
mod excerpt;
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

/// The examples of the readme run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
