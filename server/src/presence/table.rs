//! The table of players, as a value: connections, subscriptions and requests are recorded, time is an
//! argument. On several nodes it also records the changes for the others.

use domain::{Moment, PlayerId};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use store::{PresenceChanges, Present};
use tokio::sync::watch;

/// For how long a player is reachable after the last socket or request, in milliseconds: a page that is
/// left for another, or a bot that polls.
const REACHABLE_FOR: u64 = 15_000;

/// The most changes that are recorded before everything is written again instead.
const MAX_CHANGES: usize = 100_000;

/// The players who have a socket, or had or asked something a moment ago.
#[derive(Debug, Default)]
pub(super) struct Table {
    players: HashMap<PlayerId, Entry>,
    /// The number of players with a socket.
    online: usize,
    /// The players who have come or left since the last changes; none while everything is to be
    /// written.
    changed: Option<HashSet<PlayerId>>,
}

#[derive(Debug)]
struct Entry {
    sockets: u32,
    is_registered: bool,
    /// When the first of the open sockets was opened.
    since: Moment,
    /// When the player was last active without a socket or subscription.
    active_at: Moment,
    /// One signal, however many sockets subscribe to it; none before the first, since it is larger than the
    /// rest.
    signal: Option<watch::Sender<()>>,
}

impl Entry {
    fn new(now: Moment) -> Self {
        Self { sockets: 0, is_registered: false, since: now, active_at: now, signal: None }
    }

    const fn present(&self, player: PlayerId) -> Present {
        Present { player, registered: self.is_registered, since: self.since }
    }

    fn is_reachable(&self, now: Moment) -> bool {
        self.sockets > 0
            || self.signal.as_ref().is_some_and(|signal| signal.receiver_count() > 0)
            || now.since(self.active_at) < REACHABLE_FOR
    }
}

impl Table {
    fn entry(&mut self, player: PlayerId, now: Moment) -> &mut Entry {
        self.players.entry(player).or_insert_with(|| Entry::new(now))
    }

    fn record(&mut self, player: PlayerId) {
        match &mut self.changed {
            Some(changed) if changed.len() < MAX_CHANGES => {
                changed.insert(player);
            }
            Some(_) | None => self.changed = None,
        }
    }

    /// Records that a player has opened a socket.
    pub(super) fn connect(&mut self, player: PlayerId, is_registered: bool, now: Moment) {
        let entry = self.entry(player, now);
        entry.sockets += 1;
        let is_first = entry.sockets == 1;
        if is_first {
            entry.since = now;
        }
        // A guest may have registered since the socket before.
        let is_change = is_first || entry.is_registered != is_registered;
        entry.is_registered = is_registered;
        self.online += usize::from(is_first);
        if is_change {
            self.record(player);
        }
    }

    /// Records that a socket of a player is closed.
    pub(super) fn disconnect(&mut self, player: PlayerId, now: Moment) {
        let Some(entry) = self.players.get_mut(&player) else { return };
        if entry.sockets == 0 {
            return;
        }
        entry.sockets -= 1;
        entry.active_at = now;
        if entry.sockets == 0 {
            self.online -= 1;
            self.record(player);
        }
    }

    /// Subscribes to the signal of a player, which is there at once for the first time.
    pub(super) fn subscribe(&mut self, player: PlayerId, now: Moment) -> watch::Receiver<()> {
        let entry = self.entry(player, now);
        entry.active_at = now;
        let mut signal = entry.signal.get_or_insert_default().subscribe();
        signal.mark_changed();
        signal
    }

    /// Records a request of a player.
    pub(super) fn touch(&mut self, player: PlayerId, now: Moment) {
        self.entry(player, now).active_at = now;
    }

    /// Sends the signal of these players.
    pub(super) fn notify(&self, players: impl IntoIterator<Item = PlayerId>) {
        let entries = players.into_iter().filter_map(|player| self.players.get(&player));
        for signal in entries.filter_map(|entry| entry.signal.as_ref()) {
            signal.send_replace(());
        }
    }

    /// The number of players with a socket.
    pub(super) const fn len(&self) -> usize {
        self.online
    }

    /// Whether a player has a socket.
    pub(super) fn is_online(&self, player: PlayerId) -> bool {
        self.players.get(&player).is_some_and(|entry| entry.sockets > 0)
    }

    /// Whether a player has a socket or a subscription, or was active a moment ago.
    pub(super) fn is_reachable(&self, player: PlayerId, now: Moment) -> bool {
        self.players.get(&player).is_some_and(|entry| entry.is_reachable(now))
    }

    /// The players with a socket, in no order.
    pub(super) fn online(&self) -> Vec<Present> {
        let online = self.players.iter().filter(|(_, entry)| entry.sockets > 0);
        online.map(|(&player, entry)| entry.present(player)).collect()
    }

    /// The changes since the last call, or everything if there was none before.
    pub(super) fn changes(&mut self) -> PresenceChanges {
        let Some(changed) = self.changed.replace(HashSet::new()) else {
            return PresenceChanges { anew: true, came: self.online(), left: Vec::new() };
        };
        let mut changes = PresenceChanges::default();
        for player in changed {
            match self.players.get(&player).filter(|entry| entry.sockets > 0) {
                Some(entry) => changes.came.push(entry.present(player)),
                None => changes.left.push(player),
            }
        }
        changes
    }

