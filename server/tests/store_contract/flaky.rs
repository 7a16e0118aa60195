//! A store that fails as scripted, around one that works.

use domain::{FinishedGame, GameSummary, MatchId, Moment, PlayerId};
use futures_util::future::BoxFuture;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use store::{
    Append, Archive, Blocks, Conflict, Credentials, Cursor, EndedGames, Envelopes, Erasures, Event,
    Explorer, Follows, Frame, GameFilter, Guest, Guests, Holder, Journals, Keys, MailAddresses,
    MailNotices, Nodes, Order, Passkeys, Peace, People, Programs, PushSubscriptions, Ratings,
    Seeks, Sessions, SharedPresence, SharedRooms, SharedSeats, SharedStore, Store, StoreError,
    StoreFuture, StoreStream, Trees, Unfinished, Unlisted, Vacations,
};
use tokio::sync::Semaphore;

/// What becomes of a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// There is no connection.
    Away,
    /// The connection is lost before anything is written.
    LostBefore,
    /// The connection is lost after everything is written.
    LostAfter,
}

/// A store that fails as scripted.
#[derive(Debug)]
pub(crate) struct Flaky {
    inner: SharedStore,
    fates: Mutex<VecDeque<Fate>>,
    /// A commit goes on when it gets one of these.
    gate: Semaphore,
    sizes: Mutex<Vec<usize>>,
}

impl Flaky {
    /// Lets the first commits meet `fates` and the others succeed.
    pub(crate) fn new(inner: SharedStore, fates: &[Fate]) -> Arc<Self> {
        Arc::new(Self {
            inner,
            fates: Mutex::new(fates.iter().copied().collect()),
            gate: Semaphore::new(Semaphore::MAX_PERMITS),
            sizes: Mutex::new(Vec::new()),
        })
    }

    /// Holds every commit until [`open_gate`](Self::open_gate).
    pub(crate) fn close_gate(&self) {
        self.gate.forget_permits(Semaphore::MAX_PERMITS);
    }

    /// Lets commits pass.
    pub(crate) fn open_gate(&self) {
        self.gate.add_permits(1_000);
    }

    /// How many appends each commit had so far.
    pub(crate) fn sizes(&self) -> Vec<usize> {
        self.sizes.lock().expect("no test panics with it").clone()
    }
}

impl EndedGames for Flaky {}

impl Explorer for Flaky {}

impl Ratings for Flaky {}

impl Order for Flaky {}

impl Programs for Flaky {}

impl Seeks for Flaky {}

impl People for Flaky {}

impl Credentials for Flaky {}

impl Sessions for Flaky {}

impl Passkeys for Flaky {}

impl Blocks for Flaky {}

impl Follows for Flaky {}
impl PushSubscriptions for Flaky {}
impl MailAddresses for Flaky {}
impl MailNotices for Flaky {}

impl SharedRooms for Flaky {}

impl Vacations for Flaky {}

impl SharedSeats for Flaky {}

impl SharedPresence for Flaky {}

impl Unlisted for Flaky {}

impl Envelopes for Flaky {}

impl Peace for Flaky {}

impl Journals for Flaky {
    fn commit<'a>(&'a self, batch: &'a [Append]) -> StoreFuture<'a, ()> {
        self.sizes.lock().expect("no test panics with it").push(batch.len());
        Box::pin(async move {
            self.gate.acquire().await.expect("never closed").forget();
            let fate = self.fates.lock().expect("no test panics with it").pop_front();
            match fate {
                None => self.inner.commit(batch).await,
                Some(Fate::Away) => Err(StoreError::Unavailable),
                Some(Fate::LostBefore) => Err(StoreError::Ambiguous),
                Some(Fate::LostAfter) => {
                    self.inner.commit(batch).await?;
                    Err(StoreError::Ambiguous)
                }
            }
        })
    }

