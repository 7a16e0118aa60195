//! The events of a match.
//!
//! A match is the sum of its events: [`Match::decide`](crate::Match::decide) returns them,
//! [`Match::evolve`](crate::Match::evolve) applies them, and
//! [`Match::restore`](crate::Match::restore) rebuilds the match from all of them. The store and
//! the wire write each in a format of their own.

use crate::clock::{ClockSetting, Reading};
use crate::ending::{EndReason, MatchResult};
use crate::ids::MatchId;
use crate::moment::Moment;
use crate::player::Player;
use crate::text::{Channel, CreditCause, Offer, Origin, Visibility};
use engine::{Pattern, Side};
use std::collections::BTreeMap;

/// An event with its place in the match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedEvent {
    /// Its number in the match, from 1, without gaps.
    pub seq: u32,
    /// When it happened.
    pub at: Moment,
    /// The event itself.
    pub event: Event,
}

/// The kinds of events of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The match was made; the first event of every match.
    Created(Box<Created>),
    /// The free seat was taken.
    Joined {
        /// The seat.
        seat: Side,
        /// The player who took it.
        player: Player,
        /// The side to act first.
        turn: Side,
        /// The clock, with the grace of the side that acts first.
        clock: Option<Reading>,
    },
    /// The opponent has left an open match before both sides had acted: the seat is free, and the
    /// match is at its start again.
    Left(Box<Left>),
    /// A player with a seat has another name.
    Renamed {
        /// The seat.
        seat: Side,
        /// With the new name.
        player: Player,
    },
    /// An action was played.
    Moved(Box<Moved>),
    /// A side has planned its replies; no other reader gets the lines.
    Planned {
        /// The side that plans.
        by: Side,
        /// The lines, from the next action on, whose ever it is; none if nothing is planned any more.
        lines: Vec<Vec<String>>,
    },
    /// An offer was made.
    Offered {
        /// Of what.
        offer: Offer,
        /// By which side.
        by: Side,
    },
    /// An offer was declined.
    Declined {
        /// Of what.
        offer: Offer,
        /// By which side.
        by: Side,
    },
    /// An offer was withdrawn.
    Withdrawn {
        /// Of what.
        offer: Offer,
        /// By which side, which had made it.
        by: Side,
    },
    /// Actions were taken back.
    TakenBack(Box<TakenBack>),
    /// Time was credited to the running clock.
    Credited {
        /// The clock afterwards.
        clock: Reading,
        /// How much, in milliseconds.
        credit: u64,
        /// Why.
        cause: CreditCause,
    },
    /// By days, the vacation of a side began or ended; its clock stands still in between.
    Vacation {
        /// The side.
        by: Side,
        /// Until when it lasts at the latest; nothing once it is over.
        until: Option<Moment>,
        /// The clock afterwards.
        clock: Option<Reading>,
    },
    /// Both agreed to a pause, in which no clock runs. It ends with [`Event::Resumed`], with the next
    /// action, or by itself at its moment.
    Paused {
        /// Until when it lasts at the latest.
        until: Moment,
        /// The clock afterwards.
        clock: Option<Reading>,
    },
    /// The pause is over.
    Resumed {
        /// The side that ended it; nothing if it ended by itself.
        by: Option<Side>,
        /// The clock afterwards.
        clock: Option<Reading>,
    },
    /// The match is over.
    Ended {
        /// The winner; nothing if it was aborted.
        result: Option<MatchResult>,
        /// The reason for the end.
        reason: EndReason,
        /// The clock, which stands still.
        clock: Option<Reading>,
    },
    /// A line of chat.
    Chat {
        /// The speaker's side; nothing for a spectator.
        by: Option<Side>,
        /// The speaker's name.
        name: Box<str>,
        /// The readers.
        channel: Channel,
        /// The text.
        text: Box<str>,
    },
    /// A line of chat was removed by an operator's order.
    ChatRemoved {
        /// The number of its event.
        chat: u32,
    },
    /// A player or spectator connected or disconnected.
    Presence {
        /// Whether the first side is connected.
        first: bool,
        /// Whether the second side is.
        second: bool,
        /// How many connections watch.
        spectators: u32,
    },
    /// Both agreed to play again.
    Rematched {
        /// The new match, in which the sides are swapped.
        next: MatchId,
    },
}

/// [`Event::Created`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Created {
    /// The game, as in the catalogue.
    pub game: Box<str>,
    /// The ruleset of it.
    pub ruleset: Box<str>,
    /// The version of the ruleset.
    pub ruleset_version: u32,
    /// Every option with its value.
    pub options: BTreeMap<Box<str>, Box<str>>,
    /// The position it starts from.
    pub start: Box<str>,
    /// How it is timed.
    pub clock: ClockSetting,
    /// The seat of its author.
    pub seat: Side,
    /// The author.
    pub player: Player,
    /// The player that the free seat is reserved for.
    pub invited: Option<Player>,
    /// Whether the match is listed.
    pub visibility: Visibility,
    /// Whether it counts.
    pub rated: bool,
    /// Whether any player may take the free seat: an opponent who leaves before both sides have acted
    /// frees it again.
    pub open: bool,
    /// Whether the players were found for each other by their seeks, for this match or the first before
    /// its rematches.
    pub found: bool,
    /// How the players came together.
    pub origin: Origin,
}

/// [`Event::Left`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// The seat that is free again.
    pub seat: Side,
    /// Why: the opponent aborted, or did not act in time.
    pub reason: EndReason,
    /// The start position.
    pub position: String,
    /// Whether the side to act is in check.
    pub check: bool,
    /// The clock, as before the match began.
    pub clock: Option<Reading>,
    /// The position's key.
    pub hash: u64,
}

/// [`Event::Moved`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// The index of the action: how many were played before it.
    pub ply: u32,
    /// The side that played it.
    pub by: Side,
    /// The action in the game's notation.
    pub action: String,
    /// How long it took, in milliseconds.
    pub time: u64,
    /// The position after it.
    pub position: String,
    /// The side to act next; nothing if it ended the game.
    pub turn: Option<Side>,
    /// The pieces that it took.
    pub captures: Vec<Captured>,
    /// How many further removals it earned.
    pub earned: u8,
    /// Whether the side to act is in check.
    pub check: bool,
    /// How often the position has stood on the board, this time included.
    pub repetitions: u32,
    /// The clock.
    pub clock: Option<Reading>,
    /// The position's key.
    pub hash: u64,
    /// Whether it was played by a plan.
    pub planned: bool,
}

/// A piece taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Captured {
    /// The name of the point it stood on.
    pub at: String,
    /// The figure that took it.
    pub pattern: Pattern,
}

/// [`Event::TakenBack`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenBack {
    /// The game stands before this ply again.
    pub ply: u32,
    /// The position.
    pub position: String,
    /// The side to act next.
    pub turn: Side,
    /// Whether that side is in check.
    pub check: bool,
    /// How often the position has stood on the board, this time included.
    pub repetitions: u32,
    /// The clock.
    pub clock: Option<Reading>,
    /// The position's key.
    pub hash: u64,
}

/// A line of chat that a match remembers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatLine {
    /// The number of its event.
    pub seq: u32,
    /// The time of the line.
    pub at: Moment,
    /// The speaker's side; nothing for a spectator.
    pub by: Option<Side>,
    /// The speaker's name.
    pub name: Box<str>,
    /// The readers.
    pub channel: Channel,
    /// The text.
    pub text: Box<str>,
}
