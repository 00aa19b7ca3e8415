//! The engine: it plays Reversi, values moves, solves ends of games and reviews whole ones.
//!
//! It works on any position of [`outflank_rules`]: boards of 4x4, 6x6 and 8x8, boards with holes, and the game in which fewest
//! discs win. Its evaluation and a small opening book are inside: there is no file to find.
//!
//! ```
//! use outflank_engine::{Clock, Level, Limits, Player, Searcher, Settings};
//! use outflank_rules::{Game, Variant};
//!
//! // Somebody to play against.
//! let mut game = Game::new(Variant::STANDARD.start());
//! let mut player = Player::new(Level::numbered(6).unwrap(), 42, &Settings::default());
//! let choice = player.choose(&game.position(), Clock::Unlimited).expect("the game is not over");
//! game.play(choice.mv)?;
//!
//! // The exact value of a position, here of the whole 4x4 game, which the first player loses.
//! let mut searcher = Searcher::new(&Settings::default());
//! let outcome = searcher.search(&Variant::TINY.start(), &Limits::exact());
//! assert!(outcome.is_exact());
//! assert_eq!(outcome.value.discs(), -10);
//!
//! // What every move is worth, as far as five plies show.
//! let analysis = searcher.analyse(&game.position(), &Limits::depth(5));
//! assert_eq!(analysis.moves.len(), game.position().legal().len() as usize);
//! # Ok::<(), outflank_rules::IllegalMove>(())
//! ```
//!
//! # Where to find what
//!
//! | to | use |
//! |---|---|
//! | let the computer play at a level, by chance, or by greed | [`Player`], [`Level`], [`Choice`] |
//! | keep it within a clock | [`Clock`] |
//! | find the best move, a value, or the exact end | [`Searcher`], [`Limits`], [`Outcome`] |
//! | search for who wins, or for a bound only | [`Window`], [`Bound`] |
//! | think as long as there is time | [`Limits::open_ended`], [`Approach`] |
//! | say how much risk a search may take | [`Selectivity`] |
//! | watch a search, or stop it | [`Searcher::search_with`], [`Progress`], [`Searcher::stop_flag`] |
//! | value all moves of a position | [`Searcher::analyse`], [`Analysis`] |
//! | find the mistakes of a game | [`Searcher::review`], [`Review`], [`MoveClass`] |
//! | look up or build an opening book | [`Book`], [`BookOptions`] |
//! | value a board without search, or train other weights | [`eval`] |
//! | check the move kernels | [`perft()`] |
//!
//! # Conventions
//!
//! Values are [`DiscDiff`](outflank_rules::DiscDiff)s: discs by which the side to move will win, empty squares to the winner: from -64 to 64. A depth is a number of
//! plies; a pass is none. One thread finds the same with the same number of positions every time; more threads find the
//! same exact values. Chance comes from a seed.
//!
//! A position whose opening still has free squares to fill is for [`Player`], [`Searcher::analyse`] and [`Searcher::review`];
//! [`Searcher::search`] begins where discs flip.
//!
//! # Deliberately absent
//!
//! No files, network, JSON or global state. No `unsafe` code outside the move kernels, which are chosen when the crate is
//! compiled.

mod analysis;
mod board;
mod book;
mod chance;
mod clock;
mod endgame;
pub mod eval;
mod field;
#[allow(unsafe_code)]
mod kernel;
mod level;
mod params;
mod perft;
mod player;
mod search;
mod selectivity;
mod table;

pub use analysis::{Analysis, AnalysisStep, MoveClass, MoveValue, Outlook, Review, ReviewedMove};
pub use board::Board;
pub use book::{BadBook, Book, BookMove, BookOptions, BookProgress};
pub use clock::Clock;
pub use level::{Level, LevelPlan, UnknownLevel};
pub use perft::perft;
pub use player::{Choice, Origin, Player};
pub use search::{Approach, Bound, Limits, Outcome, Progress, Searcher, Settings, Window};
pub use selectivity::{Selectivity, UnknownSelectivity};
