//! The readers of a match: its players, who are sent events at once, and its spectators right after them.
//!
//! A crowd is many sockets to write to, and the players' must not wait for those. So the match
//! sends to its players, answers the command, yields to their tasks, and only then sends to the
//! rest, row by row. Another node that has spectators is one of these; it sends to its own in the same way. Every channel is bounded; a reader who falls behind is disconnected and resumes.

use super::connected::Outgoing;
use std::sync::Arc;
use tokio::sync::broadcast::{self, Receiver, Sender};

/// How many events a player may be behind before the connection is closed; the client reconnects
/// with `since`.
const BACKLOG: usize = 16;

/// The same of a spectator, who is sent events later.
const SPECTATORS_BACKLOG: usize = 64;

/// How many spectators are sent to at once: to wake a crowd is work of its own.
const ROW: usize = 8;

/// How many events a row may have to send before its turn comes: a match that is never idle must
/// still serve it.
const MAX_UNSENT: usize = 8;

/// The connections of a match, as far as they are subscribed.
#[derive(Debug, Default)]
pub(crate) struct Audience {
    players: Option<Sender<Outgoing>>,
    /// Boxed, since most matches have no spectators.
    spectators: Option<Box<Spectators>>,
    /// Shared with every connection that wants legal actions.
    legal: Option<Arc<()>>,
}

/// Those who watch, in rows that are sent to in turn.
#[derive(Debug, Default)]
struct Spectators {
    rows: Vec<Row>,
    /// The row whose turn it is.
    next: usize,
}

#[derive(Debug)]
struct Row {
    events: Sender<Outgoing>,
    /// The event that was sent to the players already.
    unsent: Vec<Outgoing>,
}

impl Row {
    fn send(&mut self) {
        for event in self.unsent.drain(..) {
            // The connections may be gone.
            let _ = self.events.send(event);
        }
    }
}

impl Audience {
    /// The events for players from now on.
    pub(super) fn player(&mut self) -> Receiver<Outgoing> {
        self.players.get_or_insert_with(|| Sender::new(BACKLOG)).subscribe()
    }

    /// The events for spectators from now on.
    pub(crate) fn spectator(&mut self) -> Receiver<Outgoing> {
        let rows = &mut self.spectators.get_or_insert_default().rows;
        // A spectator who comes now knows the events that a row still waits for.
        let room = |row: &&Row| row.unsent.is_empty() && row.events.receiver_count() < ROW;
        if let Some(row) = rows.iter().find(room) {
            return row.events.subscribe();
        }
        let (events, receiver) = broadcast::channel(SPECTATORS_BACKLOG);
        rows.push(Row { events, unsent: Vec::new() });
        receiver
    }

    /// Counts a connection that wants legal actions, as long as it holds this.
    pub(super) fn legal_reader(&mut self) -> Arc<()> {
        Arc::clone(self.legal.get_or_insert_default())
    }

    /// Whether a connection wants legal actions.
    pub(super) fn wants_legal(&self) -> bool {
        self.legal.as_ref().is_some_and(|readers| Arc::strong_count(readers) > 1)
    }

    /// Sends an event to the players, and keeps it, or the form that spectators get, for them.
    pub(super) fn send(&mut self, event: Outgoing, for_spectators: Option<&Outgoing>) {
        self.send_later(for_spectators.unwrap_or(&event));
        self.send_players(event);
    }

    /// Keeps an event for the spectators.
    pub(crate) fn send_later(&mut self, event: &Outgoing) {
        for row in self.spectators.iter_mut().flat_map(|spectators| &mut spectators.rows) {
            row.unsent.push(event.clone());
            if row.unsent.len() == MAX_UNSENT {
                row.send();
            }
        }
    }

    /// Sends an event to the players alone.
    pub(super) fn send_players(&mut self, event: Outgoing) {
        if let Some(players) = &self.players {
            // The connections may be gone.
            let _ = players.send(event);
        }
    }

    /// How many connections there are.
    pub(super) fn len(&self) -> usize {
        let rows = self.spectators.iter().flat_map(|spectators| &spectators.rows);
        let channels = rows.map(|row| &row.events).chain(&self.players);
        channels.map(Sender::receiver_count).sum()
    }

    /// Whether there is something to be sent to spectators.
    pub(crate) fn has_unsent(&self) -> bool {
        let mut rows = self.spectators.iter().flat_map(|spectators| &spectators.rows);
        rows.any(|row| !row.unsent.is_empty())
    }

