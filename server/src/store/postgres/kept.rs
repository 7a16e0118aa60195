//! People who keep their identity, in Postgres: names, passwords, recovery codes, links of one use,
//! and deletion.
//!
//! Secrets are stored as digests only. A recovery code or link is deleted in the statement that
//! accepts it, so it works once. Two names that look alike count as one (`likeness`, unique).
//! `erase` removes everything that is about one person, keeps their finished games under a neutral
//! name, and leaves a row without content, so that the id is never kept again.

use super::{PostgresStore, write};
use crate::store::people::{Digest, Keeping, People, Person, TALLIES, Tally};
use crate::store::{StoreError, StoreFuture, fault, rows};
use domain::names::SOMEONE;
use domain::{Moment, PlayerId};
use sqlx::Connection;
use sqlx::error::DatabaseError;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

/// A row of `person`.
type Row = (Uuid, Option<String>, Option<String>, i64);

/// The query for one person who has not been deleted.
macro_rules! person {
    ($condition:literal) => {
        concat!(
            "select id, name, password, (extract(epoch from kept_at) * 1000)::bigint from person where deleted_at is null and ",
            $condition
        )
    };
}

fn read((id, name, password, kept_at): Row) -> Result<Person, StoreError> {
    Ok(Person { id: PlayerId(id), name, password, kept_at: rows::moment(kept_at)? })
}

