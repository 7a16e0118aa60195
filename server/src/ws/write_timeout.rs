//! The limit on how long a client may take to read its messages.
//!
//! Every write of a socket goes through here. A client that takes nothing for `WRITE_TIMEOUT` is
//! disconnected as lagging; it may reconnect and resume, so nothing is lost, and no task waits for
//! ever.

use super::end::End;
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;
use tokio::time::timeout;

/// A client that takes nothing for this long is disconnected.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

/// Waits until the client has taken the written bytes, for at most [`WRITE_TIMEOUT`].
///
/// # Errors
///
/// Why the connection ends.
pub(super) async fn with_write_timeout(
    write: impl Future<Output = Result<(), axum::Error>>,
) -> Result<(), End> {
    let mut write = pin!(write);
    // There is nearly always room in the buffer, and then no timer needs to be set.
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
