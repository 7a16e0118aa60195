//! Who is here: the people with a socket on this server, each once, however many sockets they have.
//!
//! It holds ids and no names, which are read when a list is asked for, so that a rename shows. Where
//! there are other servers it also notes the changes for them. It is as large as there are
//! sockets, whose number is bounded elsewhere.

use domain::{Moment, PlayerId};
use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use store::{PresenceChanges, Present};

/// How many changes are noted before everything is written again instead.
const MOST_CHANGES: usize = 100_000;

/// The people with a socket on this server.
#[derive(Debug, Default)]
pub(super) struct PeopleHere(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    by_id: HashMap<PlayerId, Here>,
    /// Who has come or left since the other servers were last given it; none while they have to be
    /// given everything.
    changed: Option<HashSet<PlayerId>>,
}

#[derive(Debug)]
struct Here {
    sockets: u32,
    kept: bool,
    since: Moment,
}

impl Here {
    const fn of(&self, player: PlayerId) -> Present {
        Present { player, kept: self.kept, since: self.since }
    }
}

impl Known {
    fn note(&mut self, who: PlayerId) {
        match &mut self.changed {
            Some(changed) if changed.len() < MOST_CHANGES => {
                changed.insert(who);
            }
            Some(_) | None => self.changed = None,
        }
    }
}

impl PeopleHere {
    fn lock(&self) -> MutexGuard<'_, Known> {
        // Nothing under the lock panics half-way, so a poisoned one is still whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a player has opened a socket.
    pub(super) fn enter(&self, who: PlayerId, kept: bool, now: Moment) {
        let mut known = self.lock();
        let here = known.by_id.entry(who).or_insert(Here { sockets: 0, kept, since: now });
        here.sockets += 1;
        // A guest may have registered since the socket before.
        let is_news = here.sockets == 1 || here.kept != kept;
        here.kept = kept;
        if is_news {
            known.note(who);
        }
    }

    /// Notes that a socket of a player is closed.
    pub(super) fn leave(&self, who: PlayerId) {
        let mut known = self.lock();
        let Entry::Occupied(mut here) = known.by_id.entry(who) else { return };
        here.get_mut().sockets -= 1;
        if here.get().sockets == 0 {
            here.remove();
            known.note(who);
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.lock().by_id.len()
    }

    /// Whether a player is among them.
    pub(super) fn contains(&self, who: PlayerId) -> bool {
        self.lock().by_id.contains_key(&who)
    }

    /// Up to `limit` of them, [in order](in_order).
    pub(super) fn first(&self, limit: usize) -> Vec<Present> {
        let known = self.lock();
        let mut all: Vec<Present> = known.by_id.iter().map(|(&who, here)| here.of(who)).collect();
        drop(known);
        in_order(&mut all);
        all.truncate(limit);
        all
    }

    /// The changes since the last call, or everything. It is asked for again only after
    /// the other servers have been given it.
    pub(super) fn changes(&self) -> PresenceChanges {
        let mut known = self.lock();
        let Some(changed) = known.changed.replace(HashSet::new()) else {
            let came = known.by_id.iter().map(|(&who, here)| here.of(who)).collect();
            return PresenceChanges { anew: true, came, left: Vec::new() };
        };
        let mut changes = PresenceChanges::default();
        for who in changed {
            match known.by_id.get(&who) {
                Some(here) => changes.came.push(here.of(who)),
                None => changes.left.push(who),
            }
        }
        changes
    }

    /// Notes nothing until everything is asked for.
    pub(super) fn stop_noting(&self) {
        self.lock().changed = None;
    }
}

/// Sorts people: those who keep their identity first, of each kind those who came last first.
pub(super) fn in_order(people: &mut [Present]) {
    people.sort_unstable_by_key(|one| (!one.kept, Reverse(one.since), one.player));
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn present(player: PlayerId, kept: bool, since: u64) -> Present {
        Present { player, kept, since: Moment(since) }
    }

    #[test]
    fn player_is_online_once_while_any_socket_is_open() {
        let (people, one, other) = (PeopleHere::default(), PlayerId::fresh(), PlayerId::fresh());
        people.enter(one, false, Moment(1));
        people.enter(one, false, Moment(2));
        people.enter(other, false, Moment(3));
        assert_eq!(people.len(), 2);
        assert_eq!(people.first(9), [present(other, false, 3), present(one, false, 1)]);
        people.leave(one);
        assert!(people.contains(one));
        people.leave(one);
        people.leave(one);
        assert!(!people.contains(one));
        assert_eq!(people.first(9), [present(other, false, 3)]);
    }

    #[test]
    fn who_keeps_the_identity_comes_first_then_who_came_last() {
        let (people, ids) = (PeopleHere::default(), [(); 4].map(|()| PlayerId::fresh()));
        for (at, (&who, kept)) in (1..).zip(ids.iter().zip([true, false, true, false])) {
            people.enter(who, kept, Moment(at));
        }
        let listed = |limit| people.first(limit).iter().map(|one| one.player).collect::<Vec<_>>();
        assert_eq!(listed(9), [ids[2], ids[0], ids[3], ids[1]]);
        assert_eq!(listed(3), [ids[2], ids[0], ids[3]]);
        // The next socket shows that a guest has registered.
        people.enter(ids[1], true, Moment(9));
        assert_eq!(listed(1), [ids[2]]);
        assert_eq!(listed(3), [ids[2], ids[1], ids[0]], "here since the first socket");
    }

    #[test]
    fn other_servers_are_given_everything_and_then_what_changes() {
        let (people, one, other) = (PeopleHere::default(), PlayerId::fresh(), PlayerId::fresh());
        people.enter(one, true, Moment(1));
        let all = PresenceChanges { anew: true, came: vec![present(one, true, 1)], left: vec![] };
        assert_eq!(people.changes(), all);
        people.enter(one, true, Moment(2));
        assert_eq!(people.changes(), PresenceChanges::default(), "a second socket is no news");
        // A player who comes and leaves between two writes has left.
        people.enter(other, false, Moment(3));
        people.leave(other);
        people.leave(one);
        people.leave(one);
        people.enter(one, true, Moment(4));
        let came = vec![present(one, true, 4)];
        assert_eq!(people.changes(), PresenceChanges { anew: false, came, left: vec![other] });
        people.stop_noting();
        people.leave(one);
        assert_eq!(people.changes(), PresenceChanges { anew: true, ..Default::default() });
    }
}
