//! Who is here on all servers of one database: each writes for the others who has a socket on it,
//! and lists those of all.
//!
//! A server by itself writes nothing. Changes are written once a second; who is elsewhere is read
//! from the database when a list is asked for.

use super::Cluster;
use crate::presence::in_order;
use domain::PlayerId;
use std::collections::{HashMap, HashSet};
use std::time::Duration;
use store::{PresenceChanges, Present, StoreError};
use tokio::time::{MissedTickBehavior, interval};

/// How often changes are written for the other servers.
const WRITE: Duration = Duration::from_secs(1);

impl Cluster {
    /// Up to `limit` people who are here, on all servers, each once: those who keep their identity
    /// first, of each kind those who came last first.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if there are other servers and the store is away.
    pub(crate) async fn online(&self, limit: usize) -> Result<Vec<Present>, StoreError> {
        let here = self.presence.first(limit);
        if !self.has_others() {
            return Ok(here);
        }
        let most = u32::try_from(limit).unwrap_or(u32::MAX);
        let elsewhere = self.store.present_elsewhere(most).await?;
        let mut people: HashMap<PlayerId, Present> = HashMap::new();
        for one in here.into_iter().chain(elsewhere) {
            let known = people.entry(one.player).or_insert(one);
            known.registered |= one.registered;
            known.since = known.since.max(one.since);
        }
        let mut people: Vec<Present> = people.into_values().collect();
        in_order(&mut people);
        people.truncate(limit);
        Ok(people)
    }

    /// Those of some players who are here, on any server.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if there are other servers and the store is away.
    pub(crate) async fn online_of(
        &self,
        players: &[PlayerId],
    ) -> Result<HashSet<PlayerId>, StoreError> {
        let mut here: HashSet<PlayerId> =
            players.iter().copied().filter(|&who| self.presence.is_online(who)).collect();
        if self.has_others() {
            here.extend(self.store.present_elsewhere_of(players).await?);
        }
        Ok(here)
    }

    /// Writes for the other servers who is here, as long as it is polled.
    pub(super) async fn share_presence(&self) {
        let mut ticks = interval(WRITE);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Err(error) = self.share_presence_once().await {
                self.presence.stop_recording();
                tracing::debug!(%error, "who is here cannot be written for other servers");
            }
        }
    }

    async fn share_presence_once(&self) -> Result<(), StoreError> {
        if !self.has_others() {
            self.presence.stop_recording();
            self.presence.set_on_other_nodes(0);
            return Ok(());
        }
        let changes = self.presence.changes();
        if changes != PresenceChanges::default() {
            self.store.share_presence(&changes).await?;
        }
        self.presence.set_on_other_nodes(self.store.count_present_elsewhere().await?);
        Ok(())
    }
}
