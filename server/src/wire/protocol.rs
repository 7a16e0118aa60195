//! The protocol of the sockets: what the server says, and the events of a match. `docs/protocol.md` describes every message;
//! `tests/protocol/` has a sample of each, read by this crate's tests and by the client's.

use super::clock::{ClockSettingView, TimesView};
use super::room::{PlayerView, Room, is_false};
use super::schema::{
    CauseWord, ChannelWord, CommandIdText, MatchIdText, OfferWord, PatternWord, ReasonWord,
    ResultWord, RuleWord, SideWord, VisibilityWord,
};
use super::seek::StandingView;
use super::snapshot::Snapshot;
use super::text::{Hash, maybe_word, word, words};
use domain::{
    Channel, CommandId, CreditCause, EndReason, MatchId, MatchResult, Offer, Refusal, Visibility,
};
use engine::{Pattern, Rule, Side};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What the server says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first frame.
    Welcome {
        /// The seat of whoever connected.
        #[serde(with = "maybe_word")]
        #[schema(value_type = Option<SideWord>, required)]
        seat: Option<Side>,
        /// The last event so far.
        seq: u32,
        /// The server's time.
        now: u64,
        /// The version of the client that the server's pages are of.
        #[schema(value_type = String)]
        client: Cow<'static, str>,
        /// The legal actions as of `seq`, if they were asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Vec<String>, required = false)]
        legal: Option<Vec<String>>,
    },
    /// The match as a whole.
    Snapshot(Box<Snapshot>),
    /// A command's event is on disk.
    Ack {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// The event.
        seq: u32,
    },
    /// A command was refused; nothing changed.
    Nack {
        /// The client's id for the command, where one could be read.
        #[schema(value_type = Option<CommandIdText>, required)]
        id: Option<CommandId>,
        /// Why.
        code: NackCode,
        /// With `illegal`, the rule that forbids the action.
        #[serde(with = "maybe_word", default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = RuleWord, required = false)]
        rule: Option<Rule>,
        /// With `illegal`, the points that matter.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Vec<String>, required = false)]
        squares: Option<Vec<String>>,
        /// The last event so far.
        seq: u32,
    },
    /// Something happened.
    Event(EventFrame),
    /// What whoever runs the server tells everybody, or that it is told no more.
    Notice {
        /// The text; null if it is told no more.
        #[schema(required)]
        text: Option<String>,
        /// Until when it is told.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = u64, required = false)]
        until: Option<u64>,
    },
    /// The answer to a ping.
    Pong {
        /// The client's mark.
        #[schema(value_type = f64)]
        t: serde_json::Number,
        /// The server's time.
        now: u64,
    },
    /// The lobby: every room shown.
    Rooms {
        /// The server's time.
        now: u64,
        /// The version of the client that the server's pages are of.
        #[schema(value_type = String)]
        client: Cow<'static, str>,
        /// Open rooms and some that are being played.
        rooms: Vec<Room>,
    },
    /// The lobby: a room appeared or changed.
    Room {
        /// As it is now.
        room: Box<Room>,
    },
    /// The lobby: a room is over or hidden.
    Gone {
        /// Which.
        #[schema(value_type = MatchIdText)]
        id: MatchId,
    },
    /// The lobby: how the seek of whoever listens stands.
    Seek(Box<StandingView>),
    /// The lobby: how many are here.
    Counts {
        /// Players connected.
        players: u32,
        /// Matches being played.
        live: u32,
    },
}

words! {
    /// Why a command was refused.
    NackCode {
        /// The rules forbid the action.
        Illegal = "illegal",
        /// The game has come to another ply.
        Stale = "stale",
        /// The opponent acts next.
        NotYourTurn = "not_your_turn",
        /// Only players may do that.
        NotSeated = "not_seated",
        /// Not now: no such offer, too late to abort, ….
        NotAllowed = "not_allowed",
        /// The match is over.
        Over = "over",
        /// The store is away, or the match has more to do than it can; try again.
        Busy = "busy",
        /// Too many messages; slow down.
        Rate = "rate",
        /// So much was said and offered in the match that it takes no more.
        ChatFull = "chat_full",
        /// Operators let this person say nothing for a time.
        Muted = "muted",
        /// There is a word in it that the operator of this server does not want said.
        Words = "words",
        /// What is planned makes no plan.
        BadPlan = "bad_plan",
        /// Not a message of the protocol.
        BadMessage = "bad_message",
    }
}

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
            Refusal::Unsayable => Self::BadMessage,
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
    /// What happened.
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

