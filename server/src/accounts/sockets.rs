//! Which sockets were opened by which credential, so that they end with it.
//!
//! A socket proves once, when it is opened, who it is from. Whatever ends a session or a token on
//! this server ends its sockets at once. What ends in another way, on another server of the
//! database, by its age or to make room, is found by asking the store every two seconds. A guest's
//! cookie ends when the guest registers or deletes everything, on any server: its sockets are closed a
//! few seconds later, when the browser that registered has its new cookie.

use domain::{Moment, PlayerId};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{Database, StoreError};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

pub(crate) use store::Pass;

/// How many sessions or tokens the store is asked about at a time.
const ASKED_AT_ONCE: usize = 500;

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
#[derive(Debug, Default)]
pub(crate) struct OpenSockets(Mutex<HashMap<PlayerId, Vec<Group>>>);

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

    /// Ends the sockets of those credentials of a player that `has_ended` names.
    pub(crate) fn end(&self, player: PlayerId, has_ended: impl Fn(Pass) -> bool) {
        if let Some(groups) = self.lock().get(&player) {
            groups
                .iter()
                .filter(|group| has_ended(group.pass))
                .for_each(|group| group.ended.cancel());
        }
    }

    /// Ends the sockets of every session and token that the store does not have any more, and of
    /// guests who have registered. While the store is unavailable none is ended.
    pub(crate) async fn check(&self, store: &Database, now: Moment) {
        let open: Vec<(PlayerId, Pass)> = {
            let players = self.lock();
            let all = players
                .iter()
                .flat_map(|(&player, groups)| groups.iter().map(move |group| (player, group)));
            all.filter(|(_, group)| group.pass != Pass::Guest && !group.ended.is_cancelled())
                .map(|(player, group)| (player, group.pass))
                .collect()
        };
        for asked in open.chunks(ASKED_AT_ONCE) {
            let Ok(Ok(left)) = timeout(LOOKUP_TIMEOUT, left_of(store, asked)).await else { return };
            for &(player, pass) in asked.iter().filter(|(_, pass)| !left.contains(pass)) {
                self.end(player, |of| of == pass);
            }
        }
        let (from, until) = (now.before(LEAVING), now.before(COOKIE_UNDER_WAY));
        let left = timeout(LOOKUP_TIMEOUT, store.left_guests(from, until, MAX_LEAVING)).await;
        for player in left.into_iter().flatten().flatten() {
            self.end(player, |pass| pass == Pass::Guest);
        }
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
        // Nothing under the lock panics half-way, so a poisoned one is still whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Those of some sessions and tokens that the store still has.
async fn left_of(
    store: &Database,
    asked: &[(PlayerId, Pass)],
) -> Result<HashSet<Pass>, StoreError> {
    let (mut sessions, mut tokens) = (Vec::new(), Vec::new());
    for (_, pass) in asked {
        match *pass {
            Pass::Session(id) => sessions.push(id),
            Pass::Token(id) => tokens.push(id),
            Pass::Guest => {}
        }
    }
    let mut left = HashSet::new();
    if !sessions.is_empty() {
        left.extend(store.sessions_left(&sessions).await?.into_iter().map(Pass::Session));
    }
    if !tokens.is_empty() {
        left.extend(store.tokens_left(&tokens).await?.into_iter().map(Pass::Token));
    }
    Ok(left)
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
