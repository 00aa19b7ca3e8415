//! The parsers of the arena and play crates: who plays, times, what other engines write, saved games.

use outflank_arena::{Seat, TimeControl, fuzzing as arena};
use outflank_cli::play::fuzzing;

use crate::words::round_trips;

/// Players, times and command lines: refused with a message, or read and printed so that they read the same again.
pub fn play_words(text: &str) {
    round_trips::<Seat>(text);
    round_trips::<TimeControl>(text);
    if let Some(words) = arena::command_line(text) {
        assert_eq!(arena::command_line(&quoted(&words)), Some(words));
    }
}

/// A command line of these words. Each sign is quoted by the quotes that it is not.
fn quoted(words: &[String]) -> String {
    let quote = |sign: char| if sign == '"' { "'\"'".to_owned() } else { format!("\"{sign}\"") };
    let word = |word: &String| "''".to_owned() + &word.chars().map(quote).collect::<String>();
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// Whatever an engine writes, its answers are no longer than what it wrote and have no blanks around them.
pub fn gtp(written: &[u8]) {
    let answers = arena::gtp_answers(written);
    // A byte that is no text is read as a sign of three.
    assert!(answers.iter().map(String::len).sum::<usize>() <= 3 * written.len());
    assert!(answers.iter().all(|answer| answer.trim() == answer));
}

/// A file is damaged, or a game that is saved and read as the same again.
pub fn saved(file: &[u8]) {
    let Some(saved) = fuzzing::read_saved(file) else { return };
    let written = fuzzing::write_saved(&saved).expect("what was read can be written");
    assert_eq!(fuzzing::read_saved(written.as_bytes()).as_ref(), Some(&saved), "{written}");
    assert!(!saved.describe().is_empty());
}
