//! Fields written as text: moves, colors, variants. For serde's `with`.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// Serializes with `Display`.
pub fn serialize<T: fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Deserializes with `FromStr`.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: fmt::Display>,
    D: Deserializer<'de>,
{
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// For lists.
pub(crate) mod list {
    use super::{Deserialize, Deserializer, Error, FromStr, Serializer, fmt};

    pub(crate) fn serialize<T: fmt::Display, S: Serializer>(values: &[T], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(ToString::to_string))
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
    where
        T: FromStr<Err: fmt::Display>,
        D: Deserializer<'de>,
    {
        let texts = Vec::<String>::deserialize(deserializer)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}

/// For pairs.
pub(crate) mod pair {
    use super::{Deserialize, Deserializer, Error, FromStr, Serializer, fmt};

    pub(crate) fn serialize<T: fmt::Display, S: Serializer>(pair: &[T; 2], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(pair.iter().map(ToString::to_string))
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<[T; 2], D::Error>
    where
        T: FromStr<Err: fmt::Display>,
        D: Deserializer<'de>,
    {
        let [first, second] = <[String; 2]>::deserialize(deserializer)?;
        let parse = |text: String| text.parse().map_err(D::Error::custom);
        Ok([parse(first)?, parse(second)?])
    }
}

/// For optional values, as `null`.
pub mod maybe {
    use super::{Deserialize, Deserializer, Error, FromStr, Serializer, fmt};

    /// Serializes with `Display`.
    pub fn serialize<T: fmt::Display, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.collect_str(value),
            None => serializer.serialize_none(),
        }
    }

    /// Deserializes with `FromStr`.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: fmt::Display>,
        D: Deserializer<'de>,
    {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}
