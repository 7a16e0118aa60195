//! What is stored about a player besides tokens, in Postgres: the name, and whether they are a
//! program, keep their identity, or have deleted it.
//!
//! The name of a person who keeps their identity takes precedence over one they chose as a guest.

use crate::store::{Guest, StoreError, fault, rows};
use domain::{Moment, PlayerId};
use sqlx::PgPool;

pub(super) async fn guest(pool: &PgPool, id: PlayerId) -> Result<Guest, StoreError> {
    let (name, bot, kept, gone): (Option<String>, bool, bool, bool) = sqlx::query_as(
        "select coalesce((select name from person where id = $1),
                 (select name from guest_name where player_id = $1)),
             exists (select 1 from bot where player_id = $1),
             exists (select 1 from person where id = $1 and deleted_at is null),
             exists (select 1 from person where id = $1 and deleted_at is not null)",
    )
    .bind(id.0)
    .fetch_one(pool)
    .await
    .map_err(|error| fault::of_read(&error))?;
    Ok(Guest { name, bot, kept, gone })
}

pub(super) async fn set_name(
    pool: &PgPool,
    id: PlayerId,
    name: Option<&str>,
    now: Moment,
) -> Result<(), StoreError> {
    let query = match name {
        Some(name) => sqlx::query(
            "insert into guest_name (player_id, name, changed_at)
             values ($1, $2, timestamptz 'epoch' + $3 * interval '1 millisecond')
             on conflict (player_id) do update
             set name = excluded.name, changed_at = excluded.changed_at",
        )
        .bind(id.0)
        .bind(name)
        .bind(rows::millis(now)),
        None => sqlx::query("delete from guest_name where player_id = $1").bind(id.0),
    };
    query.execute(pool).await.map_err(|error| fault::of_write(&error))?;
    Ok(())
}
