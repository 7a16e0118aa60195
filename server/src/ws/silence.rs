//! Whether anything is heard of a client.

use super::{close, code};
use axum::extract::ws::Message;
use std::pin::Pin;
use std::time::Duration;
use tokio::time::{Instant, Sleep, sleep};

/// How long a client may be silent before it is asked for a sign of life, and after that again.
const QUIET: Duration = Duration::from_secs(45);

/// The time since something was heard.
pub(super) struct Silence {
    alarm: Pin<Box<Sleep>>,
    asked: bool,
}

impl Silence {
    /// Something is heard now.
    pub(super) fn new() -> Self {
        Self { alarm: Box::pin(sleep(QUIET)), asked: false }
    }

    /// Something was heard.
    pub(super) fn broken(&mut self) {
        self.asked = false;
        self.alarm.as_mut().reset(Instant::now() + QUIET);
    }

    /// Waits until it has lasted for long. Nothing is lost if the wait is given up.
    ///
    /// # Errors
    ///
    /// The last frame of the connection, to a client that was asked already; otherwise what asks
    /// it is returned.
    pub(super) async fn lasts(&mut self) -> Result<Message, Option<Message>> {
        self.alarm.as_mut().await;
        if self.asked {
            return Err(Some(close(code::IDLE, "nothing was heard for too long")));
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
        let mut silence = Silence::new();
        assert!(matches!(silence.lasts().await, Ok(Message::Ping(_))));
        assert!(timeout(QUIET / 2, silence.lasts()).await.is_err(), "it has time to answer");
        silence.broken();
        assert!(matches!(silence.lasts().await, Ok(Message::Ping(_))), "it has answered");
        let Err(Some(Message::Close(Some(frame)))) = silence.lasts().await else {
            panic!("it ends with a close frame");
        };
        assert_eq!(frame.code, code::IDLE);
    }
}
