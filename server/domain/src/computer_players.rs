//! The computer players: opponents from the server itself for players who find no other. There is one
//! for each level of strength, and each plays every game. They hold ordinary seats and are
//! recognised by their ids, also in journals and archives.

use crate::ids::PlayerId;
use uuid::Uuid;

/// How many there are; their levels are numbered from 1, the weakest.
pub const LEVELS: u8 = 8;

/// How many levels other programs have in their games, numbered from [`LEVELS`] on; see `computer::Engines`.
pub const ENGINE_LEVELS: u8 = 4;

/// Their names where no page translates them, from the weakest.
const NAMES: [&str; LEVELS as usize] =
    ["Sparrow", "Carp", "Hare", "Fox", "Crane", "Tiger", "Tortoise", "Dragon"];

/// The id of the computer player of level 0, if there were one. Guests' ids are of another version of UUID.
const FAMILY: u128 = 0x7969_6775_616e_8000_8000_0000_0000_0000;

/// The id of the computer player of a level; `None` if no computer player has it.
#[must_use]
pub fn id_of(level: u8) -> Option<PlayerId> {
    (1..=LEVELS + ENGINE_LEVELS)
        .contains(&level)
        .then(|| PlayerId(Uuid::from_u128(FAMILY + u128::from(level))))
}

/// The level of a computer player; `None` for other players.
#[must_use]
pub fn level_of(id: PlayerId) -> Option<u8> {
    let level = id.0.as_u128().checked_sub(FAMILY)?;
    u8::try_from(level).ok().filter(|level| (1..=LEVELS + ENGINE_LEVELS).contains(level))
}

/// The level at which our search plays in a computer player's seat: their own, and the upper ones for programs
/// that are not there.
#[must_use]
pub const fn own_level(level: u8) -> u8 {
    if level > LEVELS { level - ENGINE_LEVELS } else { level }
}

/// The name of the computer player of a level.
#[must_use]
pub fn name_of(level: u8) -> Option<&'static str> {
    NAMES.get(usize::from(level.checked_sub(1)?)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computer_players_are_known_by_their_ids() {
        for level in 1..=LEVELS {
            let id = id_of(level).expect("a level");
            assert_eq!(level_of(id), Some(level));
            assert!(name_of(level).is_some());
        }
        assert_eq!((name_of(0), name_of(LEVELS + 1)), (None, None));
        for level in LEVELS + 1..=LEVELS + ENGINE_LEVELS {
            assert_eq!(id_of(level).and_then(level_of), Some(level), "programs have ids, too");
        }
        assert_eq!((id_of(0), id_of(LEVELS + ENGINE_LEVELS + 1)), (None, None));
        for level in [0, LEVELS + ENGINE_LEVELS + 1, u8::MAX] {
            let id = PlayerId(Uuid::from_u128(FAMILY + u128::from(level)));
            assert_eq!(level_of(id), None, "nobody has the level {level}");
        }
        assert_eq!(level_of(PlayerId::fresh()), None);
        assert_eq!(level_of(PlayerId(Uuid::nil())), None);
    }

    #[test]
    fn search_plays_a_missing_programs_seat_at_upper_levels() {
        for level in 1..=LEVELS {
            assert_eq!(own_level(level), level);
        }
        assert_eq!([9, 10, 11, 12].map(own_level), [5, 6, 7, 8]);
    }
}
