//! How long a client may take to read what is sent.

use super::{close, code};
use axum::extract::ws::Message;
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
/// The last frame of the connection, or none to a client that has gone.
pub(super) async fn patiently(
    write: impl Future<Output = Result<(), axum::Error>>,
) -> Result<(), Option<Message>> {
    let mut write = pin!(write);
    // There is nearly always room, and then no alarm needs to be set.
    let done = match poll_fn(|context| Poll::Ready(write.as_mut().poll(context))).await {
        Poll::Ready(done) => Ok(done),
        Poll::Pending => Box::pin(timeout(PATIENCE, write)).await,
    };
    match done {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(None),
        Err(_) => Err(Some(lagged())),
    }
}

/// The last frame to a client that reads too slowly.
pub(super) fn lagged() -> Message {
    close(code::LAGGED, "too far behind; reconnect and resume")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::{pending, ready};

    #[tokio::test(start_paused = true)]
    async fn whoever_does_not_read_is_told_that_it_lags() {
        let Err(Some(Message::Close(Some(frame)))) = patiently(pending()).await else {
            panic!("it ends with a close frame");
        };
        assert_eq!(frame.code, code::LAGGED);
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_is_gone_is_told_nothing() {
        assert_eq!(patiently(ready(Err(axum::Error::new("reset")))).await, Err(None));
        assert_eq!(patiently(ready(Ok(()))).await, Ok(()));
    }
}
