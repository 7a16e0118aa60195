//! Values that are one fixed word wherever they are written: on the wire, in the store and in
//! the log. The words are part of the protocol and of stored journals; none may change.

use crate::ending::{EndReason, MatchResult};
use crate::notification::NotificationKind;
use engine::{Pattern, Reason, Rule, Side, words};

/// A value with one fixed word.
pub trait Text: Copy {
    /// The word.
    fn word(self) -> &'static str;

    /// The value of a word.
    fn from_word(word: &str) -> Option<Self>;
}

/// Implements [`Text`] for types with `ALL` and `as_str`.
macro_rules! text_by_list {
    ($($name:ty),+ $(,)?) => {$(
        impl Text for $name {
            fn word(self) -> &'static str {
                self.as_str()
            }

            fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == word)
            }
        }
    )+};
}

text_by_list!(Side, Pattern, Rule, Reason, MatchResult, EndReason);
text_by_list!(MatchState, Visibility, Origin, Channel, CreditCause, Offer, Answer, Opponent);
text_by_list!(NotificationKind);

/// `#[serde(with = "word")]`: a [`Text`] as its word.
pub mod word {
    use super::Text;
    use serde::de::{Error, Unexpected};
    use serde::{Deserialize, Deserializer, Serializer};
    use std::borrow::Cow;

    /// Writes the word.
    ///
    /// # Errors
    ///
    /// The serializer's.
    pub fn serialize<T: Text, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(value.word())
    }

    /// Reads a word.
    ///
    /// # Errors
    ///
    /// The deserializer's, or that no value has the word.
    pub fn deserialize<'de, T: Text, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let word = Cow::<str>::deserialize(deserializer)?;
        T::from_word(&word)
            .ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&word), &"a known word"))
    }
}

/// `#[serde(with = "maybe_word")]`: a [`Text`] as its word, or null.
pub mod maybe_word {
    use super::Text;
    use serde::de::{Error, Unexpected};
    use serde::{Deserialize, Deserializer, Serializer};
    use std::borrow::Cow;

    /// Writes the word, or null.
    ///
    /// # Errors
    ///
    /// The serializer's.
    pub fn serialize<T: Text, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.serialize_str(value.word()),
            None => serializer.serialize_none(),
        }
    }

    /// Reads a word, or null.
    ///
    /// # Errors
    ///
    /// The deserializer's, or that no value has the word.
    pub fn deserialize<'de, T: Text, D: Deserializer<'de>>(
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

/// Implements serde's traits by the word, for types of which each value is one.
macro_rules! serde_by_word {
    ($($name:ty),+ $(,)?) => {$(
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                word::deserialize(deserializer)
            }
        }
    )+};
}

serde_by_word!(MatchState, Visibility, Origin, Channel, CreditCause, Offer, Answer, Opponent);

words! {
    /// How far a match has come.
    pub MatchState {
        /// A seat is free.
        Open = "open",
        /// It is being played.
        Live = "live",
        /// It has ended.
        Over = "over",
    }
}

words! {
    /// The visibility of a match in the lists.
    pub Visibility {
        /// All players.
        Public = "public",
        /// Only those who have the link.
        Link = "link",
    }
}

words! {
    /// The way in which the players of a match came together.
    pub Origin {
        /// One opened the match to any player, the other took the free seat.
        OpenMatch = "open_match",
        /// One chose the opponent: a player, or a computer player.
        Challenge = "challenge",
        /// The server paired their seeks.
        Seek = "seek",
        /// Both played again after a match.
        Rematch = "rematch",
    }
}

words! {
    /// The readers of a chat line until the match is over.
    pub Channel {
        /// The players.
        Players = "players",
        /// The spectators.
        Spectators = "spectators",
    }
}

impl Channel {
    /// The channel that a reader writes to, and the only one shown to them until the match is over:
    /// that of the players for a reader with a seat.
    #[must_use]
    pub const fn of(seat: Option<Side>) -> Self {
        match seat {
            Some(_) => Self::Players,
            None => Self::Spectators,
        }
    }
}

words! {
    /// Why time was credited.
    pub CreditCause {
        /// The server was down.
        Downtime = "downtime",
        /// The store was away.
        Store = "store",
    }
}

words! {
    /// The kinds of offers.
    pub Offer {
        /// A draw by agreement.
        Draw = "draw",
        /// Taking the maker's last action back.
        Takeback = "takeback",
        /// Counting an impasse.
        Impasse = "impasse",
        /// Another match with the sides swapped.
        Rematch = "rematch",
        /// A pause of the match.
        Pause = "pause",
    }
}

words! {
    /// The answer to an offer.
    pub Answer {
        /// It is made.
        Offer = "offer",
        /// It is accepted.
        Accept = "accept",
        /// It is declined.
        Decline = "decline",
        /// Its maker withdraws it.
        Withdraw = "withdraw",
    }
}

words! {
    /// The kind of an opponent.
    pub Opponent {
        /// A person.
        Person = "person",
        /// A computer player, or a bot.
        Computer = "computer",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::value::Error;
    use serde::de::{Deserializer, IntoDeserializer, Visitor};

    /// A text or null, as a format with both has it.
    struct Nullable(Option<&'static str>);

    impl<'de> Deserializer<'de> for Nullable {
        type Error = Error;

        fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.0 {
                None => visitor.visit_none(),
                Some(word) => visitor.visit_some(word.into_deserializer()),
            }
        }

        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
            unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
        }
    }

    #[test]
    fn word_or_null_is_read() {
        let read = |text| maybe_word::deserialize::<Side, _>(Nullable(text)).ok();
        assert_eq!(
            [None, Some("second"), Some("third")].map(read),
            [Some(None), Some(Some(Side::Second)), None]
        );
    }
}
