//! How the server is told to stop.

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
