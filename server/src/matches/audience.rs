//! Who is told what happens in a match: its players at once, whoever watches right after them.
//!
//! A crowd is many sockets to write to, and the players' must not wait for those. So the match
//! tells its players, answers whoever acted, lets their tasks run, and only then tells the rest.

use super::handle::Told;
use tokio::sync::broadcast::{Receiver, Sender};

/// How many events a player may be behind before the connection is closed, to come back with
/// `since`.
const BACKLOG: usize = 16;

/// The same of a watcher, who is told later.
const WATCHERS_BACKLOG: usize = 64;

/// The connections of a match, as far as they listen.
#[derive(Debug, Default)]
pub(super) struct Audience {
    players: Option<Sender<Told>>,
    /// Boxed, since most matches have nobody who watches.
    watchers: Option<Box<Watchers>>,
}

#[derive(Debug)]
struct Watchers {
    events: Sender<Told>,
    /// What the players were told already.
    untold: Vec<Told>,
}

impl Audience {
    /// What players are told from now on.
    pub(super) fn player(&mut self) -> Receiver<Told> {
        self.players.get_or_insert_with(|| Sender::new(BACKLOG)).subscribe()
    }

    /// What watchers are told from now on.
    pub(super) fn watcher(&mut self) -> Receiver<Told> {
        let watchers = self.watchers.get_or_insert_with(|| {
            Box::new(Watchers { events: Sender::new(WATCHERS_BACKLOG), untold: Vec::new() })
        });
        watchers.events.subscribe()
    }

    /// Tells the players, and keeps it for the watchers.
    pub(super) fn tell(&mut self, told: Told) {
        if let Some(watchers) = &mut self.watchers {
            watchers.untold.push(told.clone());
        }
        if let Some(players) = &self.players {
            // Whoever was connected may be gone.
            let _ = players.send(told);
        }
    }

    /// Whether the watchers have to be told something.
    pub(super) fn has_untold(&self) -> bool {
        self.watchers.as_ref().is_some_and(|watchers| !watchers.untold.is_empty())
    }

    /// Tells the watchers what the players were told before.
    pub(super) fn tell_watchers(&mut self) {
        if let Some(watchers) = &mut self.watchers {
            for told in watchers.untold.drain(..) {
                // Whoever was connected may be gone.
                let _ = watchers.events.send(told);
            }
        }
        self.tidy();
    }

    /// Gives up the room for what nobody listens to any more.
    pub(super) fn tidy(&mut self) {
        self.players.take_if(|players| players.receiver_count() == 0);
        self.watchers.take_if(|watchers| watchers.events.receiver_count() == 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(seq: u32) -> Told {
        Told { seq, frame: "{}".to_owned().into(), joined: false }
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
        audience.tell_watchers();
        assert_eq!(watcher.try_recv().map(|told| told.seq), Ok(1));
        assert_eq!(watcher.try_recv().map(|told| told.seq), Ok(2));
        assert!(!audience.has_untold());
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
