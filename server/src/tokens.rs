//! Which tokens of programs were ended, as far as is known: the signature proves the identity, and
//! the store decides whether the token is still valid.

use crate::store::{SharedStore, StoreError};
use domain::{Moment, TokenId};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::timeout;

/// How long a token is taken to count without asking again, in milliseconds: on another server
/// one that is ended counts for so much longer.
const KNOWN_FOR: u64 = 10_000;

/// How many tokens are kept in mind.
const MOST_KNOWN: usize = 20_000;

/// How long the store may take to answer.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(2);

/// Tokens that were valid recently, and when that was checked.
#[derive(Debug, Default)]
pub(crate) struct Tokens(Mutex<HashMap<TokenId, Moment>>);

impl Tokens {
    /// Whether a token is valid. While the store is unavailable its signature is enough: nothing
    /// can be changed then anyway.
    pub(crate) async fn counts(&self, store: &SharedStore, id: TokenId, now: Moment) -> bool {
        if self.lock().get(&id).is_some_and(|&asked| now.since(asked) < KNOWN_FOR) {
            return true;
        }
        match timeout(LOOKUP_TIMEOUT, store.has_token(id))
            .await
            .unwrap_or(Err(StoreError::Unavailable))
        {
            Ok(true) => {
                self.note(id, now);
                true
            }
            Ok(false) => false,
            Err(_) => true,
        }
    }

    fn note(&self, id: TokenId, now: Moment) {
        let mut known = self.lock();
        if known.len() >= MOST_KNOWN {
            known.retain(|_, &mut asked| now.since(asked) < KNOWN_FOR);
            if known.len() >= MOST_KNOWN {
                known.clear();
            }
        }
        known.insert(id, now);
    }

    /// Forgets a token that was ended.
    pub(crate) fn forget(&self, id: TokenId) {
        self.lock().remove(&id);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TokenId, Moment>> {
        // Nothing under the lock panics half-way, so a poisoned one is still whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
