//! Serde modules for types of the rules: as strings, in the notation used everywhere else.

use std::{fmt::Display, str::FromStr};

use serde::{Deserialize, Deserializer, Serializer, de::Error};

pub(super) fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

pub(super) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    parse(&String::deserialize(deserializer)?)
}

fn parse<T: FromStr<Err: Display>, E: Error>(text: &str) -> Result<T, E> {
    text.parse().map_err(E::custom)
}

/// An optional value.
pub(super) mod optional {
    use super::*;

    pub(crate) fn serialize<T: Display, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.collect_str(value),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        Option::<String>::deserialize(deserializer)?.as_deref().map(parse).transpose()
    }
}

/// A list, separated by spaces.
pub(super) mod list {
    use super::*;

    pub(crate) fn serialize<T: Display, S: Serializer>(values: &[T], serializer: S) -> Result<S::Ok, S::Error> {
        let words: Vec<String> = values.iter().map(T::to_string).collect();
        serializer.serialize_str(&words.join(" "))
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(deserializer)?.split_whitespace().map(parse).collect()
    }
}

/// A value for each side.
pub(super) mod sides {
    use outflank_arena::Sides;
    use serde::ser::SerializeStruct;

    use super::*;

    #[derive(Deserialize)]
    struct Words {
        black: String,
        white: String,
    }

    pub(crate) fn serialize<T: Display, S: Serializer>(sides: &Sides<T>, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Sides", 2)?;
        object.serialize_field("black", &sides.black.to_string())?;
        object.serialize_field("white", &sides.white.to_string())?;
        object.end()
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<Sides<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let words = Words::deserialize(deserializer)?;
        Ok(Sides { black: parse(&words.black)?, white: parse(&words.white)? })
    }
}

/// An optional value for each side.
pub(super) mod optional_sides {
    use outflank_arena::Sides;
    use serde::{Serialize, ser::SerializeStruct};

    use super::*;

    #[derive(Deserialize)]
    #[serde(bound = "T: Deserialize<'de>")]
    struct Each<T> {
        black: Option<T>,
        white: Option<T>,
    }

    pub(crate) fn serialize<T: Serialize, S: Serializer>(
        sides: &Sides<Option<T>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Sides", 2)?;
        object.serialize_field("black", &sides.black)?;
        object.serialize_field("white", &sides.white)?;
        object.end()
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<Sides<Option<T>>, D::Error>
    where
        T: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        let each = Each::deserialize(deserializer)?;
        Ok(Sides { black: each.black, white: each.white })
    }
}
