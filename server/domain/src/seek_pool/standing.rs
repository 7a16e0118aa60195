//! The values that the seek pool returns: pairs, answers, standings and expired seeks.

use crate::{Caller, Deal, MatchId, Moment, PlayerId, Seek};
use engine::{BySide, Side};
use uuid::Uuid;

/// Two players who could play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The players, with the creation times of their seeks: a later seek is another one.
    pub people: [(PlayerId, Moment); 2],
    /// The match they would play.
    pub deal: Deal,
    /// The players who are reachable and can accept.
    pub awake: BySide<bool>,
}

/// The outcome of an answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Answered {
    /// The opponent has not answered yet.
    Noted,
    /// Both accept: their match is to be made.
    Agreed(Uuid, Deal),
    /// A player declined.
    Declined,
}

/// There is no such meeting, or it is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no opponent has been found, or not any more")]
pub struct NobodyFound;

/// The standing of a player.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Standing {
    /// Their seek.
    pub seek: Option<Seek>,
    /// Their opponent in the meeting.
    pub found: Option<Found>,
    /// Whether they did not answer when an opponent was found, and have lost their seek by it.
    pub has_missed: bool,
    /// The match that has begun.
    pub started: Option<MatchId>,
}

/// An opponent has been found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The id by which it is answered.
    pub id: Uuid,
    /// The game that would be played, and its players.
    pub deal: Deal,
    /// The side of the player whose standing it is.
    pub side: Side,
    /// Until when it can be accepted.
    pub until: Moment,
    /// Whether that player has accepted.
    pub accepted: bool,
}

/// The seeks and meetings that time has ended.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Expiry {
    /// The players whose seeks ended.
    pub over: Vec<PlayerId>,
    /// Of them the players who did not answer, with the addresses they come from.
    pub missed: Vec<(PlayerId, Option<Caller>)>,
    /// The players whose standing changed.
    pub changed: Vec<PlayerId>,
}
