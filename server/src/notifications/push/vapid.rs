//! The key by which push services know this server (RFC 8292).
//!
//! A token names the push service it is for, so that it cannot be used at another, and is signed with ES256.
//! It is three pieces of text; a library for all kinds of tokens would bring RSA along.

use super::encryption;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::json;
use std::fmt;

/// For how long a token counts, in seconds; services take a day at the most.
const COUNTS_FOR: u64 = 12 * 3_600;

/// The contact for a push service: a `mailto:` or `https:` address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact(String);

/// The text is no address of that kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an address such as mailto:admin@example.org or https://example.org")]
pub struct BadContact;

impl std::str::FromStr for Contact {
    type Err = BadContact;

    fn from_str(text: &str) -> Result<Self, BadContact> {
        let rest = text.strip_prefix("mailto:").or_else(|| text.strip_prefix("https://"));
        let is_plain = text.len() <= 200 && text.bytes().all(|byte| byte.is_ascii_graphic());
        match rest {
            Some(rest) if !rest.is_empty() && is_plain => Ok(Self(text.to_owned())),
            _ => Err(BadContact),
        }
    }
}

/// The pair of keys.
pub struct Vapid {
    key: SigningKey,
    public: String,
    contact: Option<Contact>,
}

impl Vapid {
    /// A private key for a server that has none.
    #[must_use]
    pub fn fresh_key() -> [u8; 32] {
        encryption::fresh_key().to_bytes().into()
    }

    /// The pair that a private key belongs to; `None` if it is no number of the curve.
    #[must_use]
    pub fn new(private: &[u8; 32], contact: Option<Contact>) -> Option<Self> {
        let secret = SecretKey::from_slice(private).ok()?;
        let public = BASE64_URL_SAFE_NO_PAD.encode(encryption::public_half(&secret));
        Some(Self { key: secret.into(), public, contact })
    }

    /// The public key, as pages hand it to the browser: 87 characters of base64url.
    #[must_use]
    pub fn public_key(&self) -> &str {
        &self.public
    }

    /// The `Authorization` for a push service, given as its origin, at `now` in seconds since 1970.
    pub(super) fn authorization(&self, audience: &str, now: u64) -> String {
        let mut claims = json!({"aud": audience, "exp": now + COUNTS_FOR});
        if let Some(Contact(contact)) = &self.contact {
            claims["sub"] = contact.as_str().into();
        }
        let [header, claims] = [r#"{"typ":"JWT","alg":"ES256"}"#, &claims.to_string()]
            .map(|part| BASE64_URL_SAFE_NO_PAD.encode(part));
        let signed = format!("{header}.{claims}");
        let signature: Signature = self.key.sign(signed.as_bytes());
        let signature = BASE64_URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public)
    }
}

// By hand, so that the private key is never written.
impl fmt::Debug for Vapid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vapid").field("public", &self.public).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use p256::ecdsa::signature::Verifier;

    #[test]
    fn a_token_is_signed_for_one_service_and_half_a_day() {
        let contact = Some("mailto:admin@example.org".parse().expect("a contact"));
        let vapid = Vapid::new(&Vapid::fresh_key(), contact).expect("a key");
        assert_eq!(vapid.public_key().len(), 87);
        let header = vapid.authorization("https://push.example.org", 1_000);
        let rest = header.strip_prefix("vapid t=").expect("a token");
        let (token, key) = rest.split_once(", k=").expect("a key");
        assert_eq!(key, vapid.public_key());
        let (signed, signature) = token.rsplit_once('.').expect("signed");
        let decode = |text| BASE64_URL_SAFE_NO_PAD.decode(text).expect("base64url");
        let signature = Signature::from_slice(&decode(signature)).expect("a signature");
        vapid.key.verifying_key().verify(signed.as_bytes(), &signature).expect("it holds");
        let (_, claims) = signed.split_once('.').expect("claims");
        let claims: serde_json::Value = serde_json::from_slice(&decode(claims)).expect("JSON");
        let expected = json!({"aud": "https://push.example.org", "exp": 44_200,
            "sub": "mailto:admin@example.org"});
        assert_eq!(claims, expected);
        assert!(!format!("{vapid:?}").contains("key:"), "the private key is not written");
    }

    #[test]
    fn a_contact_is_an_address_of_mail_or_of_a_page() {
        for good in ["mailto:admin@example.org", "https://example.org/contact"] {
            assert!(good.parse::<Contact>().is_ok(), "{good}");
        }
        for bad in ["", "admin@example.org", "mailto:", "http://example.org", "https://a b"] {
            assert_eq!(bad.parse::<Contact>(), Err(BadContact), "{bad}");
        }
    }
}
