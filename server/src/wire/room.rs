//! Players on the wire, and a match as lists show it.
//!
//! A `Room` is what the lobby and the lists of one's own matches send: enough to draw a small board
//! and to decide whether to join or watch, but no history and no talk.

use super::clock::ClockSettingView;
use super::schema::{MatchIdText, PlayerIdText, SideWord, StateWord, VisibilityWord};
use super::snapshot::PresenceView;
use super::text::maybe_word;
use domain::{MatchId, Player, PlayerId, RoomState, Visibility};
use engine::{BySide, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Somebody who can hold a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(from = "Given")]
#[schema(as = Player)]
pub struct PlayerView {
    /// The identity to which seats belong.
    #[schema(value_type = PlayerIdText)]
    pub id: PlayerId,
    /// The name shown.
    pub name: Box<str>,
    /// Whether this is a guest, known by nothing but a cookie or a token.
    pub guest: bool,
    /// Whether they chose the name; if not, it is made of the first four digits of the id.
    pub named: bool,
    /// Whether they say that they are a program; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    #[schema(required = false)]
    pub bot: bool,
    /// The level of a house player, 1 to 8, or from 9 on of another program in its place; left out for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u8, required = false, minimum = 1, maximum = 12)]
    pub house: Option<u8>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape that serde asks for")]
pub(super) const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// A player as older files contain them. Whether the name was chosen follows from the name, because
/// nobody can choose one of the generated form.
#[derive(Deserialize)]
struct Given {
    id: PlayerId,
    name: Box<str>,
    guest: bool,
    #[serde(default)]
    bot: bool,
}

impl From<Given> for PlayerView {
    fn from(Given { id, name, guest, bot }: Given) -> Self {
        Player { bot, ..Player::new(id, name, guest) }.into()
    }
}

impl From<Player> for PlayerView {
    fn from(player: Player) -> Self {
        let Player { id, name, guest, named, bot, house } = player;
        Self { id, name, guest, named, bot, house }
    }
}

impl From<&Player> for PlayerView {
    fn from(player: &Player) -> Self {
        player.clone().into()
    }
}

impl From<PlayerView> for Player {
    fn from(view: PlayerView) -> Self {
        let PlayerView { id, name, guest, named, bot, house } = view;
        Self { id, name, guest, named, bot, house }
    }
}

/// Who sits where.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct PlayersView {
    /// In the first seat.
    #[schema(required)]
    pub first: Option<PlayerView>,
    /// In the second seat.
    #[schema(required)]
    pub second: Option<PlayerView>,
}

impl From<BySide<Option<Player>>> for PlayersView {
    fn from(seats: BySide<Option<Player>>) -> Self {
        Self {
            first: seats.first.map(PlayerView::from),
            second: seats.second.map(PlayerView::from),
        }
    }
}

/// A match as the lists show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Room {
    /// Its id.
    #[schema(value_type = MatchIdText)]
    pub id: MatchId,
    /// The game, as in the catalogue.
    pub game: Box<str>,
    /// The ruleset of it.
    pub ruleset: Box<str>,
    /// Every option with its value.
    pub options: BTreeMap<Box<str>, Box<str>>,
    /// How it is timed.
    pub clock: ClockSettingView,
    /// How far it has come.
    #[schema(value_type = StateWord)]
    pub state: RoomState,
    /// The free seat.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub seat: Option<Side>,
    /// Who plays.
    pub players: PlayersView,
    /// For whom the free seat is kept; absent if for whoever comes first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub invited: Option<PlayerView>,
    /// How many actions have been played.
    pub ply: u32,
    /// The position.
    pub position: String,
    /// Who acts next; null before both seats are taken and once it is over.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub turn: Option<Side>,
    /// Who is there; a player who has just gone is still there for some seconds.
    pub presence: PresenceView,
    /// How many connections watch.
    pub watchers: u32,
    /// Who finds it in the lists.
    #[schema(value_type = VisibilityWord)]
    pub visibility: Visibility,
    /// Whether it counts.
    pub rated: bool,
    /// When it was made.
    pub created_at: u64,
    /// When it was made, joined, or acted in last.
    pub active_at: u64,
    /// By days, when the time of whoever acts next is up; absent elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub deadline: Option<u64>,
}
