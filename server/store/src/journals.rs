//! The journals of unfinished matches, and the step that moves a finished match into the archive.
//!
//! A commit writes a batch for many matches in one transaction, so that one disk sync serves all of
//! them. It may fail without telling whether it wrote (`Ambiguous`); the caller then reads back
//! with `is_written` and never writes blindly again. With several servers on one database each
//! match is held by one of them, and a server that has been replaced gets `Fenced`.

use crate::database::{AnyStore, on};
use crate::{
    Append, Conflict, Database, Event, StoreError, StoreStream, Unfinished, postgres, sqlite,
};
use domain::MatchId;

/// The journals of matches in progress, and the way of a match into the archive.
impl Database {
    /// Writes all of `batch` in one transaction, or nothing.
    ///
    /// Fails with [`StoreError::Conflict`] if any of it exists already, with [`StoreError::Ambiguous`]
    /// if the outcome is unknown, which [`Database::is_written`] resolves, and with
    /// [`StoreError::Fenced`] if another server has taken over this one's matches.
    pub async fn commit(&self, batch: &[Append]) -> Result<(), StoreError> {
        #[cfg(feature = "faults")]
        if let Some(faults) = &self.faults {
            return faults.commit(batch.len(), self.write_batch(batch)).await;
        }
        self.write_batch(batch).await
    }

    async fn write_batch(&self, batch: &[Append]) -> Result<(), StoreError> {
        on!(self, journal::commit(batch))
    }

    /// Whether exactly this was written: its last event with its payload, or the archived game.
    pub async fn is_written(&self, append: &Append) -> Result<bool, StoreError> {
        on!(self, journal::is_written(append))
    }

    /// For each of `batch`, what of it is there already; nothing is written. After a commit that
    /// failed with [`StoreError::Conflict`] it shows which of them caused the conflict.
    pub async fn conflicts(&self, batch: &[Append]) -> Result<Vec<Option<Conflict>>, StoreError> {
        on!(self, journal::conflicts(batch))
    }

    /// The first `limit` events of an unfinished match with numbers above `since`, in order.
    pub async fn events(
        &self,
        match_id: MatchId,
        since: u32,
        limit: u32,
    ) -> Result<Vec<Event>, StoreError> {
        #[cfg(feature = "faults")]
        if let Some(faults) = &self.faults {
            faults.delay_events(match_id).await;
        }
        on!(self, journal::events(match_id, since, limit))
    }

    /// Every unfinished match that this server holds, with all its events.
    pub fn unfinished(&self) -> StoreStream<'_, Unfinished> {
        let found = match self.store() {
            AnyStore::Sqlite(store) => sqlite::journal::unfinished(store),
            AnyStore::Postgres(store) => postgres::journal::unfinished(store),
        };
        #[cfg(feature = "faults")]
        let found = self.with_faults_of_unfinished(found);
        found
    }

    /// Every unfinished match that this server holds.
    pub async fn held(&self) -> Result<Vec<MatchId>, StoreError> {
        let _held = self.hold();
        match self.store() {
            AnyStore::Sqlite(store) => sqlite::journal::held(store).await,
            AnyStore::Postgres(store) => postgres::lease::held(store).await,
        }
    }

    /// Those of these matches that this server holds, with all their events.
    pub fn journals(&self, ids: Vec<MatchId>) -> StoreStream<'_, Unfinished> {
        let found = match self.store() {
            AnyStore::Sqlite(store) => sqlite::journal::journals(store, ids),
            AnyStore::Postgres(store) => postgres::journal::journals(store, &ids),
        };
        #[cfg(feature = "faults")]
        let found = self.with_faults_of_journals(found);
        found
    }

    /// Gives an event of an unfinished match another text, as after the lines of a plan have become out
    /// of date; nothing if there is no such event any more.
    pub async fn rewrite(
        &self,
        match_id: MatchId,
        seq: u32,
        payload: &str,
    ) -> Result<(), StoreError> {
        on!(self, journal::rewrite(match_id, seq, payload))
    }

    /// The number of the event that `command` caused in a match, unfinished or archived.
    pub async fn seq_of_command(
        &self,
        match_id: MatchId,
        command: &str,
    ) -> Result<Option<u32>, StoreError> {
        on!(self, journal::seq_of_command(match_id, command))
    }
}
