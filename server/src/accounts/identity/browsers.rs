//! Known browsers: the accounts that a browser has signed in to before.
//!
//! The text is no credential. It only gives a browser an allowance of its own when a password is
//! tried, so that strangers who use up an account's attempts do not lock its owner out. It is
//! `number.proof.mark.mark…`: a number, which follows from its first session, a proof that this server
//! gave it, and for each account a mark that only this server can make or recognise. It names no player.

use super::{Key, Keys};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::{PlayerId, SessionId};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// The purpose that marks are made for.
const PURPOSE: &[u8] = b"yiguan browser 1";

/// The maximum number of accounts of a browser; the one marked first makes room.
const MAX_ACCOUNTS: usize = 8;

/// A proof or a mark: a shortened HMAC.
type Mark = [u8; 12];

/// A browser that has signed in before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownBrowser {
    number: [u8; 16],
    /// The accounts, the latest first.
    marks: Vec<Mark>,
}

impl KnownBrowser {
    /// A browser that has not signed in before, and is in this session now. Its number follows from the
    /// session, so that one session has one allowance, however often the cookie is requested.
    #[must_use]
    pub fn begun_by(session: SessionId) -> Self {
        let digest = Sha256::new().chain_update(PURPOSE).chain_update(session.0).finalize();
        let mut number = [0; 16];
        number.copy_from_slice(&digest[..16]);
        Self { number, marks: Vec::new() }
    }

    /// Its number, by which its attempts are counted.
    #[must_use]
    pub const fn number(&self) -> [u8; 16] {
        self.number
    }
}

impl Keys {
    /// Reads the text of a known browser; `None` unless this server wrote it.
    #[must_use]
    pub fn read_browser(&self, text: &str) -> Option<KnownBrowser> {
        let mut parts = text.split('.');
        let number = bytes(parts.next()?)?;
        let proof: Mark = bytes(parts.next()?)?;
        let marks: Vec<Mark> = parts.take(MAX_ACCOUNTS).map(bytes).collect::<Option<_>>()?;
        self.made(number, None, proof).then_some(KnownBrowser { number, marks })
    }

    /// Whether a browser has signed in to an account.
    #[must_use]
    pub fn knows(&self, browser: &KnownBrowser, player: PlayerId) -> bool {
        browser.marks.iter().any(|&mark| self.made(browser.number, Some(player), mark))
    }

    /// Marks an account as one that a browser has signed in to.
    #[must_use]
    pub fn mark(&self, browser: KnownBrowser, player: PlayerId) -> KnownBrowser {
        let KnownBrowser { number, mut marks } = browser;
        marks.retain(|&mark| !self.made(number, Some(player), mark));
        marks.insert(0, self.signing.browser_mark(number, Some(player)));
        marks.truncate(MAX_ACCOUNTS);
        KnownBrowser { number, marks }
    }

    /// The text of a known browser.
    #[must_use]
    pub fn write_browser(&self, browser: &KnownBrowser) -> String {
        let proof = self.signing.browser_mark(browser.number, None);
        let mut text = URL_SAFE_NO_PAD.encode(browser.number);
        for mark in std::iter::once(&proof).chain(&browser.marks) {
            text.push('.');
            URL_SAFE_NO_PAD.encode_string(mark, &mut text);
        }
        text
    }

    fn made(&self, number: [u8; 16], player: Option<PlayerId>, mark: Mark) -> bool {
        let mut keys = std::iter::once(&self.signing).chain(&self.verifying);
        keys.any(|key| key.browser_mac(number, player).verify_truncated_left(&mark).is_ok())
    }
}

impl Key {
    fn browser_mac(&self, number: [u8; 16], player: Option<PlayerId>) -> Hmac<Sha256> {
        let mac = Hmac::<Sha256>::new_from_slice(&self.secret).expect("HMAC takes any length");
        let mac = mac.chain_update(PURPOSE).chain_update(number);
        match player {
            Some(player) => mac.chain_update(player.0),
            None => mac,
        }
    }

    fn browser_mark(&self, number: [u8; 16], player: Option<PlayerId>) -> Mark {
        let digest = self.browser_mac(number, player).finalize().into_bytes();
        let mut mark = Mark::default();
        mark.copy_from_slice(&digest[..12]);
        mark
    }
}

/// The bytes of a part, if there are exactly so many.
fn bytes<const N: usize>(part: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let length = URL_SAFE_NO_PAD.decode_slice(part, &mut bytes).ok()?;
    (length == N).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browser_is_known_to_its_accounts_only() {
        let keys = Keys::new([3; 32], &[]);
        let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
        let browser = keys.mark(KnownBrowser::begun_by(SessionId::fresh()), one);
        let text = keys.write_browser(&browser);
        let read = keys.read_browser(&text).expect("it is ours");
        assert_eq!(read, browser);
        assert!(keys.knows(&read, one) && !keys.knows(&read, other));
        assert!(!text.contains(&one.0.simple().to_string()[..8]), "it names no player");
        let again = keys.mark(read, one);
        assert_eq!(again.marks.len(), 1, "an account is marked once");
    }

    #[test]
    fn session_gives_its_browser_one_number() {
        let (one, other) = (SessionId::fresh(), SessionId::fresh());
        assert_eq!(KnownBrowser::begun_by(one), KnownBrowser::begun_by(one));
        assert_ne!(KnownBrowser::begun_by(one), KnownBrowser::begun_by(other));
    }

    #[test]
    fn retired_key_still_knows_a_browser() {
        let (old, new) = ([1; 32], [2; 32]);
        let player = PlayerId::fresh();
        let before = Keys::new(old, &[]);
        let text =
            before.write_browser(&before.mark(KnownBrowser::begun_by(SessionId::fresh()), player));
        let keys = Keys::new(new, &[old]);
        let browser = keys.read_browser(&text).expect("a retired key proves it");
        assert!(keys.knows(&browser, player));
        assert_eq!(Keys::new(new, &[]).read_browser(&text), None);
    }

    #[test]
    fn browser_forgets_the_account_marked_first() {
        let keys = Keys::new([3; 32], &[]);
        let players: Vec<_> = (0..=MAX_ACCOUNTS).map(|_| PlayerId::fresh()).collect();
        let mark = |browser, &player: &PlayerId| keys.mark(browser, player);
        let browser = players.iter().fold(KnownBrowser::begun_by(SessionId::fresh()), mark);
        let known: Vec<_> = players.iter().map(|&player| keys.knows(&browser, player)).collect();
        assert_eq!(known.iter().filter(|&&known| known).count(), MAX_ACCOUNTS);
        assert!(!known[0]);
        assert!(keys.write_browser(&browser).len() < 200);
    }

    #[test]
    fn forged_browser_is_unknown() {
        let keys = Keys::new([3; 32], &[]);
        let text = keys.write_browser(
            &keys.mark(KnownBrowser::begun_by(SessionId::fresh()), PlayerId::fresh()),
        );
        let other = keys.write_browser(&KnownBrowser::begun_by(SessionId::fresh()));
        let (_, rest) = text.split_once('.').expect("a dot");
        let (number, _) = other.split_once('.').expect("a dot");
        for forged in
            ["", ".", number, &format!("{number}.{rest}"), &text[1..], &format!("{text}x")]
        {
            assert_eq!(keys.read_browser(forged), None, "{forged}");
        }
    }
}
