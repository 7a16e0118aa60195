//! The protocol of the sockets: the server's messages, and the events of a match.
//! `docs/protocol.md` describes every message; `tests/protocol/` has a sample of each, read by this
//! crate's tests and by the client's.

use super::clock::{ClockSettingView, TimesView};
use super::event::Left;
use super::match_summary::{MatchSummary, PlayerView, is_false};
use super::schema::{
    CauseWord, ChannelWord, CommandIdText, MatchIdText, OfferWord, PatternWord, ReasonWord,
    ResultWord, RuleWord, SideWord, VisibilityWord,
};
use super::seek::StandingView;
use super::snapshot::Snapshot;
use super::text::{Hash, maybe_word, on_the_wire, word};
use domain::{
    Channel, CommandId, CreditCause, EndReason, MatchId, MatchResult, Offer, Refusal, Visibility,
};
use engine::{Pattern, Rule, Side, words};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A message from the server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first frame.
    Welcome {
        /// The client's seat.
        #[serde(with = "maybe_word")]
        #[schema(value_type = Option<SideWord>, required)]
        seat: Option<Side>,
        /// The `seq` of the last event.
        seq: u32,
        /// The server's time.
        now: u64,
        /// The version of the client that the server serves.
        #[schema(value_type = String)]
        client: Cow<'static, str>,
        /// The legal actions as of `seq`, if requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Vec<String>, required = false)]
        legal: Option<Vec<String>>,
    },
    /// The complete state of the match.
    Snapshot(Box<Snapshot>),
    /// A command's event is stored.
    Ack {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// The `seq` of the event.
        seq: u32,
    },
    /// A command was rejected; nothing changed.
    Nack {
        /// The client's id for the command, if it could be read.
        #[schema(value_type = Option<CommandIdText>, required)]
        id: Option<CommandId>,
        /// The reason.
        code: NackCode,
        /// With `illegal`, the rule that forbids the action.
        #[serde(with = "maybe_word", default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = RuleWord, required = false)]
        rule: Option<Rule>,
        /// With `illegal`, the points concerned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Vec<String>, required = false)]
        squares: Option<Vec<String>>,
        /// The `seq` of the last event.
        seq: u32,
    },
    /// An event of the match.
    Event(EventFrame),
    /// A notice from the operators to all clients, or the end of one.
    Notice {
        /// The text; null if the notice has ended.
        #[schema(required)]
        text: Option<String>,
        /// When the notice ends.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = u64, required = false)]
        until: Option<u64>,
    },
    /// The answer to `ping`.
    Pong {
        /// The client's number.
        #[schema(value_type = f64)]
        t: serde_json::Number,
        /// The server's time.
        now: u64,
    },
    /// The lobby: all matches that are listed.
    Matches {
        /// The server's time.
        now: u64,
        /// The version of the client that the server serves.
        #[schema(value_type = String)]
        client: Cow<'static, str>,
        /// Open matches and some of those being played.
        matches: Vec<MatchSummary>,
    },
    /// The lobby: a match appeared or changed.
    Match {
        /// The match as it is now.
        #[serde(rename = "match")]
        summary: Box<MatchSummary>,
    },
    /// The lobby: a match is over or no longer listed.
    Gone {
        /// The match.
        #[schema(value_type = MatchIdText)]
        id: MatchId,
    },
    /// The lobby: the state of the client's seek.
    Seek(Box<StandingView>),
    /// The lobby: the number of players and matches.
    Counts {
        /// The number of players connected.
        players: u32,
        /// The number of matches being played.
        live: u32,
    },
}

words! {
    /// Why a command was rejected.
    pub NackCode {
        /// The rules forbid the action.
        Illegal = "illegal",
        /// The game has moved on to another ply.
        Stale = "stale",
        /// It is the opponent's turn.
        NotYourTurn = "not_your_turn",
        /// Only players may do that.
        NotSeated = "not_seated",
        /// Not possible now: there is no such offer, it is too late to abort, and so on.
        NotAllowed = "not_allowed",
        /// The match is over.
        Over = "over",
        /// The store is unavailable or the match is overloaded; try again.
        Busy = "busy",
        /// Too many messages; slow down.
        Rate = "rate",
        /// The match has reached its limit of chat lines and offers.
        ChatFull = "chat_full",
        /// The operators have muted the sender.
        Muted = "muted",
        /// The text contains a word that the operators do not allow.
        WordFilter = "word_filter",
        /// The plan is invalid.
        BadPlan = "bad_plan",
        /// Not a message of the protocol.
        BadMessage = "bad_message",
    }
}

