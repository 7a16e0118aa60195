//! The players who are online on all nodes of one database: each node writes the players with a socket
//! on it for the others, and lists those of all.
//!
//! A node by itself writes nothing. Changes are written once a second; the players of other nodes are
//! read from the database when a list is requested.

use super::Cluster;
use crate::bus::{News, Readings};
use crate::presence::in_order;
use domain::PlayerId;
use std::collections::{HashMap, HashSet};
use std::time::Duration;
use store::{PresenceChanges, Present, StoreError};
use tokio::time::{MissedTickBehavior, interval};

/// How often changes are written for the other nodes.
const WRITE: Duration = Duration::from_secs(1);

impl Cluster {
    /// Up to `limit` players who are online, on all nodes, each once: registered ones first, of each kind
    /// those who came last first.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if there are other nodes and the store is away.
    pub(crate) async fn online(&self, limit: usize) -> Result<Vec<Present>, StoreError> {
        let online = self.presence.first(limit);
        if !self.has_others() {
            return Ok(online);
        }
        let most = u32::try_from(limit).unwrap_or(u32::MAX);
        let remote = self.store.present_elsewhere(most).await?;
        let mut players: HashMap<PlayerId, Present> = HashMap::new();
        for one in online.into_iter().chain(remote) {
            let known = players.entry(one.player).or_insert(one);
            known.registered |= one.registered;
            known.since = known.since.max(one.since);
        }
        let mut players: Vec<Present> = players.into_values().collect();
        in_order(&mut players);
        players.truncate(limit);
        Ok(players)
    }

    /// Those of some players who are online, on any node.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if there are other nodes and the store is away.
    pub(crate) async fn online_of(
        &self,
        players: &[PlayerId],
    ) -> Result<HashSet<PlayerId>, StoreError> {
        let mut online: HashSet<PlayerId> =
            players.iter().copied().filter(|&who| self.presence.is_online(who)).collect();
        if self.has_others() {
            online.extend(self.store.present_elsewhere_of(players).await?);
        }
        Ok(online)
    }

    /// Writes the players online for the other nodes, as long as it is polled.
    pub(super) async fn share_presence(&self) {
        let mut readings = self.bus.readings(News::Presence);
        let mut ticks = interval(WRITE);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Err(error) = self.share_presence_once(&mut readings).await {
                self.presence.stop_recording();
                tracing::debug!(%error, "players online cannot be written for other nodes");
            }
        }
    }

    async fn share_presence_once(&self, readings: &mut Readings) -> Result<(), StoreError> {
        if !self.has_others() {
            self.presence.stop_recording();
            self.presence.set_on_other_nodes(0);
            // Others may be known in a moment.
            readings.put_back();
            return Ok(());
        }
        let changes = self.presence.changes();
        if changes != PresenceChanges::default() {
            self.store.share_presence(&changes).await?;
            self.bus.publish(News::Presence);
        }
        if readings.take() || self.bus.is_stale() {
            let count = self.store.count_present_elsewhere().await;
            self.presence.set_on_other_nodes(count.inspect_err(|_| readings.put_back())?);
        }
        Ok(())
    }
}
