//! `Serialize` and `Deserialize` for the main types, behind the feature `serde`.
//!
//! | type | written as |
//! |---|---|
//! | [`Square`], [`Move`], [`Color`], [`Variant`] | the text that they print: `"d3"`, `"pass"`, `"black"`, `"six+anti"` |
//! | [`Bitboard`] | a list of squares |
//! | [`DiscDiff`] | a number |
//! | [`BoardSpec`] | `size`, and if they are not the usual ones `holes`, `free` and `goal` |
//! | [`Setup`], [`Position`] | `black`, `white`, `turn` and `ground` |
//! | [`Game`] | `start` and `moves`; a [lost turn](crate::record::LOST) is `"lost"` |

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::{
    Bitboard, BoardSpec, Color, DiscDiff, Game, Goal, Move, Position, Setup, Square, Variant, notation::Notation,
    record::LOST,
};

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

as_text!(Square, Move, Color, Variant);

impl Serialize for Bitboard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for Bitboard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bitboard, D::Error> {
        Vec::<Square>::deserialize(deserializer).map(Bitboard::from_iter)
    }
}

impl Serialize for DiscDiff {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.discs().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for DiscDiff {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DiscDiff, D::Error> {
        let discs = i8::deserialize(deserializer)?;
        DiscDiff::new(discs).ok_or_else(|| D::Error::custom(format!("{discs} is not from -64 to 64")))
    }
}

#[derive(Serialize, Deserialize)]
struct GroundFields {
    size: u8,
    #[serde(default, skip_serializing_if = "is_empty")]
    holes: Bitboard,
    #[serde(default, skip_serializing_if = "is_empty")]
    free: Bitboard,
    #[serde(default, skip_serializing_if = "is_most")]
    goal: Goal,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_empty(set: &Bitboard) -> bool {
    set.is_empty()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_most(goal: &Goal) -> bool {
    *goal == Goal::Most
}

impl Serialize for BoardSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let holes = self.frame() - self.area();
        GroundFields { size: self.size(), holes, free: self.free(), goal: self.goal() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BoardSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BoardSpec, D::Error> {
        let GroundFields { size, holes, free, goal } = GroundFields::deserialize(deserializer)?;
        if ![4, 6, 8].contains(&size) {
            return Err(D::Error::custom(format!("{size} is not the size of a board: boards have 4, 6 or 8 rows")));
        }
        let area = BoardSpec::square(size).area() - holes;
        Ok(BoardSpec::new(area).with_size(size).with_free(free).with_goal(goal))
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Setup::from(*self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        Setup::deserialize(deserializer)?.validate().map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
struct GameFields {
    start: Position,
    moves: Vec<String>,
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let moves = self.turns().map(|(before, mv)| Notation::Standard.write_turn(&before, mv)).collect();
        GameFields { start: self.start(), moves }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
        let GameFields { start, moves } = GameFields::deserialize(deserializer)?;
        let mut game = Game::new(start);
        for word in moves {
            if word == LOST {
                game.skip_turn().ok_or_else(|| D::Error::custom("a turn is lost only where a disc can be placed"))?;
            } else {
                game.play(word.parse().map_err(D::Error::custom)?).map_err(D::Error::custom)?;
            }
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;
    use serde_json::{from_str, to_string};

    use crate::{Bitboard, Color, DiscDiff, Game, Move, Position, Square, Variant};

    #[track_caller]
    fn assert_json<T: serde::Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
        assert_eq!(to_string(value).unwrap(), json);
        assert_eq!(&from_str::<T>(json).unwrap(), value);
    }

    #[test]
    fn values_are_written_as_people_write_them() {
        assert_json(&Square::D3, r#""d3""#);
        assert_json(&[Move::Place(Square::C4), Move::Pass], r#"["c4","pass"]"#);
        assert_json(&Color::White, r#""white""#);
        assert_json(&Variant::SIX, r#""six""#);
        assert_json(&Bitboard::of(Square::A1).with(Square::H8), r#"["a1","h8"]"#);
        assert_json(&DiscDiff::MIN, "-64");
        let tiny = r#"{"black":["c2","b3"],"white":["b2","c3"],"turn":"black","spec":{"size":4}}"#;
        assert_json(&Variant::TINY.start(), tiny);
    }

    #[test]
    fn games_of_all_variants_come_back() {
        for (_, _, variant) in Variant::NAMED {
            let mut game = Game::new(variant.start());
            game.play(game.position().moves()[0]).unwrap();
            game.skip_turn();
            assert_eq!(from_str::<Game>(&to_string(&game).unwrap()).unwrap(), game, "{variant}");
        }
    }

    #[test]
    fn impossible_values_are_refused() {
        assert!(from_str::<DiscDiff>("65").is_err());
        assert!(from_str::<Square>(r#""i9""#).is_err());
        let both = r#"{"black":["a1"],"white":["a1"],"turn":"black","spec":{"size":4}}"#;
        assert!(from_str::<Position>(both).is_err());
        assert!(from_str::<Position>(&both.replace("\"size\":4", "\"size\":5")).is_err());
        let game =
            r#"{"start":{"black":["c2","b3"],"white":["b2","c3"],"turn":"black","spec":{"size":4}},"moves":["a1"]}"#;
        assert!(from_str::<Game>(game).is_err());
    }
}
