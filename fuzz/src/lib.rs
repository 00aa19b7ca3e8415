//! Fuzz targets: plain functions that panic when a parser breaks a promise on an input.
//!
//! `cargo test` replays the seeds in `seeds/`; `fuzz/run` searches for new inputs with libFuzzer.

#![forbid(unsafe_code)]

mod arena;
mod board;
mod cli;
mod course;
mod game;
mod live_game;
mod reach;
mod records;
mod server;
mod study;
mod tournament;
mod words;
mod wthor;

use outflank_rules::record::Format;

/// A target: it panics when the parser breaks a promise on this input.
pub type Target = fn(&[u8]);

/// Every target with its name, which is also the name of its folder of seeds.
pub const TARGETS: &[(&str, Target)] = &[
    ("board", |input| board::board(text(input))),
    ("bot_lines", arena::bot_lines),
    ("course", |input| course::course(text(input))),
    ("detect", records::detect),
    ("engine_lines", |input| arena::engine_lines(text(input))),
    ("fen", |input| records::records(Format::Fen, input)),
    ("game", game::game),
    ("ggf", |input| records::records(Format::Ggf, input)),
    ("gtp", arena::gtp),
    ("journal", arena::journal),
    ("json", |input| records::records(Format::Json, input)),
    ("obf", |input| records::records(Format::Obf, input)),
    ("openings", arena::openings),
    ("pgn", |input| records::records(Format::Pgn, input)),
    ("pickle", arena::pickle),
    ("players", |input| arena::players(text(input))),
    ("reach", reach::reach),
    ("roster", |input| arena::roster(text(input))),
    ("saved", cli::saved),
    ("server_game", live_game::live_game),
    ("server_game_input", |input| study::game_input(text(input))),
    ("server_messages", |input| server::messages(text(input))),
    ("server_new_game", |input| server::new_game(text(input))),
    ("server_tournament", |input| tournament::tournament(text(input))),
    ("server_upload", study::upload),
    ("sgf", |input| records::records(Format::Sgf, input)),
    ("transcript", |input| records::records(Format::Transcript, input)),
    ("words", |input| words::words(text(input))),
    ("wthor", wthor::wthor),
    ("wthor_names", wthor::wthor_names),
];

/// Returns the target with this name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().find(|(known, _)| *known == name).map(|&(_, target)| target)
}

/// The longest prefix of the input that is UTF-8.
fn text(input: &[u8]) -> &str {
    input.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}

/// Runs the examples of two documents as tests. They are here because no package may include files
/// from outside its folder, and this crate is never packaged.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../../docs/explanation/formal-model.md")]
struct Documents;
