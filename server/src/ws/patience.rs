//! How long a client may take to read what is sent.

use super::end::End;
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;
use tokio::time::timeout;

/// A client that takes nothing for so long is given up.
const PATIENCE: Duration = Duration::from_secs(20);

/// Waits for the client to take what is written, but not for ever.
///
/// # Errors
///
/// Why the connection ends.
pub(super) async fn patiently(
    write: impl Future<Output = Result<(), axum::Error>>,
) -> Result<(), End> {
    let mut write = pin!(write);
    // There is nearly always room, and then no alarm needs to be set.
    let done = match poll_fn(|context| Poll::Ready(write.as_mut().poll(context))).await {
        Poll::Ready(done) => Ok(done),
        Poll::Pending => Box::pin(timeout(PATIENCE, write)).await,
    };
    match done {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(End::GONE),
        Err(_) => Err(End::lagged()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::{pending, ready};

    #[tokio::test(start_paused = true)]
    async fn whoever_does_not_read_is_told_that_it_lags() {
        assert_eq!(patiently(pending()).await, Err(End::lagged()));
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_is_gone_is_told_nothing() {
        assert_eq!(patiently(ready(Err(axum::Error::new("reset")))).await, Err(End::GONE));
        assert_eq!(patiently(ready(Ok(()))).await, Ok(()));
    }
}
