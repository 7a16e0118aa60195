//! Valid cookies: the signature proves the identity, the store decides whether it is still valid.
//!
//! The cookie of a guest counts until the guest registers; the cookie of a session until the session
//! ends. The store's answer holds for some seconds, so that not every request asks it. A cookie that
//! cannot be looked up does not count, except that one seen valid in the last ten minutes may still
//! read; one that is known to have ended is refused in that time, too.

use crate::accounts::identity::Cookie;
use crate::accounts::lookups::{Lookups, Memory, Validity};
use domain::{Moment, PlayerId, SessionId};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{Database, StoreError};
use tokio::time::timeout;

/// For how many milliseconds a verified cookie is not looked up again. On other nodes an ended session is
/// accepted for up to this long.
const KNOWN_FOR: u64 = 10_000;

/// How long a cookie that was seen valid may read while the store cannot be asked, in milliseconds.
const READS_FOR: u64 = 10 * 60 * 1_000;

/// After so many milliseconds of use the store is notified that a session is in use.
const SEEN_FOR: u64 = 60 * 60 * 1_000;

/// How long that may take.
const SEE_TIMEOUT: Duration = Duration::from_millis(500);

/// The most cookies of guests, of sessions, and of those that have ended, that are remembered. They
/// are apart so that guests, who cost nothing to create, do not displace sessions.
const MAX_GUESTS: usize = 50_000;
const MAX_SESSIONS: usize = 50_000;
const MAX_ENDED: usize = 20_000;

/// The content of a cookie that the store is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Credential {
    Guest(PlayerId),
    Session(PlayerId, SessionId),
}

/// Cookies that were looked up recently.
#[derive(Debug)]
pub(crate) struct Credentials {
    lookups: Arc<Lookups>,
    known: Mutex<Known>,
}

#[derive(Debug)]
struct Known {
    guests: Memory<PlayerId>,
    sessions: Memory<(PlayerId, SessionId)>,
    ended: Memory<Credential>,
    /// The number of times that a player was forgotten: a look-up that began before is out of date.
    forgotten: u64,
}

impl Known {
    fn valid_at(&self, credential: Credential) -> Option<Moment> {
        match credential {
            Credential::Guest(id) => self.guests.get(&id),
            Credential::Session(id, session) => self.sessions.get(&(id, session)),
        }
    }

    fn record(&mut self, credential: Credential, now: Moment) {
        match credential {
            Credential::Guest(id) => self.guests.record(id, now),
            Credential::Session(id, session) => self.sessions.record((id, session), now),
        }
    }

    fn record_ended(&mut self, credential: Credential, now: Moment) {
        match credential {
            Credential::Guest(id) => self.guests.remove(&id),
            Credential::Session(id, session) => self.sessions.remove(&(id, session)),
        }
        self.ended.record(credential, now);
    }
}

impl Credentials {
    /// None is known yet.
    pub(crate) fn new(lookups: Arc<Lookups>) -> Self {
        let known = Known {
            guests: Memory::new(MAX_GUESTS),
            sessions: Memory::new(MAX_SESSIONS),
            ended: Memory::new(MAX_ENDED),
            forgotten: 0,
        };
        Self { lookups, known: Mutex::new(known) }
    }

    /// Whether a cookie counts.
    pub(crate) async fn validity(
        &self,
        store: &Database,
        cookie: &Cookie,
        now: Moment,
    ) -> Validity {
        let credential = match cookie.session {
            None => Credential::Guest(cookie.id),
            Some(session) => Credential::Session(cookie.id, session),
        };
        self.validity_by(credential, now, ask(store, credential, now)).await
    }

    async fn validity_by(
        &self,
        credential: Credential,
        now: Moment,
        asked: impl Future<Output = Result<bool, StoreError>>,
    ) -> Validity {
        let forgotten = {
            let known = self.lock();
            // Neither a session that has ended nor a guest who has registered ever comes back.
            if known.ended.get(&credential).is_some() {
                return Validity::Ended;
            }
            if known.valid_at(credential).is_some_and(|at| now.since(at) < KNOWN_FOR) {
                return Validity::Valid;
            }
            known.forgotten
        };
        let answer = self.lookups.look_up(asked).await;
        let mut known = self.lock();
        match answer {
            Some(true) => {
                if known.forgotten == forgotten {
                    known.record(credential, now);
                }
                Validity::Valid
            }
            Some(false) => {
                known.record_ended(credential, now);
                Validity::Ended
            }
            None => match known.valid_at(credential) {
                Some(at) if now.since(at) < READS_FOR => Validity::Unconfirmed,
                Some(_) | None => Validity::Unknown,
            },
        }
    }

