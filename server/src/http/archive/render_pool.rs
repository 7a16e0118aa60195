//! Draws pictures off the threads that serve requests, with bounds on everything that drawing
//! takes.
//!
//! Each kind of picture is drawn one at a time, so it never uses more than one processor; a bounded
//! number may wait, fewer for any one address, and further requests are refused as busy. The
//! pictures drawn last are kept, so a link that many people open is drawn once.

use super::response_cache::ResponseCache;
use crate::addresses::Addresses;
use crate::request::{ApiError, ClientLimits};
use axum::body::Bytes;
use axum::http::{HeaderName, header};
use std::hash::Hash;
use std::sync::{Arc, LazyLock};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// How many pictures may be drawn, or wait for it, for one address.
const PLACES_OF_ONE: u32 = 4;

/// The queue in which pictures of one kind are drawn, with those drawn last.
pub(in crate::http) struct Drawing<K> {
    turn: Semaphore,
    /// How many may be drawn or wait; a request that finds no slot is refused as busy.
    slots: Semaphore,
    drawn: LazyLock<ResponseCache<K>>,
}

impl<K: Eq + Hash + Clone + Send + Sync + 'static> Drawing<K> {
    /// A queue with that many slots and the cache that `kept` creates.
    pub(in crate::http) const fn new(slots: usize, kept: fn() -> ResponseCache<K>) -> Self {
        Self {
            turn: Semaphore::const_new(1),
            slots: Semaphore::const_new(slots),
            drawn: LazyLock::new(kept),
        }
    }

    /// The picture of a key: the one kept, or what `draw` makes of it.
    ///
    /// # Errors
    ///
    /// [`ApiError::Busy`] if too many wait, [`ApiError::Internal`] if it cannot be drawn.
    pub(in crate::http) async fn picture(
        &'static self,
        limits: &ClientLimits,
        key: K,
        draw: impl FnOnce(&K) -> Option<Vec<u8>> + Send + 'static,
    ) -> Result<Bytes, ApiError> {
        /// Keeps one address from taking all slots.
        static ADDRESSES: LazyLock<Arc<Addresses>> =
            LazyLock::new(|| Addresses::new(Some(PLACES_OF_ONE)));
        if let Some(bytes) = self.drawn.get(&key) {
            return Ok(bytes);
        }
        let admitted =
            limits.is_on().then(|| ADDRESSES.admit(limits.address()).ok_or(ApiError::Busy));
        let admitted = admitted.transpose()?;
        let place = self.slots.try_acquire().map_err(|_| ApiError::Busy)?;
        let turn = self.turn.acquire().await.map_err(|_| ApiError::Internal)?;
        let draw = move || {
            // Held until the drawing is done, even if the client has left.
            let _held = (place, turn, admitted);
            // An earlier request may have drawn the same picture meanwhile.
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

/// The headers of a picture that may be cached for a day and embedded by other sites.
pub(in crate::http) const fn kept_as(kind: &'static str) -> [(HeaderName, &'static str); 3] {
    [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "public, max-age=86400"),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ]
}
