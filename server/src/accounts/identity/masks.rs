//! Masks of keys that are stored to count requests and places, such as those of addresses.
//!
//! A plain digest of an IPv4 address is found by trying all of them. A mask is an HMAC-SHA-256 by the
//! secret that signs, so that the database alone reveals no address, and every server with the same keys
//! counts under the same mask. When the secret is replaced, counting begins again.

use super::Keys;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fmt;

/// The purpose that is signed with every key.
const PURPOSE: &[u8] = b"yiguan mask 1";

/// Masks keys before they are stored.
#[derive(Clone)]
pub struct Masks([u8; 32]);

impl fmt::Debug for Masks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Masks").finish_non_exhaustive()
    }
}

impl Keys {
    /// Masks by the secret that signs.
    #[must_use]
    pub fn masks(&self) -> Masks {
        Masks(self.signing.secret)
    }
}

impl Masks {
    /// The stored form of a key: the first 16 bytes of its HMAC.
    #[must_use]
    pub fn of(&self, key: &[u8]) -> [u8; 16] {
        let mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes any length");
        let whole = mac.chain_update(PURPOSE).chain_update(key).finalize().into_bytes();
        let mut mask = [0; 16];
        mask.copy_from_slice(&whole[..16]);
        mask
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_has_one_mask_for_servers_with_the_same_secret() {
        let masks = Keys::new([3; 32], &[]).masks();
        assert_eq!(masks.of(b"192.0.2.1"), Keys::new([3; 32], &[[4; 32]]).masks().of(b"192.0.2.1"));
        assert_ne!(masks.of(b"192.0.2.1"), masks.of(b"192.0.2.2"));
        assert_ne!(masks.of(b"192.0.2.1"), Keys::new([4; 32], &[[3; 32]]).masks().of(b"192.0.2.1"));
    }
}
