//! Passkeys: the ceremonies of WebAuthn, each of two requests. One makes a passkey, one signs in,
//! and one confirms that a signed-in player is still the owner.
//!
//! The state between the two requests is in the text that the browser sends back, sealed
//! ([`Seals`]): encrypted, authenticated, valid for five minutes, and bound to the site, the kind of
//! ceremony and the player. So a ceremony that begins costs the server nothing, no request can end
//! the ceremony of another browser, and any node can end it. A ceremony counts once: [`Ended::once`]
//! writes its number as used. `docs/decisions/0001-sealed-ceremonies.md` gives the reasons.

use super::AccountError;
use crate::accounts::identity::{SealNumber, Seals, Unsealed};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::{Moment, PlayerId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Database;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Url,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

/// The time that a ceremony may take, in milliseconds.
const LASTS: u64 = 5 * 60 * 1_000;

/// The maximum length of a sealed ceremony; longer texts are not decoded.
const MAX_SEALED: usize = 2_048;

/// The purpose of a ceremony. A ceremony of one kind never ends as another, nor for another player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A passkey is made for this player.
    Making(PlayerId),
    /// A browser signs in as the owner of the passkey.
    SigningIn,
    /// This player proves again to have one of their passkeys.
    Confirming(PlayerId),
}

impl Kind {
    /// The text that is authenticated with the state: kind, player and site.
    fn context(self, site: &Url) -> Vec<u8> {
        let (kind, player) = match self {
            Self::Making(player) => ("make", Some(player)),
            Self::SigningIn => ("sign-in", None),
            Self::Confirming(player) => ("confirm", Some(player)),
        };
        let player = player.map(|player| player.0.simple().to_string()).unwrap_or_default();
        format!("ceremony {kind} {player} {site}").into_bytes()
    }
}

/// The content of a sealed ceremony.
#[derive(Serialize, Deserialize)]
struct Sealed<S> {
    begun: u64,
    state: S,
}

/// Begins ceremonies and verifies their answers.
#[derive(Debug)]
pub(crate) struct Ceremonies(Seals);

/// The first half of a ceremony: its sealed state, and the options for the browser, as
/// its `PublicKeyCredential.parse…OptionsFromJSON` reads them.
#[derive(Debug)]
pub(crate) struct Begun {
    pub(crate) ceremony: String,
    pub(crate) options: Value,
}

/// A passkey that was made.
#[derive(Debug)]
pub(crate) struct NewPasskey {
    pub(crate) id: Vec<u8>,
    pub(crate) credential: String,
}

/// The verified result of a ceremony, which [`once`](Self::once) gives out a single time.
#[derive(Debug)]
#[must_use = "a result counts only once the ceremony is written as used"]
pub(crate) struct Ended<T> {
    number: SealNumber,
    expires_at: Moment,
    result: T,
}

impl<T> Ended<T> {
    /// Writes the ceremony as used, and returns its result.
    ///
    /// # Errors
    ///
    /// [`AccountError::CeremonyOver`] if it was used before, on any node; [`AccountError::Store`] if
    /// that cannot be checked.
    pub(crate) async fn once(self, store: &Database) -> Result<T, AccountError> {
        if store.use_ceremony(self.number, self.expires_at).await? {
            Ok(self.result)
        } else {
            Err(AccountError::CeremonyOver)
        }
    }
}

impl Ceremonies {
    /// Ceremonies that are sealed with these keys.
    pub(crate) const fn new(seals: Seals) -> Self {
        Self(seals)
    }

    /// Begins making a passkey of a player, who is shown by `name` in the device's list. Devices
    /// that have one of the `known` passkeys are left out.
    ///
    /// # Errors
    ///
    /// [`AccountError::NoPasskeys`] if pages of that address cannot have passkeys.
    pub(crate) fn begin_making(
        &self,
        address: &str,
        player: PlayerId,
        name: &str,
        known: &[Vec<u8>],
        now: Moment,
    ) -> Result<Begun, AccountError> {
        let (webauthn, site) = site(address)?;
        // The known ones are listed in the options alone, so that the state has a fixed size: the
        // store refuses a credential that it has already.
        let (asked, state) = webauthn
            .start_passkey_registration(player.0, name, name, None)
            .map_err(|_| AccountError::NoPasskeys)?;
        let mut options = options(&asked)?;
        options["excludeCredentials"] = descriptors(known);
        // One that the device finds by itself: a player who signs in gives no name.
        let selection = &mut options["authenticatorSelection"];
        selection["residentKey"] = json!("required");
        selection["requireResidentKey"] = json!(true);
        let ceremony = self.seal(Kind::Making(player), &site, &state, now)?;
        Ok(Begun { ceremony, options })
    }

