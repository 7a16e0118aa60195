//! Keeping the peace: what people report, who may not talk for a time, and what operators tell somebody.

use super::{StoreError, StoreFuture};
use domain::{MatchId, Moment, PlayerId};
use futures_util::FutureExt;
use futures_util::future::ready;
use uuid::Uuid;

/// What somebody reports of another's talk.
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
    /// In which match.
    pub match_id: MatchId,
    /// Why, in a word.
    pub reason: String,
    /// What was said, as JSON: a list of lines with the numbers of their events.
    pub evidence: String,
    /// What whoever reports adds; may be empty.
    pub note: String,
    /// What came of it; nothing while it is open.
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

/// What operators told somebody.
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

/// What is reported and what comes of it. A store without it has none of either.
pub trait Peace {
    /// Keeps a report; false if whoever sends it has `most` open ones already.
    fn add_report<'a>(&'a self, _report: &'a Report, _most: u32) -> StoreFuture<'a, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// The open reports, the oldest first.
    fn reports(&self, _limit: u32) -> StoreFuture<'_, Vec<Report>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Closes a report with what came of it, or opens it again; false if it is so already.
    fn close_report<'a>(
        &'a self,
        _id: Uuid,
        _outcome: Option<&'a str>,
        _now: Moment,
    ) -> StoreFuture<'a, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Lets somebody talk no more for a time, in place of what held before.
    fn mute<'a>(&'a self, _mute: &'a Mute) -> StoreFuture<'a, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Lets somebody talk again; false if they may.
    fn unmute(&self, _player: PlayerId) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Who may not talk at `now`.
    fn mutes(&self, _now: Moment) -> StoreFuture<'_, Vec<Mute>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Tells somebody something.
    fn warn<'a>(&'a self, _warning: &'a Warning) -> StoreFuture<'a, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Takes a warning back; false if there is none.
    fn unwarn(&self, _id: Uuid) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// What somebody was told and has not read, the oldest first.
    fn warnings(&self, _player: PlayerId) -> StoreFuture<'_, Vec<Warning>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Notes that somebody has read all of it.
    fn read_warnings(&self, _player: PlayerId, _now: Moment) -> StoreFuture<'_, ()> {
        ready(Ok(())).boxed()
    }
}
