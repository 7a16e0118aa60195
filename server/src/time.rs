//! The server's time: the only one that counts for clocks.

use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// A moment in milliseconds since 1970-01-01 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Moment(pub u64);

impl Moment {
    /// Milliseconds since `earlier`; none if that is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// The moment `millis` later.
    #[must_use]
    pub const fn after(self, millis: u64) -> Self {
        Self(self.0.saturating_add(millis))
    }
}

/// Tells the time.
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

    /// A source that says `origin` now.
    #[must_use]
    pub fn starting_at(origin: Moment) -> Self {
        Self { origin, started: Instant::now() }
    }

    /// The time.
    #[must_use]
    pub fn now(&self) -> Moment {
        self.origin.after(millis(self.started.elapsed()))
    }

    /// When `moment` will be, for a timer; never before the source was made.
    #[must_use]
    pub fn instant(&self, moment: Moment) -> Instant {
        self.started + Duration::from_millis(moment.since(self.origin))
    }
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}
