//! The messages that clients send on the sockets of matches and of the lobby.
//!
//! ```text
//! {"type":"play","id":"c7","ply":12,"move":"7g7f"}
//! ```
//!
//! A message with an `id` is a command: it may be sent again with the same id without being done
//! twice. The samples in `tests/protocol` hold this file and the client's to each other;
//! docs/protocol.md describes the messages.

use super::bad_message::{BadMessage, read};
use super::schema::{AnswerWord, CommandIdText};
use domain::{Answer, Command, CommandId, Offer};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A message from a client.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// Plays one action; `ply` is the number of actions played before it.
    Play {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// The number of actions played before this one.
        ply: u32,
        /// The action in the game's notation.
        #[serde(rename = "move")]
        action: String,
    },
    /// Resigns.
    Resign {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
    },
    /// Aborts the match before both sides have acted.
    Abort {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
    },
    /// Claims the win against an opponent who is away.
    Claim {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
    },
    /// Offers a draw, or answers or withdraws such an offer.
    Draw {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// The answer to the offer.
        #[schema(value_type = AnswerWord)]
        answer: Answer,
    },
    /// Requests a takeback of the sender's last action, or answers or withdraws such a request.
    Takeback {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// The answer to the offer.
        #[schema(value_type = AnswerWord)]
        answer: Answer,
    },
    /// Proposes to count an impasse, or answers or withdraws such a proposal.
    Impasse {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// The answer to the offer.
        #[schema(value_type = AnswerWord)]
        answer: Answer,
    },
    /// Offers to pause a correspondence match, or one without a clock, for 30 days at most, or answers
    /// or withdraws such an offer.
    Pause {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// The answer to the offer.
        #[schema(value_type = AnswerWord)]
        answer: Answer,
    },
    /// Ends the pause.
    Resume {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
    },
    /// Offers a rematch with the sides swapped, or answers or withdraws such an offer.
    Rematch {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// The answer to the offer.
        #[schema(value_type = AnswerWord)]
        answer: Answer,
    },
    /// Sends a chat line: a player to the players, a spectator to the spectators.
    Chat {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// The text.
        text: String,
    },
    /// Requests a snapshot.
    Snapshot,
    /// Requests a `pong` with the server's time.
    Ping {
        /// A number chosen by the client, returned unchanged.
        #[schema(value_type = f64)]
        t: serde_json::Number,
    },
}

impl ClientMessage {
    /// The command it carries, with the client's id for it; `None` for a message that is only a
    /// query. `lag` is the round-trip time to the client in milliseconds.
    #[must_use]
    pub fn into_command(self, lag: u64) -> Option<(CommandId, Command)> {
        Some(match self {
            Self::Play { id, ply, action } => (id, Command::Play { ply, action, lag }),
            Self::Resign { id } => (id, Command::Resign),
            Self::Abort { id } => (id, Command::Abort),
            Self::Claim { id } => (id, Command::Claim),
            Self::Draw { id, answer } => (id, Command::Offer(Offer::Draw, answer)),
            Self::Takeback { id, answer } => (id, Command::Offer(Offer::Takeback, answer)),
            Self::Impasse { id, answer } => (id, Command::Offer(Offer::Impasse, answer)),
            Self::Pause { id, answer } => (id, Command::Offer(Offer::Pause, answer)),
            Self::Resume { id } => (id, Command::Resume),
            Self::Rematch { id, answer } => (id, Command::Offer(Offer::Rematch, answer)),
            Self::Chat { id, text } => (id, Command::Chat(text)),
            Self::Snapshot | Self::Ping { .. } => return None,
        })
    }
}

/// [`ClientMessage::Play`] as a type of its own: nearly all messages are actions, and to read a message of any
/// type copies all its fields first.
#[derive(Deserialize)]
struct Play {
    #[serde(rename = "type")]
    _kind: PlayWord,
    id: CommandId,
    ply: u32,
    #[serde(rename = "move")]
    action: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum PlayWord {
    Play,
}

impl Play {
    /// Reads a frame; `None` if it is anything else, or malformed.
    fn read(frame: &str) -> Option<Self> {
        frame.starts_with('{').then(|| serde_json::from_str(frame).ok()).flatten()
    }
}

impl ClientMessage {
    /// Reads a frame.
    ///
    /// # Errors
    ///
    /// [`BadMessage`] if it is no JSON object, of an unknown type, or lacks a field.
    pub fn parse(frame: &str) -> Result<Self, BadMessage> {
        match Play::read(frame) {
            Some(Play { id, ply, action, .. }) => Ok(Self::Play { id, ply, action }),
            None => read(frame),
        }
    }

