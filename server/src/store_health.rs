//! Whether the store accepts writes, judged by the server's own signs of life.
//!
//! The heartbeat is written every few seconds and its result noted here; `/readyz` and
//! handlers read it without touching the database. A store that does not answer at all counts as
//! unavailable once the last success is too old.

use crate::runtime::Runtime;
use domain::Moment;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{Database, StoreError};
use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// How often the server records that it is alive; the length of a downtime is known to this precision.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(2);

/// The same where other servers wait for it: `docs/decisions/0015-times-of-leases.md`.
const SHARED_HEARTBEAT: Duration = Duration::from_millis(500);

/// A heartbeat task that has not run for so many milliseconds stood still, with the whole process: others
/// may have taken it to be gone.
const STANDSTILL: u64 = 3_000;

/// How often the server records that it is alive, on this database.
pub(crate) fn heartbeat_interval(store: &Database) -> Duration {
    if store.is_shared() { SHARED_HEARTBEAT } else { HEARTBEAT }
}

/// How long after a sign of life the store counts as available.
const HEALTHY_WITHIN: Duration = Duration::from_secs(6);

/// The state by the signs of life.
#[derive(Debug)]
pub(crate) struct StoreHealth {
    /// When the store last accepted one, in milliseconds since 1970; 0 if it did not accept the latest.
    taken: AtomicU64,
    /// Until when the process is certain to have run without a standstill: for ever on a database that
    /// is not shared, where no other node can hold its matches. 0 while it is in doubt.
    awake_until: AtomicU64,
    standstill: Mutex<Standstill>,
    /// Notified after each attempt.
    attempts: Notify,
}

/// The state from which `awake_until` follows.
#[derive(Debug, Default)]
struct Standstill {
    /// When the process was last seen to run.
    seen: Moment,
    /// When it was found that the process had stood still, until a later sign of life has ended.
    doubted: Option<Moment>,
}

impl Default for StoreHealth {
    fn default() -> Self {
        Self {
            taken: AtomicU64::new(0),
            awake_until: AtomicU64::new(u64::MAX),
            standstill: Mutex::default(),
            attempts: Notify::new(),
        }
    }
}

impl StoreHealth {
    /// Records the moment at which the store accepted a sign of life, or that it did not.
    pub(crate) fn record(&self, taken: Option<Moment>) {
        self.taken.store(taken.map_or(0, |at| at.0), Ordering::Relaxed);
    }

    /// Records that a sign of life ended that began at `begun`, whether it was accepted or not.
    pub(crate) fn record_attempt(&self, begun: Moment) {
        {
            let mut standstill = self.standstill();
            if standstill.doubted.is_some_and(|doubted| begun >= doubted) {
                standstill.doubted = None;
                self.publish(&standstill);
            }
        }
        self.attempts.notify_waiters();
    }

    /// Records that the process runs at `now`. After a standstill it is in doubt whether another node
    /// holds its matches.
    pub(crate) fn record_running(&self, now: Moment) {
        let mut standstill = self.standstill();
        let seen = standstill.seen;
        standstill.seen = seen.max(now);
        if seen != Moment::default() && now.since(seen) > STANDSTILL {
            standstill.doubted = Some(now);
        }
        self.publish(&standstill);
    }

    fn publish(&self, standstill: &Standstill) {
        let until = match standstill.doubted {
            Some(_) => Moment::default(),
            None => standstill.seen.after(STANDSTILL),
        };
        self.awake_until.store(until.0, Ordering::Relaxed);
    }

    fn standstill(&self) -> MutexGuard<'_, Standstill> {
        // Nothing under this lock panics half-way, so a poisoned one is still whole.
        self.standstill.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the process has certainly not stood still; one look, for the way of each frame. If not,
    /// [`is_awake`](Self::is_awake) finds out.
    pub(crate) fn is_certainly_awake(&self, now: Moment) -> bool {
        now.0 <= self.awake_until.load(Ordering::Relaxed)
    }

