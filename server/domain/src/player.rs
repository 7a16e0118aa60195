//! Somebody who can hold a seat: a guest, or a house player.

use crate::house_players;
use crate::ids::PlayerId;
use crate::names::{Name, SOMEONE, nameless};

/// Somebody who can hold a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The identity to which seats belong.
    pub id: PlayerId,
    /// The name shown.
    pub name: Box<str>,
    /// Whether this is a guest, known by nothing but a cookie or a token.
    pub guest: bool,
    /// Whether they chose the name; if not, it is made of the first four digits of the id.
    pub named: bool,
    /// Whether they declare to be a program.
    pub bot: bool,
    /// The level of a house player, 1 to 8; nothing for people.
    pub house: Option<u8>,
}

impl Player {
    /// Somebody of that name. Whether the name was chosen follows from it, since nobody can choose
    /// the form of the others.
    #[must_use]
    pub fn new(id: PlayerId, name: impl Into<Box<str>>, guest: bool) -> Self {
        let name = name.into();
        let named = name != nameless(id) && &*name != SOMEONE;
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

    /// Somebody whose identity is kept, by that name, or without one.
    #[must_use]
    pub fn kept(id: PlayerId, name: Option<Name>) -> Self {
        Self { guest: false, ..Self::guest_called(id, name) }
    }

    /// A guest of that name, or without one.
    #[must_use]
    pub fn guest_called(id: PlayerId, name: Option<Name>) -> Self {
        name.map_or_else(|| Self::guest(id), |name| Self::new(id, name.as_str(), true))
    }
}
