//! The other servers, as the matchmaker knows them: who is there at each, and what each has yet to be
//! sent. A value; it is bounded by the number of seeks, because of each player only the last standing
//! is sent.

use domain::seek_pool::MOST_SEEKS;
use domain::{Moment, PlayerId};
use std::collections::{BTreeMap, HashSet};

/// For how long a server that does not write is counted, in milliseconds; one that lives writes every
/// second.
const SILENT: u64 = 5_000;

/// How many standings are sent to a server at a time.
const SENT_AT_ONCE: usize = 500;

/// The other servers.
#[derive(Debug, Default)]
pub(crate) struct Peers(BTreeMap<i64, Peer>);

#[derive(Debug)]
struct Peer {
    heard_at: Moment,
    there: HashSet<PlayerId>,
    /// The players whose standing has changed since it was sent.
    changed: HashSet<PlayerId>,
    /// Whether the next that is sent is the beginning of everything.
    anew: bool,
}

impl Peers {
    /// Records that a server is up. One that is not known yet, or asks for it, is sent the standings of
    /// `everybody`.
    pub(crate) fn hello(
        &mut self,
        node: i64,
        anew: bool,
        everybody: impl Iterator<Item = PlayerId>,
        now: Moment,
    ) {
        let unknown =
            || Peer { heard_at: now, there: HashSet::new(), changed: HashSet::new(), anew: false };
        let anew = anew || !self.0.contains_key(&node);
        let peer = self.0.entry(node).or_insert_with(unknown);
        peer.heard_at = now;
        if anew {
            peer.anew = true;
            peer.changed = everybody.collect();
        }
    }

    /// Notes who is there at a server by now, and who is not any more.
    pub(crate) fn record_presence(
        &mut self,
        node: i64,
        anew: bool,
        came: &[PlayerId],
        left: &[PlayerId],
    ) {
        let Some(peer) = self.0.get_mut(&node) else { return };
        if anew {
            peer.there.clear();
        }
        for who in left {
            peer.there.remove(who);
        }
        peer.there.extend(came.iter().take(MOST_SEEKS.saturating_sub(peer.there.len())));
    }

    /// Whether a player is online at any of them.
    pub(crate) fn is_there(&self, who: PlayerId) -> bool {
        self.0.values().any(|peer| peer.there.contains(&who))
    }

    /// Notes whose standing has changed.
    pub(crate) fn mark(&mut self, people: &[PlayerId]) {
        for peer in self.0.values_mut() {
            peer.changed.extend(people);
        }
    }

    /// The messages to send now: the server, whether it is the beginning of all, and the
    /// standings.
    pub(crate) fn take(&mut self) -> Vec<(i64, bool, Vec<PlayerId>)> {
        let waits = |(_, peer): &(&i64, &mut Peer)| peer.anew || !peer.changed.is_empty();
        let take = |(node, peer): (&i64, &mut Peer)| {
            let some: Vec<PlayerId> = peer.changed.iter().take(SENT_AT_ONCE).copied().collect();
            for who in &some {
                peer.changed.remove(who);
            }
            (*node, std::mem::take(&mut peer.anew), some)
        };
        self.0.iter_mut().filter(waits).map(take).collect()
    }

    /// Forgets servers that do not write any more.
    pub(crate) fn forget_silent(&mut self, now: Moment) {
        self.0.retain(|_, peer| now.since(peer.heard_at) < SILENT);
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn who(number: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(number << 96))
    }

    #[test]
    fn a_server_is_sent_everything_once_and_then_what_changes() {
        let mut peers = Peers::default();
        let everybody = || [who(1), who(2)].into_iter();
        peers.hello(7, false, everybody(), Moment(0));
        let sent = peers.take();
        assert_eq!((sent.len(), sent[0].0, sent[0].1, sent[0].2.len()), (1, 7, true, 2));
        peers.hello(7, false, everybody(), Moment(1));
        assert_eq!(peers.take(), []);
        peers.mark(&[who(1)]);
        peers.mark(&[who(1)]);
        assert_eq!(peers.take(), [(7, false, vec![who(1)])]);
        peers.hello(7, true, std::iter::empty(), Moment(2));
        assert_eq!(peers.take(), [(7, true, vec![])]);
        peers.forget_silent(Moment(2 + SILENT));
        assert!(peers.is_empty());
    }

    #[test]
    fn more_than_is_sent_at_once_is_sent_by_and_by() {
        let mut peers = Peers::default();
        let many = u128::try_from(SENT_AT_ONCE).expect("few") + 1;
        peers.hello(7, false, (1..=many).map(who), Moment(0));
        assert_eq!(peers.take()[0].2.len(), SENT_AT_ONCE);
        let rest = peers.take();
        assert_eq!((rest[0].1, rest[0].2.len()), (false, 1));
    }

    #[test]
    fn player_is_online_while_any_server_reports_it() {
        let mut peers = Peers::default();
        for node in [7, 8] {
            peers.hello(node, false, std::iter::empty(), Moment(0));
            peers.record_presence(node, false, &[who(1), who(2)], &[]);
        }
        peers.record_presence(7, false, &[], &[who(1)]);
        peers.record_presence(8, true, &[who(3)], &[]);
        assert_eq!([1, 2, 3].map(|number| peers.is_there(who(number))), [false, true, true]);
        peers.record_presence(9, false, &[who(1)], &[]);
        assert!(!peers.is_there(who(1)), "of a server that has not said that it is there");
    }
}
