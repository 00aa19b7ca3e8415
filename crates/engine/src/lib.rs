//! The engine: move kernels, evaluation, midgame search and exact solver.

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
pub use search::{Limits, Outcome, Progress, Searcher, Settings};
pub use selectivity::{Selectivity, UnknownSelectivity};
