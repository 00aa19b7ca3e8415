//! Questions with a few answers.

use std::io::Write;

use super::input::{Input, NoLine};
use crate::error::Error;

/// Asks until the answer is understood.
pub(super) fn ask<T>(
    prompt: &str,
    read: impl Fn(&str) -> Result<T, String>,
    input: &Input,
    out: &mut dyn Write,
) -> Result<Result<T, NoLine>, Error> {
    loop {
        let line = match input.ask(prompt, None, out)? {
            Ok(line) => line,
            Err(none) => return Ok(Err(none)),
        };
        match read(&line) {
            Ok(answer) => return Ok(Ok(answer)),
            Err(complaint) => writeln!(out, "{complaint}")?,
        }
    }
}

/// Reads yes or no.
pub(super) fn yes_or_no(line: &str) -> Result<bool, String> {
    match line.to_ascii_lowercase().as_str() {
        "y" | "yes" => Ok(true),
        "n" | "no" => Ok(false),
        _ => Err(format!("{line:?} is no answer: type y or n")),
    }
}
