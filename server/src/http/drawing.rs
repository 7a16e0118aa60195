//! Pictures are drawn off the threads of requests, one after another, for as many as may wait.

use super::kept::Kept;
use crate::addresses::Addresses;
use crate::app_state::AppState;
use crate::request::ApiError;
use axum::body::Bytes;
use axum::http::{HeaderName, header};
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, LazyLock};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// How many pictures may be drawn, or wait for it, for one address.
const PLACES_OF_ONE: u32 = 4;

/// Where pictures of a kind are drawn, so that they never have more than one processor, and where
/// those drawn last are kept: a link that many people open is drawn for the first of them.
pub(super) struct Drawing<K> {
    turn: Semaphore,
    /// Whoever finds so many waiting or being drawn is told to come again.
    slots: Semaphore,
    drawn: LazyLock<Kept<K>>,
}

impl<K: Eq + Hash + Clone + Send + Sync + 'static> Drawing<K> {
    /// Lets so many wait, and keeps what `kept` makes.
    pub(super) const fn new(slots: usize, kept: fn() -> Kept<K>) -> Self {
        Self {
            turn: Semaphore::const_new(1),
            slots: Semaphore::const_new(slots),
            drawn: LazyLock::new(kept),
        }
    }

    /// The picture of a key, which `draw` makes of it unless it is kept.
    ///
    /// # Errors
    ///
    /// [`ApiError::Busy`] if too many wait, [`ApiError::Internal`] if it cannot be drawn.
    pub(super) async fn picture(
        &'static self,
        app: &AppState,
        client: IpAddr,
        key: K,
        draw: impl FnOnce(&K) -> Option<Vec<u8>> + Send + 'static,
    ) -> Result<Bytes, ApiError> {
        /// One address does not take all places.
        static ADDRESSES: LazyLock<Arc<Addresses>> =
            LazyLock::new(|| Addresses::new(Some(PLACES_OF_ONE)));
        if let Some(bytes) = self.drawn.get(&key) {
            return Ok(bytes);
        }
        let admitted = app.is_limited().then(|| ADDRESSES.admit(client).ok_or(ApiError::Busy));
        let admitted = admitted.transpose()?;
        let place = self.slots.try_acquire().map_err(|_| ApiError::Busy)?;
        let turn = self.turn.acquire().await.map_err(|_| ApiError::Internal)?;
        let draw = move || {
            // Held until it is done, though nobody may wait for it any more.
            let _held = (place, turn, admitted);
            // Somebody before may have asked for the same.
            if let Some(bytes) = self.drawn.get(&key) {
                return Some(bytes);
            }
            let bytes = Bytes::from(draw(&key)?);
            self.drawn.keep(key, bytes.clone());
            Some(bytes)
        };
        spawn_blocking(draw).await.ok().flatten().ok_or(ApiError::Internal)
    }
}

/// The head of a picture that may be kept for a day, also on other sites.
pub(super) const fn kept_as(kind: &'static str) -> [(HeaderName, &'static str); 3] {
    [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "public, max-age=86400"),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ]
}
