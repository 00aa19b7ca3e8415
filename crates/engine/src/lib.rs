//! A Reversi engine: it plays, evaluates moves, solves endgames and reviews games.
//!
//! It accepts any position of [`outflank_rules`]: boards of 4x4, 6x6 and 8x8, boards with holes,
//! and the game in which fewest discs win. Its evaluation weights and a small opening book are
//! compiled in.
//!
//! ```
//! use outflank_engine::{Clock, Level, Limits, Player, Searcher, Settings};
//! use outflank_rules::{Game, Position, Variant};
//!
//! let mut game = Game::new(Position::default());
//! let mut player = Player::new(Level::numbered(6).unwrap(), 42, &Settings::default());
//! let chosen = player.choose(&game.position(), Clock::Unlimited).expect("the game is not over");
//! game.play(chosen.mv)?;
//!
//! let mut searcher = Searcher::new(&Settings::default());
//! let solved = searcher.search(&Variant::TINY.start(), &Limits::exact());
//! assert!(solved.is_exact() && solved.value.discs() == -10);
//!
//! let analysis = searcher.analyse(&game.position(), &Limits::depth(5));
//! assert_eq!(analysis.moves.len(), game.position().legal().len() as usize);
//! # Ok::<(), outflank_rules::IllegalMove>(())
//! ```
//!
//! # Contents
//!
//! | to | use |
//! |---|---|
//! | let the computer play at a level | [`Player`], [`Level`], [`ChosenMove`] |
//! | keep it within a clock | [`Clock`] |
//! | find the best move, its evaluation or the exact score | [`Searcher`], [`Limits`], [`Outcome`] |
//! | find only the winner, or only a bound | [`Window`], [`Bound`] |
//! | search as deep as the time allows | [`Limits::time`], [`Limits::open_ended`], [`DeepeningStrategy`] |
//! | choose the risk of a search | [`Selectivity`] |
//! | watch a search, or stop it | [`Searcher::search_with`], [`Progress`], [`Searcher::new_stop_handle`] |
//! | evaluate all moves of a position | [`Searcher::analyse`], [`Analysis`] |
//! | find the mistakes of a game | [`Searcher::review`], [`Review`], [`MoveClass`] |
//! | look up or build an opening book | [`Book`], [`BookOptions`] |
//! | evaluate a board without search, or train other weights | [`eval`] |
//! | compute the moves of many boards | [`legal_many`] |
//! | check the move kernels | [`perft()`] |
//!
//! # Conventions
//!
//! Evaluations are [`DiscDiff`](outflank_rules::DiscDiff)s from -64 to 64: the margin in discs by
//! which the side to move will win, empty squares to the winner. A depth is a number of plies; a
//! pass does not count. One thread searches the same number of positions every time; more threads
//! find the same exact scores. Random choices follow from a seed.
//!
//! Positions of the free opening, in which discs do not flip yet, work with [`Player`],
//! [`Searcher::analyse`] and [`Searcher::review`], but not with [`Searcher::search`].
//!
//! # Features
//!
//! `serde` implements `Serialize` and `Deserialize` for levels, limits and results. `weights`, on by
//! default, compiles the evaluation weights in; without it, call
//! [`Model::install`](eval::Model::install) before the first search.
//!
//! # Deliberately absent
//!
//! No files or network. No global state but the [`CpuLevel`] in use, the weights, and the [`host`] of web
//! pages. No `unsafe` code outside the
//! kernels.

mod analysis;
mod board;
mod book;
mod clock;
mod endgame;
pub mod eval;
pub mod host;
#[allow(unsafe_code)]
mod kernel;
mod level;
mod params;
mod perft;
mod player;
mod ruleset;
mod search;
mod selectivity;
#[cfg(feature = "serde")]
mod serialize;
mod table;

pub use analysis::{Analysis, AnalysisStep, MoveClass, MoveValue, Outlook, Review, ReviewedMove};
pub use board::{Board, legal_many};
pub use book::{Book, BookError, BookMove, BookOptions, BookProgress};
pub use clock::Clock;
pub use host::Instant;
pub use kernel::{CpuLevel, CpuLevelError};
pub use level::{Level, LevelPlan, ParseLevelError};
pub use perft::perft;
pub use player::{ChosenMove, MoveOrigin, Player};
pub use search::{Bound, DeepeningStrategy, Limits, Outcome, Progress, Searcher, Settings, StopHandle, Window};
pub use selectivity::{ParseSelectivityError, Selectivity};

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
