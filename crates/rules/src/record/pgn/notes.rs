//! Comments on moves: a value and a time in chess's own way, and words.

use crate::record::{MoveNote, fields, number};

/// Reads a comment into a note.
pub(super) fn read(note: &mut MoveNote, comment: &str) {
    let mut rest = comment.trim();
    while let Some((name, value, after)) = split_command(rest) {
        match name {
            "eval" => note.eval = number::parse(value),
            "emt" => note.seconds = seconds(value),
            _ => break,
        }
        rest = after.trim_start();
    }
    fields::add(&mut note.comment, rest);
}

/// `[%name value] rest`
fn split_command(text: &str) -> Option<(&str, &str, &str)> {
    let (command, rest) = text.strip_prefix("[%")?.split_once(']')?;
    let (name, value) = command.split_once(' ')?;
    Some((name, value, rest))
}

/// Seconds, or hours, minutes and seconds with colons between.
fn seconds(text: &str) -> Option<f64> {
    text.split(':').try_fold(0.0, |total, part| Some(total * 60.0 + number::parse(part)?))
}

/// The comment for a note, or nothing.
pub(super) fn write(note: &MoveNote) -> String {
    let finite = |number: Option<f64>| number.filter(|number| number.is_finite());
    let eval = finite(note.eval).map(|eval| format!("[%eval {}]", number::write(eval)));
    let seconds = finite(note.seconds).map(|seconds| format!("[%emt {}]", number::write(seconds)));
    let words = Some(note.comment.clone()).filter(|comment| !comment.is_empty());
    [eval, seconds, words].into_iter().flatten().collect::<Vec<_>>().join(" ")
}
