//! Answers that are made once and given to whoever asks for the same again.

use axum::body::Bytes;
use hashlink::LruCache;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// The latest answers by what they answer; the one that was asked for longest ago goes first.
pub(crate) struct Kept<K> {
    answers: Mutex<LruCache<K, Bytes>>,
}

impl<K: Eq + Hash> Kept<K> {
    /// Keeps so many answers.
    pub(crate) fn new(most: usize) -> Self {
        Self { answers: Mutex::new(LruCache::new(most)) }
    }

    /// The answer, if it was made before.
    pub(crate) fn get(&self, key: &K) -> Option<Bytes> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// Keeps an answer.
    pub(crate) fn keep(&self, key: K, answer: Bytes) {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).insert(key, answer);
    }
}