    fn is_written<'a>(&'a self, append: &'a Append) -> StoreFuture<'a, bool> {
        self.inner.is_written(append)
    }

    fn conflicts<'a>(&'a self, batch: &'a [Append]) -> StoreFuture<'a, Vec<Option<Conflict>>> {
        self.inner.conflicts(batch)
    }

    fn events(&self, match_id: MatchId, since: u32, limit: u32) -> StoreFuture<'_, Vec<Event>> {
        self.inner.events(match_id, since, limit)
    }

    fn held(&self) -> StoreFuture<'_, Vec<MatchId>> {
        self.inner.held()
    }

    fn journals(&self, ids: Vec<MatchId>) -> StoreStream<'_, Unfinished> {
        self.inner.journals(ids)
    }

    fn unfinished(&self) -> StoreStream<'_, Unfinished> {
        self.inner.unfinished()
    }

    fn rewrite<'a>(
        &'a self,
        match_id: MatchId,
        seq: u32,
        payload: &'a Frame,
    ) -> StoreFuture<'a, ()> {
        self.inner.rewrite(match_id, seq, payload)
    }

    fn seq_of_command<'a>(
        &'a self,
        match_id: MatchId,
        command: &'a str,
    ) -> StoreFuture<'a, Option<u32>> {
        self.inner.seq_of_command(match_id, command)
    }
}

impl Archive for Flaky {
    fn game(&self, id: MatchId) -> StoreFuture<'_, Option<FinishedGame>> {
        self.inner.game(id)
    }

    fn games<'a>(
        &'a self,
        filter: &'a GameFilter,
        before: Option<Cursor>,
        limit: u32,
    ) -> StoreFuture<'a, Vec<GameSummary>> {
        self.inner.games(filter, before, limit)
    }

    fn export(&self, filter: GameFilter) -> StoreStream<'_, FinishedGame> {
        self.inner.export(filter)
    }

    fn import<'a>(&'a self, games: &'a [FinishedGame]) -> StoreFuture<'a, u64> {
        self.inner.import(games)
    }
}

impl Trees for Flaky {
    fn drop_changes(&self, game: MatchId, before: u32) -> StoreFuture<'_, ()> {
        self.inner.drop_changes(game, before)
    }

    fn changes(&self, game: MatchId, since: u32) -> StoreFuture<'_, Vec<Event>> {
        self.inner.changes(game, since)
    }

    fn add_changes<'a>(&'a self, game: MatchId, changes: &'a [Event]) -> StoreFuture<'a, ()> {
        self.inner.add_changes(game, changes)
    }
}

impl Nodes for Flaky {
    fn holder(&self, match_id: MatchId) -> StoreFuture<'_, Holder> {
        self.inner.holder(match_id)
    }

    fn beat(&self, now: Moment) -> StoreFuture<'_, ()> {
        self.inner.beat(now)
    }

    fn last_beat(&self) -> StoreFuture<'_, Option<Moment>> {
        self.inner.last_beat()
    }
}

impl Keys for Flaky {
    fn signing_key(&self, candidate: [u8; 32]) -> StoreFuture<'_, [u8; 32]> {
        self.inner.signing_key(candidate)
    }

    fn push_key(&self, candidate: [u8; 32]) -> StoreFuture<'_, [u8; 32]> {
        self.inner.push_key(candidate)
    }
}

impl Erasures for Flaky {}

impl Guests for Flaky {
    fn guest(&self, id: PlayerId) -> StoreFuture<'_, Guest> {
        self.inner.guest(id)
    }

    fn set_name<'a>(
        &'a self,
        id: PlayerId,
        name: Option<&'a str>,
        now: Moment,
    ) -> StoreFuture<'a, ()> {
        self.inner.set_name(id, name, now)
    }
}

impl Store for Flaky {
    fn schema_version(&self) -> StoreFuture<'_, i64> {
        self.inner.schema_version()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.inner.close()
    }
}
