//! Kinds of notifications on the wire: a list of words.

use super::text::Text;
use domain::{NotificationKind, NotificationKinds};
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// The kinds of notifications that a player wants by a channel, each once, in a fixed order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KindList(pub NotificationKinds);

impl Serialize for KindList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(NotificationKind::as_str))
    }
}

impl<'de> Deserialize<'de> for KindList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = Vec::<Cow<'_, str>>::deserialize(deserializer)?;
        let kind = |word: &Cow<'_, str>| {
            NotificationKind::from_word(word).ok_or_else(|| {
                D::Error::invalid_value(Unexpected::Str(word), &"a kind of notification")
            })
        };
        words.iter().map(kind).collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_a_list_of_known_words() {
        for (text, read) in [
            ("[]", Some("[]")),
            (r#"["found","turn","turn"]"#, Some(r#"["turn","found"]"#)),
            (r#"["weather"]"#, None),
            (r#"{"turn":true}"#, None),
        ] {
            let kinds: Option<KindList> = serde_json::from_str(text).ok();
            let written = kinds.map(|kinds| serde_json::to_string(&kinds).expect("a list"));
            assert_eq!(written.as_deref(), read, "{text}");
        }
    }
}
