//! Signatures of statements that one node makes to another.
//!
//! A signature is `key.mac`: the short name of the secret, and an HMAC-SHA-256 over the purpose and the
//! parts of the statement, each with its length, so that no two statements have the same bytes.

use super::{Key, Keys};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::fmt;

/// The purpose that is signed with every statement.
const PURPOSE: &[u8] = b"yiguan node 1";

/// The secrets that sign and verify statements: the first one signs, all verify.
#[derive(Clone)]
pub struct Signatures(Keys);

impl fmt::Debug for Signatures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signatures").finish_non_exhaustive()
    }
}

impl Keys {
    /// Signatures by the same secrets: every server with these keys verifies the statements of another.
    #[must_use]
    pub fn signatures(&self) -> Signatures {
        Signatures(self.clone())
    }
}

impl Signatures {
    /// Signs a statement.
    #[must_use]
    pub fn sign(&self, parts: &[&[u8]]) -> String {
        let key = &self.0.signing;
        let mac = mac(key, parts).finalize().into_bytes();
        format!("{}.{}", key.name, URL_SAFE_NO_PAD.encode(mac))
    }

    /// Whether a server with one of these secrets signed a statement.
    #[must_use]
    pub fn verify(&self, parts: &[&[u8]], signature: &str) -> bool {
        let Some((name, sent)) = signature.split_once('.') else { return false };
        let Ok(sent) = URL_SAFE_NO_PAD.decode(sent) else { return false };
        let mut keys = std::iter::once(&self.0.signing).chain(&self.0.verifying);
        keys.any(|key| key.name == name && mac(key, parts).verify_slice(&sent).is_ok())
    }
}

fn mac(key: &Key, parts: &[&[u8]]) -> Hmac<Sha256> {
    let add = |mac: Hmac<Sha256>, part: &&[u8]| {
        let length = u64::try_from(part.len()).unwrap_or(u64::MAX);
        mac.chain_update(length.to_be_bytes()).chain_update(part)
    };
    parts.iter().fold(key.mac(PURPOSE), add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statement_is_verified_by_the_same_secret_only() {
        let signatures = Keys::new([3; 32], &[]).signatures();
        let signed = signatures.sign(&[b"GET", b"/a"]);
        assert!(signatures.verify(&[b"GET", b"/a"], &signed));
        assert!(Keys::new([4; 32], &[[3; 32]]).signatures().verify(&[b"GET", b"/a"], &signed));
        assert!(!Keys::new([4; 32], &[]).signatures().verify(&[b"GET", b"/a"], &signed));
        for other in [&[b"GET".as_slice(), b"/b"][..], &[b"GE", b"T/a"], &[b"GET/a"], &[]] {
            assert!(!signatures.verify(other, &signed), "{other:?}");
        }
        for bad in ["", ".", &signed[..signed.len() - 3], &format!("{signed}A")] {
            assert!(!signatures.verify(&[b"GET", b"/a"], bad), "{bad:?}");
        }
    }
}
