//! Values that are words on the wire.

use crate::matches::{EndReason, MatchResult};
use engine::{Pattern, Reason, Rule, Side};
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// A value with one fixed word.
pub trait Text: Copy {
    /// The word.
    fn word(self) -> &'static str;

    /// The value of a word.
    fn from_word(word: &str) -> Option<Self>;
}

/// Implements [`Text`] for a type with `ALL` and `as_str`.
macro_rules! text_by_list {
    ($($name:ty),+ $(,)?) => {$(
        impl Text for $name {
            fn word(self) -> &'static str {
                self.as_str()
            }

            fn from_word(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.as_str() == word)
            }
        }
    )+};
}

text_by_list!(Side, Pattern, Rule, Reason, MatchResult, EndReason);

/// Declares an enum that is a word on the wire.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant),+
        }

        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }
        }

        impl $crate::wire::Text for $name {
            fn word(self) -> &'static str {
                self.as_str()
            }

            fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == word)
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                $crate::wire::schema::word_schema(Self::ALL.iter().copied())
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
                $crate::wire::text::word::deserialize(deserializer)
            }
        }
    };
}
pub(super) use words;

words! {
    /// Who finds a match in the lists.
    Visibility {
        /// Everybody.
        Public = "public",
        /// Whoever has the link.
        Link = "link",
    }
}

words! {
    /// Who is spoken to.
    Channel {
        /// Those who play.
        Players = "players",
        /// Those who watch.
        Watchers = "watchers",
    }
}

words! {
    /// Why time was credited.
    CreditCause {
        /// The server was down.
        Downtime = "downtime",
        /// The store was away.
        Store = "store",
    }
}

/// `#[serde(with = "word")]`: a [`Text`] as its word.
pub(super) mod word {
    use super::{Cow, Deserialize, Deserializer, Error, Serializer, Text, Unexpected};

    pub(in crate::wire) fn serialize<T: Text, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(value.word())
    }

    pub(in crate::wire) fn deserialize<'de, T: Text, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        let word = Cow::<str>::deserialize(deserializer)?;
        T::from_word(&word)
            .ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&word), &"a known word"))
    }
}

/// `#[serde(with = "maybe_word")]`: a [`Text`] as its word, or null.
pub(super) mod maybe_word {
    use super::{Cow, Deserialize, Deserializer, Error, Serializer, Text, Unexpected};

    pub(in crate::wire) fn serialize<T: Text, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.serialize_str(value.word()),
            None => serializer.serialize_none(),
        }
    }

    pub(in crate::wire) fn deserialize<'de, T: Text, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        match Option::<Cow<'de, str>>::deserialize(deserializer)? {
            None => Ok(None),
            Some(word) => T::from_word(&word)
                .map(Some)
                .ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&word), &"a known word")),
        }
    }
}

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
