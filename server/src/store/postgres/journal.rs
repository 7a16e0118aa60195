//! The journal in Postgres.

use super::{PostgresStore, Writer, archive, lease};
use crate::ids::MatchId;
use crate::store::rows::{self, EventRow};
use crate::store::{Append, Closing, Event, StoreError, StoreStream, Unfinished, fault, grouped};
use crate::time::Moment;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryFutureExt, TryStreamExt, stream};
use sqlx::postgres::{PgBindIterExt, PgConnection};
use sqlx::{Connection, PgPool};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tokio::time::timeout;
use uuid::Uuid;

/// How long a connection may take to be made, and to answer a question that costs nothing.
const CONNECT: Duration = Duration::from_secs(2);

/// How long a commit may take, longer than the database allows it on its side. A connection
/// that says nothing for so long is given up, since a network that swallows packets would
/// otherwise hold every match for minutes.
const COMMIT: Duration = Duration::from_secs(10);

/// A connection unused for so long is asked whether it is alive before it is trusted with a
/// commit, so that a database restarted meanwhile leaves no doubt about what was written.
const RESTED: Duration = Duration::from_secs(1);

/// Adds events, and leases of the matches that begin with them, unless this server has been
/// taken to be gone. Whoever deletes its row waits until this is done, and this waits for them.
/// A match that was taken over is owed nothing from its first event on, which gives its clock
/// back what it was.
const INSERT: &str = "with fence as (select id from node where id = $5 for share),
    begun as (
        insert into match_lease (match_id, node)
        select begun.match_id, fence.id from unnest($6::uuid[]) as begun (match_id), fence
        on conflict do nothing),
    repaid as (
        update match_lease set owed_since = null from fence
        where match_id = any($1) and owed_since is not null)
    insert into match_event (match_id, seq, command_id, payload)
    select match_id, seq, command_id, payload::json
    from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[])
        as event (match_id, seq, command_id, payload), fence";

/// The number of a match's first event.
const FIRST: u32 = 1;

const EVENTS: &str = "select match_id, seq, command_id, payload::text as payload
    from match_event where match_id = $1 and seq > $2 order by seq";

const OUR_EVENTS: &str = "select match_id, seq, command_id, payload::text as payload
    from match_event join match_lease using (match_id)
    where node = $1 order by match_id, seq";

const EVENTS_OF: &str = "select match_id, seq, command_id, payload::text as payload
    from match_event where match_id = any($1) order by match_id, seq";

pub(super) async fn commit(store: &PostgresStore, batch: &[Append]) -> Result<(), StoreError> {
    let Some(node) = &store.node else {
        tracing::error!("only a server writes to the journal");
        return Err(StoreError::Failed);
    };
    let mut slot = store.writer.lock().await;
    let mut connection = match slot.take() {
        Some(writer) if writer.used.elapsed() < RESTED => writer.connection,
        Some(mut writer) => match timeout(CONNECT, writer.connection.ping()).await {
            Ok(Ok(())) => writer.connection,
            _ => connect(store).await?,
        },
        None => connect(store).await?,
    };
    let outcome = match timeout(COMMIT, write(&mut connection, node.id, batch)).await {
        Ok(Ok(true)) => Ok(()),
        Ok(Ok(false)) => Err(StoreError::Fenced),
        Ok(Err(error)) => Err(fault::of_write(&error)),
        Err(_) => Err(StoreError::Ambiguous),
    };
    if outcome != Err(StoreError::Ambiguous) {
        *slot = Some(Writer { connection, used: Instant::now() });
    }
    outcome
}

async fn connect(store: &PostgresStore) -> Result<PgConnection, StoreError> {
    match timeout(CONNECT, PgConnection::connect_with(&store.writer_options)).await {
        Ok(Ok(connection)) => Ok(connection),
        Ok(Err(error)) => Err(fault::of_read(&error)),
        Err(_) => Err(StoreError::Unavailable),
    }
}

/// False if this server has been taken to be gone; then nothing was written.
async fn write(connection: &mut PgConnection, node: i64, batch: &[Append]) -> sqlx::Result<bool> {
    if batch.iter().all(|append| append.closing.is_none()) {
        // One statement is a transaction by itself, and one round trip instead of three.
        return insert(connection, node, batch).await;
    }
    let mut transaction = connection.begin().await?;
    let fence: Option<i64> = sqlx::query_scalar("select id from node where id = $1 for share")
        .bind(node)
        .fetch_optional(&mut *transaction)
        .await?;
    if fence.is_none() || !insert(&mut transaction, node, batch).await? {
        transaction.rollback().await?;
        return Ok(false);
    }
    for append in batch {
        if let Some(Closing::Archive(game)) = &append.closing {
            archive::insert(&mut transaction, game).await?;
        }
    }
    let closed = batch.iter().filter(|append| append.closing.is_some());
    sqlx::query(
        "with held as (delete from match_lease where match_id = any($1))
         delete from match_event where match_id = any($1)",
    )
    .bind(closed.map(|append| append.match_id.0).bind_iter())
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(true)
}

