//! Who is listening for news of their seek or challenges, and when each was last heard from.
//!
//! A player counts as present while a socket listens, and for `THERE_FOR` after the last sign of
//! life, which covers a page being reloaded and programs that poll. Signals carry no data and are
//! never queued: a listener that wakes asks for the current state. Entries of players who are gone
//! are removed regularly.

use crate::time::TimeSource;
use domain::{Moment, PlayerId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// For how long a player counts as online after their last request, in milliseconds: a page that is
/// left for another, or a program that asks every now and then.
const THERE_FOR: u64 = 15_000;

/// Those who listen. Each has one signal, however many sockets listen to it; a socket that gets it reads
/// the news itself, so that nothing queues up.
#[derive(Debug)]
pub(super) struct Listeners {
    people: Mutex<HashMap<PlayerId, Listener>>,
    time: TimeSource,
}

#[derive(Debug)]
struct Listener {
    signal: watch::Sender<()>,
    heard_at: Moment,
}

impl Listeners {
    /// No listeners yet, by this clock.
    pub(super) fn new(time: TimeSource) -> Arc<Self> {
        Arc::new(Self { people: Mutex::default(), time })
    }

    /// Listens for news of a player.
    pub(super) fn listen(self: &Arc<Self>, who: PlayerId) -> Listening {
        let now = self.time.now();
        let mut people = lock(&self.people);
        let unheard = || Listener { signal: watch::Sender::default(), heard_at: now };
        let listener = people.entry(who).or_insert_with(unheard);
        let mut signal = listener.signal.subscribe();
        // The first signal is for how things stand now.
        signal.mark_changed();
        Listening { who, signal: Some(signal), listeners: Arc::clone(self) }
    }

    /// Notes a request of a player.
    pub(super) fn hear(&self, who: PlayerId) {
        let now = self.time.now();
        let mut people = lock(&self.people);
        let unheard = || Listener { signal: watch::Sender::default(), heard_at: now };
        people.entry(who).or_insert_with(unheard).heard_at = now;
    }

    /// Whether a player is online.
    pub(super) fn is_there(&self, who: PlayerId, now: Moment) -> bool {
        lock(&self.people).get(&who).is_some_and(|listener| listener.is_there(now))
    }

    /// Signals to those who listen that something concerns them.
    pub(super) fn notify(&self, people: impl IntoIterator<Item = PlayerId>) {
        let listening = lock(&self.people);
        for listener in people.into_iter().filter_map(|who| listening.get(&who)) {
            listener.signal.send_replace(());
        }
    }

    /// Forgets those who are gone.
    pub(super) fn tidy(&self, now: Moment) {
        lock(&self.people).retain(|_, listener| listener.is_there(now));
    }
}

impl Listener {
    fn is_there(&self, now: Moment) -> bool {
        self.signal.receiver_count() > 0 || now.since(self.heard_at) < THERE_FOR
    }
}

/// Nothing under the lock panics half-way, so a poisoned one is still whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A socket that listens, for as long as this value lives.
#[derive(Debug)]
pub struct Listening {
    who: PlayerId,
    signal: Option<watch::Receiver<()>>,
    listeners: Arc<Listeners>,
}

impl Listening {
    /// Whose affairs they are.
    #[must_use]
    pub const fn who(&self) -> PlayerId {
        self.who
    }

    /// Waits until something concerns them; the first time at once. Nothing is lost if the wait is
    /// given up.
    pub async fn changed(&mut self) {
        let Some(signal) = &mut self.signal else { return std::future::pending().await };
        if signal.changed().await.is_err() {
            // The listeners outlive every socket, so this is never reached.
            self.signal = None;
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        // A player who reloads a page is online all the while: from now on time decides.
        self.listeners.hear(self.who);
    }
}
