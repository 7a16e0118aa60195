//! Who is told what happens in a match: its players at once, whoever watches right after them.
//!
//! A crowd is many sockets to write to, and the players' must not wait for those. So the match
//! tells its players, answers whoever acted, lets their tasks run, and only then tells the rest, row
//! by row.

use super::handle::Outgoing;
use std::sync::Arc;
use tokio::sync::broadcast::{self, Receiver, Sender};

/// How many events a player may be behind before the connection is closed, to come back with
/// `since`.
const BACKLOG: usize = 16;

/// The same of a watcher, who is told later.
const WATCHERS_BACKLOG: usize = 64;

/// How many watchers are told at once: to wake a crowd is work of its own.
const ROW: usize = 8;

/// How many events a row waits for its turn: a match that is never idle must not forget it.
const UNTOLD: usize = 8;

/// The connections of a match, as far as they listen.
#[derive(Debug, Default)]
pub(super) struct Audience {
    players: Option<Sender<Outgoing>>,
    /// Boxed, since most matches have nobody who watches.
    watchers: Option<Box<Watchers>>,
    /// Shared with every connection that wants to know what is legal.
    legal: Option<Arc<()>>,
}

/// Whoever watches, in rows that are told in turn.
#[derive(Debug, Default)]
struct Watchers {
    rows: Vec<Row>,
    /// The row whose turn it is.
    next: usize,
}

#[derive(Debug)]
struct Row {
    events: Sender<Outgoing>,
    /// What the players were told already.
    untold: Vec<Outgoing>,
}

impl Row {
    fn tell(&mut self) {
        for told in self.untold.drain(..) {
            // Whoever was connected may be gone.
            let _ = self.events.send(told);
        }
    }
}

impl Audience {
    /// What players are told from now on.
    pub(super) fn player(&mut self) -> Receiver<Outgoing> {
        self.players.get_or_insert_with(|| Sender::new(BACKLOG)).subscribe()
    }

    /// What watchers are told from now on.
    pub(super) fn watcher(&mut self) -> Receiver<Outgoing> {
        let rows = &mut self.watchers.get_or_insert_default().rows;
        // What a row has still to be told, a watcher who comes now knows already.
        let room = |row: &&Row| row.untold.is_empty() && row.events.receiver_count() < ROW;
        if let Some(row) = rows.iter().find(room) {
            return row.events.subscribe();
        }
        let (events, receiver) = broadcast::channel(WATCHERS_BACKLOG);
        rows.push(Row { events, untold: Vec::new() });
        receiver
    }

    /// Counts a connection that wants to know what is legal, as long as it holds this.
    pub(super) fn legal_reader(&mut self) -> Arc<()> {
        Arc::clone(self.legal.get_or_insert_default())
    }

    /// Whether somebody wants to know what is legal.
    pub(super) fn wants_legal(&self) -> bool {
        self.legal.as_ref().is_some_and(|readers| Arc::strong_count(readers) > 1)
    }

    /// Tells the players, and keeps it for the watchers.
    pub(super) fn tell(&mut self, told: Outgoing) {
        for row in self.watchers.iter_mut().flat_map(|watchers| &mut watchers.rows) {
            row.untold.push(told.clone());
            if row.untold.len() == UNTOLD {
                row.tell();
            }
        }
        if let Some(players) = &self.players {
            // Whoever was connected may be gone.
            let _ = players.send(told);
        }
    }

    /// Whether watchers have to be told something.
    pub(super) fn has_untold(&self) -> bool {
        let mut rows = self.watchers.iter().flat_map(|watchers| &watchers.rows);
        rows.any(|row| !row.untold.is_empty())
    }

    /// Tells the next row of watchers what the players were told before.
    pub(super) fn tell_row(&mut self) {
        let Some(watchers) = &mut self.watchers else { return };
        let Watchers { rows, next } = &mut **watchers;
        *next = (*next + 1) % rows.len().max(1);
        let (before, after) = rows.split_at_mut(*next);
        let mut in_turn = after.iter_mut().chain(before);
        if let Some(row) = in_turn.find(|row| !row.untold.is_empty()) {
            row.tell();
        }
        self.tidy();
    }