    /// Records no changes until everything is asked for.
    pub(super) fn stop_recording(&mut self) {
        self.changed = None;
    }

    /// Forgets the players who are no longer reachable.
    pub(super) fn prune(&mut self, now: Moment) {
        self.players.retain(|_, entry| entry.is_reachable(now));
    }
}

/// Sorts players: registered ones first, of each kind those who came last first.
pub(crate) fn in_order(players: &mut [Present]) {
    players.sort_unstable_by_key(|one| (!one.registered, Reverse(one.since), one.player));
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn present(player: PlayerId, registered: bool, since: u64) -> Present {
        Present { player, registered, since: Moment(since) }
    }

    fn first(table: &Table, limit: usize) -> Vec<Present> {
        let mut all = table.online();
        in_order(&mut all);
        all.truncate(limit);
        all
    }

    #[test]
    fn player_is_online_once_while_any_socket_is_open() {
        let (mut table, one, other) = (Table::default(), PlayerId::fresh(), PlayerId::fresh());
        table.connect(one, false, Moment(1));
        table.connect(one, false, Moment(2));
        table.connect(other, false, Moment(3));
        assert_eq!(table.len(), 2);
        assert_eq!(first(&table, 9), [present(other, false, 3), present(one, false, 1)]);
        table.disconnect(one, Moment(4));
        assert!(table.is_online(one));
        table.disconnect(one, Moment(5));
        table.disconnect(one, Moment(5));
        assert!(!table.is_online(one));
        assert_eq!((first(&table, 9), table.len()), (vec![present(other, false, 3)], 1));
    }

    #[test]
    fn registered_players_come_first_then_who_came_last() {
        let (mut table, ids) = (Table::default(), [(); 4].map(|()| PlayerId::fresh()));
        for (at, (&player, registered)) in (1..).zip(ids.iter().zip([true, false, true, false])) {
            table.connect(player, registered, Moment(at));
        }
        let listed = |table: &Table, limit| -> Vec<PlayerId> {
            first(table, limit).iter().map(|one| one.player).collect()
        };
        assert_eq!(listed(&table, 9), [ids[2], ids[0], ids[3], ids[1]]);
        assert_eq!(listed(&table, 3), [ids[2], ids[0], ids[3]]);
        // The next socket shows that a guest has registered.
        table.connect(ids[1], true, Moment(9));
        assert_eq!(listed(&table, 1), [ids[2]]);
        assert_eq!(listed(&table, 3), [ids[2], ids[1], ids[0]], "online since the first socket");
    }

    #[test]
    fn other_nodes_get_everything_and_then_changes() {
        let (mut table, one, other) = (Table::default(), PlayerId::fresh(), PlayerId::fresh());
        table.connect(one, true, Moment(1));
        let all = PresenceChanges { anew: true, came: vec![present(one, true, 1)], left: vec![] };
        assert_eq!(table.changes(), all);
        table.connect(one, true, Moment(2));
        assert_eq!(table.changes(), PresenceChanges::default(), "a second socket is no change");
        // A player who comes and leaves between two writes has left.
        table.connect(other, false, Moment(3));
        table.disconnect(other, Moment(3));
        table.disconnect(one, Moment(3));
        table.disconnect(one, Moment(3));
        table.connect(one, true, Moment(4));
        let came = vec![present(one, true, 4)];
        assert_eq!(table.changes(), PresenceChanges { anew: false, came, left: vec![other] });
        table.stop_recording();
        table.disconnect(one, Moment(5));
        assert_eq!(table.changes(), PresenceChanges { anew: true, ..Default::default() });
    }

    #[test]
    fn player_stays_reachable_for_a_moment() {
        let (mut table, player) = (Table::default(), PlayerId::fresh());
        assert!(!table.is_reachable(player, Moment(1)));
        table.touch(player, Moment(1_000));
        assert!(table.is_reachable(player, Moment(1_000 + REACHABLE_FOR - 1)));
        assert!(!table.is_reachable(player, Moment(1_000 + REACHABLE_FOR)));
        // A subscription lasts as long as it is held.
        let signal = table.subscribe(player, Moment(2_000));
        table.prune(Moment(1_000_000));
        assert!(table.is_reachable(player, Moment(1_000_000)));
        assert!(!table.is_online(player), "a subscription is no socket");
        drop(signal);
        table.connect(player, false, Moment(2_000_000));
        table.disconnect(player, Moment(3_000_000));
        table.prune(Moment(3_000_000 + REACHABLE_FOR - 1));
        assert_eq!(table.players.len(), 1);
        table.prune(Moment(3_000_000 + REACHABLE_FOR));
        assert_eq!(table.players.len(), 0);
    }

    #[tokio::test]
    async fn signal_wakes_every_subscriber_of_the_player() {
        let (mut table, one, other) = (Table::default(), PlayerId::fresh(), PlayerId::fresh());
        let [mut first, mut second] = [(); 2].map(|()| table.subscribe(one, Moment(1)));
        let mut apart = table.subscribe(other, Moment(1));
        for signal in [&mut first, &mut second, &mut apart] {
            signal.changed().await.expect("the first signal is there at once");
        }
        table.notify([one]);
        for signal in [&first, &second] {
            assert!(signal.has_changed().expect("the sender lives"));
        }
        assert!(!apart.has_changed().expect("the sender lives"));
    }
}
