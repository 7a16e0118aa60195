//! The ended tokens of bots, as far as they are known: the signature proves the identity, and
//! the store decides whether the token is still valid. A token that cannot be looked up does not
//! count.

use crate::accounts::lookups::{Lookups, Memory, Validity};
use domain::{Moment, TokenId};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{Database, StoreError};

/// How long a token counts without asking the store again, in milliseconds: on another server a
/// token that has ended counts for so much longer.
const KNOWN_FOR: u64 = 10_000;

/// The most tokens that are remembered.
const MAX_KNOWN: usize = 20_000;

/// Tokens that were valid recently, and when that was looked up.
#[derive(Debug)]
pub(crate) struct Tokens {
    lookups: Arc<Lookups>,
    known: Mutex<Known>,
}

#[derive(Debug)]
struct Known {
    valid: Memory<TokenId>,
    /// The number of times that a token was forgotten: a look-up that began before is out of date.
    forgotten: u64,
}

impl Tokens {
    /// None is known yet.
    pub(crate) fn new(lookups: Arc<Lookups>) -> Self {
        let known = Known { valid: Memory::new(MAX_KNOWN), forgotten: 0 };
        Self { lookups, known: Mutex::new(known) }
    }

    /// Whether a token is valid; never [`Validity::Unconfirmed`].
    pub(crate) async fn validity(&self, store: &Database, id: TokenId, now: Moment) -> Validity {
        self.validity_by(id, now, store.has_token(id)).await
    }

    async fn validity_by(
        &self,
        id: TokenId,
        now: Moment,
        asked: impl Future<Output = Result<bool, StoreError>>,
    ) -> Validity {
        let forgotten = {
            let known = self.lock();
            if known.valid.get(&id).is_some_and(|at| now.since(at) < KNOWN_FOR) {
                return Validity::Valid;
            }
            known.forgotten
        };
        match self.lookups.look_up(asked).await {
            Some(true) => {
                let mut known = self.lock();
                if known.forgotten == forgotten {
                    known.valid.record(id, now);
                }
                Validity::Valid
            }
            Some(false) => Validity::Ended,
            None => Validity::Unknown,
        }
    }

    /// Forgets a token that was ended.
    pub(crate) fn forget(&self, id: TokenId) {
        let mut known = self.lock();
        known.forgotten += 1;
        known.valid.remove(&id);
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        // Nothing under the lock panics half-way, so a poisoned one is still whole.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::TimeSource;
    use std::future::ready;

    const NOW: Moment = Moment(1_760_000_000_000);

    #[tokio::test]
    async fn token_that_cannot_be_looked_up_is_unknown() {
        let tokens = Tokens::new(Arc::new(Lookups::new(TimeSource::starting_at(NOW))));
        let id = TokenId::fresh();
        let failing = || ready(Err(StoreError::Unavailable));
        assert_eq!(tokens.validity_by(id, NOW, failing()).await, Validity::Unknown);
        assert_eq!(tokens.validity_by(id, NOW, ready(Ok(true))).await, Validity::Valid);
        assert_eq!(tokens.validity_by(id, NOW, failing()).await, Validity::Valid, "just looked up");
        let later = NOW.after(KNOWN_FOR);
        assert_eq!(tokens.validity_by(id, later, failing()).await, Validity::Unknown);
        assert_eq!(tokens.validity_by(id, later, ready(Ok(false))).await, Validity::Ended);
    }

    #[tokio::test]
    async fn token_revoked_during_its_lookup_is_forgotten() {
        let tokens = Tokens::new(Arc::new(Lookups::new(TimeSource::starting_at(NOW))));
        let id = TokenId::fresh();
        let asked = async {
            tokens.forget(id);
            Ok(true)
        };
        assert_eq!(tokens.validity_by(id, NOW, asked).await, Validity::Valid);
        let again = tokens.validity_by(id, NOW, ready(Ok(false))).await;
        assert_eq!(again, Validity::Ended);
    }
}