    /// Tells all watchers at once, so that one of them can go on as a player and misses nothing.
    pub(super) fn tell_watchers(&mut self) {
        self.watchers.iter_mut().flat_map(|watchers| &mut watchers.rows).for_each(Row::tell);
        self.tidy();
    }

    /// Gives up the room for what nobody listens to any more.
    pub(super) fn tidy(&mut self) {
        self.players.take_if(|players| players.receiver_count() == 0);
        if let Some(watchers) = &mut self.watchers {
            watchers.rows.retain(|row| row.events.receiver_count() > 0);
        }
        self.watchers.take_if(|watchers| watchers.rows.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(seq: u32) -> Outgoing {
        Outgoing { seq, frame: "{}".to_owned().into(), with_legal: None, joined: false }
    }

    #[test]
    fn players_are_told_before_watchers_and_watchers_miss_nothing() {
        let mut audience = Audience::default();
        let (mut player, mut watcher) = (audience.player(), audience.watcher());
        for seq in [1, 2] {
            audience.tell(told(seq));
            assert_eq!(player.try_recv().map(|told| told.seq), Ok(seq));
        }
        assert!(watcher.try_recv().is_err(), "told along with the players");
        assert!(audience.has_untold());
        audience.tell_row();
        assert_eq!(watcher.try_recv().map(|told| told.seq), Ok(1));
        assert_eq!(watcher.try_recv().map(|told| told.seq), Ok(2));
        assert!(!audience.has_untold());
    }

    #[test]
    fn a_crowd_is_told_row_by_row_and_each_in_its_turn() {
        let mut audience = Audience::default();
        let mut crowd: Vec<_> = (0..3 * ROW).map(|_| audience.watcher()).collect();
        let mut heard = |audience: &mut Audience| {
            audience.tell_row();
            let heard = crowd.iter_mut().map(|watcher| {
                std::iter::from_fn(|| watcher.try_recv().ok()).map(|told| told.seq).collect()
            });
            heard.collect::<Vec<Vec<u32>>>()
        };
        let count = |heard: &[Vec<u32>], seqs: &[u32]| heard.iter().filter(|h| *h == seqs).count();
        audience.tell(told(1));
        let first = heard(&mut audience);
        assert_eq!((count(&first, &[1]), count(&first, &[])), (ROW, 2 * ROW));
        // Whoever is told first is not told first again, and nothing comes twice or is left out.
        audience.tell(told(2));
        let second = heard(&mut audience);
        assert_eq!((count(&second, &[1, 2]), count(&second, &[])), (ROW, 2 * ROW));
        let third = heard(&mut audience);
        assert_eq!((count(&third, &[1, 2]), count(&third, &[])), (ROW, 2 * ROW));
        let last = heard(&mut audience);
        assert_eq!((count(&last, &[2]), count(&last, &[])), (ROW, 2 * ROW));
        assert!(!audience.has_untold());
    }

    #[test]
    fn a_crowd_whose_turn_never_comes_is_told_all_the_same() {
        let mut audience = Audience::default();
        let mut watcher = audience.watcher();
        for seq in (1..).take(UNTOLD + 1) {
            audience.tell(told(seq));
        }
        let heard = std::iter::from_fn(|| watcher.try_recv().ok()).count();
        assert_eq!(heard, UNTOLD);
        assert!(audience.has_untold());
        audience.tell_watchers();
        assert!(watcher.try_recv().is_ok() && !audience.has_untold());
    }

    #[test]
    fn who_comes_to_watch_is_not_told_what_was_there_already() {
        let mut audience = Audience::default();
        let mut early = audience.watcher();
        audience.tell(told(1));
        let mut late = audience.watcher();
        audience.tell(told(2));
        while audience.has_untold() {
            audience.tell_row();
        }
        assert_eq!(early.try_recv().map(|told| told.seq), Ok(1));
        assert_eq!(late.try_recv().map(|told| told.seq), Ok(2));
    }

    #[test]
    fn what_nobody_listens_to_is_not_kept() {
        let mut audience = Audience::default();
        drop((audience.player(), audience.watcher()));
        audience.tidy();
        audience.tell(told(1));
        assert!(!audience.has_untold());
        assert!(audience.players.is_none() && audience.watchers.is_none());
    }
}
