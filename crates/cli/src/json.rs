//! Reports: a command builds one value and prints it as text or, with `--json`, as JSON.
//!
//! Keys are camelCase, as in the API of the server.

use std::{
    io::Write,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use outflank_arena::is_unseen;
use outflank_rules::DiscDiff;
use serde::{Serialize, Serializer};

use crate::error::Error;

/// `--json=snake`: keys as before 0.2.
static SNAKE_CASE: AtomicBool = AtomicBool::new(false);

/// From now on keys are printed in snake_case.
pub(crate) fn use_snake_case() {
    SNAKE_CASE.store(true, Relaxed);
}

/// Prints a report: as JSON with `--json`, and else as text.
pub(crate) fn print<R: Serialize>(
    report: &R,
    json: bool,
    out: &mut dyn Write,
    write_text: impl FnOnce(&R, &mut dyn Write) -> Result<(), Error>,
) -> Result<(), Error> {
    if !json {
        return write_text(report, out);
    }
    writeln!(out, "{}", printed(serde_json::to_string_pretty(report)?))?;
    Ok(())
}

/// Prints a part of a report as text as soon as it is known. With `--json` it prints nothing:
/// [`print`] prints all parts at the end.
pub(crate) fn print_part(
    json: bool,
    out: &mut dyn Write,
    write_text: impl FnOnce(&mut dyn Write) -> Result<(), Error>,
) -> Result<(), Error> {
    if !json {
        write_text(out)?;
        out.flush()?;
    }
    Ok(())
}

/// Prints one value as one line of JSON and flushes, for `--json-lines`.
pub(crate) fn print_line(value: &impl Serialize, out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "{}", printed(serde_json::to_string(value)?))?;
    out.flush()?;
    Ok(())
}

/// Serializes discs as a number.
pub(crate) fn discs<S: Serializer>(discs: &DiscDiff, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i8(discs.discs())
}

fn printed(json: String) -> String {
    let json = if SNAKE_CASE.load(Relaxed) { with_snake_case_keys(&json) } else { json };
    escaped(&json)
}

/// Rewrites the keys of a JSON text, which are the strings before a colon.
fn with_snake_case_keys(json: &str) -> String {
    let (mut text, mut rest) = (String::with_capacity(json.len()), json);
    while let Some(start) = rest.find('"') {
        let (before, string) = rest.split_at(start);
        let mut is_escaped = false;
        let end = string[1..].find(|c: char| {
            let ends = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        });
        let (string, after) = string.split_at(end.map_or(string.len(), |end| end + 2));
        text.push_str(before);
        let is_key = after.starts_with(':');
        text.push_str(&if is_key { snake_case(string) } else { string.to_owned() });
        rest = after;
    }
    text + rest
}

fn snake_case(key: &str) -> String {
    match key {
        // Two keys of `tournament --json` have new names.
        r#""format""# => r#""form""#.to_owned(),
        r#""gamesPerPairing""# => r#""games_of_a_meeting""#.to_owned(),
        _ => {
            let parts = key
                .chars()
                .map(|c| if c.is_ascii_uppercase() { format!("_{}", c.to_ascii_lowercase()) } else { c.to_string() });
            parts.collect()
        }
    }
}

/// Escapes the characters that a terminal interprets; serde escapes only those below 0x20.
fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        if character != '\n' && is_unseen(character) {
            let mut units = [0; 2];
            text.extend(character.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            text.push(character);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_keys_become_snake_case() {
        let json = r#"{"gamesPerSecond": 1, "name": "aB\": cD", "list": [{"isOver": "noChange"}]}"#;
        let snake = r#"{"games_per_second": 1, "name": "aB\": cD", "list": [{"is_over": "noChange"}]}"#;
        assert_eq!(with_snake_case_keys(json), snake);
    }
}
