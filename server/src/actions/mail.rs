//! The address to which a player is notified by mail, and the links in mails.
//!
//! Nothing reveals whether another player has an address: a request for more confirmations to one
//! mailbox than are sent succeeds like any other.

use super::Actions;
use crate::notifications::mail::{Mail, mailbox};
use domain::{Moment, NotificationKinds, Player, PlayerId};
use store::{Digest, MailAddress, StopCode, StoreError};

/// The time for which a link confirms an address, in milliseconds: a day.
const CONFIRMS_FOR: u64 = 24 * 3_600_000;

/// A player's address cannot be read or changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum MailError {
    /// The operator has no mail server.
    #[error("this server sends no mail")]
    NoMail,
    /// Guests have no address: a guest who loses the cookie could not end the mails.
    #[error("guests have no address")]
    Guest,
    /// The player has no address.
    #[error("the player has no address")]
    NoAddress,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Proof that a player may have mail sent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mailable<'a> {
    mail: &'a Mail,
    player: PlayerId,
}

impl Actions {
    /// Whether this server sends mail.
    pub(crate) const fn sends_mail(&self) -> bool {
        self.mail.is_some()
    }

    /// Whether a player may have mail sent.
    ///
    /// # Errors
    ///
    /// [`MailError::NoMail`], [`MailError::Guest`].
    pub(crate) fn mailable(&self, player: &Player) -> Result<Mailable<'_>, MailError> {
        let mail = self.mail.as_deref().ok_or(MailError::NoMail)?;
        if player.guest { Err(MailError::Guest) } else { Ok(Mailable { mail, player: player.id }) }
    }

    /// A player's address, if they have entered one.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn mail_address(
        &self,
        Mailable { player, .. }: Mailable<'_>,
    ) -> Result<Option<MailAddress>, StoreError> {
        self.store.mail(player).await
    }

    /// Sets a player's address in place of an earlier one, and sends a link there that confirms it.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn set_mail_address(
        &self,
        Mailable { mail, player }: Mailable<'_>,
        address: String,
        language: &str,
        kinds: NotificationKinds,
    ) -> Result<MailAddress, StoreError> {
        let now = self.registry.now();
        let address = MailAddress {
            player,
            address,
            language: language.to_owned(),
            kinds,
            created_at: now,
            confirmed_at: None,
            refused_at: None,
            stop: rand::random(),
        };
        let (secret, code) = Mail::new_code();
        self.store.put_mail(&address, code, now.after(CONFIRMS_FOR)).await?;
        self.send_confirmation(mail, &address, &secret).await;
        Ok(address)
    }

    /// Sends another link to an address that is not confirmed; earlier ones confirm nothing from
    /// then on.
    ///
    /// # Errors
    ///
    /// [`MailError`].
    pub(crate) async fn resend_confirmation(
        &self,
        Mailable { mail, player }: Mailable<'_>,
        address: &MailAddress,
    ) -> Result<(), MailError> {
        let (secret, code) = Mail::new_code();
        let until: Moment = self.registry.now().after(CONFIRMS_FOR);
        if !self.store.set_mail_code(player, code, until).await? {
            return Err(MailError::NoAddress);
        }
        self.send_confirmation(mail, address, &secret).await;
        Ok(())
    }

    /// Sends a link, unless too many have been sent to this mailbox or its domain.
    async fn send_confirmation(&self, mail: &Mail, address: &MailAddress, secret: &str) {
        let (mailbox, domain) = mailbox(&address.address);
        if self.limiter.check_mail_to_rate(&mailbox, &domain).await.is_ok() {
            mail.confirm(address, secret);
        }
    }

    /// Sets which notifications are mailed to a player, and in which language.
    ///
    /// # Errors
    ///
    /// [`MailError`].
    pub(crate) async fn set_mail_kinds(
        &self,
        Mailable { player, .. }: Mailable<'_>,
        kinds: NotificationKinds,
        language: &str,
    ) -> Result<MailAddress, MailError> {
        let is_set = self.store.set_mail_kinds(player, kinds, language).await?;
        let address = self.store.mail(player).await?.filter(|_| is_set);
        address.ok_or(MailError::NoAddress)
    }

    /// Removes a player's address.
    ///
    /// # Errors
    ///
    /// [`MailError`].
    pub(crate) async fn remove_mail_address(
        &self,
        Mailable { player, .. }: Mailable<'_>,
    ) -> Result<(), MailError> {
        let is_removed = self.store.remove_mail(player).await?;
        if is_removed { Ok(()) } else { Err(MailError::NoAddress) }
    }

    /// Confirms the address to which a link was sent; false if the link was used or has expired.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn confirm_mail(&self, code: Digest) -> Result<bool, StoreError> {
        self.store.confirm_mail(code, self.registry.now()).await
    }

    /// Ends all notifications to the address in whose mails the code stands, also if this server
    /// sends no mail any more; false if there is no such address.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn stop_mail(&self, code: StopCode) -> Result<bool, StoreError> {
        self.store.stop_mail(code).await
    }
}
