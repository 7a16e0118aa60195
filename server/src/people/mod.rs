//! People who keep their identity: by which cookies they are known, their passwords, and the secrets
//! of one use that bring an identity back or carry it to another device.
//!
//! A guest's id becomes a person's, so nothing that is theirs moves. Whatever proves who somebody is
//! ends in a session, which a cookie names and its owner can end. Nothing here says whether a name is
//! known when somebody logs in: an unknown name takes as long as a wrong password and is answered
//! alike.

mod ceremonies;
mod credentials;
mod passwords;
mod secrets;

pub(crate) use passwords::{Password, PasswordError};

use crate::identity::Cookie;
use crate::sockets::{OpenSockets, Pass};
use crate::store::{Digest, Keeping, Person, Session, SharedStore, StoreError, StoredPasskey};
use ceremonies::{Ceremonies, NewPasskey};
use credentials::Credentials;
use domain::house_players;
use domain::likeness::likeness;
use domain::names::Name;
use domain::{Moment, PlayerId, SessionId};
use passwords::Passwords;
use std::sync::Arc;

/// How many sessions of one person there can be.
const MOST_SESSIONS: u32 = 50;

/// How many passkeys somebody can have.
const MOST_PASSKEYS: u32 = 20;

/// How long a link that carries an identity counts, in milliseconds.
const LINK_COUNTS: u64 = 5 * 60 * 1_000;

/// For how long requests may be under way that were sent before an identity was kept, in
/// milliseconds.
const UNDER_WAY_FOR: u64 = 10_000;

/// The most characters of what a device is called.
const MAX_DEVICE: usize = 60;

/// What somebody asked for cannot be done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PersonError {
    /// The identity is kept already.
    #[error("this player is registered already")]
    AlreadyKept,
    /// The identity is a guest's.
    #[error("register this player first")]
    NotKept,
    /// Somebody has a name that resembles this one.
    #[error("this name is too similar to one that is taken")]
    NameTaken,
    /// A password needs a name to log in with.
    #[error("choose a name first: you log in with it")]
    NameNeeded,
    /// The name, the password or the code is wrong; which of them is not said.
    #[error("the name or the password is wrong")]
    BadCredentials,
    /// The link was used, has expired or never was.
    #[error("this link was used or has expired; create a new one")]
    LinkUsed,
    /// Pages of this address cannot have passkeys.
    #[error("passkeys require HTTPS and a host name, or localhost")]
    NoPasskeys,
    /// The ceremony was ended, has taken too long or never was.
    #[error("this took too long or was completed already; begin again")]
    CeremonyOver,
    /// The passkey is nobody's, or what it signed does not hold.
    #[error("the passkey was not accepted")]
    BadPasskey,
    /// It is the only thing that brings somebody back.
    #[error("add a password or another passkey first: you could not log in without one")]
    LastPasskey,
    /// The password cannot be set or verified.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Everything that the server knows about people besides the store.
#[derive(Debug)]
pub(crate) struct People {
    store: SharedStore,
    sockets: Arc<OpenSockets>,
    passwords: Passwords,
    credentials: Credentials,
    ceremonies: Ceremonies,
}

impl People {
    /// The people of a store.
    pub(crate) fn new(store: SharedStore, sockets: Arc<OpenSockets>) -> Self {
        Self {
            store,
            sockets,
            passwords: Passwords::default(),
            credentials: Credentials::default(),
            ceremonies: Ceremonies::default(),
        }
    }

    /// Whether a cookie counts.
    pub(crate) async fn counts(&self, cookie: &Cookie, now: Moment) -> bool {
        self.credentials.counts(&self.store, cookie, now).await
    }

