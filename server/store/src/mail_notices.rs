//! What is gathered for the next mail to somebody, so that it outlives the server.
//!
//! A [`MailNotice`] is a line of that mail, one for each match. The first of them decides when the
//! mail is due. A server that sends them takes them for a while; they are removed once the mail is
//! settled, and if that server dies another one takes them when the while is over. So of a mail that
//! was on its way when a server died, at worst two arrive.

use super::kinds::NoticeKind;
use super::{StoreError, StoreFuture};
use domain::{MatchId, Moment, PlayerId};
use futures_util::FutureExt;
use futures_util::future::ready;

/// One thing to tell somebody, of one match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailNotice {
    /// What it is about.
    pub kind: NoticeKind,
    /// The game, by its id in the catalogue.
    pub game: Box<str>,
    /// The match.
    pub of: MatchId,
    /// The opponent's name, if they chose one.
    pub opponent: Option<Box<str>>,
}

/// Notices that wait for a mail. A store without them keeps none.
pub trait MailNotices {
    /// Keeps a notice in place of an earlier one of the same match; false if somebody has `most`
    /// others already, or no address. It belongs to what has been gathered for them since an earlier
    /// notice, if there is one.
    fn gather_mail<'a>(
        &'a self,
        _to: PlayerId,
        _notice: &'a MailNotice,
        _most: u32,
        _now: Moment,
    ) -> StoreFuture<'a, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Removes what was to be told of a match, to whomever.
    fn withdraw_mail(&self, _of: MatchId) -> StoreFuture<'_, ()> {
        ready(Ok(())).boxed()
    }

    /// For whom something has been gathered since `since` or longer that nobody is sending at `now`,
    /// those who have waited longest first, at most `most` of them.
    fn due_mail(&self, _since: Moment, _now: Moment, _most: u32) -> StoreFuture<'_, Vec<PlayerId>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Takes what has been gathered for somebody, in the order of the matches' ids, and that nobody is
    /// sending at `now`: until `until` nobody else takes it.
    fn take_mail(
        &self,
        _to: PlayerId,
        _now: Moment,
        _until: Moment,
    ) -> StoreFuture<'_, Vec<MailNotice>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Removes what was taken for somebody until `until`: it has been sent, or is not to be. What has
    /// come anew of the same matches stays.
    fn settle_mail(&self, _to: PlayerId, _until: Moment) -> StoreFuture<'_, ()> {
        ready(Ok(())).boxed()
    }

    /// Leaves what was taken for somebody until `until` to be taken again.
    fn leave_mail(&self, _to: PlayerId, _until: Moment) -> StoreFuture<'_, ()> {
        ready(Ok(())).boxed()
    }
}
