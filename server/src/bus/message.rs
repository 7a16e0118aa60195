//! The messages of the bus: JSON, a space, and the signature by the servers' key. Samples of all are in the
//! tests below: a change of one is a change of [`VERSION`].

use crate::accounts::identity::Signatures;
use serde::{Deserialize, Serialize};

/// The version of the messages. Those of another one are ignored.
const VERSION: u32 = 1;

/// The most bytes of a message.
const MAX_BYTES: usize = 1_024;

/// The first of the parts that are signed, so that nothing else that these keys sign is a message.
const KIND: &[u8] = b"news";

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
    /// There are envelopes for the receiver.
    Envelopes,
    /// Operators or moderators have given an order.
    Orders,
    /// Sessions or tokens have ended.
    Credentials,
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
    /// The only node that it concerns, if it does not concern all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) receiver: Option<i64>,
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
    /// No server with these keys has signed it.
    #[error("its signature is not of these servers")]
    Signature,
    /// It is no message.
    #[error("it is no message: {0}")]
    Unreadable(#[from] serde_json::Error),
}

impl Message {
    pub(super) const fn new(
        node: i64,
        epoch: u64,
        number: u64,
        (news, receiver): (News, Option<i64>),
    ) -> Self {
        Self { version: VERSION, node, epoch, number, news, receiver }
    }

    pub(super) fn sign(&self, signatures: &Signatures) -> Vec<u8> {
        let text = self.text();
        let signature = signatures.sign(&[KIND, text.as_bytes()]);
        format!("{text} {signature}").into_bytes()
    }

    fn text(&self) -> String {
        serde_json::to_string(self).expect("messages hold nothing JSON cannot say")
    }

    /// Reads a message of this version that a server with these keys has signed.
    pub(super) fn verify(signatures: &Signatures, bytes: &[u8]) -> Result<Self, BadMessage> {
        if bytes.len() > MAX_BYTES {
            return Err(BadMessage::TooLong);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| BadMessage::Signature)?;
        let (text, signature) = text.rsplit_once(' ').ok_or(BadMessage::Signature)?;
        if !signatures.verify(&[KIND, text.as_bytes()], signature) {
            return Err(BadMessage::Signature);
        }
        Self::read(text)
    }

    fn read(text: &str) -> Result<Self, BadMessage> {
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        match serde_json::from_str(text)? {
            Versioned { version: VERSION } => Ok(serde_json::from_str(text)?),
            Versioned { version } => Err(BadMessage::Foreign(version)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::identity::Keys;

    fn signatures() -> Signatures {
        Keys::new([3; 32], &[]).signatures()
    }

    #[test]
    fn messages_are_written_as_the_samples() {
        for (news, receiver, sample) in [
            (News::Position, None, r#""news":"position""#),
            (News::Matches, None, r#""news":"matches""#),
            (News::Presence, None, r#""news":"presence""#),
            (News::Envelopes, Some(4), r#""news":"envelopes","receiver":4"#),
            (News::Orders, None, r#""news":"orders""#),
            (News::Credentials, None, r#""news":"credentials""#),
        ] {
            let message = Message::new(3, 1_760_000_000_000, 17, (news, receiver));
            let sample =
                format!(r#"{{"version":1,"node":3,"epoch":1760000000000,"number":17,{sample}}}"#);
            assert_eq!(message.text(), sample);
            let signed = message.sign(&signatures());
            assert_eq!(Message::verify(&signatures(), &signed).expect("a message"), message);
        }
    }

    #[test]
    fn unusable_messages_are_refused_by_their_fault() {
        let verify = |text: &str| {
            let signature = signatures().sign(&[KIND, text.as_bytes()]);
            Message::verify(&signatures(), format!("{text} {signature}").as_bytes())
        };
        let foreign = verify(r#"{"version":2,"shape":"unknown"}"#);
        assert!(matches!(foreign, Err(BadMessage::Foreign(2))));
        assert!(matches!(verify(&" ".repeat(MAX_BYTES)), Err(BadMessage::TooLong)));
        for text in ["", "{}", "HTTP/1.1 200 OK", r#"{"version":1,"node":3}"#] {
            assert!(matches!(verify(text), Err(BadMessage::Unreadable(_))), "{text:?}");
        }
    }

    #[test]
    fn messages_that_these_servers_have_not_signed_are_refused() {
        let message = Message::new(3, 1, 17, (News::Matches, None));
        let strange = message.sign(&Keys::new([4; 32], &[]).signatures());
        let text = message.text();
        let other_kind = signatures().sign(&[text.as_bytes()]);
        let mut altered = message.sign(&signatures());
        altered[10] ^= 1;
        for bytes in [
            &strange[..],
            &altered,
            text.as_bytes(),
            format!("{text} {other_kind}").as_bytes(),
            b"",
            b" ",
            b"\xff \xff",
        ] {
            let read = Message::verify(&signatures(), bytes);
            assert!(matches!(read, Err(BadMessage::Signature)), "{read:?}");
        }
    }
}
