//! Matches from their journals, which are read whole
//! (`docs/decisions/0008-starts-read-whole-journals.md`).

use super::recent::Recent;
use domain::{FinishedGame, Match, MatchId, Moment, NumberedEvent, RestoreError};
use futures_util::{Stream, StreamExt};
use std::num::NonZero;
use std::thread::available_parallelism;
use store::codec::{self, CodecError};
use store::{JournalRow, StoreError, StoreStream, Unfinished};
use tokio::task::spawn_blocking;

/// How many journals are read before the matches are made of them on another thread.
const CHUNK: usize = 64;

/// A match as it stands, with further data for its task.
#[derive(Debug)]
pub(super) struct Restored {
    pub(super) state: Match,
    /// Its latest commands.
    pub(super) recent: Recent,
    /// The last sign of life of the server that held it before.
    pub(super) alive: Option<Moment>,
}

/// The matches of these journals, in the same order; what does not read is logged and left out.
///
/// Playing some hundred thousand actions again is work for every processor there is, while the
/// next journals are read.
pub(super) fn restored(
    journals: StoreStream<'_, Unfinished>,
    now: Moment,
) -> impl Stream<Item = Result<Vec<Restored>, StoreError>> {
    let threads = available_parallelism().map_or(1, NonZero::get);
    let made = journals.chunks(CHUNK).map(move |chunk| async move {
        let journals = chunk.into_iter().collect::<Result<Vec<_>, _>>()?;
        let make = move || journals.iter().filter_map(|journal| one(journal, now)).collect();
        // It ends early by a panic alone, which has been reported.
        spawn_blocking(make).await.map_err(|_| StoreError::Failed)
    });
    made.buffered(threads)
}

/// The match of a journal, if it reads.
pub(super) fn one(journal: &Unfinished, now: Moment) -> Option<Restored> {
    let id = journal.match_id;
    let rows = journal.journal.rows().inspect_err(|error| log_damaged(id, error)).ok()?;
    let read = |row: &JournalRow<'_>| codec::read_event(row.payload);
    let events: Result<Vec<NumberedEvent>, CodecError> = rows.iter().map(read).collect();
    let events = events.inspect_err(|error| log_damaged(id, error)).ok()?;
    let recent = Recent::of_journal(&rows, &events);
    let state: Result<Match, RestoreError> = Match::restore(id, events, now);
    let state = state.inspect_err(|error| log_damaged(id, error)).ok()?;
    Some(Restored { state, recent, alive: journal.alive })
}

/// The match of a game of the archive, if it replays.
pub(super) fn archived(stored: &FinishedGame, now: Moment) -> Option<Restored> {
    let state = Match::from_archive(stored, now);
    let state = state.inspect_err(|error| log_damaged(stored.summary.id, error)).ok()?;
    Some(Restored { state, recent: Recent::of_archive(&stored.commands), alive: None })
}

/// Reports to the operator that a match cannot be restored from its journal.
fn log_damaged(id: MatchId, error: &dyn std::fmt::Display) {
    tracing::error!(match.id = %id, %error, "a stored match cannot be restored");
}
