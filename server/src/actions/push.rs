//! The browsers in which a player gets notifications while no page is open.

use super::Actions;
use crate::notifications::push::{BadEndpoint, Endpoint};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::PlayerId;
use sha2::{Digest, Sha256};
use store::{PushSubscription, StoreError};

/// The most subscribed browsers of one player; beyond that, the oldest is removed.
const MAX_SUBSCRIPTIONS: u32 = 10;

/// The public id of a subscription; its endpoint is never sent.
pub(crate) fn subscription_id(endpoint: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(endpoint.as_bytes()))
}

impl Actions {
    /// Reads the address of a push service that may be sent to.
    ///
    /// # Errors
    ///
    /// [`BadEndpoint`].
    pub(crate) fn push_endpoint(&self, text: &str) -> Result<Endpoint, BadEndpoint> {
        Endpoint::parse(text, self.reach)
    }

    /// A player's subscriptions, the one changed last at the end.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn subscriptions(
        &self,
        player: PlayerId,
    ) -> Result<Vec<PushSubscription>, StoreError> {
        self.store.pushes(player).await
    }

    /// Subscribes a browser. An existing subscription is replaced and then belongs to this player.
    /// False if the credential of the request has ended meanwhile.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn subscribe(
        &self,
        subscription: &PushSubscription,
    ) -> Result<bool, StoreError> {
        self.store.put_push(subscription, MAX_SUBSCRIPTIONS).await
    }

    /// Ends a player's subscription by its public id; false if there is none.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn unsubscribe(&self, player: PlayerId, id: &str) -> Result<bool, StoreError> {
        let subscriptions = self.store.pushes(player).await?;
        match subscriptions.iter().find(|known| subscription_id(&known.endpoint) == id) {
            Some(known) => self.store.remove_push(player, &known.endpoint).await,
            None => Ok(false),
        }
    }
}
