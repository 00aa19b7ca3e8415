//! Output of `--json`. Keys are camelCase, as in the API of the server.

use std::{
    io::Write,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use outflank_arena::is_unseen;
use serde::Serialize;

use crate::error::Error;

/// `--json=snake`: keys as before 0.2.
static SNAKE_CASE: AtomicBool = AtomicBool::new(false);

/// From now on keys are printed in snake_case.
pub(crate) fn use_snake_case() {
    SNAKE_CASE.store(true, Relaxed);
}

/// Writes one value on one line and flushes.
pub(crate) fn write_line(value: &impl Serialize, out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "{}", printed(serde_json::to_string(value)?))?;
    out.flush()?;
    Ok(())
}

/// Writes one value, indented.
pub(crate) fn write(value: &impl Serialize, out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "{}", printed(serde_json::to_string_pretty(value)?))?;
    Ok(())
}

/// Prints a report: as JSON with `--json`, and else as text.
pub(crate) fn print(
    report: &impl Serialize,
    json: bool,
    out: &mut dyn Write,
    write_text: impl FnOnce(&mut dyn Write) -> Result<(), Error>,
) -> Result<(), Error> {
    if json { write(report, out) } else { write_text(out) }
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
    for sign in json.chars() {
        if sign != '\n' && is_unseen(sign) {
            let mut units = [0; 2];
            text.extend(sign.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            text.push(sign);
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
