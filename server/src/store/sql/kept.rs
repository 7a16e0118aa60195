//! People who keep their identity: names, passwords, recovery codes, links of one use,
//! and deletion.
//!
//! Secrets are stored as digests only. A recovery code or link is deleted in the statement that
//! accepts it, so it works once. Two names that look alike count as one (`likeness`, unique).
//! `erase` removes everything that is about one person, keeps their finished games under a neutral
//! name, and leaves a row without content, so that the id is never kept again.

use super::{Backend, Dialect, Stamp, sql, write};
use crate::store::StoreFuture;
use crate::store::people::{
    CALLED, Digest, KNOWN, Keeping, People, Person, TALLIES, Tally, beyond,
};
use domain::names::SOMEONE;
use domain::{Moment, PlayerId};
use sqlx::error::DatabaseError;
use uuid::Uuid;

/// A row of `person`.
type Row = (Uuid, Option<String>, Option<String>, Stamp);

/// The query for one person who has not been deleted.
macro_rules! person {
    ($condition:literal) => {
        concat!(
            "select id, name, password, kept_at from person where deleted_at is null and ",
            $condition
        )
    };
}

fn read((id, name, password, Stamp(kept_at)): Row) -> Person {
    Person { id: PlayerId(id), name, password, kept_at }
}

impl<B: Backend> People for B {
    fn person(&self, id: PlayerId) -> StoreFuture<'_, Option<Person>> {
        Box::pin(async move {
            let row: Option<Row> = sql(person!("id = $1")).bind(id.0).read_optional(self).await?;
            Ok(row.map(read))
        })
    }

    fn person_alike<'a>(&'a self, likeness: &'a str) -> StoreFuture<'a, Option<Person>> {
        Box::pin(async move {
            let row: Option<Row> =
                sql(person!("likeness = $1")).bind(likeness).read_optional(self).await?;
            Ok(row.map(read))
        })
    }

    fn called<'a>(&'a self, beginning: &'a str, limit: u32) -> StoreFuture<'a, Vec<PlayerId>> {
        Box::pin(async move {
            let found: Vec<Uuid> = sql(CALLED)
                .bind(beginning)
                .bind(beyond(beginning))
                .bind(i64::from(limit))
                .read_values(self)
                .await?;
            Ok(found.into_iter().map(PlayerId).collect())
        })
    }

    fn was_kept(&self, id: PlayerId) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            sql("select exists (select 1 from person where id = $1)")
                .bind(id.0)
                .read_value(self)
                .await
        })
    }

    fn is_known(&self, id: PlayerId) -> StoreFuture<'_, bool> {
        Box::pin(async move { sql(KNOWN).bind(id.0).read_value(self).await })
    }

    fn tallies(&self, id: PlayerId) -> StoreFuture<'_, Vec<Tally>> {
        Box::pin(async move {
            let rows: Vec<(String, i64, i64, i64)> = sql(TALLIES).bind(id.0).read_all(self).await?;
            let count = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
            let read = |(game, won, drawn, lost)| Tally {
                game,
                won: count(won),
                drawn: count(drawn),
                lost: count(lost),
            };
            Ok(rows.into_iter().map(read).collect())
        })
    }

    fn keep<'a>(
        &'a self,
        person: &'a Person,
        likeness: Option<&'a str>,
        codes: &'a [Digest],
    ) -> StoreFuture<'a, Keeping> {
        write!(self, connection => keep(connection, person, likeness, codes))
    }

    fn name_person<'a>(
        &'a self,
        id: PlayerId,
        name: Option<(&'a str, &'a str)>,
    ) -> StoreFuture<'a, bool> {
        write!(self, connection => name_person(connection, id, name))
    }

    fn set_password<'a>(&'a self, id: PlayerId, password: &'a str) -> StoreFuture<'a, bool> {
        write!(self, connection => set_password(connection, id, password))
    }

    fn set_recovery_codes<'a>(&'a self, id: PlayerId, codes: &'a [Digest]) -> StoreFuture<'a, ()> {
        write!(self, connection => set_recovery_codes(connection, id, codes))
    }

    fn recovery_codes_left(&self, id: PlayerId) -> StoreFuture<'_, u32> {
        Box::pin(async move {
            let left: i64 = sql("select count(*) from recovery_code where person_id = $1")
                .bind(id.0)
                .read_value(self)
                .await?;
            Ok(u32::try_from(left).unwrap_or(u32::MAX))
        })
    }

    fn take_recovery_code(&self, code: Digest) -> StoreFuture<'_, Option<PlayerId>> {
        write!(self, connection => take_recovery_code(connection, code))
    }

    fn add_link(
        &self,
        link: Digest,
        player: PlayerId,
        now: Moment,
        expires_at: Moment,
    ) -> StoreFuture<'_, ()> {
        write!(self, connection => add_link(connection, link, player, now, expires_at))
    }

    fn take_link(&self, link: Digest, now: Moment) -> StoreFuture<'_, Option<PlayerId>> {
        write!(self, connection => take_link(connection, link, now))
    }

    fn erase(&self, id: PlayerId, now: Moment) -> StoreFuture<'_, ()> {
        write!(self, connection => erase(connection, id, now))
    }
}

