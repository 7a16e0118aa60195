//! A match as a whole: live as a snapshot, finished as a summary or a whole game.
//!
//! A snapshot is consistent at one event (`seq`); a client that has it needs only the later events.
//! The forms of finished games are also what `export` writes and `import` reads, so their fields
//! keep their meaning; new ones need a default.

use super::clock::{ClockSettingView, ClockView};
use super::match_summary::{PlayerView, PlayersView};
use super::schema::{
    ChannelWord, MatchIdText, OriginWord, ReasonWord, ResultWord, SideWord, StateWord,
    VisibilityWord,
};
use super::text::{Hash, maybe_word, word};
use domain::{
    Channel, EndReason, MatchId, MatchResult, MatchState, Offer, Offers, Origin, Present,
    Visibility,
};
use engine::Side;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The complete state of a match, from which a client can continue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Snapshot {
    /// Its id.
    #[schema(value_type = MatchIdText)]
    pub id: MatchId,
    /// The `seq` of the last event that the snapshot includes.
    pub seq: u32,
    /// The server's time.
    pub now: u64,
    /// The game, as in the catalogue.
    pub game: Box<str>,
    /// The ruleset.
    pub ruleset: Box<str>,
    /// The version of the ruleset.
    pub ruleset_version: u32,
    /// Every option with its value.
    pub options: BTreeMap<Box<str>, Box<str>>,
    /// The start position.
    pub start: String,
    /// The actions played.
    pub moves: Vec<String>,
    /// The time of each action, in milliseconds.
    pub times: Vec<u64>,
    /// The number of actions played.
    pub ply: u32,
    /// The position.
    pub position: String,
    /// The side to act next; null before both seats are taken and once the match is over.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub turn: Option<Side>,
    /// Whether the side to act is in check.
    pub check: bool,
    /// The number of occurrences of the position, including this one.
    pub repetitions: u32,
    /// The position's key.
    pub hash: Hash,
    /// The clock.
    pub clock: ClockView,
    /// Until when the match is paused at the latest; absent if it is not. No clock runs meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = false)]
    pub paused: Option<u64>,
    /// The players.
    pub players: PlayersView,
    /// The player for whom the free seat is reserved; absent if any player can take it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub invited: Option<PlayerView>,
    /// The connected players.
    pub presence: PresenceView,
    /// Since when each player who is not connected counts as away, in milliseconds since 1970 UTC; absent if
    /// none is.
    #[serde(default, skip_serializing_if = "AwayView::is_empty")]
    #[schema(required = false)]
    pub away: AwayView,
    /// The phase of the match.
    #[schema(value_type = StateWord)]
    pub state: MatchState,
    /// The offers that are open.
    pub offers: OffersView,
    /// The result; null while the match is not over, and if it was aborted.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<ResultWord>, required)]
    pub result: Option<MatchResult>,
    /// Why it ended.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<ReasonWord>, required)]
    pub reason: Option<EndReason>,
    /// The rematch, with the sides swapped.
    #[schema(value_type = Option<MatchIdText>, required)]
    pub rematch: Option<MatchId>,
    /// Whether the match is listed.
    #[schema(value_type = VisibilityWord)]
    pub visibility: Visibility,
    /// Whether it is rated.
    pub rated: bool,
    /// When it was created.
    pub created_at: u64,
    /// The latest chat lines: of the players, or of the spectators, as the caller is one or the other,
    /// until the match is over; then all of them.
    pub chat: Vec<ChatLine>,
    /// The legal actions of the side to act, if requested; empty while neither side is to act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<String>, required = false)]
    pub legal: Option<Vec<String>>,
}

/// The connected players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct PresenceView {
    /// Whether the first side is.
    pub first: bool,
    /// Whether the second side is.
    pub second: bool,
    /// The number of spectators' connections.
    pub spectators: u32,
}

