//! People who keep their identity: their names, their credentials, and the deletion of both.
//!
//! A guest is an id in a cookie. A guest who keeps that identity becomes a [`Account`] under the
//! same id, so that games and seats stay theirs. Names are stored here once and joined when games
//! are read.
//!
//! Two names that look alike count as one (`likeness`, unique).
//! `erase` removes everything that is about one person, leaves their finished games under a neutral
//! name, and a row without content, so that the id is never registered again.

use crate::credentials::Generation;
use crate::database::{on, write};
use crate::erasures::scrubbed_change;
use crate::sql::{Backend, Dialect, Stamp, sql};
use crate::{Database, StoreError, codec};
use domain::names::SOMEONE;
use domain::{MatchId, Moment, PlayerId, TreeChange};
use sqlx::AssertSqlSafe;
use sqlx::error::DatabaseError;
use uuid::Uuid;

/// The SHA-256 of a secret that is long and random, so that it may be stored.
pub type Digest = [u8; 32];

/// A registered player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The identity, which was a guest's before.
    pub id: PlayerId,
    /// The unique name; none for a player who chose none.
    pub name: Option<String>,
    /// The hash of the password, with its salt and parameters; none for a player without one.
    pub password: Option<String>,
    /// The time of registration.
    pub registered_at: Moment,
    /// The present generation of their credentials.
    pub generation: Generation,
}

/// Players by the beginning $1 of their names' likeness and the first text $2 beyond it, in SQL that
/// both databases accept. Each half is a range of an index.
pub(super) const CALLED: &str = "select id from (
        select * from (select id, likeness, 1 as part from account
            where likeness >= $1 and likeness < $2 and deleted_at is null
            order by likeness limit $3) as kept
        union all
        select * from (select player_id, likeness, 2 from guest_name
            where likeness >= $1 and likeness < $2 order by likeness limit $3) as guests
    ) as called order by part, likeness, id limit $3";

/// Whether the store knows a player by the id $1, in SQL that both databases accept. Each part is
/// answered from an index.
pub(super) const KNOWN: &str =
    "select not exists (select 1 from account where id = $1 and deleted_at is not null)
    and (exists (select 1 from account where id = $1)
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

/// A row of `person`.
type Row = (Uuid, Option<String>, Option<String>, Stamp, i64);

/// The query for one person who has not been deleted.
macro_rules! account {
    ($condition:literal) => {
        concat!(
            "select id, name, password, registered_at, generation from account where deleted_at is null and ",
            $condition
        )
    };
}

fn read((id, name, password, Stamp(registered_at), generation): Row) -> Account {
    Account { id: PlayerId(id), name, password, registered_at, generation: Generation(generation) }
}

/// People who keep their identity.
impl Database {
    /// A registered player by id; none for guests and for deleted players.
    pub async fn account(&self, id: PlayerId) -> Result<Option<Account>, StoreError> {
        let row: Option<Row> =
            on!(self, |store| sql(account!("id = $1")).bind(id.0).read_optional(store))?;
        Ok(row.map(read))
    }

    /// The player with a name of this [likeness](domain::likeness::likeness).
    pub async fn account_alike(&self, likeness: &str) -> Result<Option<Account>, StoreError> {
        let row: Option<Row> =
            on!(self, |store| sql(account!("likeness = $1")).bind(likeness).read_optional(store))?;
        Ok(row.map(read))
    }

    /// Up to `limit` players whose names have likenesses that begin with `beginning`: those who keep
    /// their identity first, each part in the order of the likenesses.
    pub async fn called(&self, beginning: &str, limit: u32) -> Result<Vec<PlayerId>, StoreError> {
        let found: Vec<Uuid> = on!(self, |store| sql(CALLED)
            .bind(beginning)
            .bind(beyond(beginning))
            .bind(i64::from(limit))
            .read_values(store))?;
        Ok(found.into_iter().map(PlayerId).collect())
    }

    /// Whether an account exists or did: then an old cookie without a session counts for nothing.
    pub async fn was_registered(&self, id: PlayerId) -> Result<bool, StoreError> {
        on!(self, |store| sql("select exists (select 1 from account where id = $1)")
            .bind(id.0)
            .read_value(store))
    }

    /// Whether there is, or was, a player with this id: one who keeps the identity, chose a name, has a
    /// token, a seek or a subscription, or has a finished game. Not a deleted player, nor a
    /// guest who did none of this.
    pub async fn is_known(&self, id: PlayerId) -> Result<bool, StoreError> {
        on!(self, |store| sql(KNOWN).bind(id.0).read_value(store))
    }

    /// Gives a player a name with its likeness, or takes it away; false if another player has one
    /// that resembles it, or if there is no such person.
    pub async fn name_account(
        &self,
        id: PlayerId,
        name: Option<(&str, &str)>,
    ) -> Result<bool, StoreError> {
        write!(self, |connection| name_account(connection, id, name))
    }

    /// Up to `limit` changes of analysis trees by one player, by game and number, after one of them.
    pub async fn changes_by(
        &self,
        player: PlayerId,
        after: Option<(MatchId, u32)>,
        limit: u32,
    ) -> Result<Vec<(MatchId, TreeChange)>, StoreError> {
        let (game, seq) = after.map_or((Uuid::nil(), 0), |(game, seq)| (game.0, seq));
        let rows: Vec<(Uuid, String)> =
            on!(self, |store| changes_by(store, player, (game, seq), limit))?;
        let read = |(game, text): (Uuid, String)| {
            let change = codec::read_change(&text);
            let damaged = |_| StoreError::Damaged("a change of a tree");
            Ok((MatchId(game), change.map_err(damaged)?))
        };
        rows.into_iter().map(read).collect()
    }

    /// Deletes everything about a player, registered or a guest: games stay, of "someone".
    pub async fn erase(&self, id: PlayerId, now: Moment) -> Result<(), StoreError> {
        write!(self, |connection| erase(connection, id, now))
    }
}

async fn changes_by<B: Backend>(
    store: &B,
    player: PlayerId,
    (game, seq): (Uuid, u32),
    limit: u32,
) -> Result<Vec<(Uuid, String)>, StoreError> {
    sql(AssertSqlSafe(format!(
        "select match_id, cast(payload as text) from analysis_change
         where {} = $1 and (match_id, seq) > ($2, $3)
         order by match_id, seq limit $4",
        B::Connection::CHANGE_AUTHOR.0
    )))
    .bind(player.to_string())
    .bind(game)
    .bind(i64::from(seq))
    .bind(i64::from(limit))
    .browse_all(store)
    .await
}

async fn name_account(
    connection: &mut impl Dialect,
    id: PlayerId,
    name: Option<(&str, &str)>,
) -> sqlx::Result<bool> {
    let (name, likeness) = name.unzip();
    let mut transaction = connection.start().await?;
    let named = sql(
        "update account set name = $2, likeness = $3 where id = $1 and deleted_at is null
         and not exists (select 1 from account as other where other.likeness = $3 and other.id <> $1)",
    )
    .bind(id.0)
    .bind(name.map(str::to_owned))
    .bind(likeness.map(str::to_owned))
    .execute(&mut *transaction)
    .await;
    // Another player may have taken the name at the same time.
    if named.as_ref().is_err_and(is_taken) || named? == 0 {
        return Ok(false);
    }
    sql("delete from guest_name where player_id = $1")
        .bind(id.0)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(true)
}

fn is_taken(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(DatabaseError::is_unique_violation)
}

/// The statements that remove the data about one person. Each takes the id; some also take the name
/// to put in place of the person's.
const ERASED: [&str; 22] = [
    // Before the names themselves are removed.
    "update mail_notification set opponent = null where opponent in (
         select name from account where id = $1
         union select name from guest_name where player_id = $1)",
    "delete from guest_name where player_id = $1",
    "delete from token where player_id = $1",
    "delete from session where player_id = $1",
    "delete from recovery_code where account_id = $1",
    "delete from identity_link where player_id = $1",
    "delete from passkey where account_id = $1",
    "delete from block where player_id = $1 or blocked_id = $1",
    "delete from bot where player_id = $1",
    "delete from seek where player_id = $1",
    "delete from warning where player_id = $1",
    "delete from chat_mute where player_id = $1",
    "delete from report where about_id = $1",
    "delete from follow where player_id = $1 or followed_id = $1",
    "delete from push_subscription where player_id = $1",
    "delete from vacation where player_id = $1",
    "delete from unlisted where player_id = $1",
    "delete from mail_address where player_id = $1",
    "update game set first_name = $2 where first_id = $1 and result is not null",
    "update game set second_name = $2 where second_id = $1 and result is not null",
    "update game set first_name = $2 where first_id = $1 and result is null",
    "update game set second_name = $2 where second_id = $1 and result is null",
];