on_the_wire!(NackCode);

impl From<&Refusal> for NackCode {
    fn from(refusal: &Refusal) -> Self {
        match refusal {
            Refusal::Illegal(_) => Self::Illegal,
            Refusal::Stale => Self::Stale,
            Refusal::NotYourTurn => Self::NotYourTurn,
            Refusal::NotSeated => Self::NotSeated,
            Refusal::NotAllowed => Self::NotAllowed,
            Refusal::Over => Self::Over,
            Refusal::BadPlan(_) => Self::BadPlan,
            Refusal::BadChat => Self::BadMessage,
            Refusal::TooMuch => Self::ChatFull,
        }
    }
}

/// An event with its number and time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EventFrame {
    /// Its number in the match, from 1, without gaps.
    pub seq: u32,
    /// When it happened.
    pub at: u64,
    /// The event itself.
    #[serde(flatten)]
    pub event: Event,
}

impl EventFrame {
    /// The text of the frame, serialised once for all readers of a match.
    #[must_use]
    pub fn to_text(&self) -> String {
        #[derive(Serialize)]
        #[serde(tag = "type", rename = "event")]
        struct Tagged<'a> {
            #[serde(flatten)]
            frame: &'a EventFrame,
        }
        let mut text = Vec::with_capacity(512);
        let frame = Tagged { frame: self };
        serde_json::to_writer(&mut text, &frame).expect("events hold nothing JSON cannot say");
        String::from_utf8(text).expect("JSON is UTF-8")
    }
}

/// The kinds of events in a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// The match was created; the first event of every match.
    Created(Box<Created>),
    /// The free seat was taken.
    Joined {
        /// The seat.
        #[serde(with = "word")]
        #[schema(value_type = SideWord)]
        seat: Side,
        /// The player who took it.
        player: PlayerView,
        /// The side to act first.
        #[serde(with = "word")]
        #[schema(value_type = SideWord)]
        turn: Side,
        /// The clock, with the grace period of the side to act first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = TimesView, required = false)]
        clock: Option<TimesView>,
    },
    /// The opponent left an open match before both sides had acted.
    Left(Box<Left>),
    /// A player in a seat changed their name.
    Renamed {
        /// The seat.
        #[serde(with = "word")]
        #[schema(value_type = SideWord)]
        seat: Side,
        /// The player with the new name.
        player: PlayerView,
    },
    /// An action was played.
    Moved(Box<Moved>),
    /// Something was stored that this reader is not shown: a plan, or a chat line of the other channel
    /// before the match is over. It has a number, so that `seq` has no gaps.
    Noted,
    /// An offer was made.
    Offered {
        /// The kind of offer.
        #[schema(value_type = OfferWord)]
        offer: Offer,
        /// The side.
        #[serde(with = "word")]
        #[schema(value_type = SideWord)]
        by: Side,
    },
    /// An offer was declined.
    Declined {
        /// The kind of offer.
        #[schema(value_type = OfferWord)]
        offer: Offer,
        /// The side.
        #[serde(with = "word")]
        #[schema(value_type = SideWord)]
        by: Side,
    },
    /// An offer was withdrawn.
    Withdrawn {
        /// The kind of offer.
        #[schema(value_type = OfferWord)]
        offer: Offer,
        /// The side that had made it.
        #[serde(with = "word")]
        #[schema(value_type = SideWord)]
        by: Side,
    },
    /// Actions were taken back.
    TakenBack(Box<TakenBack>),
    /// Time was credited to the running clock.
    Credited {
        /// The clock afterwards.
        clock: TimesView,
        /// The time credited, in milliseconds.
        credit: u64,
        /// The reason.
        #[schema(value_type = CauseWord)]
        cause: CreditCause,
    },
    /// In a correspondence match, the vacation of a side began or ended.
    Vacation {
        /// The side.
        #[serde(with = "word")]
        #[schema(value_type = SideWord)]
        by: Side,
        /// Until when it lasts at the latest; null once it is over.
        #[schema(required)]
        until: Option<u64>,
        /// The clock afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = TimesView, required = false)]
        clock: Option<TimesView>,
    },
    /// Both players agreed to a pause, in which no clock runs. It ends with `resumed`, or with the next
    /// action.
    Paused {
        /// Until when it lasts at the latest.
        until: u64,
        /// The clock afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = TimesView, required = false)]
        clock: Option<TimesView>,
    },
    /// The pause is over.
    Resumed {
        /// The side that ended it; null if it had lasted as long as it could.
        #[serde(with = "maybe_word")]
        #[schema(value_type = Option<SideWord>, required)]
        by: Option<Side>,
        /// The clock afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = TimesView, required = false)]
        clock: Option<TimesView>,
    },
    /// The match is over.
    Ended {
        /// The result; null if the match was aborted.
        #[serde(with = "maybe_word")]
        #[schema(value_type = Option<ResultWord>, required)]
        result: Option<MatchResult>,
        /// Why it ended.
        #[serde(with = "word")]
        #[schema(value_type = ReasonWord)]
        reason: EndReason,
        /// The clock, stopped.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = TimesView, required = false)]
        clock: Option<TimesView>,
    },
    /// A chat line was sent.
    Chat {
        /// The sender's side; null for a spectator.
        #[serde(with = "maybe_word")]
        #[schema(value_type = Option<SideWord>, required)]
        by: Option<Side>,
        /// The sender's name.
        name: Box<str>,
        /// The channel.
        #[schema(value_type = ChannelWord)]
        channel: Channel,
        /// The text.
        text: Box<str>,
    },
    /// An operator removed a chat line.
    ChatRemoved {
        /// The `seq` of the chat line's event.
        chat: u32,
    },
    /// The connections of the match have changed.
    Presence {
        /// Whether the first side is connected.
        first: bool,
        /// Whether the second side is.
        second: bool,
        /// The number of spectators' connections.
        spectators: u32,
    },
    /// Both players agreed to a rematch.
    Rematched {
        /// The new match, with the sides swapped.
        #[serde(rename = "match")]
        #[schema(value_type = MatchIdText)]
        next: MatchId,
    },
}

