//! Players on the wire, and a match as lists show it.
//!
//! A `MatchSummary` is the element of the lobby and of the lists of one's own matches: enough to draw a small board
//! and to decide whether to join or watch, but no history and no chat.

use super::clock::{ClockSettingView, VacationsView};
use super::schema::{MatchIdText, PlayerIdText, SideWord, StateWord, VisibilityWord};
use super::snapshot::PresenceView;
use super::text::maybe_word;
use domain::{MatchId, MatchState, Player, PlayerId, Visibility};
use engine::{BySide, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A player, who can hold a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(from = "Given")]
#[schema(as = Player)]
pub struct PlayerView {
    /// The id to which seats belong.
    #[schema(value_type = PlayerIdText)]
    pub id: PlayerId,
    /// The name shown.
    pub name: Box<str>,
    /// Whether this is a guest, identified only by a cookie or a token.
    pub guest: bool,
    /// Whether the player chose the name; otherwise it consists of the first four digits of the id.
    pub named: bool,
    /// Whether the player is declared to be a program; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    #[schema(required = false)]
    pub bot: bool,
    /// The level of a computer player: 1 to 8, or from 9 on that of an external engine; absent for
    /// people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u8, required = false, minimum = 1, maximum = 12)]
    pub computer: Option<u8>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape that serde asks for")]
pub(super) const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// A player as files contain them. Whether the name was chosen follows from the name, because
/// no player can choose one of the generated form.
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
        let Player { id, name, guest, named, bot, computer } = player;
        Self { id, name, guest, named, bot, computer }
    }
}

impl From<&Player> for PlayerView {
    fn from(player: &Player) -> Self {
        player.clone().into()
    }
}

impl From<PlayerView> for Player {
    fn from(view: PlayerView) -> Self {
        let PlayerView { id, name, guest, named, bot, computer } = view;
        Self { id, name, guest, named, bot, computer }
    }
}

/// The players in their seats.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct PlayersView {
    /// The player in the first seat.
    #[schema(required)]
    pub first: Option<PlayerView>,
    /// The player in the second seat.
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
pub struct MatchSummary {
    /// Its id.
    #[schema(value_type = MatchIdText)]
    pub id: MatchId,
    /// The game, as in the catalogue.
    pub game: Box<str>,
    /// The ruleset.
    pub ruleset: Box<str>,
    /// Every option with its value.
    pub options: BTreeMap<Box<str>, Box<str>>,
    /// The time control.
    pub clock: ClockSettingView,
    /// Its phase.
    #[schema(value_type = StateWord)]
    pub state: MatchState,
    /// The free seat.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub seat: Option<Side>,
    /// The players.
    pub players: PlayersView,
    /// The player for whom the free seat is reserved; absent if any player can take it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub invited: Option<PlayerView>,
    /// The number of actions played.
    pub ply: u32,
    /// The position.
    pub position: String,
    /// The side to act next; null before both seats are taken and once the match is over.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub turn: Option<Side>,
    /// The connected players; one who disconnects still counts for some seconds.
    pub presence: PresenceView,
    /// The number of spectators' connections.
    pub spectators: u32,
    /// Whether the match is listed.
    #[schema(value_type = VisibilityWord)]
    pub visibility: Visibility,
    /// Whether the match is rated.
    pub rated: bool,
    /// When it was created.
    pub created_at: u64,
    /// When it was created, joined, or an action was last played.
    pub active_at: u64,
    /// In correspondence matches, when the time of the side to act runs out; absent in others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub deadline: Option<u64>,
    /// In correspondence matches, the sides that are on vacation; absent if neither is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = VacationsView, required = false)]
    pub vacation: Option<VacationsView>,
}
