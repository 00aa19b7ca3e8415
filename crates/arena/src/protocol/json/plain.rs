//! Describes JSON errors for bot authors, without the names of our types.

use outflank_rules::Move;
use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::{Value, error::Category};

/// Maximum number of characters quoted from a value.
const MAX_VALUE_CHARS: usize = 80;

/// Maximum number of characters quoted from an error.
const MAX_TEXT_CHARS: usize = 300;

/// The start of a value that is too long to quote.
pub(super) fn short(value: &str) -> String {
    first(value, MAX_VALUE_CHARS)
}

fn first(text: &str, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Where an object stops being JSON, in parentheses.
pub(super) fn place(line: &str, fault: &serde_json::Error) -> String {
    match fault.classify() {
        _ if !line.starts_with(['{', '[']) => String::new(),
        Category::Eof => " (it breaks off)".to_owned(),
        _ => format!(" (from column {} on)", fault.column()),
    }
}

/// What is wrong with a field, without the names of our types.
pub(super) fn words(fault: &serde_json::Error) -> String {
    const PLAIN: [(&str, &str); 13] = [
        ("missing field `", "there is no `"),
        ("invalid type: ", "wrong value: "),
        ("invalid value: ", "wrong value: "),
        ("a sequence", "a list"),
        ("a map", "an object"),
        ("sequence", "a list"),
        ("map", "an object"),
        ("floating point", "the number"),
        ("integer", "the number"),
        ("boolean", "the value"),
        ("expected u64", "expected a whole number"),
        ("expected u32", "expected a whole number"),
        ("expected struct Info", "expected an object"),
    ];
    let plain = |text: &str| {
        PLAIN.into_iter().fold(text.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours)).replace('`', "\"")
    };
    let text = fault.to_string();
    // Quotes of the input stay as they are.
    match (text.find('"'), text.rfind('"')) {
        (Some(begin), Some(end)) => {
            plain(&text[..begin]) + &first(&text[begin..=end], MAX_TEXT_CHARS) + &plain(&text[end + 1..])
        }
        _ => plain(&text),
    }
}

/// A move as bots write it: a square as text, or row and column as a list of two numbers.
pub(super) fn mv<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let read = match &value {
        Value::Null => return Err(D::Error::custom("\"move\" is null: no move was chosen")),
        Value::String(text) => text.parse().ok(),
        Value::Array(pair) if pair.len() == 2 => value.to_string().parse().ok(),
        _ => None,
    };
    read.ok_or_else(|| {
        let value = short(&value.to_string());
        D::Error::custom(format!("{value} is not a square: write its column letter and its row number, as in \"d3\""))
    })
}

/// The number of a request.
pub(super) fn request<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let wrong = || {
        let value = short(&value.to_string());
        D::Error::custom(format!("\"request\" is {value}: send the number back that came with the question"))
    };
    if value.is_null() { Ok(None) } else { value.as_u64().map(Some).ok_or_else(wrong) }
}

/// The protocol version in a greeting.
pub(super) fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let version = value.as_u64().and_then(|version| u32::try_from(version).ok());
    version.ok_or_else(|| {
        let value = short(&value.to_string());
        D::Error::custom(format!("\"outflank\" is {value}: it is a number, {}", super::VERSION))
    })
}
