//! The small parsers: what they read prints, and reads again as the same.

use std::{error::Error, fmt::Display, str::FromStr};

use outflank_rules::{Color, Move, Square, Variant, notation::Notation};

/// Every parser of a word refuses the text with a message, or reads it and round-trips.
pub fn words(text: &str) {
    round_trips::<Square>(text);
    round_trips::<Move>(text);
    round_trips::<Color>(text);
    round_trips::<Variant>(text);
    round_trips::<Notation>(text);
    for notation in Notation::ALL {
        if let Ok(mv) = notation.parse(text) {
            assert_eq!(notation.parse(&notation.write(mv)), Ok(mv));
        }
    }
}

pub(crate) fn round_trips<T: FromStr<Err: Error> + Display + PartialEq>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => {
            let printed = value.to_string();
            assert!(printed.parse().is_ok_and(|again: T| again == value), "{text:?} prints as {printed:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
