//! Whether anything is heard of a client.

use super::end::End;
use axum::extract::ws::Message;
use std::pin::Pin;
use std::time::Duration;
use tokio::time::{Instant, Sleep, sleep};

/// How long a client may be silent before it is asked for a sign of life, and after that again.
const QUIET: Duration = Duration::from_secs(45);

/// The time since something was heard.
pub(super) struct IdleTimer {
    alarm: Pin<Box<Sleep>>,
    asked: bool,
}

impl IdleTimer {
    /// Something is heard now.
    pub(super) fn new() -> Self {
        Self { alarm: Box::pin(sleep(QUIET)), asked: false }
    }

    /// Something was heard.
    pub(super) fn reset(&mut self) {
        self.asked = false;
        self.alarm.as_mut().reset(Instant::now() + QUIET);
    }

    /// Waits until it has lasted for long. Nothing is lost if the wait is given up.
    ///
    /// # Errors
    ///
    /// [`End`] if the client was asked already; otherwise what asks it is returned.
    pub(super) async fn expired(&mut self) -> Result<Message, End> {
        self.alarm.as_mut().await;
        if self.asked {
            return Err(End::idle());
        }
        self.asked = true;
        self.alarm.as_mut().reset(Instant::now() + QUIET);
        Ok(Message::Ping(bytes::Bytes::new()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::timeout;

    #[tokio::test(start_paused = true)]
    async fn a_client_is_asked_once_and_then_given_up() {
        let mut idle = IdleTimer::new();
        assert!(matches!(idle.expired().await, Ok(Message::Ping(_))));
        assert!(timeout(QUIET / 2, idle.expired()).await.is_err(), "it has time to answer");
        idle.reset();
        assert!(matches!(idle.expired().await, Ok(Message::Ping(_))), "it has answered");
        assert_eq!(idle.expired().await, Err(End::idle()));
    }
}
