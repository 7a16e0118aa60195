//! Whether the store accepts writes, judged by the server's own signs of life.
//!
//! The heartbeat is written every few seconds and its result noted here; `/readyz` and
//! handlers read it without touching the database. A store that does not answer at all counts as
//! unavailable once the last success is too old.

use crate::runtime::Runtime;
use domain::Moment;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use store::StoreError;
use tokio_util::sync::CancellationToken;

/// How often the server records that it is alive; the length of a downtime is known to this precision.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(2);

/// How long after a sign of life the store counts as available.
const HEALTHY_WITHIN: Duration = Duration::from_secs(6);

/// When the store last accepted a sign of life, in milliseconds since 1970; 0 if it did not accept
/// the latest one.
#[derive(Debug, Default)]
pub(crate) struct StoreHealth(AtomicU64);

impl StoreHealth {
    /// Records the moment at which the store accepted a sign of life, or that it did not.
    pub(crate) fn record(&self, taken: Option<Moment>) {
        self.0.store(taken.map_or(0, |at| at.0), Ordering::Relaxed);
    }

    /// Whether the store is available at `now`.
    pub(crate) fn is_up(&self, now: Moment) -> bool {
        let last = self.0.load(Ordering::Relaxed);
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
    let mut ticks = runtime.every(HEARTBEAT);
    async move {
        while ticks.next().await {
            let beaten = store.beat(time.now()).await;
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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
