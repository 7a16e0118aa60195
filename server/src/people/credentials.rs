//! Which cookies count: a signature says who somebody is, the store whether that still holds.
//!
//! The cookie of a guest counts as long as the identity is not kept; a cookie with a session as long
//! as the session has not ended. What the store said is taken to hold for some seconds, so that not
//! every request asks it.

use crate::identity::Cookie;
use crate::store::{SharedStore, StoreError};
use domain::{Moment, PlayerId, SessionId};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::timeout;

/// How long a cookie is taken to count without asking again, in milliseconds: on another server a
/// session that is ended counts for so much longer.
const KNOWN_FOR: u64 = 10_000;

/// After so many milliseconds of use it is noted anew that a session is in use.
const SEEN_FOR: u64 = 60 * 60 * 1_000;

/// How many cookies are kept in mind.
const MOST_KNOWN: usize = 50_000;

/// How long the store may take to answer.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(2);

/// What a cookie stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Credential {
    Guest(PlayerId),
    Session(PlayerId, SessionId),
}

/// Cookies that counted lately, and when that was asked.
#[derive(Debug, Default)]
pub(crate) struct Credentials(Mutex<HashMap<Credential, Moment>>);

impl Credentials {
    /// Whether a cookie counts. While the store cannot be asked its signature is enough: nothing
    /// can be changed then anyway.
    pub(crate) async fn counts(&self, store: &SharedStore, cookie: &Cookie, now: Moment) -> bool {
        let credential = match cookie.session {
            None => Credential::Guest(cookie.id),
            Some(session) => Credential::Session(cookie.id, session),
        };
        if self.lock().get(&credential).is_some_and(|&asked| now.since(asked) < KNOWN_FOR) {
            return true;
        }
        let asked = timeout(LOOKUP_TIMEOUT, ask(store, credential, now)).await;
        match asked.unwrap_or(Err(StoreError::Unavailable)) {
            Ok(true) => {
                self.note(credential, now);
                true
            }
            Ok(false) => false,
            Err(_) => true,
        }
    }

    fn note(&self, credential: Credential, now: Moment) {
        let mut known = self.lock();
        if known.len() >= MOST_KNOWN {
            known.retain(|_, &mut asked| now.since(asked) < KNOWN_FOR);
            if known.len() >= MOST_KNOWN {
                known.clear();
            }
        }
        known.insert(credential, now);
    }

    /// Asks anew from now on for everything that somebody is known by.
    pub(crate) fn forget(&self, id: PlayerId) {
        self.lock().retain(|credential, _| match *credential {
            Credential::Guest(of) | Credential::Session(of, _) => of != id,
        });
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Credential, Moment>> {
        // Nothing under the lock panics half-way, so a poisoned one is still whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn ask(store: &SharedStore, credential: Credential, now: Moment) -> Result<bool, StoreError> {
    match credential {
        Credential::Guest(id) => Ok(!store.was_kept(id).await?),
        Credential::Session(id, session) => {
            let Some(seen) = store.session_seen(id, session).await? else { return Ok(false) };
            if now.since(seen) >= SEEN_FOR {
                store.see_session(session, now).await?;
            }
            Ok(true)
        }
    }
}
