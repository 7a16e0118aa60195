//! The sockets that each credential opened, so that they end with it.
//!
//! A socket proves once, when it is opened, who it is from. Whatever ends a session or a token on
//! this server ends its sockets at once. What ends in another way, on another server of the
//! database, by its age or to make room, is recorded by the store, which is asked every two seconds, and when
//! another server has news of it. A guest's
//! cookie ends when the guest registers or deletes everything, on any server: its sockets are closed a
//! few seconds later, when the browser that registered has its new cookie.

use domain::{Moment, PlayerId};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{Database, EndedCredential, StoreError};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

pub(crate) use store::Pass;

/// How many ended sessions and tokens are read at a time.
const READ_AT_ONCE: u32 = 1_000;

/// How much of what it has read a server reads again: a transaction may end later than others that began
/// after it, and a socket may be opened by what was found valid some seconds before.
const READ_AGAIN: Duration = Duration::from_secs(60);

/// How long the store may take to answer.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(2);

/// For how long after a guest has registered the browser may still be without its new cookie, in
/// milliseconds.
const COOKIE_UNDER_WAY: u64 = 3_000;

/// For how long after a guest has registered their sockets are looked for, in milliseconds: longer than
/// another server counts the guest's cookie without asking, and than clocks of servers differ.
const LEAVING: u64 = 60_000;

/// The most guests whose registration is noticed at a time.
const MAX_LEAVING: u32 = 10_000;

/// The sockets of one credential.
#[derive(Debug)]
struct Group {
    pass: Pass,
    sockets: usize,
    /// Cancelled when the credential has ended. The group stays until its last socket is
    /// gone, so that one which is just being opened ends, too.
    ended: CancellationToken,
}

/// Every open socket.
#[derive(Debug)]
pub(crate) struct OpenSockets {
    players: Mutex<HashMap<PlayerId, Vec<Group>>>,
    /// When the store was last asked what has ended.
    checked_at: Mutex<Instant>,
    /// Notified when credentials have ended by a request to this server.
    ended: Notify,
}

impl Default for OpenSockets {
    fn default() -> Self {
        let checked_at = Mutex::new(Instant::now());
        Self { players: Mutex::default(), checked_at, ended: Notify::new() }
    }
}

impl OpenSockets {
    /// Counts a socket among those of its credential, until the returned guard is dropped.
    pub(crate) fn enter(self: &Arc<Self>, player: PlayerId, pass: Pass) -> OpenSocket {
        let mut players = self.lock();
        let groups = players.entry(player).or_default();
        let known = groups.iter_mut().find(|group| group.pass == pass);
        let ended = if let Some(group) = known {
            group.sockets += 1;
            group.ended.clone()
        } else {
            let ended = CancellationToken::new();
            groups.push(Group { pass, sockets: 1, ended: ended.clone() });
            ended
        };
        drop(players);
        OpenSocket { all: Arc::clone(self), player, pass, ended }
    }

    /// Whether a player has a socket open on this server.
    pub(crate) fn has_any(&self, player: PlayerId) -> bool {
        self.lock().contains_key(&player)
    }

    /// Waits until credentials have ended by a request to this server, which the others do not know yet.
    pub(crate) async fn any_ended(&self) {
        self.ended.notified().await;
    }

    /// Ends the sockets of those credentials of a player that `has_ended` names; the store has recorded
    /// that they have ended, for the other servers.
    pub(crate) fn end(&self, player: PlayerId, has_ended: impl Fn(Pass) -> bool) {
        self.ended.notify_one();
        self.end_here(player, has_ended);
    }

    fn end_here(&self, player: PlayerId, has_ended: impl Fn(Pass) -> bool) {
        if let Some(groups) = self.lock().get(&player) {
            groups
                .iter()
                .filter(|group| has_ended(group.pass))
                .for_each(|group| group.ended.cancel());
        }
    }

    /// Ends the sockets of the sessions and tokens that have ended, and of guests who have registered. While
    /// the store is unavailable none is ended; if that was for so long that it has forgotten some, all are.
    pub(crate) async fn check(&self, store: &Database, now: Moment) {
        let began = Instant::now();
        let since = began.duration_since(*lock(&self.checked_at));
        if since > EndedCredential::RETENTION {
            self.end_all(|pass| pass != Pass::Guest);
        } else {
            let ended = timeout(LOOKUP_TIMEOUT, ended(store, since + READ_AGAIN)).await;
            let Ok(Ok(ended)) = ended else { return };
            if !ended.is_empty() {
                self.end_all(|pass| pass.id().is_some_and(|id| ended.contains(&id)));
            }
        }
        *lock(&self.checked_at) = began;
        let (from, until) = (now.before(LEAVING), now.before(COOKIE_UNDER_WAY));
        let left = timeout(LOOKUP_TIMEOUT, store.left_guests(from, until, MAX_LEAVING)).await;
        for player in left.into_iter().flatten().flatten() {
            self.end_here(player, |pass| pass == Pass::Guest);
        }
    }

