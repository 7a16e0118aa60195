//! The journal in Postgres: the commit of a batch, and the reading of unfinished matches.
//!
//! Every commit first locks this server's row in `node` (the fence): if another server has deleted
//! it, nothing is written. A batch without an ending is one statement and one round trip; a batch
//! that ends matches is a transaction that also archives them, drops their events, turns their leases into those of their audiences, and adds
//! the games to the sequence of ended games. All commits use one connection, which is dropped whenever
//! its state is in doubt.

use super::{PostgresStore, Writer, archive, ended, lease, seeks};
use crate::rows::{self, EventRow};
use crate::{
    Append, Closing, Conflict, Event, JournalText, Seekers, StoreError, StoreStream, Unfinished,
    fault,
};
use domain::{FinishedGame, MatchId};
use futures_util::{StreamExt, TryFutureExt, TryStreamExt, stream};
use sqlx::Connection;
use sqlx::postgres::{PgBindIterExt, PgConnection};
use std::time::{Duration, Instant};
use tokio::time::timeout;
use uuid::Uuid;

/// How long connecting may take, and how long a ping may.
const CONNECT: Duration = Duration::from_secs(2);

/// How long a commit may take: longer than the database's own limit for the statement. A
/// connection that is silent for this long is given up, because a network that drops packets would
/// otherwise hold up every match for minutes.
const COMMIT: Duration = Duration::from_secs(10);

/// A connection unused for this long is pinged before it is trusted with a commit, so that a
/// database restarted in between leaves no commit in doubt.
const RESTED: Duration = Duration::from_secs(1);

/// Adds events, and leases for the matches that begin with them, unless this server has been
/// presumed dead. A server that deletes this one's row waits until this statement is done, and the
/// other way round. The first event after a takeover credits the clock for the interruption, so
/// nothing is owed to the match from then on.
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
    from match_event where match_id = $1 and seq > $2 order by seq limit $3";

/// Whole journals, aggregated by the database: transferring single rows takes several times as
/// long. Each is read through the primary key, already in order, whatever the database's
/// statistics say: after many matches were added, and before they are counted, it would otherwise
/// expect a few matches with millions of events each and read the table for every step.
const JOURNALS: &str = "select given.match_id, journal
    from unnest($1::uuid[]) as given (match_id)
    cross join lateral (
        select string_agg(
            seq || chr(31) || coalesce(command_id, '') || chr(31) || payload, chr(10)) as journal
        from (
            select seq, command_id, payload from match_event
            where match_event.match_id = given.match_id order by seq) as event) as gathered
    where journal is not null order by given.match_id";

/// The appends among many that have a number or a command that exists already, and which of the two.
const CONFLICTS: &str = "select part, exists (
        select from match_event as event
        where event.match_id = given.match_id and event.seq = given.seq) as seq
    from unnest($1::integer[], $2::uuid[], $3::bigint[], $4::text[])
        as given (part, match_id, seq, command_id)
    where exists (
            select from match_event as event
            where event.match_id = given.match_id and event.seq = given.seq)
        or exists (
            select from match_event as event
            where event.match_id = given.match_id and event.command_id = given.command_id)";

/// How many matches are read at a time, and how many such steps at once.
const STEP: usize = 64;
const STEPS: usize = 4;

