//! Subscriptions to web push: where a browser can be reached when no page is open, and about what.
//!
//! The endpoint and the secret allow anybody who has them to send to that browser, so they are
//! never logged, and `Debug` leaves them out. An endpoint has one owner; subscribing again on the
//! same browser replaces the old subscription.

use super::credentials::Pass;
use super::kinds::NoticeKinds;
use super::{StoreError, StoreFuture};
use domain::{Moment, PlayerId};
use futures_util::FutureExt;
use futures_util::future::ready;
use std::fmt;

/// Where a browser can be reached.
#[derive(Clone, PartialEq, Eq)]
pub struct PushSubscription {
    /// The address at the browser's push service, which must be kept secret.
    pub endpoint: String,
    /// Who it is.
    pub player: PlayerId,
    /// The credential that made it, with which it ends; that of a guest ends when they register.
    pub pass: Pass,
    /// The browser's public key: an uncompressed point of P-256.
    pub public_key: [u8; 65],
    /// What the browser and the server share.
    pub secret: [u8; 16],
    /// Which notices they want to receive.
    pub kinds: NoticeKinds,
    /// When it was made, or changed last.
    pub created_at: Moment,
}

// Written by hand, since address and secret must not appear in a log.
impl fmt::Debug for PushSubscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PushSubscription")
            .field("player", &self.player)
            .field("kinds", &self.kinds)
            .finish_non_exhaustive()
    }
}

/// Subscriptions. A store without it has none.
pub trait PushSubscriptions {
    /// Stores a subscription, in place of one with the same address, whosever that was. Of more than `most` of
    /// one person the oldest go. False if the credential that made it has ended.
    fn put_push<'a>(
        &'a self,
        _subscription: &'a PushSubscription,
        _most: u32,
    ) -> StoreFuture<'a, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// The subscriptions of somebody, the oldest first.
    fn pushes(&self, _player: PlayerId) -> StoreFuture<'_, Vec<PushSubscription>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Forgets a subscription of somebody; false if they have none with that address.
    fn remove_push<'a>(&'a self, _player: PlayerId, _endpoint: &'a str) -> StoreFuture<'a, bool> {
        ready(Ok(false)).boxed()
    }
}
