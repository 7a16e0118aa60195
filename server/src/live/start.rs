//! The start of the journal and of the tasks that look after all matches.

use super::journal::Journal;
use super::limits::MatchLimits;
use super::registry::Registry;
use super::standstills;
use crate::accounts::identity::Keys;
use crate::notifications::Notices;
use crate::runtime::{Runtime, Ticks};
use crate::store_health::heartbeat_interval;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// How often the vacations are read.
const VACATIONS: Duration = Duration::from_secs(5);

/// How often places that are idle are given up, and changes are tried again that could not be written.
const PLACES: Duration = Duration::from_secs(5);

/// After how many of these ticks places are released that no match has: once a minute.
const LOST_PLACES: u32 = 12;

/// The handles of all matches and of their journal.
pub(crate) struct Live {
    pub(crate) registry: Arc<Registry>,
    pub(crate) journal: Journal,
    pub(crate) writer: JournalWriter,
}

/// The task that writes the journal. It ends after the matches.
pub(crate) struct JournalWriter {
    stop: CancellationToken,
    task: JoinHandle<()>,
}

impl JournalWriter {
    /// Has the writer commit everything it has accepted and end.
    pub(crate) async fn stop(self, grace: Duration) {
        self.stop.cancel();
        // After a longer wait it cannot be written.
        let _ = timeout(grace, self.task).await;
    }
}

/// Starts the journal; the matches are restored by [`Registry::restore`].
pub(crate) fn start(runtime: &Runtime, keys: &Keys, notices: Notices, limits: MatchLimits) -> Live {
    let stop = CancellationToken::new();
    let (journal, writer) = Journal::new(runtime.store.clone(), stop.clone());
    let writer = JournalWriter { stop, task: runtime.spawn_last("journal writer", writer) };
    let registry = Registry::with_limits(
        runtime.store.clone(),
        journal.clone(),
        runtime.time,
        runtime.tasks.clone(),
        keys,
        notices,
        limits,
    );
    let take_over =
        take_over(Arc::clone(&registry), runtime.every(heartbeat_interval(&runtime.store)));
    runtime.add("match takeover", take_over);
    let running = record_running(Arc::clone(&registry), runtime.every(standstills::RECORD));
    runtime.add("record of standstills", running);
    let vacations = follow_vacations(Arc::clone(&registry), runtime.every(VACATIONS));
    runtime.add("vacations", vacations);
    if runtime.store.is_shared() {
        let places = write_places(Arc::clone(&registry), runtime.every(PLACES));
        runtime.add("places of all nodes", places);
    }
    Live { registry, journal, writer }
}

/// Writes which places the matches of this node have, for all nodes.
async fn write_places(registry: Arc<Registry>, mut ticks: Ticks) {
    let limits = registry.limits();
    let mut tick = 0;
    loop {
        let is_tick = tokio::select! {
            runs = ticks.next() => {
                if !runs {
                    return;
                }
                true
            }
            () = limits.changed() => false,
        };
        if is_tick {
            if tick % LOST_PLACES == 0
                && let Err(error) = limits.release_lost().await
            {
                tracing::warn!(%error, "places that no match has cannot be looked up");
            }
            tick = tick.wrapping_add(1);
        }
        if let Err(error) = limits.write_places(registry.now()).await {
            tracing::warn!(%error, "the places of matches cannot be written");
            // Not again before the next tick.
            if !ticks.next().await {
                return;
            }
        }
    }
}

/// Records that the process runs.
async fn record_running(registry: Arc<Registry>, mut ticks: Ticks) {
    while ticks.next().await {
        registry.record_running();
    }
}

/// Checks regularly whether another node is gone and takes over its matches, and whether a match of
/// this one has lost its task.
async fn take_over(registry: Arc<Registry>, mut ticks: Ticks) {
    loop {
        let runs = tokio::select! {
            runs = ticks.next() => runs,
            () = registry.takeovers().notified() => true,
        };
        if !runs {
            return;
        }
        match registry.inherit().await {
            Ok(0) => {}
            Ok(matches) => tracing::info!(matches, "restored matches that had no task"),
            Err(error) => tracing::warn!(%error, "matches without a task cannot be looked up"),
        }
    }
}

/// Reads regularly which players are on vacation, including changes that other nodes wrote.
async fn follow_vacations(registry: Arc<Registry>, mut ticks: Ticks) {
    while ticks.next().await {
        if let Err(error) = registry.refresh_vacations().await {
            tracing::warn!(%error, "vacations cannot be read");
        }
    }
}
