//! Sealed texts: state that a client holds for the server, encrypted and authenticated.
//!
//! A text is `key.content`: the short name of the secret, then a random number and the ciphertext.
//! Each text has a key of its own, derived from the secret and the number, so no key is used twice
//! and the nonce can be constant. The *context* is authenticated and not contained: a text opens
//! only where exactly the same context is given.

use super::Keys;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sha2::Sha256;
use std::fmt;

/// The purpose that the keys are derived for.
const PURPOSE: &[u8] = b"yiguan seal 1";

/// The length of a number in bytes.
const NUMBER: usize = 16;

/// The random number of a sealed text, which identifies it.
pub type SealNumber = [u8; NUMBER];

/// The secrets that seal and open texts: the first one seals, all open.
#[derive(Clone)]
pub struct Seals(Vec<(String, [u8; 32])>);

/// The content of a sealed text, and its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsealed {
    /// The random number that identifies the text.
    pub number: SealNumber,
    /// The content.
    pub content: Vec<u8>,
}

impl fmt::Debug for Seals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seals").finish_non_exhaustive()
    }
}

impl Keys {
    /// Seals made from the same secrets: every server with these keys opens what another sealed.
    #[must_use]
    pub fn seals(&self) -> Seals {
        let keys = std::iter::once(&self.signing).chain(&self.verifying);
        Seals(keys.map(|key| (key.name.clone(), key.secret)).collect())
    }
}

impl Seals {
    /// Encrypts some content for later, in a context; `None` only if the cipher refuses its length.
    #[must_use]
    pub fn seal(&self, context: &[u8], content: &[u8]) -> Option<String> {
        let (name, secret) = self.0.first()?;
        let number: SealNumber = rand::random();
        let mut text = content.to_vec();
        let (key, nonce) = cipher(secret, number)?;
        key.seal_in_place_append_tag(nonce, Aad::from(context), &mut text).ok()?;
        let mut whole = number.to_vec();
        whole.append(&mut text);
        Some(format!("{name}.{}", URL_SAFE_NO_PAD.encode(whole)))
    }

    /// The number that a text claims, whether it was sealed here or not.
    #[must_use]
    pub fn claimed_number(text: &str) -> Option<SealNumber> {
        let (_, whole) = text.split_once('.')?;
        let whole = URL_SAFE_NO_PAD.decode(whole).ok()?;
        whole.first_chunk().copied()
    }

    /// Decrypts a text that was sealed in the same context; `None` if it was not.
    #[must_use]
    pub fn open(&self, context: &[u8], text: &str) -> Option<Unsealed> {
        let (name, whole) = text.split_once('.')?;
        let whole = URL_SAFE_NO_PAD.decode(whole).ok()?;
        let (number, sealed) = whole.split_first_chunk::<NUMBER>()?;
        self.0.iter().filter(|(known, _)| known == name).find_map(|(_, secret)| {
            let mut sealed = sealed.to_vec();
            let (key, nonce) = cipher(secret, *number)?;
            let content = key.open_in_place(nonce, Aad::from(context), &mut sealed).ok()?;
            Some(Unsealed { number: *number, content: content.to_vec() })
        })
    }
}

/// The key of one text, and its nonce.
fn cipher(secret: &[u8; 32], number: SealNumber) -> Option<(LessSafeKey, Nonce)> {
    let mac = Hmac::<Sha256>::new_from_slice(secret).ok()?;
    let key = mac.chain_update(PURPOSE).chain_update(number).finalize().into_bytes();
    let key = UnboundKey::new(&CHACHA20_POLY1305, &key).ok()?;
    Some((LessSafeKey::new(key), Nonce::assume_unique_for_key([0; NONCE_LEN])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seals(secret: u8, retired: &[[u8; 32]]) -> Seals {
        Keys::new([secret; 32], retired).seals()
    }

    #[test]
    fn sealed_text_opens_in_its_context_only() {
        let seals = seals(3, &[]);
        let text = seals.seal(b"here", b"state").expect("it seals");
        assert_eq!(seals.open(b"here", &text).map(|opened| opened.content), Some(b"state".into()));
        assert_eq!(seals.open(b"there", &text), None);
        assert!(!text.contains("state") && seals.seal(b"here", b"state") != Some(text));
    }

    #[test]
    fn retired_secret_opens_and_other_secret_does_not() {
        let text = seals(3, &[]).seal(b"", b"state").expect("it seals");
        assert!(seals(4, &[[3; 32]]).open(b"", &text).is_some());
        assert_eq!(seals(4, &[]).open(b"", &text), None);
    }

    #[test]
    fn changed_text_does_not_open() {
        let seals = seals(3, &[]);
        let text = seals.seal(b"", b"state").expect("it seals");
        let (name, content) = text.split_once('.').expect("a dot");
        let whole = URL_SAFE_NO_PAD.decode(content).expect("base64");
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            let changed = format!("{name}.{}", URL_SAFE_NO_PAD.encode(changed));
            assert_eq!(seals.open(b"", &changed), None, "{at}");
        }
        for bad in ["", ".", name, content, &text[..text.len() - 4], "AAAA.AAAA"] {
            assert_eq!(seals.open(b"", bad), None, "{bad}");
        }
    }
}
