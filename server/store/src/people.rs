//! People who keep their identity: their names, their credentials, and the deletion of both.
//!
//! A guest is an id in a cookie. A guest who keeps that identity becomes a [`Person`] under the
//! same id, so that games and seats stay theirs. Names are stored here once and joined when games
//! are read.

use super::credentials::Generation;
use super::{StoreError, StoreFuture};
use domain::{MatchId, Moment, PlayerId, TreeChange};
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
    /// The present generation of their credentials.
    pub generation: Generation,
}

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

    /// Gives somebody a name with its likeness, or takes it away; false if somebody else has one
    /// that resembles it, or if there is no such person.
    fn name_person<'a>(
        &'a self,
        _id: PlayerId,
        _name: Option<(&'a str, &'a str)>,
    ) -> StoreFuture<'a, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Up to `limit` changes of analysis trees by one player, by game and number, after one of them.
    fn changes_by(
        &self,
        _player: PlayerId,
        _after: Option<(MatchId, u32)>,
        _limit: u32,
    ) -> StoreFuture<'_, Vec<(MatchId, TreeChange)>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Deletes everything about somebody, kept or a guest: games stay, of "someone".
    fn erase(&self, _id: PlayerId, _now: Moment) -> StoreFuture<'_, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }
}
