//! Whether the store accepts writes, judged by the server's own signs of life.
//!
//! The heartbeat is written every few seconds and its result noted here; `/readyz` and
//! handlers read it without touching the database. A store that does not answer at all counts as
//! unavailable once the last success is too old.

use crate::runtime::Runtime;
use domain::Moment;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use store::{Database, StoreError};
use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// How often the server records that it is alive; the length of a downtime is known to this precision.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(2);

/// The same where other servers wait for it: `docs/decisions/0015-times-of-leases.md`.
const SHARED_HEARTBEAT: Duration = Duration::from_millis(500);

/// A heartbeat task that has not run for this long stood still, with the whole process: others may have
/// taken it to be gone.
const STANDSTILL: Duration = Duration::from_secs(3);

/// How often the server records that it is alive, on this database.
pub(crate) fn heartbeat_interval(store: &Database) -> Duration {
    if store.is_shared() { SHARED_HEARTBEAT } else { HEARTBEAT }
}

/// How long after a sign of life the store counts as available.
const HEALTHY_WITHIN: Duration = Duration::from_secs(6);

/// What the signs of life tell.
#[derive(Debug, Default)]
pub(crate) struct StoreHealth {
    /// When the store last accepted one, in milliseconds since 1970; 0 if it did not accept the latest.
    taken: AtomicU64,
    /// When the process was last seen to run.
    seen: AtomicU64,
    /// When it was found that the process had stood still; 0 once a later sign of life has ended.
    doubted: AtomicU64,
    /// Notified after each attempt.
    attempts: Notify,
}

impl StoreHealth {
    /// Records the moment at which the store accepted a sign of life, or that it did not.
    pub(crate) fn record(&self, taken: Option<Moment>) {
        self.taken.store(taken.map_or(0, |at| at.0), Ordering::Relaxed);
    }

    /// Records that a sign of life ended that began at `begun`, whether it was accepted or not.
    pub(crate) fn record_attempt(&self, begun: Moment) {
        if begun.0 >= self.doubted.load(Ordering::Relaxed) {
            self.doubted.store(0, Ordering::Relaxed);
        }
        self.attempts.notify_waiters();
    }

    /// Records that the process runs at `now`. After a standstill it is in doubt whether another node
    /// holds its matches.
    pub(crate) fn record_running(&self, now: Moment) {
        let seen = self.seen.fetch_max(now.0, Ordering::Relaxed);
        if seen != 0 && u128::from(now.since(Moment(seen))) > STANDSTILL.as_millis() {
            self.doubted.store(now.0, Ordering::Relaxed);
        }
    }

    /// Waits for the next sign of life if the process has stood still: another node may hold its matches
    /// by now. False if there is none in time. On a database that is not shared there is no other node,
    /// and nothing is recorded.
    pub(crate) async fn is_awake(&self, now: Moment) -> bool {
        if self.seen.load(Ordering::Relaxed) == 0 {
            return true;
        }
        self.record_running(now);
        let settled = async {
            while self.doubted.load(Ordering::Relaxed) != 0 {
                let mut attempt = pin!(self.attempts.notified());
                attempt.as_mut().enable();
                if self.doubted.load(Ordering::Relaxed) != 0 {
                    attempt.await;
                }
            }
        };
        timeout(STANDSTILL, settled).await.is_ok()
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
        let still = u64::try_from(STANDSTILL.as_millis()).expect("it is some seconds");
        assert!(health.is_awake(start.after(still * 9)).await, "on SQLite nothing is recorded");
        health.record_running(start);
        assert!(health.is_awake(start.after(still)).await, "it runs, and the store may be slow");
        let now = start.after(2 * still + 1);
        assert!(!health.is_awake(now).await, "it stood still, and gives no sign in time");
        health.record_attempt(Moment(now.0 - 1));
        assert!(!health.is_awake(now).await, "that one began before");
        let attempt = async {
            tokio::task::yield_now().await;
            health.record_attempt(now);
        };
        let (is_awake, ()) = tokio::join!(health.is_awake(now), attempt);
        assert!(is_awake);
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
