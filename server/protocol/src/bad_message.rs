//! Parsing of socket frames, and the error for a frame that is not a message.
//!
//! If the frame has a readable `id`, the error carries it, so that the client can tell which of its
//! commands was refused.

use domain::CommandId;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A frame was not a message; the command's id where one could be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a message of the protocol")]
pub struct BadMessage {
    /// The id it carried.
    pub id: Option<CommandId>,
}

/// Whether a frame may be a message: serde would also accept an array of the fields in order.
fn is_object(frame: &str) -> bool {
    frame.trim_start().starts_with('{')
}

/// Parses a frame.
///
/// # Errors
///
/// [`BadMessage`] if the frame is not a message of type `T`; with its id, if it has one.
pub(super) fn read<T: DeserializeOwned>(frame: &str) -> Result<T, BadMessage> {
    #[derive(Deserialize)]
    struct Marked {
        id: CommandId,
    }
    if !is_object(frame) {
        return Err(BadMessage { id: None });
    }
    serde_json::from_str(frame)
        .map_err(|_| BadMessage { id: serde_json::from_str(frame).ok().map(|Marked { id }| id) })
}
