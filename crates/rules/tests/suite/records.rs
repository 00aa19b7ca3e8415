//! The text formats of records with the quirks of real files, and the reader that streams them.

mod arbitrary;
mod bad_input;
mod ggf;
mod pgn;
mod round_trip;
mod sgf;
mod stream;
mod transcript;
