//! A player: a guest, a registered player, or a computer player.
//!
//! The shown name of a player is derived from the id and the name: a guest without a name gets one
//! made of the id, and computer players are recognised by their ids. So stored players need no other
//! fields to read back the same.

use crate::computer_players;
use crate::ids::PlayerId;
use crate::names::{Name, SOMEONE, nameless};

/// A player, who can hold a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The identity to which seats belong.
    pub id: PlayerId,
    /// The name shown.
    pub name: Box<str>,
    /// Whether this is a guest, identified by nothing but a cookie or a token.
    pub guest: bool,
    /// Whether they chose the name; if not, it is made of the first four digits of the id.
    pub named: bool,
    /// Whether they have declared themselves to be a program.
    pub bot: bool,
    /// The level of a computer player, 1 to 8, or from 9 on of another program in its place; `None` for
    /// people.
    pub computer: Option<u8>,
}

impl Player {
    /// A player with that name. Whether the name was chosen follows from its form, because a name
    /// of the generated form cannot be chosen.
    #[must_use]
    pub fn new(id: PlayerId, name: impl Into<Box<str>>, guest: bool) -> Self {
        let name = name.into();
        let named = name != nameless(id) && &*name != SOMEONE;
        Self { id, name, guest, named, bot: false, computer: computer_players::level_of(id) }
    }

    /// A guest without a name, who is shown by the first digits of the id.
    #[must_use]
    pub fn guest(id: PlayerId) -> Self {
        Self { id, name: nameless(id), guest: true, named: false, bot: false, computer: None }
    }

    /// The computer player of a level; `None` if there is no such level.
    #[must_use]
    pub fn computer(level: u8) -> Option<Self> {
        Some(Self::new(computer_players::id_of(level)?, computer_players::name_of(level)?, false))
    }

    /// A player who keeps their identity, with that name or without one.
    #[must_use]
    pub fn registered(id: PlayerId, name: Option<Name>) -> Self {
        Self { guest: false, ..Self::guest_called(id, name) }
    }

    /// A guest with that name or without one.
    #[must_use]
    pub fn guest_called(id: PlayerId, name: Option<Name>) -> Self {
        name.map_or_else(|| Self::guest(id), |name| Self::new(id, name.as_str(), true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registered_player_is_no_guest_with_or_without_name() {
        let id = PlayerId(uuid::Uuid::from_u128(1 << 96));
        let name = Name::parse("Li").expect("a name");
        for name in [None, Some(name)] {
            let (registered, guest) =
                (Player::registered(id, name.clone()), Player::guest_called(id, name));
            assert_eq!((registered.guest, guest.guest), (false, true));
            assert_eq!(registered, Player { guest: false, ..guest });
        }
    }
}