    /// Verifies the browser's answer for a new passkey.
    ///
    /// # Errors
    ///
    /// [`AccountError::CeremonyOver`] if the ceremony is not valid here, [`AccountError::BadPasskey`]
    /// if the answer is not.
    pub(crate) fn end_making(
        &self,
        address: &str,
        ceremony: &str,
        player: PlayerId,
        answer: Value,
        now: Moment,
    ) -> Result<Ended<NewPasskey>, AccountError> {
        let (webauthn, site) = site(address)?;
        let (number, state, expires_at) =
            self.open::<PasskeyRegistration>(Kind::Making(player), &site, ceremony, now)?;
        let answer: RegisterPublicKeyCredential =
            serde_json::from_value(answer).map_err(|_| AccountError::BadPasskey)?;
        let passkey = webauthn
            .finish_passkey_registration(&answer, &state)
            .map_err(|_| AccountError::BadPasskey)?;
        let credential = serde_json::to_string(&passkey).map_err(|_| AccountError::BadPasskey)?;
        let result = NewPasskey { id: passkey.cred_id().to_vec(), credential };
        Ok(Ended { number, expires_at, result })
    }

    /// Begins signing in with any passkey of the device.
    ///
    /// # Errors
    ///
    /// [`AccountError::NoPasskeys`] if pages of that address cannot have passkeys.
    pub(crate) fn begin_signing_in(
        &self,
        address: &str,
        now: Moment,
    ) -> Result<Begun, AccountError> {
        self.begin_using(Kind::SigningIn, address, &[], now)
    }

    /// Begins confirming a player by one of their `known` passkeys.
    ///
    /// # Errors
    ///
    /// [`AccountError::NoPasskeys`] if pages of that address cannot have passkeys.
    pub(crate) fn begin_confirming(
        &self,
        address: &str,
        player: PlayerId,
        known: &[Vec<u8>],
        now: Moment,
    ) -> Result<Begun, AccountError> {
        self.begin_using(Kind::Confirming(player), address, known, now)
    }

    /// The id of the passkey that the browser's answer names.
    ///
    /// # Errors
    ///
    /// [`AccountError::BadPasskey`] if it names none.
    pub(crate) fn claimed(answer: &Value) -> Result<Vec<u8>, AccountError> {
        let id = answer["id"].as_str().ok_or(AccountError::BadPasskey)?;
        URL_SAFE_NO_PAD.decode(id).map_err(|_| AccountError::BadPasskey)
    }

    /// Verifies the browser's answer for signing in with the passkey whose public half is
    /// `credential`; the result is that half with its new counter.
    ///
    /// # Errors
    ///
    /// [`AccountError::CeremonyOver`] if the ceremony is not valid here, [`AccountError::BadPasskey`]
    /// if the answer is not.
    pub(crate) fn end_signing_in(
        &self,
        address: &str,
        ceremony: &str,
        answer: Value,
        credential: Option<&str>,
        now: Moment,
    ) -> Result<Ended<String>, AccountError> {
        self.end_using(Kind::SigningIn, address, ceremony, answer, credential, now)
    }

    /// Verifies the browser's answer for confirming a player; `credential` is the public half of a
    /// passkey of that player.
    ///
    /// # Errors
    ///
    /// As [`end_signing_in`](Self::end_signing_in).
    pub(crate) fn end_confirming(
        &self,
        address: &str,
        ceremony: &str,
        player: PlayerId,
        answer: Value,
        credential: Option<&str>,
        now: Moment,
    ) -> Result<Ended<String>, AccountError> {
        self.end_using(Kind::Confirming(player), address, ceremony, answer, credential, now)
    }

