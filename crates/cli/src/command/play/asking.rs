//! Questions with a few possible answers.

use std::io::Write;

use super::input::{Input, NoLine};
use crate::error::Error;

/// Asks until the answer is understood, or the player quits.
pub(super) fn ask<T>(
    prompt: &str,
    read: impl Fn(&str) -> Result<T, String>,
    input: &Input,
    out: &mut dyn Write,
) -> Result<Result<T, NoLine>, Error> {
    loop {
        let line = match input.ask(prompt, None, out)? {
            Ok(line) if is_quit(&line) => return Ok(Err(NoLine::Quit)),
            Ok(line) => line,
            Err(none) => return Ok(Err(none)),
        };
        match read(&line) {
            Ok(answer) => return Ok(Ok(answer)),
            Err(complaint) => writeln!(out, "{complaint}")?,
        }
    }
}

/// Whether a line ends the program, at any question.
pub(super) fn is_quit(line: &str) -> bool {
    ["quit", "exit", "q"].iter().any(|word| line.trim().eq_ignore_ascii_case(word))
}

/// Parses yes or no.
pub(super) fn yes_or_no(line: &str) -> Result<bool, String> {
    match line.to_ascii_lowercase().as_str() {
        "y" | "yes" => Ok(true),
        "n" | "no" => Ok(false),
        _ => Err(format!("{line:?} is not an answer: type y or n")),
    }
}
