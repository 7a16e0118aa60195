//! The server and matches of an SQLite database: the one server, whose number is always 0, and its
//! matches.

use super::SqliteStore;
use crate::nodes::NodeEntry;
use crate::sql::{Stamp, sql};
use crate::{Node, StoreError, Underway, fault, rows};
use domain::{MatchId, Moment};
use uuid::Uuid;

/// The matches whose first event comes after the last row that ended them.
const UNDERWAY: &str = "select match_id, payload, (select max(seq) from match_event as last
             where last.match_id = first.match_id and last.id > first.id - 1)
     from match_event as first
     where seq = 1 and payload is not null and not exists (
         select 1 from match_event as ended where ended.match_id = first.match_id
             and ended.payload is null and ended.id > first.id)
     limit $1";

/// A server that gave its last sign of life this long ago has ended, in milliseconds; it gives one
/// every two seconds.
const GONE: i64 = 10_000;

pub(crate) async fn nodes(store: &SqliteStore) -> Result<Vec<Node>, StoreError> {
    let rows: Vec<NodeEntry> = sql("select node as id, name, version, address, load, state, silent
         from node_status, (
             select cast(unixepoch('subsec') * 1000 as integer) - at as silent from heartbeat)
         where silent < $1")
    .bind(GONE)
    .read_all(store)
    .await?;
    rows.into_iter().map(NodeEntry::read).collect()
}

/// The one row is overwritten at the next start.
#[expect(clippy::unused_async, reason = "of Postgres it takes a statement")]
pub(crate) async fn forget_gone_nodes(_: &SqliteStore) -> Result<(), StoreError> {
    Ok(())
}

pub(crate) async fn matches(store: &SqliteStore, limit: u32) -> Result<Vec<Underway>, StoreError> {
    let rows: Vec<(Uuid, String, i64)> =
        sql(UNDERWAY).bind(i64::from(limit)).read_all(store).await?;
    let read = |(id, created, events)| {
        Ok(Underway { id: MatchId(id), created, events: rows::seq(events)? })
    };
    rows.into_iter().map(read).collect()
}

/// Records that the server is alive, without waiting behind writes that are not urgent.
pub(crate) async fn beat(store: &SqliteStore, now: Moment) -> Result<(), StoreError> {
    let mut lent = store.writer().await?;
    let outcome = sql("insert into heartbeat (one, at) values (1, $1)
         on conflict (one) do update set at = excluded.at")
    .bind(Stamp(now))
    .execute(&mut lent.writer.connection)
    .await;
    lent.keep();
    outcome.map(drop).map_err(|error| fault::of_read(&error))
}