async fn keep(
    connection: &mut impl Dialect,
    person: &Person,
    likeness: Option<&str>,
    codes: &[Digest],
) -> sqlx::Result<Keeping> {
    let mut transaction = connection.start().await?;
    let kept = sql("insert into person (id, name, likeness, password, kept_at)
         values ($1, $2, $3, $4, $5) on conflict do nothing")
    .bind(person.id.0)
    .bind(person.name.clone())
    .bind(likeness.map(str::to_owned))
    .bind(person.password.clone())
    .bind(Stamp(person.kept_at))
    .execute(&mut *transaction)
    .await?;
    if kept == 0 {
        let is_known: bool = sql("select exists (select 1 from person where id = $1)")
            .bind(person.id.0)
            .value(&mut *transaction)
            .await?;
        return Ok(if is_known { Keeping::AlreadyKept } else { Keeping::NameTaken });
    }
    // The name chosen as a guest no longer counts; it need not have been unique.
    sql("delete from guest_name where player_id = $1")
        .bind(person.id.0)
        .execute(&mut *transaction)
        .await?;
    insert_codes(&mut *transaction, person.id, codes).await?;
    transaction.commit().await?;
    Ok(Keeping::Kept)
}

async fn insert_codes(
    connection: &mut impl Dialect,
    id: PlayerId,
    codes: &[Digest],
) -> sqlx::Result<()> {
    for code in codes {
        sql("insert into recovery_code (digest, person_id) values ($1, $2)")
            .bind(code.as_slice())
            .bind(id.0)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn name_person(
    connection: &mut impl Dialect,
    id: PlayerId,
    name: Option<(&str, &str)>,
) -> sqlx::Result<bool> {
    let (name, likeness) = name.unzip();
    let mut transaction = connection.start().await?;
    let named = sql(
        "update person set name = $2, likeness = $3 where id = $1 and deleted_at is null
         and not exists (select 1 from person as other where other.likeness = $3 and other.id <> $1)",
    )
    .bind(id.0)
    .bind(name.map(str::to_owned))
    .bind(likeness.map(str::to_owned))
    .execute(&mut *transaction)
    .await;
    // Somebody else may have taken the name at the same time.
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

async fn set_password(
    connection: &mut impl Dialect,
    id: PlayerId,
    password: &str,
) -> sqlx::Result<bool> {
    let set = sql("update person set password = $2 where id = $1 and deleted_at is null")
        .bind(id.0)
        .bind(password)
        .execute(connection)
        .await?;
    Ok(set == 1)
}

async fn set_recovery_codes(
    connection: &mut impl Dialect,
    id: PlayerId,
    codes: &[Digest],
) -> sqlx::Result<()> {
    let mut transaction = connection.start().await?;
    sql("delete from recovery_code where person_id = $1")
        .bind(id.0)
        .execute(&mut *transaction)
        .await?;
    insert_codes(&mut *transaction, id, codes).await?;
    transaction.commit().await
}

async fn take_recovery_code(
    connection: &mut impl Dialect,
    code: Digest,
) -> sqlx::Result<Option<PlayerId>> {
    let taken: Option<(Uuid,)> =
        sql("delete from recovery_code where digest = $1 returning person_id")
            .bind(code.as_slice())
            .optional(connection)
            .await?;
    Ok(taken.map(|(id,)| PlayerId(id)))
}

async fn add_link(
    connection: &mut impl Dialect,
    link: Digest,
    player: PlayerId,
    now: Moment,
    expires_at: Moment,
) -> sqlx::Result<()> {
    let mut transaction = connection.start().await?;
    // One at a time: asking for another link cancels the one before.
    sql("delete from identity_link where player_id = $1 or expires_at <= $2")
        .bind(player.0)
        .bind(Stamp(now))
        .execute(&mut *transaction)
        .await?;
    sql("insert into identity_link (digest, player_id, expires_at) values ($1, $2, $3)")
        .bind(link.as_slice())
        .bind(player.0)
        .bind(Stamp(expires_at))
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await
}

async fn take_link(
    connection: &mut impl Dialect,
    link: Digest,
    now: Moment,
) -> sqlx::Result<Option<PlayerId>> {
    let taken: Option<(Uuid, Stamp)> =
        sql("delete from identity_link where digest = $1 returning player_id, expires_at")
            .bind(link.as_slice())
            .optional(connection)
            .await?;
    Ok(taken.filter(|&(_, Stamp(until))| until > now).map(|(id, _)| PlayerId(id)))
}

/// The statements that remove what is about one person. Each takes the id; some also take the name
/// to put in place of the person's.
const ERASED: [&str; 14] = [
    "delete from guest_name where player_id = $1",
    "delete from token where player_id = $1",
    "delete from session where player_id = $1",
    "delete from recovery_code where person_id = $1",
    "delete from identity_link where player_id = $1",
    "delete from passkey where person_id = $1",
    "delete from block where player_id = $1",
    "delete from follow where player_id = $1 or followed_id = $1",
    "delete from push_subscription where player_id = $1",
    "delete from vacation where player_id = $1",
    "delete from unlisted where player_id = $1",
    "delete from mail_address where player_id = $1",
    "update game set first_name = $2 where first_id = $1 and result is not null",
    "update game set second_name = $2 where second_id = $1 and result is not null",
];

async fn erase(connection: &mut impl Dialect, id: PlayerId, now: Moment) -> sqlx::Result<()> {
    let mut transaction = connection.start().await?;
    for statement in ERASED {
        let query = sql(statement).bind(id.0);
        let query = if statement.contains("$2") { query.bind(SOMEONE) } else { query };
        query.execute(&mut *transaction).await?;
    }
    sql("insert into person (id, kept_at, deleted_at) values ($1, $2, $2)
         on conflict (id) do update
         set name = null, likeness = null, password = null, deleted_at = excluded.deleted_at")
    .bind(id.0)
    .bind(Stamp(now))
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}
