//! The server's time, from which clocks are measured and events are stamped.
//!
//! Nothing else reads the system's clock for a match: rules, clocks and matches take the time as an
//! argument. The wall clock is read once at the start and then advanced by the monotonic clock, so
//! changing the system's time does not change any clock. Tests pause or choose it.

use domain::Moment;
use governor::clock::Clock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// A source of the current time.
///
/// The system's clock is read once; from then on time passes steadily, so that setting the
/// system's clock takes nothing from a player. Under a paused tokio clock it stands still.
#[derive(Debug, Clone, Copy)]
pub struct TimeSource {
    origin: Moment,
    started: Instant,
}

impl TimeSource {
    /// Reads the system's clock.
    #[must_use]
    pub fn system() -> Self {
        let origin = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::starting_at(Moment(millis(origin)))
    }

    /// A source whose time is `origin` now.
    #[must_use]
    pub fn starting_at(origin: Moment) -> Self {
        Self { origin, started: Instant::now() }
    }

    /// The current time.
    #[must_use]
    pub fn now(&self) -> Moment {
        self.origin.after(millis(self.started.elapsed()))
    }

    /// The instant of `moment`, for a timer; never before the source was made.
    #[must_use]
    pub fn instant(&self, moment: Moment) -> Instant {
        self.started + Duration::from_millis(moment.since(self.origin))
    }
}

/// In it the limits of addresses are measured.
impl Clock for TimeSource {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.started.elapsed()
    }
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}
