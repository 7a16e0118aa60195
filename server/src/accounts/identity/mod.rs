//! Signed identities: the cookies of guests and sessions, the tokens of programs, and the ids of
//! rematches.
//!
//! A cookie or token is readable text with an HMAC-SHA-256 signature, in parts separated by dots:
//!
//! ```text
//! key.player.day.mac               a guest's cookie
//! key.player.session.day.mac       the cookie of a session
//! key.player.token.expires.mac     a program's token (`expires` in milliseconds)
//! ```
//!
//! Each kind is signed with its own purpose and read by its own function, so that one never passes
//! as another: a cookie is no token and a token no cookie. `key` names the secret; the first secret
//! signs and all verify, so that a secret can be replaced without signing out any player. The store
//! decides whether a session or token has ended. Secrets have no readable `Debug`.

mod browsers;
mod masks;
mod seals;
mod signatures;

pub use browsers::KnownBrowser;
pub use masks::Masks;
pub use seals::{SealNumber, Seals, Unsealed};
pub use signatures::Signatures;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::{MatchId, Moment, PlayerId, SessionId, TokenId};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::fmt;
use store::Token;

/// The purpose of a guest's cookie: each kind of signature covers its purpose, so that it is valid
/// for that kind alone.
const GUEST: &[u8] = b"yiguan guest 1";

/// The purpose of the cookie of a session.
const SESSION: &[u8] = b"yiguan session 1";

/// The purpose of a program's token.
const TOKEN: &[u8] = b"yiguan token 1";

/// A cookie is signed again after this many days.
const RENEWED: u32 = 30;

const DAY: u64 = 24 * 60 * 60 * 1_000;

/// The purpose of the ids of rematches.
const REMATCH: &[u8] = b"yiguan rematch 1";

/// One secret, and its short name, by which a credential refers to the secret that signed it.
#[derive(Clone)]
struct Key {
    name: String,
    secret: [u8; 32],
}

/// The secrets that sign and verify tokens. The first one signs; all verify, so that a secret
/// can be replaced without a player losing their seat.
#[derive(Clone)]
pub struct Keys {
    signing: Key,
    verifying: Vec<Key>,
}

/// Computes the id of the rematch of a match. It is the same on every server with the same keys, so
/// that a match has one rematch at most, and cannot be computed from the public id without them.
#[derive(Clone)]
pub struct RematchIds([u8; 32]);

impl RematchIds {
    /// With a secret of its own.
    #[must_use]
    pub const fn new(secret: [u8; 32]) -> Self {
        Self(secret)
    }

    /// The id of the rematch of a match.
    #[must_use]
    pub fn of(&self, id: MatchId) -> MatchId {
        let mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes any length");
        let digest = mac.chain_update(REMATCH).chain_update(id.0).finalize().into_bytes();
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        MatchId(uuid::Builder::from_custom_bytes(bytes).into_uuid())
    }
}

impl fmt::Debug for RematchIds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RematchIds").finish_non_exhaustive()
    }
}

/// A list of keys cannot be parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadKeys {
    /// A line is not a key; the error does not repeat it.
    #[error("line {0} is not a key of 64 hexadecimal digits")]
    Line(usize),
    /// There is none.
    #[error("it contains no key")]
    None,
}

/// A token is malformed, expired, or not signed by any of the keys.
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

    fn mac(&self, purpose: &[u8]) -> Hmac<Sha256> {
        let mac = Hmac::<Sha256>::new_from_slice(&self.secret).expect("HMAC takes any length");
        mac.chain_update(purpose)
    }

    fn guest_mac(&self, id: PlayerId, day: u32) -> Hmac<Sha256> {
        self.mac(GUEST).chain_update(id.0).chain_update(day.to_be_bytes())
    }

    fn session_mac(&self, id: PlayerId, session: SessionId, day: u32) -> Hmac<Sha256> {
        let mac = self.mac(SESSION).chain_update(id.0).chain_update(session.0);
        mac.chain_update(day.to_be_bytes())
    }

    fn token_mac(&self, player: PlayerId, id: TokenId, expires_at: Moment) -> Hmac<Sha256> {
        let mac = self.mac(TOKEN).chain_update(player.0).chain_update(id.0);
        mac.chain_update(expires_at.0.to_be_bytes())
    }
}

impl Keys {
    /// Keys that sign with `secret` and also accept signatures of the `retired` secrets.
    #[must_use]
    pub fn new(secret: [u8; 32], retired: &[[u8; 32]]) -> Self {
        let verifying = retired.iter().copied().map(Key::new).collect();
        Self { signing: Key::new(secret), verifying }
    }