    /// Ends the sockets of all credentials that `has_ended` names.
    fn end_all(&self, has_ended: impl Fn(Pass) -> bool) {
        let players = self.lock();
        let groups = players.values().flatten();
        groups.filter(|group| has_ended(group.pass)).for_each(|group| group.ended.cancel());
    }

    fn leave(&self, player: PlayerId, pass: Pass) {
        let mut players = self.lock();
        let Some(groups) = players.get_mut(&player) else { return };
        if let Some(at) = groups.iter().position(|group| group.pass == pass) {
            groups[at].sockets -= 1;
            if groups[at].sockets == 0 {
                groups.swap_remove(at);
            }
        }
        if groups.is_empty() {
            players.remove(&player);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, Vec<Group>>> {
        lock(&self.players)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing under these locks panics half-way, so a poisoned one is still whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The sessions and tokens that ended in the last `span`.
async fn ended(store: &Database, span: Duration) -> Result<HashSet<Uuid>, StoreError> {
    let mut ended = HashSet::new();
    let mut last = None;
    loop {
        let some = store.ended_credentials(span, last, READ_AT_ONCE).await?;
        ended.extend(some.iter().map(|credential| credential.id));
        if some.len() < READ_AT_ONCE as usize {
            return Ok(ended);
        }
        last = some.last().copied();
    }
}

/// A socket that ends with its credential.
#[derive(Debug)]
pub(crate) struct OpenSocket {
    all: Arc<OpenSockets>,
    player: PlayerId,
    pass: Pass,
    ended: CancellationToken,
}

impl OpenSocket {
    /// Waits until the credential has ended.
    pub(crate) async fn ended(&self) {
        self.ended.cancelled().await;
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.all.leave(self.player, self.pass);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{SessionId, TokenId};
    use store::{Generation, Session, Token};

    const NOW: Moment = Moment(1_760_000_000_000);

    #[tokio::test]
    async fn sockets_end_with_what_the_store_has_deleted() {
        let store = Database::in_memory().await;
        let all = Arc::new(OpenSockets::default());
        let player = PlayerId::fresh();
        let [stays, ends] = [(); 2].map(|()| Session {
            id: SessionId::fresh(),
            player,
            device: String::new(),
            created_at: NOW,
            seen_at: NOW,
            confirmed_at: None,
        });
        for session in [&stays, &ends] {
            store.open_session(session, Generation::GUEST, 9).await.expect("it is stored");
        }
        let expires_at = NOW.after(1);
        let token = Token { id: TokenId::fresh(), player, created_at: NOW, expires_at };
        store.add_token(token, Pass::Guest, 9).await.expect("it is stored");
        let passes =
            [Pass::Session(stays.id), Pass::Session(ends.id), Pass::Token(token.id), Pass::Guest];
        let sockets = passes.map(|pass| all.enter(player, pass));
        let ended = || sockets.each_ref().map(|socket| socket.ended.is_cancelled());
        all.check(&store, NOW).await;
        assert_eq!(ended(), [false; 4]);
        store.end_session(player, ends.id).await.expect("it ends");
        store.forget_tokens(expires_at).await.expect("it is forgotten");
        all.check(&store, NOW).await;
        assert_eq!(ended(), [false, true, true, false]);
        // What has ended meanwhile is forgotten.
        tokio::time::pause();
        tokio::time::advance(EndedCredential::RETENTION * 2).await;
        all.check(&store, NOW).await;
        assert_eq!(ended(), [true, true, true, false]);
    }

    #[test]
    fn sockets_end_with_their_session_alone() {
        let all = Arc::new(OpenSockets::default());
        let (player, other) = (PlayerId::fresh(), PlayerId::fresh());
        let (one, two) = (Pass::Session(SessionId::fresh()), Pass::Session(SessionId::fresh()));
        let program = Pass::Token(TokenId::fresh());
        let open = [(player, one), (player, one), (player, two), (player, program), (other, one)]
            .map(|(player, pass)| all.enter(player, pass));
        all.end(player, |pass| pass == one);
        let ended = |sockets: &[OpenSocket]| -> Vec<bool> {
            sockets.iter().map(|socket| socket.ended.is_cancelled()).collect()
        };
        assert_eq!(ended(&open), [true, true, false, false, false]);
        let late = all.enter(player, one);
        assert!(late.ended.is_cancelled(), "it was on its way");
        drop((open, late));
        assert!(all.lock().is_empty());
        assert!(!all.enter(player, one).ended.is_cancelled(), "nothing is left of the one before");
    }
}
