//! Events of the journal.

use super::FinishedGame;
use crate::ids::MatchId;
use crate::time::Moment;
use bytes::Bytes;

/// One JSON object in UTF-8, serialised once: the same bytes go to disk and to every reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame(Bytes);

impl Frame {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("a frame is made from a String only")
    }

    /// The shared bytes, which are UTF-8.
    #[must_use]
    pub const fn bytes(&self) -> &Bytes {
        &self.0
    }
}

impl From<String> for Frame {
    fn from(text: String) -> Self {
        Self(Bytes::from(text))
    }
}

/// One event of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its number in the match, without gaps.
    pub seq: u32,
    /// The command that caused it, unique in the match, at most [`MAX_COMMAND`] bytes. Of
    /// several events of one command the first carries it. Whoever hands it in makes it
    /// unique, for instance by putting the seat before the client's own id.
    pub command: Option<Box<str>>,
    /// The event as it is sent.
    pub payload: Frame,
}

/// The longest text of [`Event::command`], in bytes.
pub const MAX_COMMAND: usize = 80;

/// What is to be written of one match: it is written whole or not at all.
#[derive(Debug, Clone, PartialEq)]
pub struct Append {
    /// The match.
    pub match_id: MatchId,
    /// Its new events in order.
    pub events: Vec<Event>,
    /// Set when the match is over; the journal of the match is then dropped, the new events
    /// included, and nothing may be appended to it afterwards.
    pub closing: Option<Closing>,
}

/// What becomes of a match that is over.
#[derive(Debug, Clone, PartialEq)]
pub enum Closing {
    /// It goes into the archive.
    Archive(Box<FinishedGame>),
    /// It leaves no trace, as a room that nobody joined.
    Discard,
}

/// The journal of a match that is not over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfinished {
    /// The match.
    pub match_id: MatchId,
    /// All its events in order.
    pub events: Vec<Event>,
    /// The last sign of life of the server that held it before, if it was another one or an
    /// earlier run: the time since then is given back to the match's clock.
    pub alive: Option<Moment>,
}
