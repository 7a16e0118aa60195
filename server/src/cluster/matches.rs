//! The public matches of all nodes on one database: about once a second a node reads those of the others
//! for its lobby and, if there are any, writes which of its own have changed. A node by itself writes
//! nothing.

use super::Cluster;
use domain::MatchId;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use store::{NodeMatches, SharedMatch, StoreError};
use tokio::time::{MissedTickBehavior, interval};

/// How often matches are exchanged.
const EXCHANGE: Duration = Duration::from_secs(1);

impl Cluster {
    /// Exchanges public matches with the other nodes, as long as it is polled.
    pub(super) async fn exchange_matches(&self) {
        let mut ticks = interval(EXCHANGE);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // The matches of this node as the others have them; none if that is not certain.
        let mut known = None;
        loop {
            ticks.tick().await;
            if let Err(error) = self.exchange_once(&mut known).await {
                known = None;
                tracing::debug!(%error, "public matches cannot be exchanged with other nodes");
            }
        }
    }

    async fn exchange_once(
        &self,
        known: &mut Option<HashMap<MatchId, Arc<str>>>,
    ) -> Result<(), StoreError> {
        let found = self.store.other_matches().await?;
        let is_alone = found.is_none();
        self.has_others.store(!is_alone, Ordering::Relaxed);
        self.lobby.set_remote_matches(found.unwrap_or_default());
        if is_alone {
            *known = None;
            return Ok(());
        }
        let mut own = NodeMatches {
            anew: known.is_none(),
            live: self.lobby.live(),
            ..NodeMatches::default()
        };
        let mut before = known.take().unwrap_or_default();
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
        self.store.share_matches(&own).await?;
        *known = Some(now);
        Ok(())
    }
}