    /// Looks up every credential of a player again, except those that have ended.
    pub(crate) fn forget(&self, id: PlayerId) {
        let mut known = self.lock();
        known.forgotten += 1;
        known.guests.remove(&id);
        known.sessions.retain(|&(of, _)| of != id);
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        // Nothing under the lock panics half-way, so a poisoned one is still whole.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn ask(store: &Database, credential: Credential, now: Moment) -> Result<bool, StoreError> {
    match credential {
        Credential::Guest(id) => Ok(!store.was_registered(id).await?),
        Credential::Session(id, session) => {
            let Some(seen) = store.session_seen(id, session).await? else { return Ok(false) };
            if now.since(seen) >= SEEN_FOR {
                // A store that takes no writes does not make the session unknown.
                let _ = timeout(SEE_TIMEOUT, store.see_session(session, now)).await;
            }
            Ok(true)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::TimeSource;
    use std::future::ready;

    const NOW: Moment = Moment(1_760_000_000_000);

    fn credentials() -> Credentials {
        Credentials::new(Arc::new(Lookups::new(TimeSource::starting_at(NOW))))
    }

    const fn player(credential: Credential) -> PlayerId {
        match credential {
            Credential::Guest(id) | Credential::Session(id, _) => id,
        }
    }

    fn both() -> [Credential; 2] {
        [
            Credential::Guest(PlayerId::fresh()),
            Credential::Session(PlayerId::fresh(), SessionId::fresh()),
        ]
    }

    fn failing() -> impl Future<Output = Result<bool, StoreError>> {
        ready(Err(StoreError::Unavailable))
    }

    #[tokio::test]
    async fn cookie_seen_valid_stays_unconfirmed_ten_minutes() {
        let all = credentials();
        for credential in both() {
            let validity = async |at, asked: Result<bool, StoreError>| {
                all.validity_by(credential, at, ready(asked)).await
            };
            let away = || Err(StoreError::Unavailable);
            assert_eq!(validity(NOW, away()).await, Validity::Unknown, "never seen");
            assert_eq!(validity(NOW, Ok(true)).await, Validity::Valid);
            assert_eq!(validity(NOW.after(KNOWN_FOR - 1), away()).await, Validity::Valid);
            assert_eq!(validity(NOW.after(KNOWN_FOR), away()).await, Validity::Unconfirmed);
            assert_eq!(validity(NOW.after(READS_FOR - 1), away()).await, Validity::Unconfirmed);
            assert_eq!(validity(NOW.after(READS_FOR), away()).await, Validity::Unknown);
        }
    }

    #[tokio::test]
    async fn cookie_known_as_ended_is_refused_in_outage() {
        let all = credentials();
        for credential in both() {
            assert_eq!(all.validity_by(credential, NOW, ready(Ok(true))).await, Validity::Valid);
            let later = NOW.after(KNOWN_FOR);
            let ended = all.validity_by(credential, later, ready(Ok(false))).await;
            assert_eq!(ended, Validity::Ended);
            assert_eq!(all.validity_by(credential, later, failing()).await, Validity::Ended);
        }
    }

    #[tokio::test]
    async fn cookie_ended_on_this_server_is_unknown_in_outage() {
        let all = credentials();
        for credential in both() {
            assert_eq!(all.validity_by(credential, NOW, ready(Ok(true))).await, Validity::Valid);
            all.forget(player(credential));
            assert_eq!(all.validity_by(credential, NOW, failing()).await, Validity::Unknown);
        }
    }

    #[tokio::test]
    async fn session_ended_during_its_lookup_is_not_remembered() {
        let all = credentials();
        for credential in both() {
            let asked = async {
                all.forget(player(credential));
                Ok(true)
            };
            all.validity_by(credential, NOW, asked).await;
            assert_eq!(all.validity_by(credential, NOW, failing()).await, Validity::Unknown);
        }
    }
}
