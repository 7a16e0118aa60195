//! Frames that are no message.

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

/// Whether a frame may be a message: serde would take a list of the fields in their order, too.
fn is_object(frame: &str) -> bool {
    frame.trim_start().starts_with('{')
}

/// Reads a frame; if it is no message, the id in it where there is one.
///
/// # Errors
///
/// [`BadMessage`].
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
