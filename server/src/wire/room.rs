//! Players and rooms on the wire.

use super::clock::ClockSettingView;
use super::schema::SideWord;
use super::text::{maybe_word, words};
use crate::ids::{MatchId, PlayerId};
use engine::{BySide, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Somebody who can hold a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Player {
    /// The identity to which seats belong.
    pub id: PlayerId,
    /// The name shown.
    pub name: Box<str>,
    /// Whether this is a guest, known by nothing but a cookie or a token.
    pub guest: bool,
}

impl Player {
    /// A guest, named after the first digits of the id.
    #[must_use]
    pub fn guest(id: PlayerId) -> Self {
        let digits = id.0.simple().to_string();
        Self { id, name: format!("Guest {}", &digits[..4]).into(), guest: true }
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
    /// How many connections watch.
    pub watchers: u32,
    /// Whether it counts.
    pub rated: bool,
    /// When it was made.
    pub created_at: u64,
}