    /// Reads a list of keys: one a line, the one that signs first; empty lines and those that
    /// begin with `#` count for nothing.
    ///
    /// # Errors
    ///
    /// [`BadKeys`].
    pub fn parse(text: &str) -> Result<Self, BadKeys> {
        let lines = (1..).zip(text.lines().map(str::trim));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let keys: Result<Vec<[u8; 32]>, BadKeys> =
            lines.map(|(number, line)| key(line).ok_or(BadKeys::Line(number))).collect();
        let keys = keys?;
        let (signing, retired) = keys.split_first().ok_or(BadKeys::None)?;
        Ok(Self::new(*signing, retired))
    }

    /// The text of a program's token: the key's name, the player's id, the token's id, the moment of
    /// expiry, and the signature, separated by dots.
    #[must_use]
    pub fn sign_token(&self, token: &Token) -> String {
        let Token { id, player, expires_at, .. } = *token;
        let mac = self.signing.token_mac(player, id, expires_at).finalize().into_bytes();
        format!(
            "{}.{}.{}.{}.{}",
            self.signing.name,
            player.0.simple(),
            id.0.simple(),
            expires_at.0,
            URL_SAFE_NO_PAD.encode(mac)
        )
    }

    /// The player of a program's token that has not expired, and the token's id, by which the
    /// store knows whether it has been revoked.
    ///
    /// # Errors
    ///
    /// [`BadToken`].
    pub fn verify_token(&self, token: &str, now: Moment) -> Result<(PlayerId, TokenId), BadToken> {
        let mut parts = token.split('.');
        let mut part = || parts.next().ok_or(BadToken);
        let (name, player, id, expires, mac) = (part()?, part()?, part()?, part()?, part()?);
        if parts.next().is_some() {
            return Err(BadToken);
        }
        let player: PlayerId = player.parse().map_err(|_| BadToken)?;
        let id: TokenId = id.parse().map_err(|_| BadToken)?;
        let expires = Moment(expires.parse().map_err(|_| BadToken)?);
        let mac = URL_SAFE_NO_PAD.decode(mac).map_err(|_| BadToken)?;
        std::iter::once(&self.signing)
            .chain(&self.verifying)
            .filter(|key| key.name == name)
            .any(|key| key.token_mac(player, id, expires).verify_slice(&mac).is_ok())
            .then_some((player, id))
            .filter(|_| now < expires)
            .ok_or(BadToken)
    }

    /// The cookie of a guest as of `now`: the key's name, the id, the day counted from 1970, and the
    /// signature, separated by dots.
    #[must_use]
    pub fn sign(&self, id: PlayerId, now: Moment) -> String {
        let day = day(now);
        let mac = self.signing.guest_mac(id, day).finalize().into_bytes();
        let (name, id, mac) = (&self.signing.name, id.0.simple(), URL_SAFE_NO_PAD.encode(mac));
        format!("{name}.{id}.{day}.{mac}")
    }

    /// The cookie of a player in a session, as of `now`: like a guest's, with the session's id before
    /// the day.
    #[must_use]
    pub fn sign_session(&self, id: PlayerId, session: SessionId, now: Moment) -> String {
        let day = day(now);
        let mac = self.signing.session_mac(id, session, day).finalize().into_bytes();
        let (name, id, mac) = (&self.signing.name, id.0.simple(), URL_SAFE_NO_PAD.encode(mac));
        format!("{name}.{id}.{}.{day}.{mac}", session.0.simple())
    }

    /// The source of the ids of rematches, made from the key that signs.
    #[must_use]
    pub fn rematch_ids(&self) -> RematchIds {
        RematchIds(self.signing.secret)
    }

    /// The content of a valid cookie.
    ///
    /// # Errors
    ///
    /// [`BadToken`].
    pub fn read(&self, cookie: &str) -> Result<Cookie, BadToken> {
        let parts: Vec<&str> = cookie.split('.').collect();
        let (name, id, session, day, mac) = match parts[..] {
            [name, id, day, mac] => (name, id, None, day, mac),
            [name, id, session, day, mac] => (name, id, Some(session), day, mac),
            _ => return Err(BadToken),
        };
        let id: PlayerId = id.parse().map_err(|_| BadToken)?;
        let session = session.map(str::parse).transpose().map_err(|_| BadToken)?;
        let day = day.parse().map_err(|_| BadToken)?;
        let mac = URL_SAFE_NO_PAD.decode(mac).map_err(|_| BadToken)?;
        let mut keys = std::iter::once(&self.signing).chain(&self.verifying);
        let signature = |key: &Key| match session {
            Some(session) => key.session_mac(id, session, day),
            None => key.guest_mac(id, day),
        };
        let signs = |key: &&Key| key.name == name && signature(key).verify_slice(&mac).is_ok();
        let key = keys.find(signs).ok_or(BadToken)?;
        Ok(Cookie { id, session, day, is_current: key.name == self.signing.name })
    }
}

