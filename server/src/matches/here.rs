//! Who is here on all servers of one database: each writes for the others who has a socket on it,
//! and lists those of all.
//!
//! A server by itself writes nothing. Changes are written once a second; who is elsewhere is read
//! from the database when a list is asked for.

use super::present::in_order;
use super::registry::Registry;
use domain::PlayerId;
use std::collections::{HashMap, HashSet};
use std::time::Duration;
use store::{PresenceChanges, Present, StoreError};
use tokio::time::{MissedTickBehavior, interval};

/// How often changes are written for the other servers.
const WRITE: Duration = Duration::from_secs(1);

impl Registry {
    /// How many people are here, on all servers, as far as was known about a second ago.
    #[must_use]
    pub fn count_here(&self) -> u32 {
        self.lobby().people_everywhere()
    }

    /// Up to `limit` people who are here, on all servers, each once: those who keep their identity
    /// first, of each kind those who came last first.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if there are other servers and the store is away.
    pub async fn people_here(&self, limit: usize) -> Result<Vec<Present>, StoreError> {
        let here = self.lobby().people().first(limit);
        if !self.lobby().has_others() {
            return Ok(here);
        }
        let most = u32::try_from(limit).unwrap_or(u32::MAX);
        let elsewhere = self.store().present_elsewhere(most).await?;
        let mut people: HashMap<PlayerId, Present> = HashMap::new();
        for one in here.into_iter().chain(elsewhere) {
            let known = people.entry(one.player).or_insert(one);
            known.kept |= one.kept;
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
    pub async fn here_of(&self, players: &[PlayerId]) -> Result<HashSet<PlayerId>, StoreError> {
        let people = self.lobby().people();
        let mut here: HashSet<PlayerId> =
            players.iter().copied().filter(|&who| people.contains(who)).collect();
        if self.lobby().has_others() {
            here.extend(self.store().present_elsewhere_of(players).await?);
        }
        Ok(here)
    }

    /// Writes for the other servers who is here, as long as it is polled.
    pub async fn share_presence(&self) {
        let mut ticks = interval(WRITE);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Err(error) = self.share_presence_once().await {
                self.lobby().people().stop_noting();
                tracing::debug!(%error, "who is here cannot be written for other servers");
            }
        }
    }

    async fn share_presence_once(&self) -> Result<(), StoreError> {
        let lobby = self.lobby();
        if !lobby.has_others() {
            lobby.people().stop_noting();
            lobby.note_people_elsewhere(0);
            return Ok(());
        }
        let changes = lobby.people().changes();
        if changes != PresenceChanges::default() {
            self.store().share_presence(&changes).await?;
        }
        lobby.note_people_elsewhere(self.store().count_present_elsewhere().await?);
        Ok(())
    }
}
