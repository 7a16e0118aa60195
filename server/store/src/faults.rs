//! Faults that a test scripts, and databases that only a test has.
//!
//! [`Database::with_faults`] returns the same database with a journal that follows a [`Script`]: commits
//! fail, wait or take long, and so do reads. Without the feature nothing of this is compiled.

use crate::{Database, Location, Purpose, StoreError, StoreStream, Unfinished, open};
use domain::MatchId;
use futures_util::{StreamExt, stream};
use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, mpsc};
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// The fate of a commit of the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// There is no connection.
    Away,
    /// The connection is lost before anything is written.
    LostBefore,
    /// The connection is lost after everything is written.
    LostAfter,
}

/// How the journal behaves.
#[derive(Debug, Default)]
pub struct Script {
    /// The fates of the next commits; the others succeed.
    pub fates: VecDeque<Fate>,
    /// How many appends each commit had so far.
    pub sizes: Vec<usize>,
    /// Whether every commit fails as if the database were gone.
    pub away: bool,
    /// How long a commit takes.
    pub delay: Duration,
    /// How often reading the journals of given matches fails before it succeeds.
    pub unreadable: u32,
    /// A match whose events take long to read, and how long.
    pub slow: Option<(MatchId, Duration)>,
    /// How long it takes to read a journal where all are read.
    pub reading: Duration,
    /// Whether another server has taken over this one's role as a leader.
    pub is_replaced: bool,
}

/// Faults of a database, shared by the test and the database.
#[derive(Debug)]
pub struct Faults {
    script: Mutex<Script>,
    /// A commit continues when it gets one of these.
    gate: Semaphore,
}

impl Default for Faults {
    fn default() -> Self {
        Self { script: Mutex::default(), gate: Semaphore::new(Semaphore::MAX_PERMITS) }
    }
}

impl Faults {
    /// Faults whose first commits meet `fates`.
    #[must_use]
    pub fn of_commits(fates: &[Fate]) -> Arc<Self> {
        let faults = Arc::<Self>::default();
        faults.script().fates.extend(fates);
        faults
    }

    /// The script, to be read or changed.
    ///
    /// # Panics
    ///
    /// If a test has panicked with it.
    pub fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().expect("no test panics with it")
    }

    /// Holds every commit until [`open_gate`](Self::open_gate).
    pub fn close_gate(&self) {
        self.gate.forget_permits(Semaphore::MAX_PERMITS);
    }

    /// Lets commits pass.
    pub fn open_gate(&self) {
        self.gate.add_permits(1_000);
    }

    /// Runs a commit according to the script.
    pub(crate) async fn commit(
        &self,
        size: usize,
        commit: impl Future<Output = Result<(), StoreError>>,
    ) -> Result<(), StoreError> {
        let delay = {
            let mut script = self.script();
            script.sizes.push(size);
            script.delay
        };
        self.gate.acquire().await.map_err(|_| StoreError::Unavailable)?.forget();
        if !delay.is_zero() {
            sleep(delay).await;
        }
        let fate = {
            let mut script = self.script();
            if script.away { Some(Fate::Away) } else { script.fates.pop_front() }
        };
        match fate {
            None => commit.await,
            Some(Fate::Away) => Err(StoreError::Unavailable),
            Some(Fate::LostBefore) => Err(StoreError::Ambiguous),
            Some(Fate::LostAfter) => {
                commit.await?;
                Err(StoreError::Ambiguous)
            }
        }
    }

    /// Waits before the events of a match are read.
    pub(crate) async fn delay_events(&self, match_id: MatchId) {
        let slow = self.script().slow.filter(|(slow, _)| *slow == match_id);
        if let Some((_, delay)) = slow {
            sleep(delay).await;
        }
    }

    /// Whether the next journals fail to be read.
    fn are_unreadable(&self) -> bool {
        let mut script = self.script();
        let fails = script.unreadable > 0;
        script.unreadable = script.unreadable.saturating_sub(1);
        fails
    }
}

/// Stops the paused clock of a test until it is dropped: a thread for which tokio waits. Otherwise the
/// clock would jump to the next deadline whenever a query is in SQLite's thread.
#[derive(Debug)]
pub(crate) struct Held {
    _end: mpsc::Sender<()>,
}

impl Held {
    pub(crate) fn begin() -> Self {
        let (end, ended) = mpsc::channel();
        tokio::task::spawn_blocking(move || ended.recv());
        Self { _end: end }
    }
}

/// Databases of tests.
impl Database {
    /// A new database on SQLite for one test: a file in a folder that is deleted with the last clone, in
    /// memory where the system has such folders. (SQLite's own databases in memory have no write-ahead log
    /// and lock whole tables, so that readers and the writer would behave differently from those on a file.)
    ///
    /// The paused clock of a test stops during each operation.
    ///
    /// # Panics
    ///
    /// If there is no place for it.
    pub async fn in_memory() -> Self {
        let shared = Path::new("/dev/shm");
        let folder = if shared.is_dir() { TempDir::new_in(shared) } else { TempDir::new() };
        let folder = folder.expect("there is a place for temporary files");
        let _held = Held::begin();
        let location = Location::Sqlite(folder.path().to_owned());
        let mut database = open(&location, Purpose::Serve).await.expect("a new database opens");
        database.folder = Some(Arc::new(folder));
        database
    }

    /// The same database with faults.
    #[must_use]
    pub fn with_faults(&self, faults: &Arc<Faults>) -> Self {
        let mut database = self.clone();
        database.faults = Some(Arc::clone(faults));
        database
    }

    /// The journals of given matches, according to the script.
    pub(crate) fn with_faults_of_journals<'a>(
        &'a self,
        found: StoreStream<'a, Unfinished>,
    ) -> StoreStream<'a, Unfinished> {
        if self.faults.as_ref().is_some_and(|faults| faults.are_unreadable()) {
            return stream::iter([Err(StoreError::Unavailable)]).boxed();
        }
        self.at_once(found)
    }

    /// All journals, according to the script.
    pub(crate) fn with_faults_of_unfinished<'a>(
        &'a self,
        found: StoreStream<'a, Unfinished>,
    ) -> StoreStream<'a, Unfinished> {
        let Some(faults) = &self.faults else { return self.at_once(found) };
        let reading = faults.script().reading;
        let found = self.at_once(found);
        if reading.is_zero() {
            return found;
        }
        let later = move |journal| async move {
            sleep(reading).await;
            journal
        };
        found.then(later).boxed()
    }

    /// The same stream, read whole before its first item if the clock of the test must stop.
    pub(crate) fn at_once<'a, T: Send + 'a>(
        &'a self,
        found: StoreStream<'a, T>,
    ) -> StoreStream<'a, T> {
        if self.folder.is_none() {
            return found;
        }
        let whole = async {
            let _held = self.hold();
            stream::iter(found.collect::<Vec<_>>().await)
        };
        stream::once(whole).flatten().boxed()
    }
}
