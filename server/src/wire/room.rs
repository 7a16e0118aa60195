//! Players and rooms on the wire.

use super::clock::ClockSettingView;
use super::schema::SideWord;
use super::snapshot::PresenceView;
use super::text::{Visibility, maybe_word, words};
use crate::house_players;
use crate::ids::{MatchId, PlayerId};
use crate::names::{Name, nameless};
use engine::{BySide, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Somebody who can hold a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(from = "Stored")]
pub struct Player {
    /// The identity to which seats belong.
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
    /// The level of a house player, 1 to 8; left out for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, minimum = 1, maximum = 8)]
    pub house: Option<u8>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape that serde asks for")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// A player as journals, archives and files have them: whether the name was chosen follows from
/// it, since nobody can choose the form of the others.
#[derive(Deserialize)]
struct Stored {
    id: PlayerId,
    name: Box<str>,
    guest: bool,
    #[serde(default)]
    bot: bool,
}

impl From<Stored> for Player {
    fn from(Stored { id, name, guest, bot }: Stored) -> Self {
        Self { bot, ..Self::new(id, name, guest) }
    }
}

impl Player {
    /// Somebody of that name.
    #[must_use]
    pub fn new(id: PlayerId, name: impl Into<Box<str>>, guest: bool) -> Self {
        let name = name.into();
        let named = name != nameless(id);
        Self { id, name, guest, named, bot: false, house: house_players::level_of(id) }
    }

    /// A guest without a name, who is shown by the first digits of the id.
    #[must_use]
    pub fn guest(id: PlayerId) -> Self {
        Self { id, name: nameless(id), guest: true, named: false, bot: false, house: None }
    }

    /// The house player of a level; `None` for a level that nobody has.
    #[must_use]
    pub fn of_the_house(level: u8) -> Option<Self> {
        Some(Self::new(house_players::id_of(level)?, house_players::name_of(level)?, false))
    }

    /// A guest of that name, or without one.
    #[must_use]
    pub fn guest_called(id: PlayerId, name: Option<Name>) -> Self {
        name.map_or_else(|| Self::guest(id), |name| Self::new(id, name.as_str(), true))
    }
}

/// Who sits where.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct PlayersView {
    /// In the first seat.
    pub first: Option<Player>,
    /// In the second seat.
    pub second: Option<Player>,
}

impl From<BySide<Option<Player>>> for PlayersView {
    fn from(seats: BySide<Option<Player>>) -> Self {
        Self { first: seats.first, second: seats.second }
    }
}

words! {
    /// How far a match has come.
    RoomState {
        /// A seat is free.
        Open = "open",
        /// It is being played.
        Live = "live",
        /// It has ended.
        Over = "over",
    }
}

/// A match as the lists show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Room {
    /// Its id.
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
    pub state: RoomState,
    /// The free seat.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>)]
    pub seat: Option<Side>,
    /// Who plays.
    pub players: PlayersView,
    /// How many actions have been played.
    pub ply: u32,
    /// The position.
    pub position: String,
    /// Who acts next; null before both seats are taken and once it is over.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>)]
    pub turn: Option<Side>,
    /// Who is there; a player who has just gone is still there for some seconds.
    pub presence: PresenceView,
    /// How many connections watch.
    pub watchers: u32,
    /// Who finds it in the lists.
    pub visibility: Visibility,
    /// Whether it counts.
    pub rated: bool,
    /// When it was made.
    pub created_at: u64,
    /// When it was made, joined, or acted in last.
    pub active_at: u64,
}
