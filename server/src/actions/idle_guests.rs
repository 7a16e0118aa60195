//! Removing guests who never played: their tokens, names and everything else that is stored about them.

use super::Actions;
use crate::accounts::idle_guests::Sweep;
use crate::runtime::Ticks;
use domain::PlayerId;
use std::sync::Arc;
use std::time::Duration;
use store::{Role, StoreError};

/// How often some idle guests are removed.
pub(super) const SWEEP: Duration = Duration::from_millis(500);

impl Actions {
    /// Removes idle guests, a few at a time. A guest in a match or with an open page stays.
    pub(super) async fn remove_idle_guests(self: Arc<Self>, mut ticks: Ticks) {
        let mut sweep = Sweep::new(self.store.is_shared());
        while ticks.next().await {
            // Of several nodes one looks for them.
            if !self.leaders.is_ours(Role::Upkeep) {
                continue;
            }
            match self.forget_some(&mut sweep).await {
                Ok(0) => {}
                Ok(guests) => tracing::debug!(guests, "forgot guests who never played"),
                Err(error) => tracing::warn!(%error, "guests who never played cannot be forgotten"),
            }
        }
    }

    async fn forget_some(&self, sweep: &mut Sweep) -> Result<usize, StoreError> {
        let now = self.registry.now();
        let mut found = sweep.find(&self.store, now).await?;
        found.guests = self.inactive(found.guests).await?;
        sweep.keep(found, now);
        let due = sweep.due(&self.store, now).await?;
        let due = self.inactive(due).await?;
        if !due.is_empty() {
            self.store.forget_guests(&due, Sweep::before(now)).await?;
        }
        Ok(due.len())
    }

    /// Those of some players who are neither online nor in a match.
    async fn inactive(&self, players: Vec<PlayerId>) -> Result<Vec<PlayerId>, StoreError> {
        let online = self.cluster.online_of(&players).await?;
        let mut inactive = Vec::new();
        for player in players {
            let is_online = online.contains(&player) || self.presence.is_reachable(player);
            if !is_online && self.cluster.count_seats(player).await? == 0 {
                inactive.push(player);
            }
        }
        Ok(inactive)
    }
}
