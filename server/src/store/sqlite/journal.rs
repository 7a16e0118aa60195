//! The journal in SQLite.

use super::{SqliteStore, archive};
use crate::ids::MatchId;
use crate::store::rows::{self, EventRow};
use crate::store::{Append, Closing, Event, StoreError, StoreStream, Unfinished, fault, grouped};
use futures_util::StreamExt;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection, SqlitePool};
use std::sync::{Arc, LazyLock};
use uuid::Uuid;

/// The rows that one statement takes: few sizes, so that every statement is prepared once.
/// A statement that is larger than what there is to write has its last rows null.
const SIZES: [usize; 4] = [1, 8, 64, 512];

static INSERTS: LazyLock<[Arc<str>; SIZES.len()]> = LazyLock::new(|| {
    SIZES.map(|size| {
        let rows = vec!["(?, ?, ?, ?)"; size].join(", ");
        format!(
            "insert into match_event (match_id, seq, command_id, payload)
             select * from (values {rows}) where column1 is not null"
        )
        .into()
    })
});

const EVENTS: &str = "select match_id, seq, command_id, payload
    from match_event where match_id = ? and seq > ? order by seq";

const ALL_EVENTS: &str = "select match_id, seq, command_id, payload
    from match_event order by match_id, seq";

pub(super) async fn commit(store: &SqliteStore, batch: &[Append]) -> Result<(), StoreError> {
    let mut lent = store.writer().await?;
    match write(&mut lent.connection, batch).await {
        Ok(()) => {
            lent.keep();
            Ok(())
        }
        Err(error) => {
            let fault = fault::of_write(&error);
            if fault != StoreError::Ambiguous {
                lent.keep();
            }
            Err(fault)
        }
    }
}

async fn write(connection: &mut SqliteConnection, batch: &[Append]) -> sqlx::Result<()> {
    // What is dropped in the same transaction need not be written.
    let events: Vec<(Uuid, &Event)> = batch
        .iter()
        .filter(|append| append.closing.is_none())
        .flat_map(|append| append.events.iter().map(|event| (append.match_id.0, event)))
        .collect();
    if events.len() <= SIZES[SIZES.len() - 1] && batch.iter().all(|append| append.closing.is_none())
    {
        // One statement is a transaction by itself.
        return insert(connection, &events).await;
    }
    let mut transaction = connection.begin_with("begin immediate").await?;
    for chunk in events.chunks(SIZES[SIZES.len() - 1]) {
        insert(&mut transaction, chunk).await?;
    }
    for append in batch {
        let Some(closing) = &append.closing else { continue };
        if let Closing::Archive(game) = closing {
            archive::insert(&mut transaction, game).await?;
        }
        sqlx::query("delete from match_event where match_id = ?")
            .bind(append.match_id.0)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await
}

async fn insert(connection: &mut SqliteConnection, events: &[(Uuid, &Event)]) -> sqlx::Result<()> {
    if events.is_empty() {
        return Ok(());
    }
    let size = SIZES.iter().position(|&size| size >= events.len()).unwrap_or(SIZES.len() - 1);
    let mut query = sqlx::query(AssertSqlSafe(Arc::clone(&INSERTS[size])));
    for (match_id, event) in events {
        query = query
            .bind(*match_id)
            .bind(i64::from(event.seq))
            .bind(event.command.as_deref())
            .bind(event.payload.as_str());
    }
    query.execute(connection).await?;
    Ok(())
}

pub(super) async fn is_written(pool: &SqlitePool, append: &Append) -> Result<bool, StoreError> {
    let match_id = append.match_id.0;
    let query = match (&append.closing, append.events.last()) {
        (Some(Closing::Archive(game)), _) => {
            sqlx::query_scalar("select exists (select 1 from game where id = ?)")
                .bind(game.summary.id.0)
        }
        (Some(Closing::Discard), _) => {
            sqlx::query_scalar("select not exists (select 1 from match_event where match_id = ?)")
                .bind(match_id)
        }
        (None, None) => return Ok(true),
        (None, Some(event)) => sqlx::query_scalar(
            "select exists (select 1 from match_event
             where match_id = ? and seq = ? and command_id is ? and payload = ?)",
        )
        .bind(match_id)
        .bind(i64::from(event.seq))
        .bind(event.command.as_deref())
        .bind(event.payload.as_str()),
    };
    query.fetch_one(pool).await.map_err(|error| fault::of_read(&error))
}

pub(super) async fn events(
    pool: &SqlitePool,
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

pub(super) fn unfinished(pool: &SqlitePool) -> StoreStream<'_, Unfinished> {
    let rows = sqlx::query_as::<_, EventRow>(ALL_EVENTS).fetch(pool);
    grouped::by_match(rows.map(|row| row.map_err(|error| fault::of_read(&error))?.read()).boxed())
}

pub(super) async fn seq_of_command(
    pool: &SqlitePool,
    match_id: MatchId,
    command: &str,
) -> Result<Option<u32>, StoreError> {
    let seq: Option<i64> = sqlx::query_scalar(
        "select seq from match_event where match_id = ?1 and command_id = ?2
         union all
         select entry.value from game, json_each(game.commands) as entry
         where game.id = ?1 and entry.key = ?2
         limit 1",
    )
    .bind(match_id.0)
    .bind(command)
    .fetch_optional(pool)
    .await
    .map_err(|error| fault::of_read(&error))?;
    seq.map(rows::seq).transpose()
}
