//! How long a client may take to read what is sent.

use super::end::End;
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;
use tokio::time::timeout;

/// A client that takes nothing for so long is given up.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

/// Waits for the client to take what is written, but not for ever.
///
/// # Errors
///
/// Why the connection ends.
pub(super) async fn with_write_timeout(
    write: impl Future<Output = Result<(), axum::Error>>,
) -> Result<(), End> {
    let mut write = pin!(write);
    // There is nearly always room, and then no alarm needs to be set.
    let done = match poll_fn(|context| Poll::Ready(write.as_mut().poll(context))).await {
        Poll::Ready(done) => Ok(done),
        Poll::Pending => Box::pin(timeout(WRITE_TIMEOUT, write)).await,
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
        assert_eq!(with_write_timeout(pending()).await, Err(End::lagged()));
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_is_gone_is_told_nothing() {
        assert_eq!(with_write_timeout(ready(Err(axum::Error::new("reset")))).await, Err(End::GONE));
        assert_eq!(with_write_timeout(ready(Ok(()))).await, Ok(()));
    }
}
