//! The servers and matches of a Postgres database: the servers that share it, and the matches of all of
//! them.

use super::{PostgresStore, lease};
use crate::nodes::NodeEntry;
use crate::sql::sql;
use crate::{Node, StoreError, Underway, fault, rows};
use domain::{MatchId, Moment};
use uuid::Uuid;

pub(crate) async fn nodes(store: &PostgresStore) -> Result<Vec<Node>, StoreError> {
    let rows: Vec<NodeEntry> =
        sql("select id, name, version, address, load::bigint as load, state,
                 (extract(epoch from clock_timestamp() - until + $1 * interval '1 second')
                     * 1000)::bigint as silent
             from node join node_status on node_status.node = node.id
             where until > clock_timestamp() order by id")
        .bind(i64::from(lease::LEASE))
        .read_all(store)
        .await?;
    rows.into_iter().map(NodeEntry::read).collect()
}

pub(crate) async fn forget_gone_nodes(store: &PostgresStore) -> Result<(), StoreError> {
    let deleted = sqlx::query("delete from node_status where node not in (select id from node)")
        .execute(&store.pool)
        .await;
    deleted.map(drop).map_err(|error| fault::of_write(&error))
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
