//! Who somebody is: ids of guests, signed so that nobody can make one up.

use crate::ids::PlayerId;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::fmt;

/// What is signed besides the id, so that a signature means one thing only.
const PURPOSE: &[u8] = b"yiguan guest 1";

/// One secret, and the short name by which tokens say which secret signed them.
#[derive(Clone)]
struct Key {
    name: String,
    secret: [u8; 32],
}

/// The secrets that sign and verify tokens. The first one signs; all verify, so that a secret
/// can be replaced without anybody losing their seat.
#[derive(Clone)]
pub struct Keys {
    signing: Key,
    verifying: Vec<Key>,
}

/// A token is malformed, or signed by nobody we know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a token of this server")]
pub struct BadToken;

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys").finish_non_exhaustive()
    }
}

impl Key {
    fn new(secret: [u8; 32]) -> Self {
        let digest = Sha256::new().chain_update(b"name").chain_update(secret).finalize();
        Self { name: URL_SAFE_NO_PAD.encode(&digest[..3]), secret }
    }

    fn mac(&self, id: PlayerId) -> Hmac<Sha256> {
        let mac = Hmac::<Sha256>::new_from_slice(&self.secret).expect("HMAC takes any length");
        mac.chain_update(PURPOSE).chain_update(id.0)
    }
}

impl Keys {
    /// Signs with `secret`, and accepts what `retired` ones have signed.
    #[must_use]
    pub fn new(secret: [u8; 32], retired: &[[u8; 32]]) -> Self {
        let verifying = retired.iter().copied().map(Key::new).collect();
        Self { signing: Key::new(secret), verifying }
    }

    /// The token of a guest: the key's name, the id, and the signature, with dots between.
    #[must_use]
    pub fn sign(&self, id: PlayerId) -> String {
        let mac = self.signing.mac(id).finalize().into_bytes();
        format!("{}.{}.{}", self.signing.name, id.0.simple(), URL_SAFE_NO_PAD.encode(mac))
    }

    /// The guest a token belongs to.
    ///
    /// # Errors
    ///
    /// [`BadToken`].
    pub fn verify(&self, token: &str) -> Result<PlayerId, BadToken> {
        let (name, rest) = token.split_once('.').ok_or(BadToken)?;
        let (id, mac) = rest.split_once('.').ok_or(BadToken)?;
        let id: PlayerId = id.parse().map_err(|_| BadToken)?;
        let mac = URL_SAFE_NO_PAD.decode(mac).map_err(|_| BadToken)?;
        std::iter::once(&self.signing)
            .chain(&self.verifying)
            .filter(|key| key.name == name)
            .any(|key| key.mac(id).verify_slice(&mac).is_ok())
            .then_some(id)
            .ok_or(BadToken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_secrets_verify() {
        let (old, new) = ([1; 32], [2; 32]);
        let id = PlayerId::fresh();
        let token = Keys::new(old, &[]).sign(id);
        assert_eq!(Keys::new(old, &[]).verify(&token), Ok(id));
        assert_eq!(Keys::new(new, &[old]).verify(&token), Ok(id), "a retired secret verifies");
        assert_eq!(Keys::new(new, &[]).verify(&token), Err(BadToken));
    }

    #[test]
    fn a_changed_token_is_refused() {
        let keys = Keys::new([3; 32], &[]);
        let token = keys.sign(PlayerId::fresh());
        let other = keys.sign(PlayerId::fresh());
        let (head, mac) = token.rsplit_once('.').expect("two dots");
        let (other_head, _) = other.rsplit_once('.').expect("two dots");
        for bad in [
            String::new(),
            head.to_owned(),
            format!("{other_head}.{mac}"),
            format!("{head}.{}", &mac[..20]),
            format!("{head}.!!!"),
            format!("x.{token}"),
        ] {
            assert_eq!(keys.verify(&bad), Err(BadToken), "{bad}");
        }
    }
}