    /// Sends the next row of spectators the events that the players have.
    pub(crate) fn send_to_row(&mut self) {
        let Some(spectators) = &mut self.spectators else { return };
        let Spectators { rows, next } = &mut **spectators;
        *next = (*next + 1) % rows.len().max(1);
        let (before, after) = rows.split_at_mut(*next);
        let mut in_turn = after.iter_mut().chain(before);
        if let Some(row) = in_turn.find(|row| !row.unsent.is_empty()) {
            row.send();
        }
        self.prune();
    }

    /// Sends to all spectators at once, so that one of them can continue as a player and misses nothing.
    pub(super) fn send_to_spectators(&mut self) {
        self.spectators.iter_mut().flat_map(|spectators| &mut spectators.rows).for_each(Row::send);
        self.prune();
    }

    /// Frees the memory of channels without subscribers.
    pub(super) fn prune(&mut self) {
        self.players.take_if(|players| players.receiver_count() == 0);
        if let Some(spectators) = &mut self.spectators {
            spectators.rows.retain(|row| row.events.receiver_count() > 0);
        }
        self.spectators.take_if(|spectators| spectators.rows.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::OutgoingKind;

    fn event(seq: u32) -> Outgoing {
        let kind = OutgoingKind::Event;
        Outgoing { seq, frame: "{}".to_owned().into(), with_legal: None, kind }
    }

    #[test]
    fn players_come_first_and_spectators_miss_nothing() {
        let mut audience = Audience::default();
        let (mut player, mut spectator) = (audience.player(), audience.spectator());
        for seq in [1, 2] {
            audience.send(event(seq), None);
            assert_eq!(player.try_recv().map(|event| event.seq), Ok(seq));
        }
        assert!(spectator.try_recv().is_err(), "sent along with the players");
        assert!(audience.has_unsent());
        audience.send_to_row();
        assert_eq!(spectator.try_recv().map(|event| event.seq), Ok(1));
        assert_eq!(spectator.try_recv().map(|event| event.seq), Ok(2));
        assert!(!audience.has_unsent());
    }

    #[test]
    fn crowd_is_sent_to_row_by_row() {
        let mut audience = Audience::default();
        let mut crowd: Vec<_> = (0..3 * ROW).map(|_| audience.spectator()).collect();
        let mut received = |audience: &mut Audience| {
            audience.send_to_row();
            let received = crowd.iter_mut().map(|spectator| {
                std::iter::from_fn(|| spectator.try_recv().ok()).map(|event| event.seq).collect()
            });
            received.collect::<Vec<Vec<u32>>>()
        };
        let count =
            |received: &[Vec<u32>], seqs: &[u32]| received.iter().filter(|h| *h == seqs).count();
        audience.send(event(1), None);
        let first = received(&mut audience);
        assert_eq!((count(&first, &[1]), count(&first, &[])), (ROW, 2 * ROW));
        // Those who are sent to first are not first again, and nothing comes twice or is left out.
        audience.send(event(2), None);
        let second = received(&mut audience);
        assert_eq!((count(&second, &[1, 2]), count(&second, &[])), (ROW, 2 * ROW));
        let third = received(&mut audience);
        assert_eq!((count(&third, &[1, 2]), count(&third, &[])), (ROW, 2 * ROW));
        let last = received(&mut audience);
        assert_eq!((count(&last, &[2]), count(&last, &[])), (ROW, 2 * ROW));
        assert!(!audience.has_unsent());
    }

    #[test]
    fn crowd_whose_turn_never_comes_gets_events() {
        let mut audience = Audience::default();
        let mut spectator = audience.spectator();
        for seq in (1..).take(MAX_UNSENT + 1) {
            audience.send(event(seq), None);
        }
        let received = std::iter::from_fn(|| spectator.try_recv().ok()).count();
        assert_eq!(received, MAX_UNSENT);
        assert!(audience.has_unsent());
        audience.send_to_spectators();
        assert!(spectator.try_recv().is_ok() && !audience.has_unsent());
    }

    #[test]
    fn new_spectator_gets_no_earlier_events() {
        let mut audience = Audience::default();
        let mut early = audience.spectator();
        audience.send(event(1), None);
        let mut late = audience.spectator();
        audience.send(event(2), None);
        while audience.has_unsent() {
            audience.send_to_row();
        }
        assert_eq!(early.try_recv().map(|event| event.seq), Ok(1));
        assert_eq!(late.try_recv().map(|event| event.seq), Ok(2));
    }

    #[test]
    fn events_without_readers_are_dropped() {
        let mut audience = Audience::default();
        drop((audience.player(), audience.spectator()));
        audience.prune();
        audience.send(event(1), None);
        assert!(!audience.has_unsent());
        assert!(audience.players.is_none() && audience.spectators.is_none());
    }
}