    /// Whether a cookie that does not count is that of a guest who has kept the identity a moment
    /// ago: its request may have been on its way when the browser was sent the cookie of the session.
    pub(crate) async fn is_overtaken(&self, cookie: &Cookie, now: Moment) -> bool {
        // A store that cannot be asked is busy: the next request asks it again.
        let Ok(Some(person)) = self.store.person(cookie.id).await else { return false };
        cookie.session.is_none() && now.since(person.kept_at) < UNDER_WAY_FOR
    }

    /// Whether nobody else has a name that resembles this one.
    ///
    /// # Errors
    ///
    /// [`PersonError::NameTaken`] if somebody has.
    pub(crate) async fn check_free(&self, id: PlayerId, name: &Name) -> Result<(), PersonError> {
        let alike = self.store.person_alike(&name.likeness()).await?;
        if alike.is_some_and(|person| person.id != id) {
            Err(PersonError::NameTaken)
        } else {
            Ok(())
        }
    }

    /// Keeps the identity of a guest; the recovery codes, which are shown only this once.
    ///
    /// # Errors
    ///
    /// [`PersonError`].
    pub(crate) async fn keep(
        &self,
        id: PlayerId,
        name: Option<&Name>,
        password: Option<Password>,
        now: Moment,
    ) -> Result<Vec<String>, PersonError> {
        if name.is_some_and(is_of_the_house) {
            return Err(PersonError::NameTaken);
        }
        let name_text = name.map(|name| name.as_str().to_owned());
        let password = match password {
            Some(password) => Some(self.passwords.hash(password, name_text.clone()).await?),
            None => None,
        };
        let (codes, digests) = new_codes();
        let person = Person { id, name: name_text, password, kept_at: now };
        let alike = name.map(Name::likeness);
        match self.store.keep(&person, alike.as_deref(), &digests).await? {
            Keeping::Kept => {
                self.credentials.forget(id);
                Ok(codes)
            }
            Keeping::AlreadyKept => Err(PersonError::AlreadyKept),
            Keeping::NameTaken => Err(PersonError::NameTaken),
        }
    }

    /// The ceremonies of passkeys that are going on.
    pub(crate) const fn ceremonies(&self) -> &Ceremonies {
        &self.ceremonies
    }