/// What can happen in a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// The match was made; the first event of every match.
    Created(Box<Created>),
    /// The free seat was taken.
    Joined {
        /// Which.
        #[serde(with = "word")]
        #[schema(value_type = SideWord)]
        seat: Side,
        /// By whom.
        player: PlayerView,
        /// Who acts first; journals of before do not say.
        #[serde(with = "maybe_word", default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = SideWord, required = false)]
        turn: Option<Side>,
        /// The clock, with the grace of whoever acts first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = TimesView, required = false)]
        clock: Option<TimesView>,
    },
    /// Somebody with a seat has another name.
    Renamed {
        /// Which.
        #[serde(with = "word")]
        #[schema(value_type = SideWord)]
        seat: Side,
        /// As they are called now.
        player: PlayerView,
    },
    /// An action was played.
    Moved(Box<Moved>),
    /// Something was kept that is told nobody, such as a plan: it has a number like everything that is kept.
    Noted,
    /// An offer was made.
    Offered {
        /// Of what.
        #[schema(value_type = OfferWord)]
        offer: Offer,
        /// By which side.
        #[serde(with = "word")]
        #[schema(value_type = SideWord)]
        by: Side,
    },
    /// An offer was turned down.
    Declined {
        /// Of what.
        #[schema(value_type = OfferWord)]
        offer: Offer,
        /// By which side.
        #[serde(with = "word")]
        #[schema(value_type = SideWord)]
        by: Side,
    },
    /// An offer was withdrawn.
    Withdrawn {
        /// Of what.
        #[schema(value_type = OfferWord)]
        offer: Offer,
        /// By which side, which had made it.
        #[serde(with = "word")]
        #[schema(value_type = SideWord)]
        by: Side,
    },
    /// Actions were taken back.
    TakenBack(Box<TakenBack>),
    /// Time was given back to the running clock.
    Credited {
        /// The clock afterwards.
        clock: TimesView,
        /// How much, in milliseconds.
        credit: u64,
        /// Why.
        #[schema(value_type = CauseWord)]
        cause: CreditCause,
    },
    /// The match is over.
    Ended {
        /// Who won; null if it was aborted.
        #[serde(with = "maybe_word")]
        #[schema(value_type = Option<ResultWord>, required)]
        result: Option<MatchResult>,
        /// What ended it.
        #[serde(with = "word")]
        #[schema(value_type = ReasonWord)]
        reason: EndReason,
        /// The clock, which stands still.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = TimesView, required = false)]
        clock: Option<TimesView>,
    },
    /// Something was said.
    Said {
        /// The speaker's side; null for a watcher.
        #[serde(with = "maybe_word")]
        #[schema(value_type = Option<SideWord>, required)]
        by: Option<Side>,
        /// The speaker's name.
        name: Box<str>,
        /// Who was spoken to.
        #[schema(value_type = ChannelWord)]
        channel: Channel,
        /// What was said.
        text: Box<str>,
    },
    /// Something that was said is shown to nobody any more, by an operator's order.
    Unsaid {
        /// The event by which it was said.
        said: u32,
    },
    /// Somebody came or went.
    Presence {
        /// Whether the first side is connected.
        first: bool,
        /// Whether the second side is.
        second: bool,
        /// How many connections watch.
        watchers: u32,
    },
    /// Both agreed to play again.
    Rematched {
        /// The new match, in which the sides are swapped.
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
    /// The ruleset of it.
    pub ruleset: Box<str>,
    /// The version of the ruleset.
    pub ruleset_version: u32,
    /// Every option with its value.
    pub options: BTreeMap<Box<str>, Box<str>>,
    /// The position it starts from.
    pub start: Box<str>,
    /// How it is timed.
    pub clock: ClockSettingView,
    /// Where the player sits who made it.
    #[serde(with = "word")]
    #[schema(value_type = SideWord)]
    pub seat: Side,
    /// Who made it.
    pub player: PlayerView,
    /// For whom the free seat is kept; absent if for whoever comes first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub invited: Option<PlayerView>,
    /// Who finds it in the lists.
    #[schema(value_type = VisibilityWord)]
    pub visibility: Visibility,
    /// Whether it counts.
    pub rated: bool,
}

/// [`Event::Moved`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Moved {
    /// The index of the action: how many were played before it.
    pub ply: u32,
    /// Who played it.
    #[serde(with = "word")]
    #[schema(value_type = SideWord)]
    pub by: Side,
    /// The action.
    #[serde(rename = "move")]
    pub action: String,
    /// How long it took, in milliseconds.
    pub time: u64,
    /// The position after it.
    pub position: String,
    /// Who acts next; null if it ended the game.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub turn: Option<Side>,
    /// What it took.
    pub captures: Vec<CaptureView>,
    /// How many further removals it earned.
    pub earned: u8,
    /// Whether the side to act is in check.
    pub check: bool,
    /// How often the position has stood on the board, this time included.
    pub repetitions: u32,
    /// The clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = TimesView, required = false)]
    pub clock: Option<TimesView>,
    /// The position's key.
    pub hash: Hash,
    /// Whether it was played by a plan; left out if not.
    #[serde(default, skip_serializing_if = "is_false")]
    #[schema(required = false)]
    pub planned: bool,
}

/// A piece taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CaptureView {
    /// The name of the point it stood on.
    pub at: String,
    /// The figure that took it.
    #[serde(with = "word")]
    #[schema(value_type = PatternWord)]
    pub pattern: Pattern,
}

/// [`Event::TakenBack`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TakenBack {
    /// The game stands before this ply again.
    pub ply: u32,
    /// The position.
    pub position: String,
    /// Who acts next.
    #[serde(with = "word")]
    #[schema(value_type = SideWord)]
    pub turn: Side,
    /// Whether that side is in check.
    pub check: bool,
    /// How often the position has stood on the board, this time included.
    pub repetitions: u32,
    /// The clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = TimesView, required = false)]
    pub clock: Option<TimesView>,
    /// The position's key.
    pub hash: Hash,
}
