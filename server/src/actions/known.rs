//! Whether a player exists.

use super::Actions;
use domain::PlayerId;
use store::StoreError;

impl Actions {
    /// Whether a player exists. A guest leaves no trace in the store before they do something, but
    /// they may be online.
    pub(super) async fn is_known(&self, id: PlayerId) -> Result<bool, StoreError> {
        let is_online = self.presence.is_reachable(id)
            || self.registry.seated(id) > 0
            || !self.cluster.online_of(&[id]).await?.is_empty();
        Ok(is_online || self.store.is_known(id).await?)
    }
}
