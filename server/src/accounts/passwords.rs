//! Passwords: which are good enough, and how they are hashed and verified.
//!
//! Argon2id with 19 MiB and two passes, as OWASP's "Password Storage Cheat Sheet" has it. Hashes are computed
//! on threads of their own, two at a time: a flood of log-ins takes no more of the machine than that,
//! and no more memory than 38 MiB. When the queue is full, the request is refused with the advice to try again.

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use std::fmt;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use zxcvbn::Score;

/// The fewest characters of a password.
pub(crate) const MIN_PASSWORD: usize = 8;

/// The most characters of a password.
pub(crate) const MAX_PASSWORD: usize = 128;

/// How many characters of a password are looked at to judge it: judging takes long for long ones.
const JUDGED: usize = 40;

/// Memory for one hash, in KiB.
const MEMORY: u32 = 19 * 1_024;

/// The passes over that memory.
const PASSES: u32 = 2;

/// How many hashes are computed at a time.
const MAX_CONCURRENT_HASHES: usize = 2;

/// How many may wait for that: some 3 seconds of work.
const QUEUE: usize = 100;

/// The hash that is verified in place of that of an account without a password, so that it takes as long.
/// No password has this hash: it was made of random bytes.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$c29tZWJvZHkgZWxzZSdz$\
                      q0zT4kX2J0Yd2hEJt7Qf2m8v1n6b4c9sLw5uYp3xHGk";

/// A password as it was typed; `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Password(String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Password").finish_non_exhaustive()
    }
}

impl Password {
    /// Takes typed text, of any usual length.
    pub(crate) fn typed(text: String) -> Option<Self> {
        (text.chars().count() <= MAX_PASSWORD).then_some(Self(text))
    }

    /// Whether it could be the password of a player of that name.
    fn check_for(&self, name: Option<&str>) -> Result<(), PasswordError> {
        if self.0.chars().count() < MIN_PASSWORD {
            return Err(PasswordError::Length);
        }
        let judged: String = self.0.chars().take(JUDGED).collect();
        let known: Vec<&str> = name.into_iter().chain(["yiguan", "弈馆"]).collect();
        if zxcvbn::zxcvbn(&judged, &known).score() < Score::Two {
            return Err(PasswordError::Guessable);
        }
        Ok(())
    }
}

/// A password cannot be set or verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PasswordError {
    /// It is too short or too long.
    #[error("a password has {MIN_PASSWORD} to {MAX_PASSWORD} characters")]
    Length,
    /// It would be guessed among the first.
    #[error("this password is easily guessed; add words or characters")]
    Guessable,
    /// Too many others are being verified.
    #[error("too many passwords are being verified")]
    Busy,
}

/// Hashes and verifies passwords, two at a time.
#[derive(Debug)]
pub(crate) struct Passwords {
    work: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self {
            work: Arc::new(Semaphore::new(MAX_CONCURRENT_HASHES)),
            queue: Arc::new(Semaphore::new(QUEUE)),
        }
    }
}

impl Passwords {
    /// The hash of a new password, whose owner is called `name`, as a PHC string.
    pub(crate) async fn hash(
        &self,
        password: Password,
        name: Option<String>,
    ) -> Result<String, PasswordError> {
        self.work(move || {
            password.check_for(name.as_deref())?;
            let hash = argon2().hash_password(password.0.as_bytes());
            hash.map(|hash: PasswordHash| hash.to_string()).map_err(|_| PasswordError::Busy)
        })
        .await?
    }

    /// Whether a password has a hash; it takes the same time where there is none.
    pub(crate) async fn verify(
        &self,
        password: Password,
        hash: Option<String>,
    ) -> Result<bool, PasswordError> {
        self.work(move || {
            let known = hash.as_deref().and_then(|hash| PasswordHash::new(hash).ok());
            let is_known = known.is_some();
            let Some(hash) = known.or_else(|| PasswordHash::new(NOBODY).ok()) else { return false };
            argon2().verify_password(password.0.as_bytes(), &hash).is_ok() && is_known
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PasswordError> {
        let place = Arc::clone(&self.queue).try_acquire_owned();
        let place = place.map_err(|_| PasswordError::Busy)?;
        let permit = Arc::clone(&self.work).acquire_owned().await;
        let permit = permit.map_err(|_| PasswordError::Busy)?;
        // Both are held until the work is done, also when the client has disconnected.
        let done = spawn_blocking(move || {
            let done = work();
            drop((permit, place));
            done
        });
        done.await.map_err(|_| PasswordError::Busy)
    }
}

fn argon2() -> Argon2<'static> {
    let params = Params::new(MEMORY, PASSES, 1, None).expect("within the bounds of Argon2");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Password {
        Password::typed(text.to_owned()).expect("it is short")
    }

    #[tokio::test]
    async fn a_password_is_verified_by_its_hash_alone() {
        let passwords = Passwords::default();
        let hash = passwords.hash(typed("correct horse 弈"), None).await.expect("it is good");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        for (password, hash, holds) in [
            ("correct horse 弈", Some(hash.clone()), true),
            ("correct horse", Some(hash.clone()), false),
            ("", Some(hash.clone()), false),
            ("correct horse 弈", None, false),
            ("correct horse 弈", Some("not a hash".to_owned()), false),
        ] {
            assert_eq!(passwords.verify(typed(password), hash).await, Ok(holds), "{password}");
        }
        let other = passwords.hash(typed("correct horse 弈"), None).await.expect("it is good");
        assert_ne!(hash, other, "each has its own salt");
        assert!(PasswordHash::new(NOBODY).is_ok(), "what is verified for nobody is a hash");
        assert!(!format!("{:?}", typed("correct")).contains("correct"));
    }

    #[tokio::test]
    async fn easily_guessed_text_is_no_password() {
        let passwords = Passwords::default();
        for (password, error) in [
            ("short", PasswordError::Length),
            ("password1", PasswordError::Guessable),
            ("12345678", PasswordError::Guessable),
            ("aaaaaaaaaaaaaaaa", PasswordError::Guessable),
            ("Lihua Wang", PasswordError::Guessable),
        ] {
            let hashed = passwords.hash(typed(password), Some("Lihua Wang".to_owned())).await;
            assert_eq!(hashed, Err(error), "{password}");
        }
        assert_eq!(Password::typed("x".repeat(MAX_PASSWORD + 1)), None);
    }

    #[tokio::test]
    async fn full_queue_is_reported() {
        let passwords = Passwords::default();
        let all = u32::try_from(QUEUE).expect("small");
        let taken = Arc::clone(&passwords.queue).acquire_many_owned(all).await.expect("free");
        assert_eq!(passwords.verify(typed("x"), None).await, Err(PasswordError::Busy));
        drop(taken);
        assert_eq!(passwords.verify(typed("x"), None).await, Ok(false));
    }
}