/// The statement of this connection's database that gives a change another text.
const fn rewrite_of<C: Dialect>(_: &C) -> &'static str {
    C::REWRITE_CHANGE
}

/// How many changes of analysis trees are rewritten in one transaction.
const CHANGES: i64 = 200;

/// Takes the name and the notes of a person out of some changes of analysis trees; false once there are
/// none left.
async fn erase_some_changes<C: Dialect>(connection: &mut C, id: PlayerId) -> sqlx::Result<bool> {
    let (author, name) = C::CHANGE_AUTHOR;
    let mut transaction = connection.start().await?;
    let rows: Vec<(Uuid, i64, String)> = sql(AssertSqlSafe(format!(
        "select match_id, seq, cast(payload as text) from analysis_change
             where {author} = $1 and {name} is distinct from $2
             order by match_id, seq limit $3"
    )))
    .bind(id.to_string())
    .bind(SOMEONE)
    .bind(CHANGES)
    .all(&mut *transaction)
    .await?;
    for (game, seq, text) in &rows {
        let text = scrubbed_change(text).ok_or_else(|| {
            sqlx::Error::Protocol(format!("change {seq} of the tree of {game} cannot be read"))
        })?;
        sql(rewrite_of(&*transaction))
            .bind(*game)
            .bind(*seq)
            .bind(String::from(&*text))
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(!rows.is_empty())
}

async fn erase(connection: &mut impl Dialect, id: PlayerId, now: Moment) -> sqlx::Result<()> {
    while erase_some_changes(connection, id).await? {}
    let mut transaction = connection.start().await?;
    for statement in ERASED {
        let query = sql(statement).bind(id.0);
        let query = if statement.contains("$2") { query.bind(SOMEONE) } else { query };
        query.execute(&mut *transaction).await?;
    }
    // What others did stays reported, without who reported it and in which words.
    sql("update report set by_id = $2, note = '' where by_id = $1")
        .bind(id.0)
        .bind(Uuid::nil())
        .execute(&mut *transaction)
        .await?;
    // Journals have no index by player: they are looked through afterwards.
    sql("insert into erasure (player_id, at) values ($1, $2) on conflict (player_id) do nothing")
        .bind(id.0)
        .bind(Stamp(now))
        .execute(&mut *transaction)
        .await?;
    sql("insert into account (id, registered_at, deleted_at) values ($1, $2, $2)
         on conflict (id) do update
         set name = null, likeness = null, password = null, deleted_at = excluded.deleted_at")
    .bind(id.0)
    .bind(Stamp(now))
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}
