//! How the server is told to stop: by a signal, or by the failure of a part of it.

use tokio_util::sync::CancellationToken;

/// A token that is cancelled when the process is asked to end: by SIGTERM, as service managers
/// do, or by SIGINT, as a terminal does. Asked a second time the process ends at once.
///
/// # Errors
///
/// If the system lets nobody listen for signals.
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

/// What stops the server when a part fails that it cannot do without.
#[derive(Debug, Clone)]
pub(crate) struct CriticalTasks {
    shutdown: CancellationToken,
    failed: CancellationToken,
}

impl CriticalTasks {
    pub(crate) fn new(shutdown: CancellationToken) -> Self {
        Self { shutdown, failed: CancellationToken::new() }
    }

    /// Does the work of a part; should it panic, the server stops, and whatever watches over the
    /// process starts it anew.
    pub(crate) async fn watch(self, part: &'static str, work: impl Future<Output = ()>) {
        let _watched = Watched { part, vital: self };
        work.await;
    }

    /// Whether a part has failed.
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
        // Where even this fails the process can only be killed.
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