/// The content of a valid cookie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cookie {
    /// The player it belongs to.
    pub id: PlayerId,
    /// The session; `None` for a guest, who has only the cookie.
    pub session: Option<SessionId>,
    /// The day on which it was signed.
    day: u32,
    /// Whether it was signed by the key that signs now.
    is_current: bool,
}

impl Cookie {
    /// Whether the browser should get a new cookie: this one is old, or signed by a retired key.
    #[must_use]
    pub fn is_stale(&self, now: Moment) -> bool {
        !self.is_current || self.day.saturating_add(RENEWED) <= day(now)
    }
}

fn day(now: Moment) -> u32 {
    u32::try_from(now.0 / DAY).unwrap_or(u32::MAX)
}

/// The key of 64 hexadecimal digits.
fn key(line: &str) -> Option<[u8; 32]> {
    if line.len() != 64 || !line.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut key = [0; 32];
    for (byte, at) in key.iter_mut().zip((0..64).step_by(2)) {
        *byte = u8::from_str_radix(line.get(at..at + 2)?, 16).ok()?;
    }
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Moment = Moment(1_760_000_000_000);

    #[test]
    fn a_token_is_renewed_when_it_is_old_or_its_key_is() {
        let (old, new) = ([1; 32], [2; 32]);
        let id = PlayerId::fresh();
        let keys = Keys::new(new, &[old]);
        let later = |days: u64| NOW.after(days * DAY);
        let token = keys.read(&keys.sign(id, NOW)).expect("it is ours");
        assert!(!token.is_stale(NOW) && !token.is_stale(later(29)) && token.is_stale(later(30)));
        let token = keys.read(&Keys::new(old, &[]).sign(id, NOW)).expect("a retired key verifies");
        assert!(token.id == id && token.is_stale(NOW));
        // No other day than the one that was signed.
        let text = keys.sign(id, NOW);
        let day = day(NOW).to_string();
        assert_eq!(keys.read(&text.replace(&day, "99999")), Err(BadToken));
    }

    /// The player of a cookie.
    fn player_of(keys: &Keys, cookie: &str) -> Result<PlayerId, BadToken> {
        keys.read(cookie).map(|cookie| cookie.id)
    }

    #[test]
    fn only_known_secrets_verify() {
        let (old, new) = ([1; 32], [2; 32]);
        let id = PlayerId::fresh();
        let cookie = Keys::new(old, &[]).sign(id, NOW);
        assert_eq!(player_of(&Keys::new(old, &[]), &cookie), Ok(id));
        assert_eq!(player_of(&Keys::new(new, &[old]), &cookie), Ok(id), "a retired secret");
        assert_eq!(player_of(&Keys::new(new, &[]), &cookie), Err(BadToken));
    }

    #[test]
    fn credential_of_one_kind_is_refused_as_another() {
        let keys = Keys::new([3; 32], &[]);
        // The ids and times of all are the same, so that only the kind differs.
        let id = PlayerId::fresh();
        let made = Token {
            id: TokenId(id.0),
            player: id,
            created_at: Moment(0),
            expires_at: Moment(u64::from(day(NOW))),
        };
        let guest = keys.sign(id, NOW);
        let session = keys.sign_session(id, SessionId(id.0), NOW);
        let token = keys.sign_token(&made);
        let rematch = keys.rematch_ids().of(MatchId(id.0)).0.simple().to_string();
        let browser = keys.write_browser(&keys.mark(KnownBrowser::begun_by(SessionId(id.0)), id));
        assert_eq!(keys.verify_token(&token, Moment(0)), Ok((id, made.id)));
        for text in [&guest, &session, &rematch, &browser] {
            assert_eq!(keys.verify_token(text, Moment(0)), Err(BadToken), "{text}");
        }
        for text in [&token, &rematch, &browser] {
            assert_eq!(keys.read(text), Err(BadToken), "{text}");
        }
        // Nor with the signature of another kind under the fields of this one.
        let texts = [&guest, &session, &token];
        for head in texts {
            for other in texts.into_iter().filter(|&other| other != head) {
                let (head, _) = head.rsplit_once('.').expect("it has parts");
                let (_, mac) = other.rsplit_once('.').expect("it has parts");
                let forged = format!("{head}.{mac}");
                // The fields of a session and of a token are alike, so this may be a real one.
                if texts.into_iter().any(|text| *text == forged) {
                    continue;
                }
                assert_eq!(keys.read(&forged), Err(BadToken), "{forged}");
                assert_eq!(keys.verify_token(&forged, Moment(0)), Err(BadToken), "{forged}");
            }
        }
    }

    #[test]
    fn credential_without_day_or_expiry_is_refused() {
        let keys = Keys::new([3; 32], &[]);
        let (key, id) = (&keys.signing, PlayerId::fresh());
        for purpose in [GUEST, SESSION, TOKEN] {
            let mac = key.mac(purpose).chain_update(id.0).finalize().into_bytes();
            let mac = URL_SAFE_NO_PAD.encode(mac);
            let text = format!("{}.{}.{mac}", key.name, id.0.simple());
            assert_eq!(keys.read(&text), Err(BadToken), "{text}");
            assert_eq!(keys.verify_token(&text, Moment(0)), Err(BadToken), "{text}");
        }
    }

    #[test]
    fn keys_are_read_from_a_list() {
        let (old, new) = ("01".repeat(32), "fe".repeat(32));
        let id = PlayerId::fresh();
        let before = Keys::parse(&old).expect("one key").sign(id, NOW);
        let after = Keys::parse(&format!("# 2026\n{new}\n\n  {old}\n")).expect("two keys");
        assert_eq!(player_of(&after, &before), Ok(id));
        assert_eq!(player_of(&Keys::new([0xfe; 32], &[]), &after.sign(id, NOW)), Ok(id));
        for (text, error) in [
            ("", BadKeys::None),
            ("# none\n", BadKeys::None),
            (&format!("{new}\nx"), BadKeys::Line(2)),
            (&new[1..], BadKeys::Line(1)),
            (&"é".repeat(32), BadKeys::Line(1)),
            (&format!("+{}", &new[1..]), BadKeys::Line(1)),
        ] {
            assert_eq!(Keys::parse(text).err(), Some(error), "{text}");
        }
    }

    #[test]
    fn a_token_of_a_program_counts_until_it_expires_and_is_no_cookie() {
        let keys = Keys::new([3; 32], &[]);
        let made = Token {
            id: TokenId::fresh(),
            player: PlayerId::fresh(),
            created_at: Moment(1_000),
            expires_at: Moment(2_000),
        };
        let text = keys.sign_token(&made);
        assert_eq!(keys.verify_token(&text, Moment(1_999)), Ok((made.player, made.id)));
        assert_eq!(keys.verify_token(&text, Moment(2_000)), Err(BadToken), "it has expired");
        assert_eq!(keys.read(&text), Err(BadToken), "it is no cookie");
        let cookie = keys.sign(made.player, NOW);
        assert_eq!(keys.verify_token(&cookie, Moment(0)), Err(BadToken), "nor a cookie a token");
        let later = text.replace(".2000.", ".9000.");
        let other = Keys::new([4; 32], &[]);
        for bad in [&later, &format!("{text}.x"), &other.sign_token(&made), &String::new()] {
            assert_eq!(keys.verify_token(bad, Moment(1_000)), Err(BadToken), "{bad}");
        }
        let replaced = Keys::new([4; 32], &[[3; 32]]);
        assert!(replaced.verify_token(&text, Moment(1_000)).is_ok(), "a retired key verifies");
    }

    #[test]
    fn a_cookie_with_a_session_says_which() {
        let keys = Keys::new([3; 32], &[]);
        let (id, session) = (PlayerId::fresh(), SessionId::fresh());
        let text = keys.sign_session(id, session, NOW);
        let cookie = keys.read(&text).expect("it is ours");
        assert_eq!((cookie.id, cookie.session, cookie.is_stale(NOW)), (id, Some(session), false));
        assert_eq!(keys.read(&keys.sign(id, NOW)).map(|cookie| cookie.session), Ok(None));
        let other = SessionId::fresh().0.simple().to_string();
        let forged = text.replace(&session.0.simple().to_string(), &other);
        assert_eq!(keys.read(&forged), Err(BadToken), "another session");
        assert_eq!(keys.verify_token(&text, NOW), Err(BadToken), "it is no token of a program");
    }

    #[test]
    fn a_changed_token_is_refused() {
        let keys = Keys::new([3; 32], &[]);
        let token = keys.sign(PlayerId::fresh(), NOW);
        let other = keys.sign(PlayerId::fresh(), NOW);
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
            assert_eq!(keys.read(&bad), Err(BadToken), "{bad}");
        }
    }
}