pub(crate) async fn commit(store: &PostgresStore, batch: &[Append]) -> Result<(), StoreError> {
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
        Ok(Ok(outcome)) => outcome,
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

/// Nothing was written if this server has been presumed dead, or a seek is gone.
async fn write(
    connection: &mut PgConnection,
    node: i64,
    batch: &[Append],
) -> sqlx::Result<Result<(), StoreError>> {
    if batch.iter().all(|append| append.closing.is_none() && append.seekers.is_none()) {
        // One statement is a transaction by itself, and one round trip instead of three.
        let inserted = insert(connection, node, batch).await?;
        return Ok(if inserted { Ok(()) } else { Err(StoreError::Fenced) });
    }
    let ended: Vec<&FinishedGame> = batch
        .iter()
        .filter_map(|append| match &append.closing {
            Some(Closing::Archive(game)) => Some(&**game),
            Some(Closing::Discard) | None => None,
        })
        .collect();
    let mut transaction = connection.begin().await?;
    let fence: Option<i64> = sqlx::query_scalar("select id from node where id = $1 for share")
        .bind(node)
        .fetch_optional(&mut *transaction)
        .await?;
    if fence.is_none() || !insert(&mut transaction, node, batch).await? {
        transaction.rollback().await?;
        return Ok(Err(StoreError::Fenced));
    }
    if !end_seeks(&mut transaction, node, batch).await? {
        transaction.rollback().await?;
        return Ok(Err(StoreError::Conflict(Conflict::Seek)));
    }
    for game in &ended {
        archive::insert(&mut transaction, game).await?;
    }
    let closed = batch.iter().filter(|append| append.closing.is_some());
    sqlx::query(
        "with held as (
             delete from match_lease where match_id = any($1) returning match_id, node),
         met as (
             insert into audience_lease (kind, id, node) select 'match', match_id, node from held
             on conflict (kind, id) do update set node = excluded.node)
         delete from match_event where match_id = any($1)",
    )
    .bind(closed.map(|append| append.match_id.0).bind_iter())
    .execute(&mut *transaction)
    .await?;
    let ids: Vec<MatchId> = ended.iter().map(|game| game.summary.id).collect();
    ended::add(&mut transaction, &ids).await?;
    transaction.commit().await?;
    Ok(Ok(()))
}

