//! Registering: a guest keeps the identity, by a name and a password or by a passkey; and the passkeys
//! that a registered player adds and removes.

use super::ceremonies::{Begun, Ceremonies, NewPasskey};
use super::sessions::{MAX_DEVICE, Proven};
use super::{AccountError, Accounts, Password, new_codes};
use crate::accounts::identity::Seals;
use crate::accounts::sockets::Pass;
use domain::names::Name;
use domain::reserved::is_reserved;
use domain::{Moment, Player, PlayerId, SessionId};
use store::{Account, Adding, Generation, Registering, Registration, StoreError, StoredPasskey};

/// The most passkeys of a person.
const MOST_PASSKEYS: u32 = 20;

impl Accounts {
    /// Registers a guest and returns the recovery codes, which are shown only this once. All credentials of
    /// the guest end, except that of the request.
    ///
    /// # Errors
    ///
    /// [`AccountError`].
    pub(crate) async fn register_by_password(
        &self,
        id: PlayerId,
        name: &Name,
        password: Password,
        pass: Pass,
        now: Moment,
    ) -> Result<Vec<String>, AccountError> {
        let password = self.passwords.hash(password, Some(name.as_str().to_owned())).await?;
        self.register(id, Some(name), Some(password), None, pass, now).await
    }

    /// Keeps the identity of a guest by a new passkey; the name, which is lost if another player
    /// has one that resembles it, and the recovery codes.
    ///
    /// # Errors
    ///
    /// [`AccountError`].
    pub(crate) async fn register_by_passkey(
        &self,
        id: PlayerId,
        name: Option<Name>,
        made: NewPasskey,
        device: &str,
        pass: Pass,
        now: Moment,
    ) -> Result<(Option<Name>, Vec<String>), AccountError> {
        let made = &stored(id, made, device, now);
        match self.register(id, name.as_ref(), None, Some(made), pass, now).await {
            Err(AccountError::NameTaken) => {
                Ok((None, self.register(id, None, None, Some(made), pass, now).await?))
            }
            kept => kept.map(|codes| (name, codes)),
        }
    }

    async fn register(
        &self,
        id: PlayerId,
        name: Option<&Name>,
        password: Option<String>,
        passkey: Option<&StoredPasskey>,
        pass: Pass,
        now: Moment,
    ) -> Result<Vec<String>, AccountError> {
        if name.is_some_and(is_reserved) {
            return Err(AccountError::NameTaken);
        }
        let (codes, digests) = new_codes();
        let name_text = name.map(|name| name.as_str().to_owned());
        let generation = Generation::REGISTERED;
        let account = &Account { id, name: name_text, password, registered_at: now, generation };
        let likeness = name.map(Name::likeness);
        let registration =
            Registration { account, likeness: likeness.as_deref(), codes: &digests, passkey, pass };
        match self.store.register(registration).await? {
            Registering::Registered(ended) => {
                // The sockets of the guest's cookie are closed when the browser has its new one.
                self.forget(id, &ended, |of| of != pass && of != Pass::Guest);
                Ok(codes)
            }
            Registering::AlreadyRegistered => Err(AccountError::AlreadyRegistered),
            Registering::NameTaken => Err(AccountError::NameTaken),
            Registering::PasskeyKnown => Err(AccountError::BadPasskey),
            Registering::Ended => Err(AccountError::Ended),
        }
    }

    /// Adds a passkey of a registered player.
    ///
    /// # Errors
    ///
    /// [`AccountError::TooManyPasskeys`], [`AccountError::Ended`].
    pub(crate) async fn add_passkey(
        &self,
        account: PlayerId,
        session: SessionId,
        made: NewPasskey,
        device: &str,
        now: Moment,
    ) -> Result<(), AccountError> {
        let made = stored(account, made, device, now);
        match self.store.add_passkey(&made, session, MOST_PASSKEYS).await? {
            Adding::Added => Ok(()),
            Adding::TooMany => Err(AccountError::TooManyPasskeys),
            Adding::Ended => Err(AccountError::Ended),
        }
    }