    fn begin_using(
        &self,
        kind: Kind,
        address: &str,
        known: &[Vec<u8>],
        now: Moment,
    ) -> Result<Begun, AccountError> {
        let (webauthn, site) = site(address)?;
        let (asked, state) =
            webauthn.start_discoverable_authentication().map_err(|_| AccountError::NoPasskeys)?;
        let mut options = options(&asked)?;
        if !known.is_empty() {
            options["allowCredentials"] = descriptors(known);
        }
        let ceremony = self.seal(kind, &site, &state, now)?;
        Ok(Begun { ceremony, options })
    }

    fn end_using(
        &self,
        kind: Kind,
        address: &str,
        ceremony: &str,
        answer: Value,
        credential: Option<&str>,
        now: Moment,
    ) -> Result<Ended<String>, AccountError> {
        let (webauthn, site) = site(address)?;
        let (number, state, expires_at) =
            self.open::<DiscoverableAuthentication>(kind, &site, ceremony, now)?;
        let answer: PublicKeyCredential =
            serde_json::from_value(answer).map_err(|_| AccountError::BadPasskey)?;
        let credential = credential.ok_or(AccountError::BadPasskey)?;
        let mut passkey: Passkey =
            serde_json::from_str(credential).map_err(|_| AccountError::BadPasskey)?;
        let verified = webauthn
            .finish_discoverable_authentication_v2(&answer, state, &passkey)
            .map_err(|_| AccountError::BadPasskey)?;
        passkey.update_credential(&verified);
        let result = serde_json::to_string(&passkey).map_err(|_| AccountError::BadPasskey)?;
        Ok(Ended { number, expires_at, result })
    }

    fn seal(
        &self,
        kind: Kind,
        site: &Url,
        state: &impl Serialize,
        now: Moment,
    ) -> Result<String, AccountError> {
        let content = serde_json::to_vec(&Sealed { begun: now.0, state });
        let sealed = content.ok().and_then(|content| self.0.seal(&kind.context(site), &content));
        sealed.filter(|sealed| sealed.len() <= MAX_SEALED).ok_or(AccountError::NoPasskeys)
    }

    /// The number and the state of a ceremony of this kind that is not too old, and when it expires.
    fn open<S: DeserializeOwned>(
        &self,
        kind: Kind,
        site: &Url,
        ceremony: &str,
        now: Moment,
    ) -> Result<(SealNumber, S, Moment), AccountError> {
        let opened = Some(ceremony).filter(|text| text.len() <= MAX_SEALED);
        let opened = opened.and_then(|text| self.0.open(&kind.context(site), text));
        let Unsealed { number, content } = opened.ok_or(AccountError::CeremonyOver)?;
        let Sealed { begun, state } =
            serde_json::from_slice(&content).map_err(|_| AccountError::CeremonyOver)?;
        // Another node's clock may be a little ahead; its ceremony ends a little later then.
        let expires_at = Moment(begun).after(LASTS);
        if now >= expires_at {
            return Err(AccountError::CeremonyOver);
        }
        Ok((number, state, expires_at))
    }
}

/// The options for the browser, in the library's request to it.
fn options(asked: &impl Serialize) -> Result<Value, AccountError> {
    let mut asked = serde_json::to_value(asked).map_err(|_| AccountError::NoPasskeys)?;
    Ok(asked["publicKey"].take())
}

/// Passkeys as lists of the options name them.
fn descriptors(ids: &[Vec<u8>]) -> Value {
    let descriptor = |id| json!({"type": "public-key", "id": URL_SAFE_NO_PAD.encode(id)});
    ids.iter().map(descriptor).collect()
}

/// The site that the pages of an address belong to. Addresses by number have no passkeys.
fn site(address: &str) -> Result<(Webauthn, Url), AccountError> {
    let url = Url::parse(address).map_err(|_| AccountError::NoPasskeys)?;
    let domain = url.domain().ok_or(AccountError::NoPasskeys)?;
    let builder = WebauthnBuilder::new(domain, &url).map_err(|_| AccountError::NoPasskeys)?;
    let site = builder.rp_name("Yiguan 弈馆").build().map_err(|_| AccountError::NoPasskeys)?;
    Ok((site, url))
}

#[cfg(test)]
mod tests;
