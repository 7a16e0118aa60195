//! The data that a match sends to its readers: the greeting of a connection, and the events after it.

use domain::PlayerId;
use engine::{BySide, Side};
use protocol::{Frame, Snapshot};
use std::sync::Arc;
use tokio::sync::broadcast;

/// An event on its way to every reader of a match.
#[derive(Debug, Clone)]
pub struct Outgoing {
    /// The event's number.
    pub seq: u32,
    /// The event as it is sent.
    pub frame: Frame,
    /// The same with the legal actions after it, for those who asked for them; boxed, since few do.
    pub with_legal: Option<Arc<Frame>>,
    /// The way in which a connection handles it.
    pub kind: OutgoingKind,
}

/// The kinds of [`Outgoing`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutgoingKind {
    /// An event.
    Event,
    /// The event that ends the match.
    Ended,
    /// The event of a seat that was taken by a player: a watching connection of that player becomes a
    /// player's.
    Joined(PlayerId),
    /// The event of an opponent who left: the seat, and how many have left by now. A connection of that
    /// player ends.
    Left(Side, u32),
    /// The match as a whole after the event of that number, which ended it: it has the chat lines
    /// that the reader was not shown before.
    Whole,
}

/// The beginning of a new connection.
#[derive(Debug)]
pub struct Connected {
    /// The seat of the player who connected; `None` for a spectator.
    pub seat: Option<Side>,
    /// How many opponents had left the match when the seat was taken.
    pub leaves: u32,
    /// The last event so far; `events` continues after it.
    pub seq: u32,
    /// The events from now on; it ends when the match's task does.
    pub events: broadcast::Receiver<Outgoing>,
    /// The match as a whole, unless the events since the number asked for are in the journal.
    pub snapshot: Option<Box<Snapshot>>,
    /// The legal actions now, if they were asked for.
    pub legal: Option<Legal>,
}

/// The beginning of the events for another node, which sends them on to its spectators.
#[derive(Debug)]
pub struct Watched {
    /// The last event so far; `events` continues after it.
    pub seq: u32,
    /// Whether events are in the journal: until the match is over.
    pub is_journaled: bool,
    /// The players in the seats that are taken.
    pub seats: BySide<Option<PlayerId>>,
    /// What spectators are sent from now on; it ends when the match's task does.
    pub events: broadcast::Receiver<Outgoing>,
}

/// The answer to a spectator's connection that has got a seat.
#[derive(Debug)]
pub struct Reseated {
    /// The seat.
    pub seat: Side,
    /// How many opponents had left the match when it was taken.
    pub leaves: u32,
    /// The events from now on.
    pub events: broadcast::Receiver<Outgoing>,
    /// The match as a whole, if the players have written lines that the spectator was not shown.
    pub snapshot: Option<Box<Snapshot>>,
}

/// The legal actions when a connection begins.
#[derive(Debug)]
pub struct Legal {
    /// The actions, sorted as text.
    pub actions: Vec<String>,
    /// While this is held, events come with the legal actions after them.
    pub reader: Arc<()>,
}

/// The detail that a reader wants of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// How it stands.
    #[default]
    Plain,
    /// Also the legal actions.
    Legal,
}
