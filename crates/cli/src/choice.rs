//! Options that take one of a few names.

use std::{fmt, str::FromStr};

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// A parser for the values of a library type that prints and parses; `--help` and completions list them.
pub(crate) fn choice<T>(all: &'static [T]) -> impl TypedValueParser<Value = T>
where
    T: fmt::Display + FromStr<Err: fmt::Debug> + Clone + Send + Sync + 'static,
{
    let names = PossibleValuesParser::new(all.iter().map(ToString::to_string));
    names.map(|name| name.parse().expect("what a type prints it parses"))
}
