//! The public matches of all nodes on one database: a node reads those of the others for its lobby when
//! there is news of them, or about once a second without a bus, and, if there are other nodes, writes which
//! of its own have changed. A node by itself writes nothing.

use super::Cluster;
use crate::bus::News;
use domain::MatchId;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use store::{NodeMatches, SharedMatch, StoreError};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

/// How often the changes of this node are written: all nodes have the same lobby within a second.
const WRITE: Duration = Duration::from_millis(400);

/// How often those of others are read while news may be missing, and after a failure.
const EXCHANGE: Duration = Duration::from_secs(1);

/// The time from one reading to the next, however much news there is.
const PAUSE: Duration = Duration::from_millis(100);

/// The matches of this node as the others have them.
#[derive(Debug)]
struct Written {
    matches: HashMap<MatchId, Arc<str>>,
    live: u32,
}

impl Cluster {
    /// Exchanges public matches with the other nodes, as long as it is polled.
    pub(super) async fn exchange_matches(&self) {
        let mut readings = self.bus.readings(News::Matches);
        let mut ticks = interval(WRITE);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // None if it is not certain what the others have.
        let mut written = None;
        let mut read_at = Instant::now();
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = readings.due() => {}
            }
            let done = async {
                let is_late = self.bus.is_stale() && read_at.elapsed() >= EXCHANGE;
                if readings.take() || is_late {
                    read_at = Instant::now();
                    self.read_matches().await.inspect_err(|_| readings.put_back())?;
                }
                self.write_matches(&mut written).await
            };
            let pause = match done.await {
                Ok(()) => PAUSE,
                Err(error) => {
                    written = None;
                    tracing::debug!(%error, "public matches cannot be exchanged with other nodes");
                    EXCHANGE
                }
            };
            sleep(pause).await;
        }
    }

    async fn read_matches(&self) -> Result<(), StoreError> {
        let found = self.store.other_matches().await?;
        self.has_others.store(found.is_some(), Ordering::Relaxed);
        self.lobby.set_remote_matches(found.unwrap_or_default());
        Ok(())
    }

    async fn write_matches(&self, written: &mut Option<Written>) -> Result<(), StoreError> {
        let before = written.take();
        if !self.has_others() {
            return Ok(());
        }
        let live = self.lobby.live();
        let mut own = NodeMatches { anew: before.is_none(), live, ..NodeMatches::default() };
        let is_other_count = before.as_ref().is_some_and(|before| before.live != live);
        let mut before = before.map(|before| before.matches).unwrap_or_default();
        let mut now = HashMap::new();
        for summary in self.lobby.own_matches().await {
            let text =
                serde_json::to_string(&summary).expect("summaries hold nothing JSON cannot say");
            let payload = Arc::from(text);
            if before.remove(&summary.id).as_ref() != Some(&payload) {
                own.shown.push(SharedMatch { match_id: summary.id, payload: payload.clone() });
            }
            now.insert(summary.id, payload);
        }
        own.gone = before.into_keys().collect();
        if own.anew || is_other_count || !own.shown.is_empty() || !own.gone.is_empty() {
            self.store.share_matches(&own).await?;
            self.bus.publish(News::Matches);
        }
        *written = Some(Written { matches: now, live });
        Ok(())
    }
}
