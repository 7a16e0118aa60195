//! Addresses for mail: one for each person who wants notices by mail, and what may be sent there.
//!
//! An address is confirmed by a link that is sent to it; until then nothing else is. The address is
//! personal data and the secrets work for anybody who has them, so `Debug` leaves them out. Nothing
//! here can be looked up by address.

use super::kinds::NoticeKinds;
use super::people::Digest;
use super::{StoreError, StoreFuture};
use domain::{Moment, PlayerId};
use futures_util::FutureExt;
use futures_util::future::ready;
use std::fmt;

/// The secret in the links that end all notices to an address.
pub type StopCode = [u8; 16];

/// Where somebody wants to be told by mail, and of what.
#[derive(Clone, PartialEq, Eq)]
pub struct MailAddress {
    /// Who it is.
    pub player: PlayerId,
    /// The address, which is personal.
    pub address: String,
    /// The language of what is sent there, by its two letters.
    pub language: String,
    /// Which notices they want to receive.
    pub kinds: NoticeKinds,
    /// When it was entered.
    pub created_at: Moment,
    /// When its owner confirmed it; nothing is sent there before.
    pub confirmed_at: Option<Moment>,
    /// When the mail server said that there is no such address; nothing is sent there since.
    pub refused_at: Option<Moment>,
    /// What ends all notices to it.
    pub stop: StopCode,
}

impl MailAddress {
    /// Whether notices may be sent there.
    #[must_use]
    pub const fn is_usable(&self) -> bool {
        self.confirmed_at.is_some() && self.refused_at.is_none()
    }
}

// Written by hand, since address and secret must not appear in a log.
impl fmt::Debug for MailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailAddress")
            .field("player", &self.player)
            .field("kinds", &self.kinds)
            .field("confirmed_at", &self.confirmed_at)
            .field("refused_at", &self.refused_at)
            .finish_non_exhaustive()
    }
}

/// Addresses for mail. A store without them has none.
pub trait MailAddresses {
    /// Keeps an address in place of the person's former one, with the digest of the secret that
    /// confirms it and when that expires.
    fn put_mail<'a>(
        &'a self,
        _address: &'a MailAddress,
        _code: Digest,
        _until: Moment,
    ) -> StoreFuture<'a, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Somebody's address.
    fn mail(&self, _player: PlayerId) -> StoreFuture<'_, Option<MailAddress>> {
        ready(Ok(None)).boxed()
    }

    /// Replaces the secret that confirms somebody's address; false if they have none.
    fn set_mail_code(
        &self,
        _player: PlayerId,
        _code: Digest,
        _until: Moment,
    ) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Sets which notices somebody wants by mail, and in which language; false if they have no
    /// address.
    fn set_mail_kinds<'a>(
        &'a self,
        _player: PlayerId,
        _kinds: NoticeKinds,
        _language: &'a str,
    ) -> StoreFuture<'a, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Forgets somebody's address; false if they have none.
    fn remove_mail(&self, _player: PlayerId) -> StoreFuture<'_, bool> {
        ready(Ok(false)).boxed()
    }

    /// Confirms the address that the secret of this digest was sent to, which works once; false if
    /// there is none, or if the secret has expired by `now`.
    fn confirm_mail(&self, _code: Digest, _now: Moment) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Ends all notices to the address with this secret; false if there is none.
    fn stop_mail(&self, _stop: StopCode) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Notes that there is no such address as somebody's is, unless they have changed it.
    fn refuse_mail<'a>(
        &'a self,
        _player: PlayerId,
        _address: &'a str,
        _now: Moment,
    ) -> StoreFuture<'a, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Counts a mail to somebody; false if `most` were counted on that day, given by its number
    /// since 1970, or if they have no address.
    fn count_mail(&self, _player: PlayerId, _day: i64, _most: u32) -> StoreFuture<'_, bool> {
        ready(Ok(false)).boxed()
    }

    /// Forgets the addresses that nobody confirmed while they could.
    fn forget_unconfirmed_mail(&self, _now: Moment) -> StoreFuture<'_, ()> {
        ready(Ok(())).boxed()
    }
}
