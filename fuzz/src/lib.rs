//! What the fuzz targets demand of the parsers, as plain functions that panic when it does not hold.
//!
//! A target is a line that calls one of these with the fuzzer's bytes.

#![forbid(unsafe_code)]

mod arena;
mod board;
mod bot;
mod course;
mod game;
mod journal;
mod openings;
mod pickle;
mod play;
mod reach;
mod records;
mod roster;
mod server;
mod study;
mod table;
mod tournament;
mod words;
mod wthor;

pub use arena::engine_lines;
pub use board::board;
pub use bot::bot_lines;
pub use course::course;
pub use game::game;
pub use journal::journal;
pub use openings::openings;
pub use pickle::pickle;
pub use play::{gtp, play_words, saved};
pub use reach::reach;
pub use records::{detect, records};
pub use roster::roster;
pub use server::{messages, new_game};
pub use study::{subject, upload};
pub use table::table;
pub use tournament::tournament;
pub use words::words;
pub use wthor::{wthor, wthor_names};
