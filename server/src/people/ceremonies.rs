//! Passkeys: the two ceremonies of WebAuthn, making one and signing in with one.
//!
//! What a ceremony has to remember between its two requests stays here, under a random number that the
//! browser sends back: for five minutes, once, and for so many ceremonies at a time. It is on one server only,
//! so both requests have to reach the same one; a ceremony that is not known is begun again.

use super::PersonError;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::{Moment, PlayerId};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Url,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

/// How long a ceremony may take, in milliseconds.
const LASTS: u64 = 5 * 60 * 1_000;

/// How many ceremonies there can be at a time.
const MOST: usize = 2_000;

/// What has to be remembered of a ceremony.
enum State {
    Making(PlayerId, Box<PasskeyRegistration>),
    SigningIn(Box<DiscoverableAuthentication>),
}

/// A ceremony with the address of the page it is for, and when it began.
struct Ceremony {
    address: Url,
    state: State,
    begun: Moment,
}

/// The ceremonies that are going on.
#[derive(Default)]
pub(crate) struct Ceremonies(Mutex<HashMap<String, Ceremony>>);

impl fmt::Debug for Ceremonies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ceremonies").finish_non_exhaustive()
    }
}

/// The first half of a ceremony: its number, and what the browser is to be asked, as its
/// `PublicKeyCredential.parse…OptionsFromJSON` reads it.
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

impl Ceremonies {
    /// Begins making a passkey of somebody, who is shown by `name` in the device's list of them.
    ///
    /// # Errors
    ///
    /// [`PersonError::NoPasskeys`] if pages of that address cannot have passkeys.
    pub(crate) fn begin_making(
        &self,
        address: &str,
        player: PlayerId,
        name: &str,
        known: Vec<Vec<u8>>,
        now: Moment,
    ) -> Result<Begun, PersonError> {
        let (webauthn, address) = site(address)?;
        let (asked, state) = webauthn
            .start_passkey_registration(player.0, name, name, Some(known))
            .map_err(|_| PersonError::NoPasskeys)?;
        let mut options = serde_json::to_value(asked).map_err(|_| PersonError::NoPasskeys)?;
        // One that the device finds by itself: whoever signs in gives no name.
        let selection = &mut options["publicKey"]["authenticatorSelection"];
        selection["residentKey"] = json!("required");
        selection["requireResidentKey"] = json!(true);
        let ceremony = self.note(address, State::Making(player, Box::new(state)), now);
        Ok(Begun { ceremony, options: options["publicKey"].take() })
    }

    /// Ends making a passkey.
    ///
    /// # Errors
    ///
    /// [`PersonError::CeremonyOver`] if it is not known, [`PersonError::BadPasskey`] if what the
    /// browser answered does not hold.
    pub(crate) fn end_making(
        &self,
        ceremony: &str,
        player: PlayerId,
        answer: Value,
        now: Moment,
    ) -> Result<NewPasskey, PersonError> {
        let Ceremony { address, state, .. } = self.take(ceremony, now)?;
        let State::Making(whose, state) = state else { return Err(PersonError::CeremonyOver) };
        if whose != player {
            return Err(PersonError::CeremonyOver);
        }
        let (webauthn, _) = site(address.as_str())?;
        let answer: RegisterPublicKeyCredential =
            serde_json::from_value(answer).map_err(|_| PersonError::BadPasskey)?;
        let passkey = webauthn
            .finish_passkey_registration(&answer, &state)
            .map_err(|_| PersonError::BadPasskey)?;
        let credential = serde_json::to_string(&passkey).map_err(|_| PersonError::BadPasskey)?;
        Ok(NewPasskey { id: passkey.cred_id().to_vec(), credential })
    }

    /// Begins signing in with whatever passkey the device has.
    ///
    /// # Errors
    ///
    /// [`PersonError::NoPasskeys`] if pages of that address cannot have passkeys.
    pub(crate) fn begin_signing_in(
        &self,
        address: &str,
        now: Moment,
    ) -> Result<Begun, PersonError> {
        let (webauthn, address) = site(address)?;
        let (asked, state) =
            webauthn.start_discoverable_authentication().map_err(|_| PersonError::NoPasskeys)?;
        let mut options = serde_json::to_value(asked).map_err(|_| PersonError::NoPasskeys)?;
        let ceremony = self.note(address, State::SigningIn(Box::new(state)), now);
        Ok(Begun { ceremony, options: options["publicKey"].take() })
    }

    /// Which passkey the browser says that it used, and who it says made it.
    ///
    /// # Errors
    ///
    /// [`PersonError::BadPasskey`] if it does not say.
    pub(crate) fn claimed(answer: &Value) -> Result<Vec<u8>, PersonError> {
        let id = answer["id"].as_str().ok_or(PersonError::BadPasskey)?;
        URL_SAFE_NO_PAD.decode(id).map_err(|_| PersonError::BadPasskey)
    }

