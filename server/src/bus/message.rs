//! The messages of the bus, as JSON. Samples of all are in the tests below: a change of one is a change of
//! [`VERSION`].

use serde::{Deserialize, Serialize};

/// The version of the messages. Those of another one are ignored.
const VERSION: u32 = 1;

/// The most bytes of a message.
const MAX_BYTES: usize = 1_024;

/// The news of a message: what has changed in the database. None carries the change itself, so the loss of
/// a message costs a reading of the database and nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum News {
    /// Nothing: the message shows that the sender is there and how far its stream has come.
    Position,
    /// The public matches of the sender have changed.
    Matches,
    /// The players online at the sender have changed.
    Presence,
}

/// A message in the stream of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Message {
    version: u32,
    /// The node that sends it.
    pub(super) node: i64,
    /// When the sender's stream began, in milliseconds since 1970.
    pub(super) epoch: u64,
    /// Its number in the stream, without gaps.
    pub(super) number: u64,
    pub(super) news: News,
}

/// A message that cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadMessage {
    /// It is of a server of another version.
    #[error("it has version {0}, not {VERSION}")]
    Foreign(u32),
    /// It is too long.
    #[error("it has more than {MAX_BYTES} bytes")]
    TooLong,
    /// It is no message.
    #[error("it is no message: {0}")]
    Unreadable(#[from] serde_json::Error),
}

impl Message {
    pub(super) const fn new(node: i64, epoch: u64, number: u64, news: News) -> Self {
        Self { version: VERSION, node, epoch, number, news }
    }

    pub(super) fn write(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("messages hold nothing JSON cannot say")
    }

    /// Reads a message of this version.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, BadMessage> {
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        if bytes.len() > MAX_BYTES {
            return Err(BadMessage::TooLong);
        }
        match serde_json::from_slice(bytes)? {
            Versioned { version: VERSION } => Ok(serde_json::from_slice(bytes)?),
            Versioned { version } => Err(BadMessage::Foreign(version)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_written_as_the_samples() {
        for (news, sample) in [
            (
                News::Position,
                r#"{"version":1,"node":3,"epoch":1760000000000,"number":17,"news":"position"}"#,
            ),
            (
                News::Matches,
                r#"{"version":1,"node":3,"epoch":1760000000000,"number":17,"news":"matches"}"#,
            ),
            (
                News::Presence,
                r#"{"version":1,"node":3,"epoch":1760000000000,"number":17,"news":"presence"}"#,
            ),
        ] {
            let message = Message::new(3, 1_760_000_000_000, 17, news);
            assert_eq!(message.write(), sample.as_bytes());
            assert_eq!(Message::read(sample.as_bytes()).expect("a message"), message);
        }
    }

    #[test]
    fn unusable_messages_are_refused_by_their_fault() {
        let foreign = Message::read(br#"{"version":2,"shape":"unknown"}"#);
        assert!(matches!(foreign, Err(BadMessage::Foreign(2))));
        let long = Message::read(&[b' '; MAX_BYTES + 1]);
        assert!(matches!(long, Err(BadMessage::TooLong)));
        for text in ["", "{}", "HTTP/1.1 200 OK", r#"{"version":1,"node":3}"#] {
            let read = Message::read(text.as_bytes());
            assert!(matches!(read, Err(BadMessage::Unreadable(_))), "{text:?}");
        }
    }
}
