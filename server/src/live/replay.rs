//! Events that a client missed: read from the journal and written as frames of the wire.
//!
//! This is how a reader that reconnects, or fell behind, catches up without a whole snapshot. Only
//! an unfinished match has a journal; once it is over, the answer is empty and the client reads the
//! archived game. The match's task is not involved, so that catching up delays no player.

use super::handle::MatchHandle;
use super::registry::{FindError, Registry, away};
use domain::{Channel, MatchId};
use protocol::{EventFrame, Frame};
use store::{Database, Event, codec};

/// An event of the journal as it is sent.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// Its number.
    pub seq: u32,
    /// Its text on the wire.
    pub frame: Frame,
}

impl MatchHandle {
    /// The first `limit` events with numbers above `since`, in order, as a reader of one channel of the
    /// chat is shown them; none once the match is over, because its journal has been replaced by its
    /// row in the archive.
    ///
    /// # Errors
    ///
    /// [`FindError::Busy`] if the store is away, [`FindError::Damaged`] if an event cannot be read.
    pub async fn events_since(
        &self,
        since: u32,
        limit: u32,
        channel: Channel,
    ) -> Result<Vec<Replayed>, FindError> {
        read(self.store(), self.id(), since, limit, Some(channel)).await
    }
}

impl Registry {
    /// The same for the match with that id, without restoring it; without a channel no line of chat is
    /// shown.
    ///
    /// # Errors
    ///
    /// As [`MatchHandle::events_since`].
    pub async fn events_since(
        &self,
        id: MatchId,
        since: u32,
        limit: u32,
        channel: Option<Channel>,
    ) -> Result<Vec<Replayed>, FindError> {
        read(self.store(), id, since, limit, channel).await
    }
}

async fn read(
    store: &Database,
    id: MatchId,
    since: u32,
    limit: u32,
    channel: Option<Channel>,
) -> Result<Vec<Replayed>, FindError> {
    let events = store.events(id, since, limit).await.map_err(|error| away(&error))?;
    let replay = |event: &Event| {
        let read = codec::read_event(&event.payload);
        let numbered = read.inspect_err(|error| {
            tracing::error!(match.id = %id, %error, "a stored event cannot be sent");
        });
        let frame = EventFrame::shown(&numbered.map_err(|_| FindError::Damaged)?, channel);
        Ok(Replayed { seq: event.seq, frame: Frame::from(frame.to_text()) })
    };
    events.iter().map(replay).collect()
}