impl People for PostgresStore {
    fn person(&self, id: PlayerId) -> StoreFuture<'_, Option<Person>> {
        Box::pin(async move {
            let row: Option<Row> = sqlx::query_as(person!("id = $1"))
                .bind(id.0)
                .fetch_optional(&self.pool)
                .await
                .map_err(|error| fault::of_read(&error))?;
            row.map(read).transpose()
        })
    }

    fn person_alike<'a>(&'a self, likeness: &'a str) -> StoreFuture<'a, Option<Person>> {
        Box::pin(async move {
            let row: Option<Row> = sqlx::query_as(person!("likeness = $1"))
                .bind(likeness)
                .fetch_optional(&self.pool)
                .await
                .map_err(|error| fault::of_read(&error))?;
            row.map(read).transpose()
        })
    }

    fn was_kept(&self, id: PlayerId) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            sqlx::query_scalar("select exists (select 1 from person where id = $1)")
                .bind(id.0)
                .fetch_one(&self.pool)
                .await
                .map_err(|error| fault::of_read(&error))
        })
    }

    fn tallies(&self, id: PlayerId) -> StoreFuture<'_, Vec<Tally>> {
        Box::pin(async move {
            let rows: Vec<(String, i64, i64, i64)> = sqlx::query_as(TALLIES)
                .bind(id.0)
                .fetch_all(&self.pool)
                .await
                .map_err(|error| fault::of_read(&error))?;
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
            let left: i64 =
                sqlx::query_scalar("select count(*) from recovery_code where person_id = $1")
                    .bind(id.0)
                    .fetch_one(&self.pool)
                    .await
                    .map_err(|error| fault::of_read(&error))?;
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
    connection: &mut PgConnection,
    person: &Person,
    likeness: Option<&str>,
    codes: &[Digest],
) -> sqlx::Result<Keeping> {
    let mut transaction = connection.begin().await?;
    let kept = sqlx::query(
        "insert into person (id, name, likeness, password, kept_at)
         values ($1, $2, $3, $4, timestamptz 'epoch' + $5 * interval '1 millisecond') on conflict do nothing",
    )
    .bind(person.id.0)
    .bind(person.name.clone())
    .bind(likeness.map(str::to_owned))
    .bind(person.password.clone())
    .bind(rows::millis(person.kept_at))
    .execute(&mut *transaction)
    .await?;
    if kept.rows_affected() == 0 {
        let is_known: bool =
            sqlx::query_scalar("select exists (select 1 from person where id = $1)")
                .bind(person.id.0)
                .fetch_one(&mut *transaction)
                .await?;
        return Ok(if is_known { Keeping::AlreadyKept } else { Keeping::NameTaken });
    }
    // The name chosen as a guest no longer counts; it need not have been unique.
    sqlx::query("delete from guest_name where player_id = $1")
        .bind(person.id.0)
        .execute(&mut *transaction)
        .await?;
    insert_codes(&mut transaction, person.id, codes).await?;
    transaction.commit().await?;
    Ok(Keeping::Kept)
}

async fn insert_codes(
    connection: &mut PgConnection,
    id: PlayerId,
    codes: &[Digest],
) -> sqlx::Result<()> {
    for code in codes {
        sqlx::query("insert into recovery_code (digest, person_id) values ($1, $2)")
            .bind(code.to_vec())
            .bind(id.0)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn name_person(
    connection: &mut PgConnection,
    id: PlayerId,
    name: Option<(&str, &str)>,
) -> sqlx::Result<bool> {
    let (name, likeness) = name.unzip();
    let mut transaction = connection.begin().await?;
    let named = sqlx::query(
        "update person set name = $2, likeness = $3 where id = $1 and deleted_at is null
         and not exists (select 1 from person as other where other.likeness = $3 and other.id <> $1)",
    )
    .bind(id.0)
    .bind(name.map(str::to_owned))
    .bind(likeness.map(str::to_owned))
    .execute(&mut *transaction)
    .await;
    // Somebody else may have taken the name at the same time.
    if named.as_ref().is_err_and(is_taken) || named?.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query("delete from guest_name where player_id = $1")
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
    connection: &mut PgConnection,
    id: PlayerId,
    password: &str,
) -> sqlx::Result<bool> {
    let set = sqlx::query("update person set password = $2 where id = $1 and deleted_at is null")
        .bind(id.0)
        .bind(password.to_owned())
        .execute(connection)
        .await?;
    Ok(set.rows_affected() == 1)
}

async fn set_recovery_codes(
    connection: &mut PgConnection,
    id: PlayerId,
    codes: &[Digest],
) -> sqlx::Result<()> {
    let mut transaction = connection.begin().await?;
    sqlx::query("delete from recovery_code where person_id = $1")
        .bind(id.0)
        .execute(&mut *transaction)
        .await?;
    insert_codes(&mut transaction, id, codes).await?;
    transaction.commit().await
}

async fn take_recovery_code(
    connection: &mut PgConnection,
    code: Digest,
) -> sqlx::Result<Option<PlayerId>> {
    let id: Option<Uuid> =
        sqlx::query_scalar("delete from recovery_code where digest = $1 returning person_id")
            .bind(code.to_vec())
            .fetch_optional(connection)
            .await?;
    Ok(id.map(PlayerId))
}

async fn add_link(
    connection: &mut PgConnection,
    link: Digest,
    player: PlayerId,
    now: Moment,
    expires_at: Moment,
) -> sqlx::Result<()> {
    let mut transaction = connection.begin().await?;
    // One at a time: asking for another link cancels the one before.
    sqlx::query("delete from identity_link where player_id = $1 or expires_at <= timestamptz 'epoch' + $2 * interval '1 millisecond'")
        .bind(player.0)
        .bind(rows::millis(now))
        .execute(&mut *transaction)
        .await?;
    sqlx::query("insert into identity_link (digest, player_id, expires_at) values ($1, $2, timestamptz 'epoch' + $3 * interval '1 millisecond')")
        .bind(link.to_vec())
        .bind(player.0)
        .bind(rows::millis(expires_at))
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await
}

async fn take_link(
    connection: &mut PgConnection,
    link: Digest,
    now: Moment,
) -> sqlx::Result<Option<PlayerId>> {
    let taken: Option<(Uuid, i64)> = sqlx::query_as(
        "delete from identity_link where digest = $1 returning player_id, (extract(epoch from expires_at) * 1000)::bigint",
    )
    .bind(link.to_vec())
    .fetch_optional(connection)
    .await?;
    Ok(taken.filter(|&(_, until)| until > rows::millis(now)).map(|(id, _)| PlayerId(id)))
}

/// The statements that remove what is about one person. Each takes the id; some also take the name
/// to put in place of the person's.
const ERASED: [&str; 11] = [
    "delete from guest_name where player_id = $1",
    "delete from token where player_id = $1",
    "delete from session where player_id = $1",
    "delete from recovery_code where person_id = $1",
    "delete from identity_link where player_id = $1",
    "delete from passkey where person_id = $1",
    "delete from block where player_id = $1",
    "delete from follow where player_id = $1 or followed_id = $1",
    "delete from push_subscription where player_id = $1",
    "update game set first_name = $2 where first_id = $1 and result is not null",
    "update game set second_name = $2 where second_id = $1 and result is not null",
];

async fn erase(connection: &mut PgConnection, id: PlayerId, now: Moment) -> sqlx::Result<()> {
    let mut transaction = connection.begin().await?;
    for statement in ERASED {
        let query = sqlx::query(statement).bind(id.0);
        let query = if statement.contains("$2") { query.bind(SOMEONE) } else { query };
        query.execute(&mut *transaction).await?;
    }
    sqlx::query(
        "insert into person (id, kept_at, deleted_at) values ($1, timestamptz 'epoch' + $2 * interval '1 millisecond', timestamptz 'epoch' + $2 * interval '1 millisecond')
         on conflict (id) do update
         set name = null, likeness = null, password = null, deleted_at = excluded.deleted_at",
    )
    .bind(id.0)
    .bind(rows::millis(now))
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}