/// Ends the seeks of which matches are made; false if one of them is gone, or another server pairs
/// them by now.
async fn end_seeks(
    connection: &mut PgConnection,
    node: i64,
    batch: &[Append],
) -> sqlx::Result<bool> {
    for Seekers { players, by } in batch.iter().filter_map(|append| append.seekers.as_ref()) {
        if !seeks::leads(connection, *by, node).await? {
            return Ok(false);
        }
        let ended = sqlx::query("delete from seek where player_id = any($1)")
            .bind(players.iter().map(|who| who.0).bind_iter())
            .execute(&mut *connection)
            .await?;
        if usize::try_from(ended.rows_affected()) != Ok(players.len()) {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn insert(connection: &mut PgConnection, node: i64, batch: &[Append]) -> sqlx::Result<bool> {
    // Events that are dropped in the same transaction are inserted all the same: a command that was
    // done before must not end a match either, and the insertion detects it.
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
        .bind(events().map(|(_, event)| event.payload.as_ref()).bind_iter())
        .bind(node)
        .bind(begun().bind_iter())
        .execute(connection)
        .await?;
    Ok(inserted.rows_affected() > 0)
}

pub(crate) async fn rewrite(
    store: &PostgresStore,
    match_id: MatchId,
    seq: u32,
    payload: &str,
) -> Result<(), StoreError> {
    sqlx::query("update match_event set payload = $3::json where match_id = $1 and seq = $2")
        .bind(match_id.0)
        .bind(i64::from(seq))
        .bind(payload)
        .execute(&store.pool)
        .await
        .map(drop)
        .map_err(|error| fault::of_write(&error))
}

pub(crate) async fn is_written(store: &PostgresStore, append: &Append) -> Result<bool, StoreError> {
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
        .bind(event.payload.as_ref()),
    };
    query.fetch_one(&store.pool).await.map_err(|error| fault::of_read(&error))
}

pub(crate) async fn events(
    store: &PostgresStore,
    match_id: MatchId,
    since: u32,
    limit: u32,
) -> Result<Vec<Event>, StoreError> {
    let rows: Vec<EventRow> = sqlx::query_as(EVENTS)
        .bind(match_id.0)
        .bind(i64::from(since))
        .bind(i64::from(limit))
        .fetch_all(&store.pool)
        .await
        .map_err(|error| fault::of_read(&error))?;
    rows.into_iter().map(|row| Ok(row.read()?.1)).collect()
}

/// The conflict of each of `batch`, as if it were written alone.
pub(crate) async fn conflicts(
    store: &PostgresStore,
    batch: &[Append],
) -> Result<Vec<Option<Conflict>>, StoreError> {
    let events = || {
        (0_i32..).zip(batch).flat_map(|(part, append)| {
            append.events.iter().map(move |event| (part, append.match_id.0, event))
        })
    };
    let known: Vec<(i32, bool)> = sqlx::query_as(CONFLICTS)
        .bind(events().map(|(part, _, _)| part).bind_iter())
        .bind(events().map(|(_, match_id, _)| match_id).bind_iter())
        .bind(events().map(|(_, _, event)| i64::from(event.seq)).bind_iter())
        .bind(events().map(|(_, _, event)| event.command.as_deref()).bind_iter())
        .fetch_all(&store.pool)
        .await
        .map_err(|error| fault::of_read(&error))?;
    let closing = |append: &Append| match &append.closing {
        Some(Closing::Archive(game)) => Some(game.summary.id.0),
        Some(Closing::Discard) | None => None,
    };
    let archived: Vec<Uuid> = sqlx::query_scalar("select id from game where id = any($1)")
        .bind(batch.iter().filter_map(closing).bind_iter())
        .fetch_all(&store.pool)
        .await
        .map_err(|error| fault::of_read(&error))?;
    let mut found: Vec<Option<Conflict>> = batch
        .iter()
        .map(|append| closing(append).filter(|id| archived.contains(id)).map(|_| Conflict::Game))
        .collect();
    for (part, is_seq) in known {
        if let Some(found) = usize::try_from(part).ok().and_then(|part| found.get_mut(part)) {
            *found = Some(if is_seq { Conflict::Seq } else { Conflict::Command });
        }
    }
    Ok(found)
}

/// The matches that this server holds.
pub(crate) fn unfinished(store: &PostgresStore) -> StoreStream<'_, Unfinished> {
    let found = async { Ok(journals(store, &lease::held(store).await?)) };
    found.try_flatten_stream().boxed()
}

/// Those of these matches that this server holds, read in steps: one query for all of them would
/// make the database sort all their events.
pub(crate) fn journals<'a>(
    store: &'a PostgresStore,
    ids: &[MatchId],
) -> StoreStream<'a, Unfinished> {
    let steps: Vec<Vec<MatchId>> = ids.chunks(STEP).map(<[MatchId]>::to_vec).collect();
    stream::iter(steps)
        .map(move |step| some_journals(store, step))
        .buffered(STEPS)
        .map_ok(|found| stream::iter(found.into_iter().map(Ok)))
        .try_flatten()
        .boxed()
}

async fn some_journals(
    store: &PostgresStore,
    ids: Vec<MatchId>,
) -> Result<Vec<Unfinished>, StoreError> {
    let owed = lease::owed(store, &ids).await?;
    let ids: Vec<Uuid> = owed.keys().map(|match_id| match_id.0).collect();
    let rows: Vec<(Uuid, String)> = sqlx::query_as(JOURNALS)
        .bind(ids)
        .fetch_all(&store.pool)
        .await
        .map_err(|error| fault::of_read(&error))?;
    let found = |(id, journal)| {
        let match_id = MatchId(id);
        let alive = owed.get(&match_id).copied().flatten();
        Unfinished { match_id, journal: JournalText::gathered(journal), alive }
    };
    Ok(rows.into_iter().map(found).collect())
}

pub(crate) async fn seq_of_command(
    store: &PostgresStore,
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
    .fetch_optional(&store.pool)
    .await
    .map_err(|error| fault::of_read(&error))?;
    seq.map(rows::seq).transpose()
}
