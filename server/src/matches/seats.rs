//! Where everybody sits: the matches of each player that are not over, as far as this server has
//! them.
//!
//! It holds ids and no handles, so that a match whose task was lost is restored when it is
//! requested; the state of a match is queried from the match itself.

use domain::{MatchId, PlayerId};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The matches of each player.
#[derive(Debug, Default)]
pub(super) struct Seats(Mutex<Taken>);

#[derive(Debug, Default)]
struct Taken {
    /// Each match with the number under which the seat was taken, by which the newest is known.
    by_player: HashMap<PlayerId, HashMap<MatchId, u64>>,
    next: u64,
}

impl Seats {
    fn lock(&self) -> MutexGuard<'_, Taken> {
        // Nothing under the lock panics half-way, so a poisoned one is still whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a player sits in a match.
    pub(super) fn take(&self, player: PlayerId, id: MatchId) {
        let mut taken = self.lock();
        taken.next += 1;
        let number = taken.next;
        taken.by_player.entry(player).or_default().entry(id).or_insert(number);
    }

    /// Notes that a match of a player is over.
    pub(super) fn leave(&self, player: PlayerId, id: MatchId) {
        if let Entry::Occupied(mut matches) = self.lock().by_player.entry(player) {
            matches.get_mut().remove(&id);
            if matches.get().is_empty() {
                matches.remove();
            }
        }
    }

    /// How many matches a player has.
    pub(super) fn count(&self, player: PlayerId) -> usize {
        self.lock().by_player.get(&player).map_or(0, HashMap::len)
    }

    /// Up to `limit` matches of a player, those in which the seat was taken last first.
    pub(super) fn of(&self, player: PlayerId, limit: usize) -> Vec<MatchId> {
        let taken = self.lock();
        let mut matches: Vec<(u64, MatchId)> = taken
            .by_player
            .get(&player)
            .into_iter()
            .flatten()
            .map(|(&id, &number)| (number, id))
            .collect();
        drop(taken);
        matches.sort_unstable_by(|a, b| b.cmp(a));
        matches.into_iter().map(|(_, id)| id).take(limit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_has_the_matches_they_sit_in() {
        let seats = Seats::default();
        let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
        let ids: Vec<MatchId> = (0..4).map(|_| MatchId::hidden()).collect();
        for &id in &ids {
            seats.take(one, id);
        }
        seats.take(other, ids[1]);
        seats.take(one, ids[0]);
        assert_eq!(seats.of(one, 9), [ids[3], ids[2], ids[1], ids[0]], "known already");
        assert_eq!(seats.of(one, 2), [ids[3], ids[2]]);
        assert_eq!((seats.count(one), seats.count(PlayerId::fresh())), (4, 0));
        seats.leave(one, ids[2]);
        seats.leave(one, ids[2]);
        assert_eq!(seats.of(one, 9), [ids[3], ids[1], ids[0]]);
        assert_eq!(seats.of(other, 9), [ids[1]]);
        seats.leave(other, ids[1]);
        assert_eq!(seats.of(other, 9), []);
        assert_eq!(seats.lock().by_player.len(), 1, "nothing is kept of who sits nowhere");
    }
}