async fn insert(connection: &mut PgConnection, node: i64, batch: &[Append]) -> sqlx::Result<bool> {
    // Also what is dropped in the same transaction: a command that was done before must not end
    // a match either.
    let events = || {
        batch
            .iter()
            .flat_map(|append| append.events.iter().map(move |event| (append.match_id.0, event)))
    };
    if events().next().is_none() {
        return Ok(true);
    }
    let begun = || events().filter(|(_, event)| event.seq == FIRST).map(|(match_id, _)| match_id);
    let inserted = sqlx::query(INSERT)
        .bind(events().map(|(match_id, _)| match_id).bind_iter())
        .bind(events().map(|(_, event)| i64::from(event.seq)).bind_iter())
        .bind(events().map(|(_, event)| event.command.as_deref()).bind_iter())
        .bind(events().map(|(_, event)| event.payload.as_str()).bind_iter())
        .bind(node)
        .bind(begun().bind_iter())
        .execute(connection)
        .await?;
    Ok(inserted.rows_affected() > 0)
}

pub(super) async fn is_written(pool: &PgPool, append: &Append) -> Result<bool, StoreError> {
    let match_id = append.match_id.0;
    let query = match (&append.closing, append.events.last()) {
        (Some(Closing::Archive(game)), _) => {
            sqlx::query_scalar("select exists (select from game where id = $1)")
                .bind(game.summary.id.0)
        }
        (Some(Closing::Discard), _) => {
            sqlx::query_scalar("select not exists (select from match_event where match_id = $1)")
                .bind(match_id)
        }
        (None, None) => return Ok(true),
        (None, Some(event)) => sqlx::query_scalar(
            "select exists (select from match_event
             where match_id = $1 and seq = $2 and command_id is not distinct from $3
             and payload::text = $4)",
        )
        .bind(match_id)
        .bind(i64::from(event.seq))
        .bind(event.command.as_deref())
        .bind(event.payload.as_str()),
    };
    query.fetch_one(pool).await.map_err(|error| fault::of_read(&error))
}

pub(super) async fn events(
    pool: &PgPool,
    match_id: MatchId,
    since: u32,
) -> Result<Vec<Event>, StoreError> {
    let rows: Vec<EventRow> = sqlx::query_as(EVENTS)
        .bind(match_id.0)
        .bind(i64::from(since))
        .fetch_all(pool)
        .await
        .map_err(|error| fault::of_read(&error))?;
    rows.into_iter().map(|row| Ok(row.read()?.1)).collect()
}

/// The matches that this server holds.
pub(super) fn unfinished(store: &PostgresStore) -> StoreStream<'_, Unfinished> {
    let Some(node) = &store.node else { return stream::empty().boxed() };
    let found = async {
        let owed = lease::owed(&store.pool, node.id).await?;
        let rows = sqlx::query_as::<_, EventRow>(OUR_EVENTS).bind(node.id).fetch(&store.pool);
        Ok(journals(rows, owed))
    };
    found.try_flatten_stream().boxed()
}

/// The matches of servers whose time is over, which from now on this one holds.
pub(super) fn inherited(store: &PostgresStore) -> StoreStream<'_, Unfinished> {
    let found = async {
        let taken = lease::inherit(store).await?;
        let ids: Vec<Uuid> = taken.keys().map(|match_id| match_id.0).collect();
        let rows = sqlx::query_as::<_, EventRow>(EVENTS_OF).bind(ids).fetch(&store.pool);
        Ok(journals(rows, taken))
    };
    found.try_flatten_stream().boxed()
}

/// The matches of `rows`, whose clocks are owed the time since the moments of `owed`.
fn journals<'a>(
    rows: BoxStream<'a, sqlx::Result<EventRow>>,
    owed: HashMap<MatchId, Moment>,
) -> StoreStream<'a, Unfinished> {
    let rows = rows.map(|row| row.map_err(|error| fault::of_read(&error))?.read());
    grouped::by_match(rows.boxed())
        .map_ok(move |found| Unfinished { alive: owed.get(&found.match_id).copied(), ..found })
        .boxed()
}

pub(super) async fn seq_of_command(
    pool: &PgPool,
    match_id: MatchId,
    command: &str,
) -> Result<Option<u32>, StoreError> {
    let seq: Option<i64> = sqlx::query_scalar(
        "select seq from match_event where match_id = $1 and command_id = $2
         union all
         select (commands ->> $2)::bigint from game where id = $1 and commands ? $2
         limit 1",
    )
    .bind(match_id.0)
    .bind(command)
    .fetch_optional(pool)
    .await
    .map_err(|error| fault::of_read(&error))?;
    seq.map(rows::seq).transpose()
}
