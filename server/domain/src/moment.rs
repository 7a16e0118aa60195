//! Points in time, as milliseconds since 1970 UTC.
//!
//! Everything that depends on time takes a `Moment` as an argument, so that tests choose it.
//! Arithmetic saturates and never panics.

/// A moment in milliseconds since 1970-01-01 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Moment(pub u64);

impl Moment {
    /// Milliseconds since `earlier`; 0 if that is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// The moment `millis` earlier; never before 1970.
    #[must_use]
    pub const fn before(self, millis: u64) -> Self {
        Self(self.0.saturating_sub(millis))
    }

    /// The moment `millis` later.
    #[must_use]
    pub const fn after(self, millis: u64) -> Self {
        Self(self.0.saturating_add(millis))
    }
}
