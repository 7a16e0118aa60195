//! The games that come with the program, for the archive of a server that has none yet. Their ids
//! are the same in every archive.

use crate::ids::{MatchId, PlayerId};
use engine::Side;
use uuid::Uuid;

/// The id of the sample 0. Matches' ids are of other versions of UUID.
const GAMES: u128 = 0x7969_6775_616e_8000_8001_0000_0000_0000;

/// The id of the first player of the sample 0; the second's is the next.
const PLAYERS: u128 = 0x7969_6775_616e_8000_8002_0000_0000_0000;

/// The id of a sample by its number.
#[must_use]
pub fn id_of(number: u16) -> MatchId {
    MatchId(Uuid::from_u128(GAMES + u128::from(number)))
}

/// The number of a sample; `None` for every other game.
#[must_use]
pub fn number_of(id: MatchId) -> Option<u16> {
    u16::try_from(id.0.as_u128().checked_sub(GAMES)?).ok()
}

/// The id of a player of a sample who has no other.
#[must_use]
pub fn player_of(number: u16, side: Side) -> PlayerId {
    let place = match side {
        Side::First => 0,
        Side::Second => 1,
    };
    PlayerId(Uuid::from_u128(PLAYERS + 2 * u128::from(number) + place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_known_by_their_ids() {
        for number in [0, 1, 12, u16::MAX] {
            assert_eq!(number_of(id_of(number)), Some(number));
        }
        for other in [MatchId::fresh(), MatchId::hidden(), MatchId(Uuid::nil())] {
            assert_eq!(number_of(other), None);
        }
        let (first, second) = (player_of(3, Side::First), player_of(3, Side::Second));
        assert!(first != second && second != player_of(4, Side::First));
        assert_eq!(number_of(MatchId(first.0)), None);
    }

    #[test]
    fn players_of_samples_are_numbered_in_pairs() {
        for (number, side, expected) in [
            (0, Side::First, PLAYERS),
            (0, Side::Second, PLAYERS + 1),
            (3, Side::First, PLAYERS + 6),
            (3, Side::Second, PLAYERS + 7),
        ] {
            assert_eq!(player_of(number, side), PlayerId(Uuid::from_u128(expected)));
        }
    }
}
