//! Confirming: in a session, a player proves again who they are, by a password, a passkey or a recovery
//! code, before they change how they are known.
//!
//! A session is confirmed by its sign-in, unless that was by a link, and by the proofs here. For some
//! minutes it then allows actions that a stranger at an open browser must not take.

use super::ceremonies::{Begun, Ceremonies};
use super::{AccountError, Accounts, Password, secrets};
use domain::{Moment, PlayerId, SessionId};
use store::StoreError;

/// The ways by which a player can confirm who they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ways {
    /// By a password.
    pub(crate) password: bool,
    /// By a passkey.
    pub(crate) passkey: bool,
    /// By a recovery code.
    pub(crate) code: bool,
}

/// The span for which a session is confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Confirmed {
    /// The moment at which it ends.
    pub(crate) until: Moment,
}

impl Confirmed {
    /// The span that began with the last proof, unless it is over.
    fn of(confirmed_at: Option<Moment>, lasts: u64, now: Moment) -> Option<Self> {
        let until = confirmed_at?.after(lasts);
        (now < until).then_some(Self { until })
    }
}

impl Accounts {
    /// Whether a session of a player is confirmed, and until when.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn confirmed(
        &self,
        player: PlayerId,
        session: SessionId,
        now: Moment,
    ) -> Result<Option<Confirmed>, StoreError> {
        let confirmed_at = self.store.session_confirmed(player, session).await?;
        Ok(Confirmed::of(confirmed_at, self.confirms_for, now))
    }

    /// The ways by which a player can confirm who they are: those that they really have.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn ways(&self, player: PlayerId) -> Result<Ways, StoreError> {
        let account = self.store.account(player).await?;
        Ok(Ways {
            password: account.is_some_and(|account| account.password.is_some()),
            passkey: !self.store.passkeys(player).await?.is_empty(),
            code: self.store.recovery_codes_left(player).await? > 0,
        })
    }

    /// Confirms a session by the player's password.
    ///
    /// # Errors
    ///
    /// [`AccountError::BadCredentials`] if it is another, or they have none.
    pub(crate) async fn confirm_by_password(
        &self,
        player: PlayerId,
        session: SessionId,
        password: Password,
        now: Moment,
    ) -> Result<(), AccountError> {
        let hash = self.account(player).await?.password;
        if !self.passwords.verify(password, hash).await? {
            return Err(AccountError::BadCredentials);
        }
        self.record_confirmed(player, session, now).await
    }

    /// Confirms a session by a recovery code of the player, which is used up by it.
    ///
    /// # Errors
    ///
    /// [`AccountError::BadCredentials`] if it is none of theirs.
    pub(crate) async fn confirm_by_code(
        &self,
        player: PlayerId,
        session: SessionId,
        code: &str,
        now: Moment,
    ) -> Result<(), AccountError> {
        let digest = secrets::code_digest(code).ok_or(AccountError::BadCredentials)?;
        let is_theirs = self.store.confirm_by_code(player, session, digest, now).await?;
        if is_theirs { Ok(()) } else { Err(AccountError::BadCredentials) }
    }

    /// Begins confirming by one of the player's passkeys.
    ///
    /// # Errors
    ///
    /// [`AccountError::NoPasskeys`] if pages of that address cannot have passkeys.
    pub(crate) async fn begin_confirming(
        &self,
        address: &str,
        player: PlayerId,
        now: Moment,
    ) -> Result<Begun, AccountError> {
        let known = self.store.passkeys(player).await?;
        let known: Vec<Vec<u8>> = known.into_iter().map(|passkey| passkey.id).collect();
        self.ceremonies.begin_confirming(address, player, &known, now)
    }

    /// Confirms a session by a passkey of the player.
    ///
    /// # Errors
    ///
    /// [`AccountError::CeremonyOver`], [`AccountError::BadPasskey`].
    pub(crate) async fn confirm_by_passkey(
        &self,
        address: &str,
        ceremony: &str,
        player: PlayerId,
        session: SessionId,
        answer: serde_json::Value,
        now: Moment,
    ) -> Result<(), AccountError> {
        let claimed = Ceremonies::claimed(&answer).unwrap_or_default();
        let known = self.store.passkey(&claimed).await?;
        let own = known.filter(|passkey| passkey.account == player);
        let credential = own.as_ref().map(|passkey| passkey.credential.as_str());
        let ended =
            self.ceremonies.end_confirming(address, ceremony, player, answer, credential, now);
        let ended = self.unless_used(ceremony, ended).await?;
        let used = ended.once(&self.store).await?;
        self.store.use_passkey(&claimed, &used, now).await?;
        self.record_confirmed(player, session, now).await
    }

    async fn record_confirmed(
        &self,
        player: PlayerId,
        session: SessionId,
        now: Moment,
    ) -> Result<(), AccountError> {
        let is_noted = self.store.confirm_session(player, session, now).await?;
        if is_noted { Ok(()) } else { Err(AccountError::Ended) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confirmation_lasts_as_long_as_configured() {
        let at = Moment(1_760_000_000_000);
        let until = at.after(600_000);
        for (confirmed_at, now, expected) in [
            (None, at, None),
            (Some(at), at, Some(Confirmed { until })),
            (Some(at), at.after(599_999), Some(Confirmed { until })),
            (Some(at), until, None),
        ] {
            assert_eq!(Confirmed::of(confirmed_at, 600_000, now), expected, "{now:?}");
        }
    }
}