/// Since when players are away, in milliseconds since 1970 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct AwayView {
    /// The first side; absent while it is there, or its seat is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = false)]
    pub first: Option<u64>,
    /// The second side; likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = false)]
    pub second: Option<u64>,
}

impl AwayView {
    /// Whether no player is away.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.first.is_none() && self.second.is_none()
    }
}

impl From<Present> for PresenceView {
    fn from(Present { first, second, spectators }: Present) -> Self {
        Self { first, second, spectators }
    }
}

/// The side that made each open offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct OffersView {
    /// A draw.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub draw: Option<Side>,
    /// A takeback of the last action of the side that offers it.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub takeback: Option<Side>,
    /// Counting an impasse.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub impasse: Option<Side>,
    /// A rematch with the sides swapped.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub rematch: Option<Side>,
    /// A pause; absent if none is offered.
    #[serde(with = "maybe_word", default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = SideWord, required = false)]
    pub pause: Option<Side>,
}

impl From<&Offers> for OffersView {
    fn from(offers: &Offers) -> Self {
        Self {
            draw: offers.by(Offer::Draw),
            takeback: offers.by(Offer::Takeback),
            impasse: offers.by(Offer::Impasse),
            rematch: offers.by(Offer::Rematch),
            pause: offers.by(Offer::Pause),
        }
    }
}

/// A line of chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChatLine {
    /// The `seq` of its event.
    pub seq: u32,
    /// When it was sent.
    pub at: u64,
    /// The sender's side; null for a spectator.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub by: Option<Side>,
    /// The sender's name.
    pub name: Box<str>,
    /// The channel.
    #[schema(value_type = ChannelWord)]
    pub channel: Channel,
    /// The text.
    pub text: Box<str>,
}

impl From<&domain::ChatLine> for ChatLine {
    fn from(line: &domain::ChatLine) -> Self {
        Self {
            seq: line.seq,
            at: line.at.0,
            by: line.by,
            name: line.name.clone(),
            channel: line.channel,
            text: line.text.clone(),
        }
    }
}

/// A finished game as the archive lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Summary {
    /// The id of the match.
    #[schema(value_type = MatchIdText)]
    pub id: MatchId,
    /// The game, as in the catalogue.
    pub game: Box<str>,
    /// The ruleset.
    pub ruleset: Box<str>,
    /// The version of the ruleset.
    pub ruleset_version: u32,
    /// Every option with its value.
    pub options: BTreeMap<Box<str>, Box<str>>,
    /// The start position.
    pub start: String,
    /// The time control.
    pub clock: ClockSettingView,
    /// The players.
    pub players: PlayersView,
    /// The result; null if the match was aborted.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<ResultWord>, required)]
    pub result: Option<MatchResult>,
    /// Why it ended.
    #[serde(with = "word")]
    #[schema(value_type = ReasonWord)]
    pub reason: EndReason,
    /// The last position.
    pub position: String,
    /// The key of the last position.
    pub hash: Hash,
    /// The number of actions played.
    pub plies: u32,
    /// Whether it is rated.
    pub rated: bool,
    /// How the players came together; absent if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = OriginWord, required = false)]
    pub origin: Option<Origin>,
    /// Whether it is one of the samples that come with the program; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sample: bool,
    /// When the match was created; 0 for a sample whose date is not known.
    pub started_at: u64,
    /// When it ended; 0 for a sample whose date is not known.
    pub ended_at: u64,
}

/// A whole finished game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameView {
    /// The summary, as the archive lists it.
    #[serde(flatten)]
    pub summary: Summary,
    /// The actions.
    pub moves: Vec<String>,
    /// The time of each action, in milliseconds.
    pub times: Vec<u64>,
    /// Comments on the actions of a sample, in the order of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<CommentView>,
}

/// A comment on a position of a sample, in the three languages of the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CommentView {
    /// The number of actions before the position.
    pub ply: u32,
    /// In English.
    pub en: String,
    /// In Chinese.
    pub zh: String,
    /// In Japanese.
    pub ja: String,
}
