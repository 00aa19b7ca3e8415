//! Options that take one of a few names.

use std::{fmt, str::FromStr};

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Returns a parser for a type with `Display` and `FromStr`. `--help` and completions list its values.
pub(crate) fn choice<T>(all: &'static [T]) -> impl TypedValueParser<Value = T>
where
    T: fmt::Display + FromStr<Err: fmt::Debug> + Clone + Send + Sync + 'static,
{
    let names = PossibleValuesParser::new(all.iter().map(ToString::to_string));
    names.map(|name| name.parse().expect("a type parses what it prints"))
}
