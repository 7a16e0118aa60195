//! What is stored about conduct: reports of what people said, mutes, and warnings from operators.
//!
//! A report carries its own evidence, because the talk of a match may be gone by the time an
//! operator reads it. Reports and warnings are closed, not deleted, except that a warning may be
//! withdrawn. The number of open reports of one person is bounded by the caller.

use super::{StoreError, StoreFuture};
use domain::{MatchId, Moment, PlayerId};
use futures_util::FutureExt;
use futures_util::future::ready;
use uuid::Uuid;

/// Where a report came from, and how many open ones there may be with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportLimits {
    /// A digest of the address; it is stored as long as the report is open.
    pub origin: [u8; 16],
    /// The most open reports of the person.
    pub of_person: u32,
    /// The most open reports from the address.
    pub of_address: u32,
}

/// A report of what another player said or did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Its number.
    pub id: Uuid,
    /// When it was sent.
    pub at: Moment,
    /// By whom.
    pub by: PlayerId,
    /// About whom.
    pub about: PlayerId,
    /// In which match; the nil id if it is about no match.
    pub match_id: MatchId,
    /// Why, in a word.
    pub reason: String,
    /// What was said, as JSON: a list of lines with the numbers of their events.
    pub evidence: String,
    /// A note by the reporter; may be empty.
    pub note: String,
    /// Its outcome; `None` while it is open.
    pub outcome: Option<String>,
}

/// Somebody who may not talk for a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mute {
    /// Who.
    pub player: PlayerId,
    /// Until when.
    pub until: Moment,
    /// Why, for other operators.
    pub reason: String,
}

/// A warning that operators gave somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Its number.
    pub id: Uuid,
    /// Whom.
    pub player: PlayerId,
    /// When.
    pub at: Moment,
    /// The words.
    pub text: String,
}

/// Reports, mutes and warnings. The default methods are those of a store that supports none of it.
pub trait Peace {
    /// Stores a report; false if its sender or the address has as many open ones already as they may.
    fn add_report<'a>(
        &'a self,
        _report: &'a Report,
        _limits: ReportLimits,
    ) -> StoreFuture<'a, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Up to `limit` open reports about a player, the oldest first.
    fn reports_about(&self, _player: PlayerId, _limit: u32) -> StoreFuture<'_, Vec<Report>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// The closed reports that a player has made and has not been notified of, the latest first, with when
    /// they were closed.
    fn handled_reports(&self, _player: PlayerId) -> StoreFuture<'_, Vec<(Report, Moment)>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// The open reports, the oldest first.
    fn reports(&self, _limit: u32) -> StoreFuture<'_, Vec<Report>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// The reports that a player has made, the oldest first.
    fn reports_by(&self, _player: PlayerId) -> StoreFuture<'_, Vec<Report>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Closes a report with its outcome, or reopens it; false if nothing changed.
    fn close_report<'a>(
        &'a self,
        _id: Uuid,
        _outcome: Option<&'a str>,
        _now: Moment,
    ) -> StoreFuture<'a, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Removes the reports that were closed before a moment.
    fn forget_reports(&self, _before: Moment) -> StoreFuture<'_, ()> {
        ready(Ok(())).boxed()
    }

    /// Mutes somebody for a time, replacing an earlier mute.
    fn mute<'a>(&'a self, _mute: &'a Mute) -> StoreFuture<'a, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Ends a mute; false if there is none.
    fn unmute(&self, _player: PlayerId) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Who may not talk at `now`.
    fn mutes(&self, _now: Moment) -> StoreFuture<'_, Vec<Mute>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Stores a warning for somebody to read.
    fn warn<'a>(&'a self, _warning: &'a Warning) -> StoreFuture<'a, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Withdraws a warning; false if there is none.
    fn unwarn(&self, _id: Uuid) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// The unread warnings of somebody, the oldest first.
    fn warnings(&self, _player: PlayerId) -> StoreFuture<'_, Vec<Warning>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Every warning that a player was given, read or not, the oldest first.
    fn all_warnings(&self, _player: PlayerId) -> StoreFuture<'_, Vec<Warning>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Marks all warnings of somebody as read, and their closed reports as reported back.
    fn read_warnings(&self, _player: PlayerId, _now: Moment) -> StoreFuture<'_, ()> {
        ready(Ok(())).boxed()
    }
}
