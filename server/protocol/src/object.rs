//! A wrapper that accepts JSON objects only.
//!
//! Derived deserialisers also accept an array of the fields in declaration order, which would make
//! that order part of the protocol.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// A `T` read from a JSON object; an array is refused.
#[derive(Debug)]
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Fields(PhantomData)).map(Self)
    }
}

struct Fields<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

#[cfg(test)]
mod tests {
    use super::super::JudgeLine;
    use super::*;

    #[test]
    fn a_list_is_no_object() {
        let read = |text| serde_json::from_str::<Object<JudgeLine>>(text).map(|Object(line)| line);
        let line = read(r#"{"game":"shogi","moves":["7g7f"]}"#).expect("it is one");
        assert_eq!((&*line.game, line.moves.len()), ("shogi", 1));
        for text in [r#"["shogi",null,null,null,["7g7f"]]"#, "null", "1", r#""shogi""#, "[]"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
