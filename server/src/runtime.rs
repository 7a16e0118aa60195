//! The ground on which the subsystems of a server stand, and the list of their critical tasks.
//!
//! Each subsystem has a `start` that takes the [`Runtime`], adds its tasks by name and returns the
//! handle that others use. The tasks begin with [`Runtime::launch`], in the order in which they were
//! added, once every match is restored; they end when the server stops.

use crate::shutdown::CriticalTasks;
use crate::time::TimeSource;
use futures_util::future::BoxFuture;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use store::Database;
use tokio::task::JoinHandle;
use tokio::time::{Interval, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The parts that every subsystem uses.
pub(crate) struct Runtime {
    /// The database.
    pub(crate) store: Database,
    /// The server's time.
    pub(crate) time: TimeSource,
    /// The tasks that must end before the store is closed.
    pub(crate) tasks: TaskTracker,
    /// Cancelled when the server begins to stop.
    pub(crate) shutdown: CancellationToken,
    /// Cancelled when the server is asked to stop: it first hands its matches over, if another can have
    /// them.
    pub(crate) asked: CancellationToken,
    critical: CriticalTasks,
    added: Mutex<Vec<Task>>,
}

/// A critical task that has not begun.
struct Task {
    name: &'static str,
    work: BoxFuture<'static, ()>,
}

impl Runtime {
    /// A runtime without tasks.
    pub(crate) fn new(store: Database, shutdown: CancellationToken) -> Self {
        Self {
            store,
            time: TimeSource::system(),
            tasks: TaskTracker::new(),
            critical: CriticalTasks::new(shutdown.clone()),
            asked: shutdown.clone(),
            shutdown,
            added: Mutex::default(),
        }
    }

    /// The same for a server that is asked to stop by another token.
    pub(crate) fn asked_by(self, asked: CancellationToken) -> Self {
        Self { asked, ..self }
    }

    /// Adds a critical task, which begins with [`launch`](Self::launch). The log calls it by its name if
    /// it fails, and the server stops.
    pub(crate) fn add(&self, name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        let task = Task { name, work: Box::pin(work) };
        self.added.lock().unwrap_or_else(PoisonError::into_inner).push(task);
    }

    /// Starts the tasks that were added, in their order.
    pub(crate) fn launch(&self) {
        let added = std::mem::take(&mut *self.added.lock().unwrap_or_else(PoisonError::into_inner));
        for Task { name, work } in added {
            self.spawn(name, work);
        }
    }

    /// Starts a critical task at once.
    pub(crate) fn spawn(
        &self,
        name: &'static str,
        work: impl Future<Output = ()> + Send + 'static,
    ) {
        self.tasks.spawn(self.critical.clone().watch(name, work));
    }

    /// Starts a critical task at once, which ends after all others and is awaited by itself.
    pub(crate) fn spawn_last(
        &self,
        name: &'static str,
        work: impl Future<Output = ()> + Send + 'static,
    ) -> JoinHandle<()> {
        tokio::spawn(self.critical.clone().watch(name, work))
    }

    /// Whether a critical task has failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.critical.has_failed()
    }

    /// The ticks of a task that does something regularly, the first at once.
    pub(crate) fn every(&self, span: Duration) -> Ticks {
        let mut ticks = interval(span);
        // A late tick is not made up for.
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Ticks { ticks, shutdown: self.shutdown.clone() }
    }
}

/// The ticks of a regular task.
#[derive(Debug)]
pub(crate) struct Ticks {
    ticks: Interval,
    shutdown: CancellationToken,
}

impl Ticks {
    /// Waits for the next tick; false if the server stops before.
    pub(crate) async fn next(&mut self) -> bool {
        tokio::select! {
            () = self.shutdown.cancelled() => false,
            _ = self.ticks.tick() => true,
        }
    }
}

/// Runs `work` until it ends or the server stops.
pub(crate) async fn until_shutdown(shutdown: CancellationToken, work: impl Future<Output = ()>) {
    tokio::select! {
        () = shutdown.cancelled() => {}
        () = work => {}
    }
}
