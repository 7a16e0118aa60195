//! Encrypts a message for one browser (RFC 8291), so that no push service can read it.

use p256::ecdh::diffie_hellman;
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::{PublicKey, SecretKey};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};

/// The size of a record, in bytes (RFC 8188); a message is one record.
const RECORD: usize = 4_096;

/// The bytes that encryption adds to a record: the mark of the last record, and the tag.
const ADDED: usize = 1 + 16;

/// The public key and the secret of the browser that a message is for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Recipient<'a> {
    pub(super) key: &'a PublicKey,
    pub(super) secret: &'a [u8; 16],
}

/// Encrypts a text with a key pair and a salt used this one time; `None` if it is longer than
/// 4,079 bytes.
pub(super) fn encrypt(text: &[u8], recipient: Recipient<'_>) -> Option<Vec<u8>> {
    encrypt_with(text, recipient, &fresh_key(), rand::random())
}

/// A private key.
pub(super) fn fresh_key() -> SecretKey {
    loop {
        let bytes: [u8; 32] = rand::random();
        // Nearly all numbers of 32 bytes are private keys: one in four thousand million is not.
        if let Ok(key) = SecretKey::from_slice(&bytes) {
            return key;
        }
    }
}

/// The public half of a private key, as a point of 65 bytes.
pub(super) fn public_half(key: &SecretKey) -> Vec<u8> {
    key.public_key().to_sec1_point(false).as_bytes().to_vec()
}

fn encrypt_with(
    text: &[u8],
    Recipient { key, secret }: Recipient<'_>,
    own: &SecretKey,
    salt: [u8; 16],
) -> Option<Vec<u8>> {
    if text.len() + ADDED > RECORD {
        return None;
    }
    let shared = diffie_hellman(own.to_nonzero_scalar(), key.as_affine());
    let (theirs, ours) = (key.to_sec1_point(false), public_half(own));
    let extracted = Salt::new(HKDF_SHA256, secret).extract(shared.raw_secret_bytes().as_slice());
    let input = expand::<32>(&extracted, &[b"WebPush: info\0", theirs.as_bytes(), &ours])?;
    let extracted = Salt::new(HKDF_SHA256, &salt).extract(&input);
    let content_key = expand::<16>(&extracted, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce = expand::<12>(&extracted, &[b"Content-Encoding: nonce\0"])?;

    let mut record = [text, &[2]].concat();
    LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &content_key).ok()?)
        .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)
        .ok()?;
    let size = u32::try_from(RECORD).ok()?.to_be_bytes();
    let length = u8::try_from(ours.len()).ok()?;
    Some([&salt[..], &size, &[length], &ours, &record].concat())
}

/// As many bytes as are asked for, derived from the extracted key (RFC 5869).
fn expand<const N: usize>(extracted: &Prk, info: &[&[u8]]) -> Option<[u8; N]> {
    struct Length(usize);
    impl KeyType for Length {
        fn len(&self) -> usize {
            self.0
        }
    }
    let mut bytes = [0; N];
    extracted.expand(info, Length(N)).ok()?.fill(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::prelude::BASE64_URL_SAFE_NO_PAD;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64_URL_SAFE_NO_PAD.decode(text).expect("base64url")
    }

    /// RFC 8291, appendix A.
    #[test]
    fn example_of_the_standard_is_reproduced() {
        let browser = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let key = PublicKey::from_sec1_bytes(&bytes(browser)).expect("a point");
        let secret = bytes("BTBZMqHH6r4Tts7J_aSIgg").try_into().expect("16 bytes");
        let own = SecretKey::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"));
        let encrypted = encrypt_with(
            b"When I grow up, I want to be a watermelon",
            Recipient { key: &key, secret: &secret },
            &own.expect("a number of the curve"),
            bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().expect("16 bytes"),
        );
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml\
            mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
            pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(
            encrypted.map(|body| BASE64_URL_SAFE_NO_PAD.encode(body)),
            Some(expected.to_owned())
        );
    }

    #[test]
    fn a_message_is_one_record() {
        let key = fresh_key().public_key();
        let recipient = Recipient { key: &key, secret: &[7; 16] };
        let longest = encrypt(&[b'a'; RECORD - ADDED], recipient).expect("it fits");
        assert_eq!(longest.len(), 16 + 4 + 1 + 65 + RECORD);
        assert_eq!(encrypt(&[b'a'; RECORD - ADDED + 1], recipient), None);
    }
}