/// [`Event::Created`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Created {
    /// The game, as in the catalogue.
    pub game: Box<str>,
    /// The ruleset.
    pub ruleset: Box<str>,
    /// The version of the ruleset.
    pub ruleset_version: u32,
    /// Every option with its value.
    pub options: BTreeMap<Box<str>, Box<str>>,
    /// The start position.
    pub start: Box<str>,
    /// The time control.
    pub clock: ClockSettingView,
    /// The seat of the player who created it.
    #[serde(with = "word")]
    #[schema(value_type = SideWord)]
    pub seat: Side,
    /// The player who created it.
    pub player: PlayerView,
    /// The player for whom the free seat is reserved; absent if any player can take it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub invited: Option<PlayerView>,
    /// Whether the match is listed.
    #[schema(value_type = VisibilityWord)]
    pub visibility: Visibility,
    /// Whether the match is rated.
    pub rated: bool,
}

/// [`Event::Moved`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Moved {
    /// The index of the action: the number of actions played before it.
    pub ply: u32,
    /// The side that played it.
    #[serde(with = "word")]
    #[schema(value_type = SideWord)]
    pub by: Side,
    /// The action.
    #[serde(rename = "move")]
    pub action: String,
    /// The time it took, in milliseconds.
    pub time: u64,
    /// The position after it.
    pub position: String,
    /// The side to act next; null if the action ended the game.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub turn: Option<Side>,
    /// The pieces it captured.
    pub captures: Vec<CaptureView>,
    /// The number of further removals it earned.
    pub earned: u8,
    /// Whether the side to act is in check.
    pub check: bool,
    /// The number of occurrences of the position, including this one.
    pub repetitions: u32,
    /// The clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = TimesView, required = false)]
    pub clock: Option<TimesView>,
    /// The position's key.
    pub hash: Hash,
    /// Whether a plan played it; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    #[schema(required = false)]
    pub planned: bool,
}

/// A captured piece.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CaptureView {
    /// The name of the point it stood on.
    pub at: String,
    /// The pattern by which it was captured.
    #[serde(with = "word")]
    #[schema(value_type = PatternWord)]
    pub pattern: Pattern,
}

/// [`Event::TakenBack`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TakenBack {
    /// The game is again before this ply.
    pub ply: u32,
    /// The position.
    pub position: String,
    /// The side to act next.
    #[serde(with = "word")]
    #[schema(value_type = SideWord)]
    pub turn: Side,
    /// Whether that side is in check.
    pub check: bool,
    /// The number of occurrences of the position, including this one.
    pub repetitions: u32,
    /// The clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = TimesView, required = false)]
    pub clock: Option<TimesView>,
    /// The position's key.
    pub hash: Hash,
}
