//! Values that are words on the wire, and position keys as hexadecimal text.
//!
//! `engine::words!` declares an enum with its words, `on_the_wire!` adds its schema and its
//! (de)serialisation, so that a word cannot be spelled in two ways.

pub use domain::text::Text;
pub(super) use domain::text::{maybe_word, word};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// Implements the traits of the wire for enums that `engine::words!` has declared: the word, its schema
/// and serde's.
macro_rules! on_the_wire {
    ($($name:ident),+ $(,)?) => {$(
        impl $crate::Text for $name {
            fn word(self) -> &'static str {
                self.as_str()
            }

            fn from_word(word: &str) -> Option<Self> {
                word.parse().ok()
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                $crate::schema::word_schema(Self::ALL)
            }
        }

        impl utoipa::ToSchema for $name {}

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::text::word::deserialize(deserializer)
            }
        }
    )+};
}
pub(super) use on_the_wire;

/// A position's key as sixteen hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(pub u64);

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = Cow::<str>::deserialize(deserializer)?;
        u64::from_str_radix(&digits, 16).map(Self).map_err(D::Error::custom)
    }
}