    /// Ends signing in with a passkey, whose public half is `credential`; that half with its counter
    /// as it is from now on.
    ///
    /// # Errors
    ///
    /// [`PersonError::CeremonyOver`] if it is not known, [`PersonError::BadPasskey`] if what the
    /// browser answered does not hold.
    pub(crate) fn end_signing_in(
        &self,
        ceremony: &str,
        answer: Value,
        credential: Option<&str>,
        now: Moment,
    ) -> Result<String, PersonError> {
        // Taken first: an answer is good for one attempt, whether it holds or not.
        let Ceremony { address, state, .. } = self.take(ceremony, now)?;
        let State::SigningIn(state) = state else { return Err(PersonError::CeremonyOver) };
        let (webauthn, _) = site(address.as_str())?;
        let answer: PublicKeyCredential =
            serde_json::from_value(answer).map_err(|_| PersonError::BadPasskey)?;
        let credential = credential.ok_or(PersonError::BadPasskey)?;
        let mut passkey: Passkey =
            serde_json::from_str(credential).map_err(|_| PersonError::BadPasskey)?;
        let result = webauthn
            .finish_discoverable_authentication_v2(&answer, *state, &passkey)
            .map_err(|_| PersonError::BadPasskey)?;
        passkey.update_credential(&result);
        serde_json::to_string(&passkey).map_err(|_| PersonError::BadPasskey)
    }

    fn note(&self, address: Url, state: State, begun: Moment) -> String {
        let number = URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>());
        let mut all = self.lock();
        if all.len() >= MOST {
            all.retain(|_, ceremony| begun.since(ceremony.begun) < LASTS);
        }
        if all.len() >= MOST {
            // The oldest makes room: a flood of beginnings ends none that is being answered at once.
            let oldest = all.iter().min_by_key(|(_, ceremony)| ceremony.begun);
            if let Some(number) = oldest.map(|(number, _)| number.clone()) {
                all.remove(&number);
            }
        }
        all.insert(number.clone(), Ceremony { address, state, begun });
        number
    }

    fn take(&self, number: &str, now: Moment) -> Result<Ceremony, PersonError> {
        let ceremony = self.lock().remove(number);
        ceremony
            .filter(|ceremony| now.since(ceremony.begun) < LASTS)
            .ok_or(PersonError::CeremonyOver)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Ceremony>> {
        // Nothing under the lock panics half-way, so a poisoned one is still whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The site that the pages of an address are of. Addresses by number have no passkeys.
fn site(address: &str) -> Result<(Webauthn, Url), PersonError> {
    let url = Url::parse(address).map_err(|_| PersonError::NoPasskeys)?;
    let domain = url.domain().ok_or(PersonError::NoPasskeys)?;
    let builder = WebauthnBuilder::new(domain, &url).map_err(|_| PersonError::NoPasskeys)?;
    let site = builder.rp_name("Yiguan 弈馆").build().map_err(|_| PersonError::NoPasskeys)?;
    Ok((site, url))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADDRESS: &str = "https://play.example";
    const NOW: Moment = Moment(1_760_000_000_000);

    fn begun(ceremonies: &Ceremonies, now: Moment) -> String {
        ceremonies.begin_signing_in(ADDRESS, now).expect("it has a name").ceremony
    }

    #[test]
    fn a_ceremony_is_ended_once_and_in_time() {
        let ceremonies = Ceremonies::default();
        let end = |number: &str, now| {
            ceremonies.end_signing_in(number, json!({}), None, now).expect_err("nothing is signed")
        };
        let number = begun(&ceremonies, NOW);
        assert_eq!(end(&number, NOW), PersonError::BadPasskey);
        assert_eq!(end(&number, NOW), PersonError::CeremonyOver, "it was answered");
        let late = begun(&ceremonies, NOW);
        assert_eq!(end(&late, NOW.after(LASTS)), PersonError::CeremonyOver);
        assert_eq!(end("", NOW), PersonError::CeremonyOver);
        let making = ceremonies
            .begin_making(ADDRESS, PlayerId::fresh(), "Li", Vec::new(), NOW)
            .expect("it has a name");
        assert_eq!(end(&making.ceremony, NOW), PersonError::CeremonyOver, "it is of another kind");
    }

    #[test]
    fn a_passkey_is_made_by_whoever_began_to() {
        let ceremonies = Ceremonies::default();
        let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
        let begin =
            || ceremonies.begin_making(ADDRESS, one, "Li", vec![vec![7; 16]], NOW).expect("a name");
        let made = begin();
        let selection = &made.options["authenticatorSelection"];
        assert_eq!(selection["residentKey"], "required");
        assert_eq!(selection["userVerification"], "required");
        assert_eq!(made.options["rp"]["id"], "play.example");
        let end = |number: &str, player| {
            ceremonies.end_making(number, player, json!({}), NOW).expect_err("nothing was made")
        };
        assert_eq!(end(&made.ceremony, other), PersonError::CeremonyOver);
        assert_eq!(end(&begin().ceremony, one), PersonError::BadPasskey);
    }

    #[test]
    fn an_address_without_a_name_has_no_passkeys() {
        let ceremonies = Ceremonies::default();
        for address in ["http://127.0.0.1:8080", "http://[::1]", "nonsense"] {
            let begun = ceremonies.begin_signing_in(address, NOW);
            assert_eq!(begun.err(), Some(PersonError::NoPasskeys), "{address}");
        }
        assert!(ceremonies.begin_signing_in("http://localhost:8080", NOW).is_ok());
    }

    #[test]
    fn so_many_ceremonies_are_remembered_and_no_more() {
        let ceremonies = Ceremonies::default();
        for number in 0..u64::try_from(MOST).expect("small") + 10 {
            begun(&ceremonies, NOW.after(number));
        }
        assert_eq!(ceremonies.lock().len(), MOST);
    }
}
