//! Fuzz targets: what each parser must hold for any input, as plain functions that panic when it does not.
//!
//! `cargo test` replays the seeds in `seeds/`; `fuzz/run` searches for new inputs with libFuzzer.

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

use outflank_rules::record::Format;

/// A target: it panics when the parser breaks a promise on this input.
pub type Target = fn(&[u8]);

/// Every target with its name, which is also the name of its folder of seeds.
pub const TARGETS: &[(&str, Target)] = &[
    ("board", |input| board::board(text(input))),
    ("bot_lines", bot::bot_lines),
    ("course", |input| course::course(text(input))),
    ("detect", records::detect),
    ("engine_lines", |input| arena::engine_lines(text(input))),
    ("fen", |input| records::records(Format::Fen, input)),
    ("game", game::game),
    ("ggf", |input| records::records(Format::Ggf, input)),
    ("gtp", play::gtp),
    ("journal", journal::journal),
    ("json", |input| records::records(Format::Json, input)),
    ("obf", |input| records::records(Format::Obf, input)),
    ("openings", openings::openings),
    ("pgn", |input| records::records(Format::Pgn, input)),
    ("pickle", pickle::pickle),
    ("play_words", |input| play::play_words(text(input))),
    ("reach", reach::reach),
    ("roster", |input| roster::roster(text(input))),
    ("saved", play::saved),
    ("server_messages", |input| server::messages(text(input))),
    ("server_new_game", |input| server::new_game(text(input))),
    ("server_subject", |input| study::subject(text(input))),
    ("server_table", table::table),
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