    /// Waits for the next sign of life if the process has stood still: another node may hold its matches
    /// by now. False if there is none in time. On a database that is not shared there is no other node,
    /// and nothing is recorded.
    pub(crate) async fn is_awake(&self, now: Moment) -> bool {
        if self.is_certainly_awake(now) {
            return true;
        }
        self.record_running(now);
        let settled = async {
            while self.is_doubted() {
                let mut attempt = pin!(self.attempts.notified());
                attempt.as_mut().enable();
                if self.is_doubted() {
                    attempt.await;
                }
            }
        };
        timeout(Duration::from_millis(STANDSTILL), settled).await.is_ok()
    }

    fn is_doubted(&self) -> bool {
        self.standstill().doubted.is_some()
    }

    /// Whether the store is available at `now`.
    pub(crate) fn is_up(&self, now: Moment) -> bool {
        let last = self.taken.load(Ordering::Relaxed);
        last != 0 && u128::from(now.since(Moment(last))) <= HEALTHY_WITHIN.as_millis()
    }
}

/// Records regularly that the server is alive. If another has taken over since, this one stops and
/// cancels `fenced`: started again it begins with the matches that no server holds then.
pub(crate) fn heartbeat(
    runtime: &Runtime,
    health: Arc<StoreHealth>,
    fenced: CancellationToken,
) -> impl Future<Output = ()> + Send + 'static {
    let (store, time, shutdown) = (runtime.store.clone(), runtime.time, runtime.shutdown.clone());
    let interval = heartbeat_interval(&runtime.store);
    let (mut ticks, mut running) = (runtime.every(interval), runtime.every(interval));
    let watched = Arc::clone(&health);
    let is_shared = store.is_shared();
    // Apart from the signs of life, which may wait for the store.
    let watch = async move {
        while is_shared && running.next().await {
            watched.record_running(time.now());
        }
    };
    let beat = async move {
        while ticks.next().await {
            let begun = time.now();
            let beaten = store.beat(begun).await;
            health.record(beaten.is_ok().then(|| time.now()));
            match beaten {
                Ok(()) => {}
                Err(error @ StoreError::Fenced) => {
                    tracing::warn!(%error, "stopping; started again, this node holds no match at first");
                    fenced.cancel();
                    shutdown.cancel();
                }
                Err(error) => tracing::warn!(%error, "the store is unavailable"),
            }
            health.record_attempt(begun);
        }
    };
    async {
        tokio::join!(beat, watch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn process_that_stood_still_waits_for_a_sign_of_life() {
        let (health, start) = (StoreHealth::default(), Moment(1_760_000_000_000));
        let after = start.after(STANDSTILL * 9);
        assert!(health.is_awake(after).await, "on SQLite nothing is recorded");
        health.record_running(start);
        assert!(
            health.is_awake(start.after(STANDSTILL)).await,
            "it runs, and the store may be slow"
        );
        let now = start.after(STANDSTILL + 1);
        assert!(!health.is_certainly_awake(now));
        assert!(!health.is_awake(now).await, "it stood still, and gives no sign in time");
        health.record_attempt(Moment(now.0 - 1));
        assert!(!health.is_awake(now).await, "that one began before");
        let attempt = async {
            tokio::task::yield_now().await;
            health.record_attempt(now);
        };
        let (is_awake, ()) = tokio::join!(health.is_awake(now), attempt);
        assert!(is_awake && health.is_certainly_awake(now));
    }

    #[test]
    fn players_are_let_in_as_long_as_signs_of_life_are_taken() {
        let (health, start) = (StoreHealth::default(), Moment(1_760_000_000_000));
        let fresh = u64::try_from(HEALTHY_WITHIN.as_millis()).expect("it is some seconds");
        assert!(!health.is_up(start), "none was taken yet");
        health.record(Some(start));
        assert!(health.is_up(start) && health.is_up(start.after(fresh)));
        assert!(!health.is_up(start.after(fresh + 1)), "the store says nothing");
        health.record(None);
        assert!(!health.is_up(start), "the store takes none");
        health.record(Some(start.after(fresh)));
        assert!(health.is_up(start.after(fresh)), "it is back");
    }
}
