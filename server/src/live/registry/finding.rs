//! Finding a match: in memory, in a journal without a task, at another server or in the archive.

use super::Registry;
use crate::live::handle::MatchHandle;
use crate::live::restore::{self, Restored};
use domain::{Match, MatchId};
use std::sync::Arc;
use store::{Audience, Event as Stored, Holder, JournalText, StoreError, Unfinished};
use tokio::task::spawn_blocking;

/// How many events of a match are read at a time.
const EVENTS: u32 = 512;

/// A match cannot be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FindError {
    /// There is none of that id, or it left no trace.
    #[error("no such match")]
    NotFound,
    /// The store is away, or the server is stopping.
    #[error("the store is unavailable")]
    Busy,
    /// Another server on the same database has it.
    #[error("another server has the match")]
    Elsewhere,
    /// Its stored events do not make a match.
    #[error("the stored match is damaged")]
    Damaged,
}

/// The place where a match was found.
#[derive(Debug)]
pub enum Found {
    /// In memory.
    Here(MatchHandle),
    /// In the archive.
    Archived(Box<Match>),
}

/// The same, with the data that a task needs.
enum Loaded {
    Here(MatchHandle),
    Archived(Box<Restored>),
}

impl Registry {
    /// Whether a match of that id has ended and is in the archive.
    ///
    /// # Errors
    ///
    /// [`FindError::Busy`] if the store is away.
    pub(in crate::live) async fn is_archived(&self, id: MatchId) -> Result<bool, FindError> {
        let stored = self.store().game(id).await.map_err(|error| away(&error))?;
        Ok(stored.is_some())
    }

    /// The match of that id where it is.
    ///
    /// # Errors
    ///
    /// [`FindError`].
    pub async fn find(self: &Arc<Self>, id: MatchId) -> Result<Found, FindError> {
        Ok(match self.load(id).await? {
            Loaded::Here(handle) => Found::Here(handle),
            Loaded::Archived(restored) => Found::Archived(Box::new(restored.state)),
        })
    }

    async fn load(self: &Arc<Self>, id: MatchId) -> Result<Loaded, FindError> {
        match self.live(id).await? {
            Some(handle) => Ok(Loaded::Here(handle)),
            None => Ok(Loaded::Archived(Box::new(self.archived(id).await?))),
        }
    }

    /// The match of that id unless it is over and has left memory; it is restored if it has no
    /// task.
    ///
    /// # Errors
    ///
    /// [`FindError`], but never that there is none of that id.
    pub async fn live(self: &Arc<Self>, id: MatchId) -> Result<Option<MatchHandle>, FindError> {
        if let Some(handle) = self.table.get(id) {
            return Ok(Some(handle));
        }
        let turn = self.table.loading(id);
        let _turn = turn.lock().await;
        if let Some(handle) = self.table.get(id) {
            return Ok(Some(handle));
        }
        // It may have failed, or have ended with the store away; its journal knows.
        let alive = match self.store().holder(id).await.map_err(|error| away(&error))? {
            Holder::Us { alive } => alive,
            Holder::Another => return Err(FindError::Elsewhere),
            Holder::Nobody => return Ok(None),
        };
        if self.is_stopping() {
            return Err(FindError::Busy);
        }
        let events = self.events(id).await.map_err(|error| away(&error))?;
        if events.is_empty() {
            // It has ended just now; the next look finds it in the archive.
            return Err(FindError::Busy);
        }
        let journal = JournalText::from(&*events);
        let (found, now) = (Unfinished { match_id: id, journal, alive }, self.now());
        let found = self.replay(move || restore::one(&found, now)).await?;
        Ok(Some(self.adopt(found).await))
    }

