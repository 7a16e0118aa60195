//! People who keep their identity: their names, their credentials, and the deletion of both.
//!
//! A guest is an id in a cookie. A guest who keeps that identity becomes a [`Person`] under the
//! same id, so that games and seats stay theirs. Names are stored here once and joined when games
//! are read.

use super::{StoreError, StoreFuture};
use domain::{Moment, PlayerId};
use futures_util::FutureExt;
use futures_util::future::ready;

/// The SHA-256 of a secret that is long and random, so that it may be stored.
pub type Digest = [u8; 32];

/// Somebody who keeps their identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The identity, which was a guest's before.
    pub id: PlayerId,
    /// The unique name; none for a player who chose none.
    pub name: Option<String>,
    /// The hash of the password, with its salt and parameters; none for somebody who has none.
    pub password: Option<String>,
    /// When the identity was kept.
    pub kept_at: Moment,
}

/// How many games of one kind somebody has finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// The game, as in the catalogue.
    pub game: String,
    /// How many were won.
    pub won: u32,
    /// How many were drawn.
    pub drawn: u32,
    /// How many were lost.
    pub lost: u32,
}

/// The tallies of a player, in SQL that both databases accept. Each half is answered from an index
/// alone; a game in which the player had both seats is counted once.
pub(super) const TALLIES: &str = "select game, sum(won), sum(drawn), sum(lost) from (
        select game, case when result = 'first' then 1 else 0 end as won,
            case when result = 'draw' then 1 else 0 end as drawn,
            case when result = 'second' then 1 else 0 end as lost
        from game where first_id = $1 and result is not null
        union all
        select game, case when result = 'second' then 1 else 0 end,
            case when result = 'draw' then 1 else 0 end,
            case when result = 'first' then 1 else 0 end
        from game where second_id = $1 and result is not null
            and (first_id is null or first_id <> $1)
    ) as played group by game order by count(*) desc, game";

/// Players by the beginning $1 of their names' likeness and the first text $2 beyond it, in SQL that
/// both databases accept. Each half is a range of an index.
pub(super) const CALLED: &str = "select id from (
        select * from (select id, likeness, 1 as part from person
            where likeness >= $1 and likeness < $2 and deleted_at is null
            order by likeness limit $3) as kept
        union all
        select * from (select player_id, likeness, 2 from guest_name
            where likeness >= $1 and likeness < $2 order by likeness limit $3) as guests
    ) as called order by part, likeness, id limit $3";

/// Whether the store knows a player by the id $1, in SQL that both databases accept. Each part is
/// answered from an index.
pub(super) const KNOWN: &str =
    "select not exists (select 1 from person where id = $1 and deleted_at is not null)
    and (exists (select 1 from person where id = $1)
        or exists (select 1 from guest_name where player_id = $1)
        or exists (select 1 from bot where player_id = $1)
        or exists (select 1 from token where player_id = $1)
        or exists (select 1 from seek where player_id = $1)
        or exists (select 1 from push_subscription where player_id = $1)
        or exists (select 1 from game where first_id = $1)
        or exists (select 1 from game where second_id = $1))";

/// The first text, in the order of characters, after every text that begins so.
pub(super) fn beyond(beginning: &str) -> String {
    format!("{beginning}{}", char::MAX)
}

/// What came of keeping an identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// It is kept.
    Kept,
    /// It was kept before, or deleted; nothing has changed.
    AlreadyKept,
    /// Somebody has a name that resembles this one; nothing has changed.
    NameTaken,
}

/// People who keep their identity. A store without them has none, and keeps none.
pub trait People {
    /// Somebody by their id; none for guests and for those who deleted everything.
    fn person(&self, _id: PlayerId) -> StoreFuture<'_, Option<Person>> {
        ready(Ok(None)).boxed()
    }

    /// Whoever has a name of this [likeness](domain::likeness::likeness).
    fn person_alike<'a>(&'a self, _likeness: &'a str) -> StoreFuture<'a, Option<Person>> {
        ready(Ok(None)).boxed()
    }

    /// Up to `limit` players whose names have likenesses that begin with `beginning`: those who keep
    /// their identity first, each part in the order of the likenesses.
    fn called<'a>(&'a self, _beginning: &'a str, _limit: u32) -> StoreFuture<'a, Vec<PlayerId>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Whether an identity is or was kept: then an old cookie without a session counts for nothing.
    fn was_kept(&self, _id: PlayerId) -> StoreFuture<'_, bool> {
        ready(Ok(false)).boxed()
    }

    /// Whether there is, or was, a player with this id: one who keeps the identity, chose a name, has a
    /// token, a seek or a subscription, or has a finished game. Not somebody who deleted everything,
    /// nor a guest who did none of this.
    fn is_known(&self, _id: PlayerId) -> StoreFuture<'_, bool> {
        ready(Ok(false)).boxed()
    }

    /// How many games of each kind somebody has finished, those of which there are most first.
    fn tallies(&self, _id: PlayerId) -> StoreFuture<'_, Vec<Tally>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Keeps an identity, with the likeness of its name and the digests of its recovery codes.
    fn keep<'a>(
        &'a self,
        _person: &'a Person,
        _likeness: Option<&'a str>,
        _codes: &'a [Digest],
    ) -> StoreFuture<'a, Keeping> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Gives somebody a name with its likeness, or takes it away; false if somebody else has one
    /// that resembles it, or if there is no such person.
    fn name_person<'a>(
        &'a self,
        _id: PlayerId,
        _name: Option<(&'a str, &'a str)>,
    ) -> StoreFuture<'a, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Replaces the hash of somebody's password; false if there is no such person.
    fn set_password<'a>(&'a self, _id: PlayerId, _password: &'a str) -> StoreFuture<'a, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Replaces all recovery codes of somebody.
    fn set_recovery_codes<'a>(
        &'a self,
        _id: PlayerId,
        _codes: &'a [Digest],
    ) -> StoreFuture<'a, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// How many recovery codes somebody has left.
    fn recovery_codes_left(&self, _id: PlayerId) -> StoreFuture<'_, u32> {
        ready(Ok(0)).boxed()
    }

    /// Uses a recovery code up; whose it was.
    fn take_recovery_code(&self, _code: Digest) -> StoreFuture<'_, Option<PlayerId>> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Keeps a link that carries an identity to another device, in place of the one before.
    fn add_link(
        &self,
        _link: Digest,
        _player: PlayerId,
        _now: Moment,
        _expires_at: Moment,
    ) -> StoreFuture<'_, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Uses such a link up; whose it was, unless it has expired by `now`.
    fn take_link(&self, _link: Digest, _now: Moment) -> StoreFuture<'_, Option<PlayerId>> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Deletes everything about somebody, kept or a guest: games stay, of "someone".
    fn erase(&self, _id: PlayerId, _now: Moment) -> StoreFuture<'_, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }
}
