//! The two causes for which the server stops: a signal, or the failure of a critical task.
//!
//! Both cancel the same token, on which everything that runs is waiting. A second signal ends the
//! process at once. A critical task (the journal's writer, the lobby, …) that panics stops the
//! server in order, so that a supervisor restarts it whole instead of it running on without that
//! part.

use futures_util::future::BoxFuture;
use tokio_util::sync::CancellationToken;

/// A token that is cancelled when the process is asked to end: by SIGTERM, as service managers
/// do, or by SIGINT, as a terminal does. Asked a second time the process ends at once.
///
/// # Errors
///
/// An I/O error if signals cannot be listened for.
pub fn on_signal() -> std::io::Result<CancellationToken> {
    let token = CancellationToken::new();
    let asked = token.clone();
    let mut signals = Signals::listen()?;
    tokio::spawn(async move {
        signals.next().await;
        tracing::info!("asked to stop; ask again to stop at once");
        asked.cancel();
        signals.next().await;
        std::process::exit(130);
    });
    Ok(token)
}

/// Watches the tasks the server cannot run without; stops it if one of them panics.
#[derive(Debug, Clone)]
pub(crate) struct CriticalTasks {
    shutdown: CancellationToken,
    failed: CancellationToken,
}

impl CriticalTasks {
    pub(crate) fn new(shutdown: CancellationToken) -> Self {
        Self { shutdown, failed: CancellationToken::new() }
    }

    /// Runs the work of a critical task. If it panics, the server stops, and the supervisor of the
    /// process starts it again.
    ///
    /// All such tasks are of one type, so that what runs them is compiled once.
    pub(crate) fn watch(
        self,
        part: &'static str,
        work: impl Future<Output = ()> + Send + 'static,
    ) -> BoxFuture<'static, ()> {
        self.watch_boxed(part, Box::pin(work))
    }

    fn watch_boxed(
        self,
        part: &'static str,
        work: BoxFuture<'static, ()>,
    ) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            let _watched = Watched { part, vital: self };
            work.await;
        })
    }

    /// Whether a critical task has failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed.is_cancelled()
    }
}

/// Lives as long as the work of a part.
struct Watched {
    part: &'static str,
    vital: CriticalTasks,
}

impl Drop for Watched {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!(part = self.part, "a part of the server failed; stopping");
            self.vital.failed.cancel();
            self.vital.shutdown.cancel();
        }
    }
}

#[cfg(unix)]
struct Signals {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn listen() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn listen() -> std::io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        // If even this fails, the process can only be killed.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_failure_of_a_part_stops_the_server() {
        let shutdown = CancellationToken::new();
        let vital = CriticalTasks::new(shutdown.clone());
        let fine = tokio::spawn(vital.clone().watch("a part", async {}));
        assert!(fine.await.is_ok());
        assert!(!vital.has_failed() && !shutdown.is_cancelled());
        let failing = async { panic!("asked for") };
        let failed = tokio::spawn(vital.clone().watch("another part", failing));
        assert!(failed.await.is_err_and(|error| error.is_panic()));
        assert!(vital.has_failed() && shutdown.is_cancelled());
    }
}