    /// A match that another server holds, as its journal has it by now; it may have moved on.
    ///
    /// # Errors
    ///
    /// [`FindError`]; that there is none of that id also if it has ended just now.
    pub async fn peek(&self, id: MatchId) -> Result<Match, FindError> {
        let events = self.events(id).await.map_err(|error| away(&error))?;
        if events.is_empty() {
            return Err(FindError::NotFound);
        }
        let journal = JournalText::from(&*events);
        let (found, now) = (Unfinished { match_id: id, journal, alive: None }, self.now());
        let found = self.replay(move || restore::one(&found, now)).await?;
        Ok(found.state)
    }

    /// All events of a match.
    pub(in crate::live) async fn events(&self, id: MatchId) -> Result<Vec<Stored>, StoreError> {
        let mut events = Vec::new();
        loop {
            let since = events.last().map_or(0, |last: &Stored| last.seq);
            let page = self.store().events(id, since, EVENTS).await?;
            let is_last = u32::try_from(page.len()).is_ok_and(|count| count < EVENTS);
            events.extend(page);
            if is_last {
                return Ok(events);
            }
        }
    }

    /// The match that a game of the archive was.
    async fn archived(&self, id: MatchId) -> Result<Restored, FindError> {
        let stored = self.store().game(id).await.map_err(|error| away(&error))?;
        let stored = stored.ok_or(FindError::NotFound)?;
        let now = self.now();
        self.replay(move || restore::archived(&stored, now)).await
    }

    /// Plays a game again outside of the tasks that serve, however long that takes.
    async fn replay(
        &self,
        work: impl FnOnce() -> Option<Restored> + Send + 'static,
    ) -> Result<Restored, FindError> {
        let replays = Arc::clone(&self.replays);
        let turn = replays.acquire_owned().await.map_err(|_| FindError::Busy)?;
        let replayed = spawn_blocking(move || {
            let restored = work();
            drop(turn);
            restored
        });
        // It ends early by a panic alone, which has been reported.
        replayed.await.ok().flatten().ok_or(FindError::Damaged)
    }

    /// The match of that id with a task, started if it comes from the archive and its audience does not
    /// meet at another server.
    ///
    /// # Errors
    ///
    /// [`FindError`].
    pub async fn handle(self: &Arc<Self>, id: MatchId) -> Result<MatchHandle, FindError> {
        match self.load(id).await? {
            Loaded::Here(handle) => Ok(handle),
            Loaded::Archived(_) if self.is_stopping() => Err(FindError::Busy),
            Loaded::Archived(restored) => self.reopen(*restored).await,
        }
    }

    /// Starts the task of a match that is over, unless its audience meets at another server.
    async fn reopen(self: &Arc<Self>, restored: Restored) -> Result<MatchHandle, FindError> {
        let Restored { state, recent, .. } = restored;
        let turn = self.table.loading(state.id());
        let _turn = turn.lock().await;
        if let Some(handle) = self.table.get(state.id()) {
            return Ok(handle);
        }
        let place = self.store().meet(Audience::Match, state.id()).await;
        if place.map_err(|error| away(&error))? != self.store().own_node() {
            return Err(FindError::Elsewhere);
        }
        Ok(self.start(state, recent).await)
    }

    /// Whether the audience of a match that is over meets at another server; none if that is not known.
    pub(crate) async fn is_met_elsewhere(&self, id: MatchId) -> Option<bool> {
        let place = self.store().meeting_place(Audience::Match, id).await.ok()?;
        Some(place.is_some_and(|(node, _)| node != self.store().own_node()))
    }

    /// Notes that nobody follows a match that is over any more, unless its task has begun again.
    pub(super) async fn part(&self, id: MatchId) {
        let turn = self.table.loading(id);
        let _turn = turn.lock().await;
        if self.table.get(id).is_some() {
            return;
        }
        // Otherwise the next who comes meets the others here all the same.
        if let Err(error) = self.store().part(Audience::Match, id).await {
            tracing::debug!(%error, match.id = %id, "that nobody is there is not noted");
        }
    }
}

pub(in crate::live) fn away(error: &StoreError) -> FindError {
    tracing::warn!(%error, "a match could not be looked up");
    FindError::Busy
}
