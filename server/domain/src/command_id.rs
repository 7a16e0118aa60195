//! The client's own id for a command, by which a repeated command is recognised.
//!
//! Ids are unique for one client only; together with the player's id they form the key under which
//! journals and archived games store a command.

use crate::ids::PlayerId;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The client's own id for a command: 1 to 36 characters of `A-Z a-z 0-9 _ -`, held in place
/// so that remembering one costs no allocation.
///
/// ```
/// use domain::{CommandId, CommandIdError};
///
/// assert_eq!("c0".parse::<CommandId>()?.as_str(), "c0");
/// assert_eq!("two words".parse::<CommandId>(), Err(CommandIdError));
/// # Ok::<(), CommandIdError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CommandId {
    len: u8,
    bytes: [u8; Self::MAX],
}

/// A text is not a command's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an id has 1 to 36 characters of A-Z a-z 0-9 _ -")]
pub struct CommandIdError;

/// The digits of a player in a key.
const PLAYER: usize = uuid::fmt::Simple::LENGTH;

impl CommandId {
    /// The most characters an id has.
    pub const MAX: usize = 36;

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let bytes = &self.bytes[..usize::from(self.len)];
        std::str::from_utf8(bytes).expect("only ASCII is let in")
    }

    /// The key under which journals and archived games store this command of `who`. The player is
    /// part of it, because two clients may use the same id.
    #[must_use]
    pub fn key(self, who: PlayerId) -> Arc<str> {
        let mut key = [b':'; PLAYER + 1 + Self::MAX];
        who.0.simple().encode_lower(&mut key);
        key[PLAYER + 1..].copy_from_slice(&self.bytes);
        let key = &key[..=PLAYER + usize::from(self.len)];
        std::str::from_utf8(key).expect("all of it is ASCII").into()
    }

    /// The text that [`key`](Self::key) was made from; `None` for any other text.
    #[must_use]
    pub fn read_key(key: &str) -> Option<(PlayerId, Self)> {
        let (who, id) = key.split_once(':')?;
        Some((who.parse().ok()?, id.parse().ok()?))
    }
}

impl FromStr for CommandId {
    type Err = CommandIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let allowed = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
        if !text.bytes().all(allowed) || text.is_empty() {
            return Err(CommandIdError);
        }
        let mut bytes = [0; Self::MAX];
        let len = u8::try_from(text.len()).map_err(|_| CommandIdError)?;
        bytes.get_mut(..text.len()).ok_or(CommandIdError)?.copy_from_slice(text.as_bytes());
        Ok(Self { len, bytes })
    }
}

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

impl Serialize for CommandId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for CommandId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Text)
    }
}

/// Reads an id from a text, which is not copied.
struct Text;

impl Visitor<'_> for Text {
    type Value = CommandId;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the id of a command")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<CommandId, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_who_and_what() {
        let who = PlayerId::fresh();
        let id: CommandId = "c-1".parse().expect("an id");
        assert_eq!(CommandId::read_key(&id.key(who)), Some((who, id)));
        assert_eq!(CommandId::read_key("c-1"), None);
    }

    #[test]
    fn ids_are_short_and_plain() {
        for good in ["c1", "A-Z_09", "7f0c3a52-8f3e-4a8e-9d51-0242ac120002"] {
            assert_eq!(good.parse::<CommandId>().map(|id| id.to_string()), Ok(good.to_owned()));
        }
        for bad in ["", "a b", "é", "c:1", "7f0c3a52-8f3e-4a8e-9d51-0242ac1200021"] {
            assert_eq!(bad.parse::<CommandId>(), Err(CommandIdError), "{bad}");
        }
    }

    #[test]
    fn id_is_read_from_text_alone() {
        use serde::de::value::{Error, StrDeserializer, U32Deserializer};
        let id = CommandId::deserialize(StrDeserializer::<Error>::new("c-1"));
        assert_eq!(id.map(|id| id.to_string()), Ok("c-1".to_owned()));
        let refused = CommandId::deserialize(U32Deserializer::<Error>::new(7)).err();
        let expected = "invalid type: integer `7`, expected the id of a command";
        assert_eq!(refused.map(|error| error.to_string()).as_deref(), Some(expected));
    }

    #[test]
    fn id_is_logged_as_text() {
        let id: CommandId = "c-1".parse().expect("an id");
        assert_eq!(format!("{id:?}"), "\"c-1\"");
    }
}