    /// The client's id for it, if messages of its type have one.
    #[must_use]
    pub const fn id(&self) -> Option<CommandId> {
        match self {
            Self::Play { id, .. }
            | Self::Resign { id }
            | Self::Abort { id }
            | Self::Claim { id }
            | Self::Draw { id, .. }
            | Self::Takeback { id, .. }
            | Self::Impasse { id, .. }
            | Self::Pause { id, .. }
            | Self::Resume { id }
            | Self::Rematch { id, .. }
            | Self::Chat { id, .. } => Some(*id),
            Self::Snapshot | Self::Ping { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_bad(frame: &str, id: Option<&str>) {
        let id = id.map(|id| id.parse().expect("an id"));
        assert_eq!(ClientMessage::parse(frame), Err(BadMessage { id }), "{frame}");
    }

    #[test]
    fn malformed_message_keeps_a_readable_id() {
        check_bad(r#"{"type":"play","id":"c0","ply":"0","move":"a1a2"}"#, Some("c0"));
        check_bad(r#"{"type":"play","id":"c0","ply":-1,"move":"a1a2"}"#, Some("c0"));
        check_bad(r#"{"type":"play","id":"c0","ply":0,"move":7}"#, Some("c0"));
        check_bad(r#"{"type":"draw","id":"d1","answer":"maybe"}"#, Some("d1"));
        check_bad(r#"{"type":"chat","id":"s1","text":null}"#, Some("s1"));
        check_bad(r#"{"type":["play"],"id":"c0"}"#, Some("c0"));
        check_bad(r#"{"id":"c0"}"#, Some("c0"));
        check_bad(r#"{"type":"resign","id":7}"#, None);
        check_bad(r#"{"type":"resign","id":"a b","text":5}"#, None);
        check_bad(r#"{"type":"resign","id":"a","id":"b"}"#, None);
        check_bad(r#"{"type":"resign","id":"c0""#, None);
    }

    #[test]
    fn action_is_read_as_any_other_message_is() {
        for frame in [
            r#"{"type":"play","id":"c0","ply":0,"move":"7g7f"}"#,
            r#" {"move":"P*5\u0065","ply":12,"id":"\u0063-1","type":"play"} "#,
            r#"{"type":"play","id":"c0","ply":0,"move":"7g7f","later":[{}]}"#,
            r#"{"type":"play","type":"play","id":"c0","ply":0,"move":"7g7f"}"#,
            r#"{"type":"play","id":"c0","ply":0,"ply":0,"move":"7g7f"}"#,
            r#"{"type":"play","id":"c0","ply":0,"move":"7g7f"} x"#,
            r#"{"type":"resign","id":"c0","ply":0,"move":"7g7f"}"#,
            r#"{"type":"play","id":"c0","ply":0}"#,
            r#"["play","c0",0,"7g7f"]"#,
        ] {
            assert_eq!(ClientMessage::parse(frame), read(frame), "{frame}");
        }
    }

    #[test]
    fn only_objects_are_messages() {
        for frame in ["", "null", "7", r#""resign""#, r#"["c0"]"#, r#"["resign",{"id":"c0"}]"#] {
            check_bad(frame, None);
        }
        check_bad(r#"["play","c0",0,"a1a2",null,null,null]"#, None);
    }

    #[test]
    fn fields_of_other_messages_are_ignored_whatever_they_hold() {
        let id: CommandId = "c0".parse().expect("an id");
        let t = serde_json::Number::from(7);
        for (frame, message) in [
            (r#"{"type":"resign","id":"c0","text":5}"#, ClientMessage::Resign { id }),
            (
                r#" {"ply":-1,"answer":"maybe","type":"abort","id":"c0"}"#,
                ClientMessage::Abort { id },
            ),
            (
                r#"{"type":"play","id":"c0","ply":3,"move":"a1a2","answer":[],"t":"now"}"#,
                ClientMessage::Play { id, ply: 3, action: "a1a2".to_owned() },
            ),
            (
                r#"{"type":"draw","id":"c0","answer":"offer","move":{}}"#,
                ClientMessage::Draw { id, answer: Answer::Offer },
            ),
            (r#"{"type":"snapshot","id":7}"#, ClientMessage::Snapshot),
            (r#"{"type":"ping","t":7,"id":7}"#, ClientMessage::Ping { t }),
        ] {
            assert_eq!(ClientMessage::parse(frame), Ok(message), "{frame}");
        }
    }
}
