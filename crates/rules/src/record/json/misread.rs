//! What is wrong with a text that is no record in JSON, in words that need no knowledge of programs.

use serde_json::error::Category;

use crate::record::Fault;

/// The fault behind an error of the JSON reader.
pub(super) fn fault(text: &str, error: &serde_json::Error) -> Fault {
    match error.classify() {
        Category::Eof => {
            let end: Vec<char> = text.chars().rev().take(20).collect();
            let end: String = end.into_iter().rev().collect();
            Fault::syntax(&end, "a whole record in JSON: the text ends before its last brace")
        }
        Category::Data => misfit(text, error),
        Category::Syntax | Category::Io => Fault::syntax(
            rest(text, error),
            "a record in JSON: names and texts in double quotes, commas between the fields, nothing behind the last brace",
        ),
    }
}

/// A value that is well formed but not what its field holds: the reader says `invalid type: this, expected that`.
fn misfit(text: &str, error: &serde_json::Error) -> Fault {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    if let Some(name) = message.strip_prefix("missing field ") {
        return Fault::mismatch(&format!("an object without {}", name.replace('`', "")), "that field");
    }
    match message.split_once(", expected ") {
        Some((found, expected)) => Fault::mismatch(value(found), plain(expected)),
        None => Fault::syntax(rest(text, error), message),
    }
}

/// The text from the place at which reading stopped.
fn rest<'a>(text: &'a str, error: &serde_json::Error) -> &'a str {
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    let rest = line.get(error.column().saturating_sub(1)..).filter(|rest| !rest.is_empty());
    rest.unwrap_or(line)
}

/// What was found, out of ``invalid value: integer `300` ``.
fn value(found: &str) -> &str {
    let found = found.split_once(": ").map_or(found, |(_, found)| found);
    let quoted = |sign| found.split_once(sign).and_then(|(_, after): (&str, &str)| after.rsplit_once(sign));
    let inner = quoted('"').or_else(|| quoted('`')).map(|(inner, _)| inner);
    inner.unwrap_or(match found.trim_start_matches("unknown variant ") {
        "sequence" => "a list",
        "map" => "an object",
        other => other,
    })
}

fn plain(expected: &str) -> String {
    let words = match expected {
        "u8" | "u32" => "a number from 0 up, not too high",
        "i8" => "a whole number from -64 to 64",
        "f64" => "a number",
        "a string" => "a text in double quotes",
        "a sequence" => "a list in square brackets",
        form if form.starts_with("struct Form") => "a record in JSON, which is an object in braces",
        form if form.starts_with("struct ") || form == "a map" => "an object in braces",
        other => return other.replace('`', ""),
    };
    words.to_owned()
}
