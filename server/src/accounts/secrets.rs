//! Secrets of one use: recovery codes, and the secret of the link that carries an identity to another
//! device. Each is random and long enough that its digest may be stored.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::Digest as _;
use sha2::Sha256;
use store::Digest;

/// The number of recovery codes of an account.
pub(crate) const CODES: usize = 8;

/// Digits and letters that cannot be confused when they are read from paper.
const LETTERS: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz0";

/// The characters of a recovery code, five bits each: 80 bits.
const CODE_LENGTH: usize = 16;

/// The context that is digested with the secret.
const RECOVERY: &[u8] = b"yiguan recovery 1";
const LINK: &[u8] = b"yiguan link 1";

fn digest(purpose: &[u8], secret: &[u8]) -> Digest {
    Sha256::new().chain_update(purpose).chain_update(secret).finalize().into()
}

/// A new recovery code, in groups of four, and its digest.
pub(crate) fn new_code() -> (String, Digest) {
    let bytes: [u8; CODE_LENGTH] = rand::random();
    let letters: String =
        bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect();
    let digest = digest(RECOVERY, letters.as_bytes());
    let groups: Vec<&str> = (0..CODE_LENGTH).step_by(4).map(|at| &letters[at..at + 4]).collect();
    (groups.join("-"), digest)
}

/// The digest of a recovery code as typed.
pub(crate) fn code_digest(typed: &str) -> Option<Digest> {
    let letters: String = typed
        .chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| match c.to_ascii_lowercase() {
            'o' => '0',
            c => c,
        })
        .take(CODE_LENGTH + 1)
        .collect();
    (letters.len() == CODE_LENGTH).then(|| digest(RECOVERY, letters.as_bytes()))
}

/// A new secret for a link, of 128 bits, and its digest.
pub(crate) fn new_link() -> (String, Digest) {
    let text = URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>());
    let digest = digest(LINK, text.as_bytes());
    (text, digest)
}

/// The digest of a link's secret.
pub(crate) fn link_digest(text: &str) -> Digest {
    digest(LINK, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let (code, digest) = new_code();
        assert_eq!(code.len(), 19, "{code}");
        assert_ne!(new_code().1, digest);
        let spaced = format!(" {} ", code.replace('-', " ").to_uppercase());
        for typed in [&code, &spaced, &code.replace('0', "O")] {
            assert_eq!(code_digest(typed), Some(digest), "{typed}");
        }
        for typed in ["", "abcd", &code[..18], &format!("{code}2")] {
            assert_eq!(code_digest(typed), None, "{typed}");
        }
    }

    #[test]
    fn a_link_is_known_by_its_digest() {
        let (text, digest) = new_link();
        assert_eq!(link_digest(&text), digest);
        assert_ne!(new_link().0, text);
    }
}
