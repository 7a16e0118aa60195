//! Whether a client is still there, and how long the way to it takes.
//!
//! The alarm rings at even intervals and is not put off by messages: to note that something
//! arrived is one store to memory, and an idle connection costs one timer.

use super::end::End;
use std::pin::Pin;
use std::time::Duration;
use tokio::time::{Instant, Sleep, sleep};

/// After one to two of these without a message the client is pinged, and after another the
/// connection is closed.
const INTERVAL: Duration = Duration::from_secs(25);

/// The message received since the alarm last rang.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Client {
    /// Something.
    Active,
    /// Nothing but the answer to a ping.
    Answered,
    /// Nothing, for up to two intervals.
    Silent,
    /// Nothing, although it was pinged.
    Pinged,
}

/// The action due when the alarm rings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Due {
    /// The client was active: it is pinged only where its lag is measured.
    Measure,
    /// The client was silent: it is pinged.
    Ping,
}

/// The time since something was received, and the pings that were sent.
#[derive(Debug)]
pub(super) struct IdleTimer {
    alarm: Pin<Box<Sleep>>,
    client: Client,
    /// When the ping was sent that is not answered yet.
    pinged: Option<Instant>,
    /// How long the last two answers took, the last one first.
    lags: [Duration; 2],
}

impl IdleTimer {
    /// Of a client that has just connected.
    pub(super) fn new() -> Self {
        Self {
            alarm: Box::pin(sleep(INTERVAL)),
            client: Client::Active,
            pinged: None,
            lags: [Duration::MAX; 2],
        }
    }

    /// Notes that something was received.
    pub(super) const fn reset(&mut self) {
        self.client = Client::Active;
    }

    /// Waits for the end of an interval. Nothing is lost if the wait is given up.
    ///
    /// # Errors
    ///
    /// [`End`] if the client was pinged an interval ago and nothing came since.
    pub(super) async fn elapsed(&mut self) -> Result<Due, End> {
        loop {
            self.alarm.as_mut().await;
            self.alarm.as_mut().reset(Instant::now() + INTERVAL);
            let (client, due) = match self.client {
                // One who only waits is measured half as often: most of what 10,000 of them cost is pings.
                Client::Answered if self.lags[1] != Duration::MAX => (Client::Silent, None),
                Client::Active | Client::Answered => (Client::Silent, Some(Due::Measure)),
                Client::Silent => (Client::Pinged, Some(Due::Ping)),
                Client::Pinged => return Err(End::idle()),
            };
            self.client = client;
            if let Some(due) = due {
                return Ok(due);
            }
        }
    }

    /// Whether a ping is to be sent now: not if one is on its way.
    pub(super) fn start_ping(&mut self) -> bool {
        let free = self.pinged.is_none();
        if free {
            self.pinged = Some(Instant::now());
        }
        free
    }

    /// Takes the answer to a ping; false if there was none to be answered.
    pub(super) fn finish_ping(&mut self) -> bool {
        let Some(pinged) = self.pinged.take() else { return false };
        self.lags = [pinged.elapsed(), self.lags[0]];
        self.client = Client::Answered;
        true
    }

    /// How long the way to the client and back takes, in milliseconds; 0 until it is known. What
    /// held up one answer alone, as a commit or a long greeting does, does not count.
    pub(super) fn lag_millis(&self) -> u64 {
        let [last, before] = self.lags;
        let lag = if last == Duration::MAX { Duration::ZERO } else { last.min(before) };
        u64::try_from(lag.as_millis()).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::{advance, timeout};

    #[tokio::test(start_paused = true)]
    async fn a_silent_client_is_pinged_once_and_then_given_up() {
        let mut idle = IdleTimer::new();
        assert_eq!(idle.elapsed().await, Ok(Due::Measure));
        assert_eq!(idle.elapsed().await, Ok(Due::Ping));
        assert!(timeout(INTERVAL / 2, idle.elapsed()).await.is_err(), "it has time to answer");
        assert_eq!(idle.elapsed().await, Err(End::idle()));
    }

    #[tokio::test(start_paused = true)]
    async fn whatever_is_received_starts_the_count_again() {
        let mut idle = IdleTimer::new();
        for _ in 0..3 {
            assert_eq!(idle.elapsed().await, Ok(Due::Measure));
            assert_eq!(idle.elapsed().await, Ok(Due::Ping));
            idle.reset();
        }
    }

    #[tokio::test(start_paused = true)]
    async fn client_that_only_waits_is_pinged_at_every_second_interval() {
        let mut idle = IdleTimer::new();
        let began = Instant::now();
        let mut pinged = Vec::new();
        for _ in 0..4 {
            idle.elapsed().await.expect("it answers");
            assert!(idle.start_ping());
            pinged.push(began.elapsed().as_secs() / INTERVAL.as_secs());
            idle.reset();
            assert!(idle.finish_ping());
        }
        assert_eq!(pinged, [1, 2, 4, 6], "the lag is measured twice first");
        idle.reset();
        assert_eq!(idle.elapsed().await, Ok(Due::Measure));
        assert_eq!(began.elapsed(), 7 * INTERVAL, "it has done something");
    }

    #[tokio::test(start_paused = true)]
    async fn the_lag_is_the_smaller_of_the_last_two() {
        let mut idle = IdleTimer::new();
        assert_eq!(idle.lag_millis(), 0);
        for (answered, lag) in [(300, 300), (40, 40), (900, 40), (500, 500)] {
            assert!(idle.start_ping());
            assert!(!idle.start_ping(), "one is on its way");
            advance(Duration::from_millis(answered)).await;
            assert!(idle.finish_ping());
            assert_eq!(idle.lag_millis(), lag);
        }
        assert!(!idle.finish_ping(), "nothing was asked");
    }
}
