//! A match as a whole: live as a snapshot, finished as a summary or a whole game.
//!
//! A snapshot is consistent at one event (`seq`); a client that has it needs only the later events.
//! The forms of finished games are also what `export` writes and `import` reads, so their fields
//! keep their meaning; new ones need a default.

use super::clock::{ClockSettingView, ClockView};
use super::room::{PlayerView, PlayersView};
use super::schema::{
    ChannelWord, MatchIdText, ReasonWord, ResultWord, SideWord, StateWord, VisibilityWord,
};
use super::text::{Hash, maybe_word, word};
use domain::{
    Channel, EndReason, MatchId, MatchResult, Offer, Offers, Present, RoomState, Visibility,
};
use engine::Side;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Everything about a match that a client needs to take part in it from here on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Snapshot {
    /// Its id.
    #[schema(value_type = MatchIdText)]
    pub id: MatchId,
    /// The last event that is part of the snapshot.
    pub seq: u32,
    /// The server's time.
    pub now: u64,
    /// The game, as in the catalogue.
    pub game: Box<str>,
    /// The ruleset of it.
    pub ruleset: Box<str>,
    /// The version of the ruleset.
    pub ruleset_version: u32,
    /// Every option with its value.
    pub options: BTreeMap<Box<str>, Box<str>>,
    /// The position the game started from.
    pub start: String,
    /// The actions played.
    pub moves: Vec<String>,
    /// How long each took, in milliseconds.
    pub times: Vec<u64>,
    /// How many actions have been played.
    pub ply: u32,
    /// The position.
    pub position: String,
    /// Who acts next; null before both seats are taken and once the match is over.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub turn: Option<Side>,
    /// Whether the side to act is in check.
    pub check: bool,
    /// How often the position has stood on the board, this time included.
    pub repetitions: u32,
    /// The position's key.
    pub hash: Hash,
    /// The clock.
    pub clock: ClockView,
    /// Who plays.
    pub players: PlayersView,
    /// For whom the free seat is kept; absent if for whoever comes first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub invited: Option<PlayerView>,
    /// Who is connected.
    pub presence: PresenceView,
    /// How far the match has come.
    #[schema(value_type = StateWord)]
    pub state: RoomState,
    /// Standing offers.
    pub offers: OffersView,
    /// How it ended; null while it has not, and when it was aborted.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<ResultWord>, required)]
    pub result: Option<MatchResult>,
    /// What ended it.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<ReasonWord>, required)]
    pub reason: Option<EndReason>,
    /// The match that follows, with the sides swapped.
    #[schema(value_type = Option<MatchIdText>, required)]
    pub rematch: Option<MatchId>,
    /// Who finds it in the lists.
    #[schema(value_type = VisibilityWord)]
    pub visibility: Visibility,
    /// Whether it counts.
    pub rated: bool,
    /// When it was made.
    pub created_at: u64,
    /// What was said lately.
    pub chat: Vec<ChatLine>,
    /// The legal actions of whoever acts next, if they were asked for; none while nobody does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<String>, required = false)]
    pub legal: Option<Vec<String>>,
}

/// Who is connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct PresenceView {
    /// Whether the first side is.
    pub first: bool,
    /// Whether the second side is.
    pub second: bool,
    /// How many connections watch.
    pub watchers: u32,
}

impl From<Present> for PresenceView {
    fn from(Present { first, second, watchers }: Present) -> Self {
        Self { first, second, watchers }
    }
}

/// Who made each standing offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct OffersView {
    /// To agree on a draw.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub draw: Option<Side>,
    /// To take the maker's last action back.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub takeback: Option<Side>,
    /// To count an impasse.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub impasse: Option<Side>,
    /// To play again with the sides swapped.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub rematch: Option<Side>,
}

impl From<&Offers> for OffersView {
    fn from(offers: &Offers) -> Self {
        Self {
            draw: offers.by(Offer::Draw),
            takeback: offers.by(Offer::Takeback),
            impasse: offers.by(Offer::Impasse),
            rematch: offers.by(Offer::Rematch),
        }
    }
}

/// A line of chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChatLine {
    /// The event by which it was said.
    pub seq: u32,
    /// When.
    pub at: u64,
    /// The side of the speaker; null for a watcher.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub by: Option<Side>,
    /// The speaker's name.
    pub name: Box<str>,
    /// Who was spoken to.
    #[schema(value_type = ChannelWord)]
    pub channel: Channel,
    /// What was said.
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
    /// The id of the match it was.
    #[schema(value_type = MatchIdText)]
    pub id: MatchId,
    /// The game, as in the catalogue.
    pub game: Box<str>,
    /// The ruleset of it.
    pub ruleset: Box<str>,
    /// The version of the ruleset.
    pub ruleset_version: u32,
    /// Every option with its value.
    pub options: BTreeMap<Box<str>, Box<str>>,
    /// The position it started from.
    pub start: String,
    /// How it was timed.
    pub clock: ClockSettingView,
    /// Who played.
    pub players: PlayersView,
    /// How it ended; null if it was aborted.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<ResultWord>, required)]
    pub result: Option<MatchResult>,
    /// What ended it.
    #[serde(with = "word")]
    #[schema(value_type = ReasonWord)]
    pub reason: EndReason,
    /// The last position.
    pub position: String,
    /// The key of the last position.
    pub hash: Hash,
    /// How many actions were played.
    pub plies: u32,
    /// Whether it counts.
    pub rated: bool,
    /// Whether it is one of the games that come with the program; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sample: bool,
    /// When the match was made; 0 for a sample of which that is not known.
    pub started_at: u64,
    /// When it ended; 0 likewise.
    pub ended_at: u64,
}

/// A finished game whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameView {
    /// What the archive lists of it.
    #[serde(flatten)]
    pub summary: Summary,
    /// The actions.
    pub moves: Vec<String>,
    /// How long each took, in milliseconds.
    pub times: Vec<u64>,
    /// What is said of the actions of a sample, in the order of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<CommentView>,
}

/// What is said of a position of a sample, in the three languages of the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CommentView {
    /// After how many actions.
    pub ply: u32,
    /// In English.
    pub en: String,
    /// In Chinese.
    pub zh: String,
    /// In Japanese.
    pub ja: String,
}
