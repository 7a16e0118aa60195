//! The seats of players: the matches of each player that are not over, as far as this server has
//! them.
//!
//! It holds ids and no handles, so that a match whose task was lost is restored when it is
//! requested; the state of a match is queried from the match itself. Where there are other servers
//! it also notes the changes for them; computer players are left out, whose matches are not listed.

use domain::computer_players::level_of;
use domain::{JoinRefusal, MatchId, PlayerId};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use store::SeatChanges;

/// How many changes are noted before everything is noted again instead.
const MOST_CHANGES: usize = 100_000;

/// A seat could not be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// The match refused it.
    #[error(transparent)]
    Refused(#[from] JoinRefusal),
    /// The player left open matches, and has to wait for so many milliseconds.
    #[error("the player has to wait before joining another open match")]
    Wait(u64),
    /// The store is away, or the match is stopping.
    #[error("the match is busy")]
    Busy,
}

/// The matches of each player.
#[derive(Debug, Default)]
pub(crate) struct Seats(Mutex<Taken>);

#[derive(Debug, Default)]
struct Taken {
    /// Each match with the number under which the seat was taken, by which the newest is known.
    by_player: HashMap<PlayerId, HashMap<MatchId, u64>>,
    next: u64,
    /// The changes since the other servers last had them; none while they have to be given
    /// everything.
    changes: Option<SeatChanges>,
    /// The players whose changes the other servers have got recently.
    shared: HashSet<PlayerId>,
}

impl Taken {
    /// The list to which a change of a player's is to be added.
    fn record(
        &mut self,
        player: PlayerId,
        list: impl FnOnce(&mut SeatChanges) -> &mut Vec<(PlayerId, MatchId)>,
        id: MatchId,
    ) {
        if level_of(player).is_some() {
            return;
        }
        let Some(changes) = &mut self.changes else { return };
        if changes.taken.len() + changes.left.len() < MOST_CHANGES {
            list(changes).push((player, id));
        } else {
            self.changes = None;
        }
    }
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
        let matches = taken.by_player.entry(player).or_default();
        if let Entry::Vacant(seat) = matches.entry(id) {
            seat.insert(number);
            taken.record(player, |changes| &mut changes.taken, id);
        }
    }

    /// Notes that a match of a player is over.
    pub(super) fn leave(&self, player: PlayerId, id: MatchId) {
        let mut taken = self.lock();
        let Entry::Occupied(mut matches) = taken.by_player.entry(player) else { return };
        let was_taken = matches.get_mut().remove(&id).is_some();
        if matches.get().is_empty() {
            matches.remove();
        }
        if was_taken {
            taken.record(player, |changes| &mut changes.left, id);
        }
    }

    /// Forgets a match of a player that another server gets; the others are not sent that.
    pub(super) fn forget(&self, player: PlayerId, id: MatchId) {
        let mut taken = self.lock();
        let Entry::Occupied(mut matches) = taken.by_player.entry(player) else { return };
        matches.get_mut().remove(&id);
        if matches.get().is_empty() {
            matches.remove();
        }
    }

    /// The changes since the last call, with true if it is everything. It is asked for
    /// again only after the other servers have been given it.
    pub(crate) fn changes(&self) -> (bool, SeatChanges) {
        let mut taken = self.lock();
        match taken.changes.replace(SeatChanges::default()) {
            Some(changes) => (false, changes),
            None => {
                let people = taken.by_player.iter().filter(|(who, _)| level_of(**who).is_none());
                let seats = people.flat_map(|(who, ids)| ids.keys().map(move |id| (*who, *id)));
                (true, SeatChanges { taken: seats.collect(), left: Vec::new() })
            }
        }
    }

    /// Notes nothing until everything is asked for.
    pub(crate) fn stop_noting(&self) {
        self.lock().changes = None;
    }

    /// Notes that the other servers have been given changes of these players.
    pub(crate) fn record_shared(&self, people: impl IntoIterator<Item = PlayerId>) {
        let mut taken = self.lock();
        let room = MOST_CHANGES.saturating_sub(taken.shared.len());
        taken.shared.extend(people.into_iter().take(room));
    }

    /// The players whose changes the other servers have been given since this was asked last.
    pub(crate) fn take_shared(&self) -> Vec<PlayerId> {
        std::mem::take(&mut self.lock().shared).into_iter().collect()
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
    use domain::Player;

    #[test]
    fn other_servers_are_given_everything_and_then_what_changes() {
        let seats = Seats::default();
        let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
        let computer = Player::computer(1).expect("there is one").id;
        let ids: Vec<MatchId> = (0..2).map(|_| MatchId::hidden()).collect();
        seats.take(one, ids[0]);
        seats.take(computer, ids[0]);
        let all = SeatChanges { taken: vec![(one, ids[0])], left: vec![] };
        assert_eq!(seats.changes(), (true, all.clone()));
        seats.take(one, ids[0]);
        seats.take(other, ids[1]);
        seats.leave(one, ids[0]);
        seats.leave(one, ids[0]);
        seats.leave(computer, ids[0]);
        let changes = SeatChanges { taken: vec![(other, ids[1])], left: vec![(one, ids[0])] };
        assert_eq!(seats.changes(), (false, changes));
        assert_eq!(seats.changes(), (false, SeatChanges::default()));
        seats.stop_noting();
        seats.take(one, ids[0]);
        assert_eq!(seats.changes().1.taken.len(), 2);
        seats.record_shared([one, one]);
        assert_eq!((seats.take_shared(), seats.take_shared()), (vec![one], vec![]));
    }

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