    /// Keeps a passkey that was made; false if there are too many.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn add_passkey(
        &self,
        person: PlayerId,
        made: NewPasskey,
        device: &str,
        now: Moment,
    ) -> Result<bool, StoreError> {
        let NewPasskey { id, credential } = made;
        let device = device.to_owned();
        let passkey =
            StoredPasskey { id, person, credential, device, created_at: now, used_at: now };
        self.store.add_passkey(&passkey, MOST_PASSKEYS).await
    }

    /// Keeps the identity of a guest who has a passkey now; the name, which is lost if somebody else
    /// has one that resembles it, and the recovery codes.
    ///
    /// # Errors
    ///
    /// [`PersonError`].
    pub(crate) async fn keep_by_passkey(
        &self,
        id: PlayerId,
        name: Option<Name>,
        now: Moment,
    ) -> Result<(Option<Name>, Vec<String>), PersonError> {
        match self.keep(id, name.as_ref(), None, now).await {
            Err(PersonError::NameTaken) => Ok((None, self.keep(id, None, None, now).await?)),
            kept => kept.map(|codes| (name, codes)),
        }
    }

    /// Whose passkey signed what the browser was asked.
    ///
    /// # Errors
    ///
    /// [`PersonError::CeremonyOver`], [`PersonError::BadPasskey`].
    pub(crate) async fn sign_in(
        &self,
        ceremony: &str,
        answer: serde_json::Value,
        now: Moment,
    ) -> Result<PlayerId, PersonError> {
        let claimed = Ceremonies::claimed(&answer).unwrap_or_default();
        let known = self.store.passkey(&claimed).await?;
        let credential = known.as_ref().map(|passkey| passkey.credential.as_str());
        let used = self.ceremonies.end_signing_in(ceremony, answer, credential, now)?;
        let person = known.ok_or(PersonError::BadPasskey)?.person;
        self.store.use_passkey(&claimed, &used, now).await?;
        Ok(person)
    }

    /// Removes a passkey of somebody; false if there is none.
    ///
    /// # Errors
    ///
    /// [`PersonError::LastPasskey`] if it is the last one and there is no password.
    pub(crate) async fn remove_passkey(
        &self,
        person: PlayerId,
        id: &[u8],
    ) -> Result<bool, PersonError> {
        let all = self.store.passkeys(person).await?;
        let is_last = all.len() == 1 && all.iter().any(|passkey| passkey.id == id);
        let kept = self.store.person(person).await?;
        if is_last && kept.is_some_and(|person| person.password.is_none()) {
            return Err(PersonError::LastPasskey);
        }
        Ok(self.store.remove_passkey(person, id).await?)
    }

    /// Gives somebody who is kept another name, or none.
    ///
    /// # Errors
    ///
    /// [`PersonError`].
    pub(crate) async fn rename(
        &self,
        id: PlayerId,
        name: Option<&Name>,
    ) -> Result<(), PersonError> {
        if name.is_some_and(is_of_the_house) {
            return Err(PersonError::NameTaken);
        }
        if name.is_none() && self.person(id).await?.password.is_some() {
            return Err(PersonError::NameNeeded);
        }
        let alike = name.map(Name::likeness);
        let wished = name.map(Name::as_str).zip(alike.as_deref());
        if self.store.name_person(id, wished).await? { Ok(()) } else { Err(PersonError::NameTaken) }
    }

    /// Somebody who is kept.
    ///
    /// # Errors
    ///
    /// [`PersonError::NotKept`] for guests.
    pub(crate) async fn person(&self, id: PlayerId) -> Result<Person, PersonError> {
        self.store.person(id).await?.ok_or(PersonError::NotKept)
    }

    /// Who has that name and password.
    ///
    /// # Errors
    ///
    /// [`PersonError::BadCredentials`] whether the name is unknown or the password wrong.
    pub(crate) async fn log_in(
        &self,
        alike: &str,
        password: Password,
    ) -> Result<PlayerId, PersonError> {
        let known = self.store.person_alike(alike).await?;
        let (id, hash) = known.map_or((None, None), |person| (Some(person.id), person.password));
        let holds = self.passwords.verify(password, hash).await?;
        id.filter(|_| holds).ok_or(PersonError::BadCredentials)
    }

    /// Has somebody prove anew who they are, where they have a password.
    ///
    /// # Errors
    ///
    /// [`PersonError::BadCredentials`] if it is another or missing.
    pub(crate) async fn confirm(
        &self,
        id: PlayerId,
        password: Option<Password>,
    ) -> Result<(), PersonError> {
        let known = self.store.person(id).await?.and_then(|person| person.password);
        let Some(hash) = known else { return Ok(()) };
        let password = password.ok_or(PersonError::BadCredentials)?;
        let holds = self.passwords.verify(password, Some(hash)).await?;
        if holds { Ok(()) } else { Err(PersonError::BadCredentials) }
    }

    /// Sets a new password, and ends every session except one.
    ///
    /// # Errors
    ///
    /// [`PersonError`].
    pub(crate) async fn set_password(
        &self,
        id: PlayerId,
        password: Password,
        except: Option<SessionId>,
    ) -> Result<(), PersonError> {
        let name = self.person(id).await?.name.ok_or(PersonError::NameNeeded)?;
        let hash = self.passwords.hash(password, Some(name)).await?;
        if !self.store.set_password(id, &hash).await? {
            return Err(PersonError::NotKept);
        }
        self.end_sessions(id, except).await?;
        Ok(())
    }

    /// Makes new recovery codes in place of all that are left.
    ///
    /// # Errors
    ///
    /// [`PersonError`].
    pub(crate) async fn new_codes(&self, id: PlayerId) -> Result<Vec<String>, PersonError> {
        self.person(id).await?;
        let (codes, digests) = new_codes();
        self.store.set_recovery_codes(id, &digests).await?;
        Ok(codes)
    }

    /// Whose recovery code that is, which is used up by it. With a new password, that replaces the old
    /// one and every session ends.
    ///
    /// # Errors
    ///
    /// [`PersonError::BadCredentials`] if it is nobody's.
    pub(crate) async fn recover(
        &self,
        code: &str,
        password: Option<Password>,
    ) -> Result<PlayerId, PersonError> {
        let digest = secrets::code_digest(code).ok_or(PersonError::BadCredentials)?;
        // A password that will not do must not use the code up.
        let hash = match password {
            Some(password) => Some(self.passwords.hash(password, None).await?),
            None => None,
        };
        let taken = self.store.take_recovery_code(digest).await?;
        let id = taken.ok_or(PersonError::BadCredentials)?;
        if let Some(hash) = hash {
            self.store.set_password(id, &hash).await?;
            self.end_sessions(id, None).await?;
        }
        Ok(id)
    }

    /// Makes a link that carries an identity to another device: its secret, and until when it
    /// counts.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn new_link(
        &self,
        id: PlayerId,
        now: Moment,
    ) -> Result<(String, Moment), StoreError> {
        let (text, digest) = secrets::new_link();
        let until = now.after(LINK_COUNTS);
        self.store.add_link(digest, id, now, until).await?;
        Ok((text, until))
    }

    /// Whose identity a link carries, which is used up by it.
    ///
    /// # Errors
    ///
    /// [`PersonError::LinkUsed`] if nobody's.
    pub(crate) async fn take_link(&self, text: &str, now: Moment) -> Result<PlayerId, PersonError> {
        let digest = secrets::link_digest(text);
        self.store.take_link(digest, now).await?.ok_or(PersonError::LinkUsed)
    }

    /// Begins a session of somebody on a device.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn open_session(
        &self,
        player: PlayerId,
        device: &str,
        now: Moment,
    ) -> Result<SessionId, StoreError> {
        let id = SessionId::fresh();
        let device = device.chars().filter(|c| !c.is_control()).take(MAX_DEVICE).collect();
        let session = Session { id, player, device, created_at: now, seen_at: now };
        self.store.open_session(&session, MOST_SESSIONS).await?;
        Ok(id)
    }

    /// Ends a session of somebody, and its sockets; false if there is none.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn end_session(
        &self,
        player: PlayerId,
        id: SessionId,
    ) -> Result<bool, StoreError> {
        let ended = self.store.end_session(player, id).await?;
        self.credentials.forget(player);
        self.sockets.end(player, |pass| pass == Pass::Session(id));
        Ok(ended)
    }

    /// Ends every session of somebody, except one, and their sockets.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn end_sessions(
        &self,
        player: PlayerId,
        except: Option<SessionId>,
    ) -> Result<(), StoreError> {
        self.store.end_sessions(player, except).await?;
        self.credentials.forget(player);
        self.sockets.end(player, |pass| match pass {
            Pass::Session(id) => Some(id) != except,
            Pass::Token(_) => false,
        });
        Ok(())
    }

    /// Deletes everything about somebody.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn erase(&self, id: PlayerId, now: Moment) -> Result<(), StoreError> {
        self.store.erase(id, now).await?;
        self.credentials.forget(id);
        self.sockets.end(id, |_| true);
        Ok(())
    }
}

fn new_codes() -> (Vec<String>, Vec<Digest>) {
    (0..secrets::CODES).map(|_| secrets::new_code()).unzip()
}

/// Whether a name resembles that of a house player, or of the site.
fn is_of_the_house(name: &Name) -> bool {
    let alike = name.likeness();
    let house = (1..=house_players::LEVELS).filter_map(house_players::name_of);
    house.chain(["Yiguan", "弈馆", "admin", "operator"]).any(|other| likeness(other) == alike)
}