    /// The number of passkeys of a player, for them to look through when they have ended everything
    /// else.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn passkeys(&self, account: PlayerId) -> Result<u32, StoreError> {
        let all = self.store.passkeys(account).await?;
        Ok(u32::try_from(all.len()).unwrap_or(u32::MAX))
    }

    /// Begins a ceremony that makes a passkey of a player.
    ///
    /// # Errors
    ///
    /// [`AccountError`].
    pub(crate) async fn begin_making(
        &self,
        address: &str,
        player: &Player,
        now: Moment,
    ) -> Result<Begun, AccountError> {
        let known = self.store.passkeys(player.id).await?;
        let known: Vec<Vec<u8>> = known.into_iter().map(|passkey| passkey.id).collect();
        self.ceremonies.begin_making(address, player.id, &player.name, &known, now)
    }

    /// Ends a ceremony that makes a passkey of a player.
    ///
    /// # Errors
    ///
    /// [`AccountError::CeremonyOver`], [`AccountError::BadPasskey`].
    pub(crate) async fn end_making(
        &self,
        address: &str,
        ceremony: &str,
        player: PlayerId,
        answer: serde_json::Value,
        now: Moment,
    ) -> Result<NewPasskey, AccountError> {
        let ended = self.ceremonies.end_making(address, ceremony, player, answer, now)?;
        ended.once(&self.store).await
    }

    /// The player whose passkey signed the challenge of a ceremony.
    ///
    /// # Errors
    ///
    /// [`AccountError::CeremonyOver`], [`AccountError::BadPasskey`].
    pub(crate) async fn sign_in(
        &self,
        address: &str,
        ceremony: &str,
        answer: serde_json::Value,
        now: Moment,
    ) -> Result<Proven, AccountError> {
        let claimed = Ceremonies::claimed(&answer).unwrap_or_default();
        let known = self.store.passkey(&claimed).await?;
        // A player who is not registered, or has deleted everything, does not sign in.
        let account = match &known {
            Some(passkey) => self.store.account(passkey.account).await?,
            None => None,
        };
        let known = known.filter(|_| account.is_some());
        let credential = known.as_ref().map(|passkey| passkey.credential.as_str());
        let ended = self.ceremonies.end_signing_in(address, ceremony, answer, credential, now);
        let ended = self.unless_used(ceremony, ended).await?;
        let used = ended.once(&self.store).await?;
        let account = account.ok_or(AccountError::BadPasskey)?;
        self.store.use_passkey(&claimed, &used, now).await?;
        Ok(Proven { player: account.id, generation: account.generation, is_confirmed: true })
    }

    /// The outcome of a ceremony's verification. An answer that was sent before is refused for its
    /// counter: the reason is then that the ceremony is over.
    pub(super) async fn unless_used<T>(
        &self,
        ceremony: &str,
        outcome: Result<T, AccountError>,
    ) -> Result<T, AccountError> {
        if let (Err(AccountError::BadPasskey), Some(number)) =
            (&outcome, Seals::claimed_number(ceremony))
            && self.store.ceremony_is_used(number).await?
        {
            return Err(AccountError::CeremonyOver);
        }
        outcome
    }

    /// Removes a passkey of a player; false if there is none.
    ///
    /// # Errors
    ///
    /// [`AccountError::LastPasskey`] if it is the last one and there is no password.
    pub(crate) async fn remove_passkey(
        &self,
        account: PlayerId,
        id: &[u8],
    ) -> Result<bool, AccountError> {
        let all = self.store.passkeys(account).await?;
        let is_last = all.len() == 1 && all.iter().any(|passkey| passkey.id == id);
        let kept = self.store.account(account).await?;
        if is_last && kept.is_some_and(|account| account.password.is_none()) {
            return Err(AccountError::LastPasskey);
        }
        Ok(self.store.remove_passkey(account, id).await?)
    }
}

fn stored(account: PlayerId, made: NewPasskey, device: &str, now: Moment) -> StoredPasskey {
    let NewPasskey { id, credential } = made;
    let device = device.chars().take(MAX_DEVICE).collect();
    StoredPasskey { id, account, credential, device, created_at: now, used_at: now }
}
