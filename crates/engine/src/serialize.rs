//! `Serialize` and `Deserialize` for the types that have a text form, behind the feature `serde`.
//! The others derive them.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::{Level, Selectivity};

macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(Level, Selectivity);

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;
    use serde_json::{from_value, to_value};

    use crate::{Limits, Outcome, Searcher, Settings};

    #[test]
    fn limits_and_outcomes_come_back() {
        let limits = to_value(Limits::depth(3)).unwrap();
        assert_eq!(limits["selectivity"], "73%");
        let mut searcher = Searcher::new(&Settings { hash_bytes: 1 << 20, threads: 1 });
        let outcome = searcher.search(&Variant::SIX.start(), &from_value(limits).unwrap());
        let written = to_value(&outcome).unwrap();
        assert_eq!(written["mv"], outcome.mv.unwrap().to_string());
        let read: Outcome = from_value(written).unwrap();
        assert_eq!((read.depth, read.line, read.time), (3, outcome.line, outcome.time));
    }
}
