//! The servers and matches of a Postgres database: the servers that share it, and the matches of all of
//! them.

use super::{PostgresStore, lease};
use crate::sql::{Stamp, sql};
use crate::{StoreError, Underway, rows};
use domain::{MatchId, Moment};
use uuid::Uuid;

pub(crate) async fn nodes(store: &PostgresStore) -> Result<Vec<(i64, Moment)>, StoreError> {
    let rows: Vec<(i64, Stamp)> =
        sql("select id, alive_at from node where until > clock_timestamp() order by id")
            .read_all(store)
            .await?;
    Ok(rows.into_iter().map(|(id, Stamp(at))| (id, at)).collect())
}

pub(crate) async fn matches(
    store: &PostgresStore,
    limit: u32,
) -> Result<Vec<Underway>, StoreError> {
    let rows: Vec<(Uuid, String, i64)> = sql("select match_id, payload::text,
             (select max(seq) from match_event as last where last.match_id = first.match_id)
         from match_event as first where seq = 1 limit $1")
    .bind(i64::from(limit))
    .read_all(store)
    .await?;
    let read = |(id, created, events)| {
        Ok(Underway { id: MatchId(id), created, events: rows::seq(events)? })
    };
    rows.into_iter().map(read).collect()
}

pub(crate) async fn beat(store: &PostgresStore, now: Moment) -> Result<(), StoreError> {
    match &store.node {
        Some(node) => node.beat(now).await,
        None => lease::in_time(lease::beat(now).execute(&store.pool)).await.map(drop),
    }
}
