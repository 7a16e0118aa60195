//! Values that are written to the journal and read from it: an event, the batch appended
//! for one match, and the journal of an unfinished match.
//!
//! The store treats an event's payload as opaque text; `codec` gives it its meaning. Within a match
//! `seq` counts from 1 without gaps, and a command's key occurs once.

use super::{Fence, JournalText};
use domain::{FinishedGame, MatchId, Moment, PlayerId};
use std::sync::Arc;

/// One event of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its number in the match, without gaps.
    pub seq: u32,
    /// The command that caused it, unique in the match, at most [`MAX_COMMAND`] bytes. Of
    /// several events of one command the first carries it. The caller makes it unique, for
    /// instance by putting the seat before the client's own id.
    pub command: Option<Arc<str>>,
    /// The event as [`codec`](super::codec) writes it.
    pub payload: Arc<str>,
}

/// The longest text of [`Event::command`], in bytes.
pub const MAX_COMMAND: usize = 80;

/// The batch of one match: it is written whole or not at all.
#[derive(Debug, Clone, PartialEq)]
pub struct Append {
    /// The match.
    pub match_id: MatchId,
    /// Its new events in order.
    pub events: Vec<Event>,
    /// Set when the match is over; the journal of the match is then dropped, the new events
    /// included, and nothing may be appended to it afterwards.
    pub closing: Option<Closing>,
    /// The seeks of which the match is made, if it is made of seeks.
    pub seekers: Option<Seekers>,
}

/// Players of whose seeks a match is made: the seeks end with its first events, and nothing is written
/// unless there is one of each, and the server that writes pairs them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seekers {
    /// The players.
    pub players: Vec<PlayerId>,
    /// The lease under which the leader of the seeks writes.
    pub by: Fence,
}

/// The events of a match that is over.
#[derive(Debug, Clone, PartialEq)]
pub enum Closing {
    /// It goes into the archive.
    Archive(Box<FinishedGame>),
    /// It leaves no trace, like an open match that no opponent joined.
    Discard,
}

/// The journal of a match that is not over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfinished {
    /// The match.
    pub match_id: MatchId,
    /// All its events.
    pub journal: JournalText,
    /// The last sign of life of the server that held it before, if it was another one or an
    /// earlier run: the time since then is credited to the match's clock.
    pub alive: Option<Moment>,
}
