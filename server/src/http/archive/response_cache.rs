//! A bounded cache of responses: each is made once and sent to every later client that asks for the
//! same.
//!
//! The entry that was used longest ago is dropped first. A key must contain everything the response
//! depends on, because entries are never invalidated.

use axum::body::Bytes;
use hashlink::LruCache;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// The latest responses by their keys; the least recently used one is dropped first.
pub(crate) struct ResponseCache<K> {
    answers: Mutex<LruCache<K, Bytes>>,
}

impl<K: Eq + Hash> ResponseCache<K> {
    /// A cache of at most `most` responses.
    pub(crate) fn new(most: usize) -> Self {
        Self { answers: Mutex::new(LruCache::new(most)) }
    }

    /// The response, if it is in the cache.
    pub(crate) fn get(&self, key: &K) -> Option<Bytes> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// Adds a response.
    pub(crate) fn keep(&self, key: K, answer: Bytes) {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).insert(key, answer);
    }
}
