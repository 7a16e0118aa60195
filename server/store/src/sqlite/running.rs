//! What is running on an SQLite database: the one server, whose number is always 0 and which is
//! not listed, and its matches.

use super::SqliteStore;
use crate::sql::{Running, sql};
use crate::{StoreFuture, Underway, rows};
use domain::{MatchId, Moment};
use futures_util::FutureExt;
use futures_util::future::ready;
use uuid::Uuid;

/// The matches whose first event comes after the last row that ended them.
const UNDERWAY: &str = "select match_id, payload, (select max(seq) from match_event as last
             where last.match_id = first.match_id and last.id > first.id - 1)
     from match_event as first
     where seq = 1 and payload is not null and not exists (
         select 1 from match_event as ended where ended.match_id = first.match_id
             and ended.payload is null and ended.id > first.id)
     limit $1";

impl Running for SqliteStore {
    fn node(&self) -> i64 {
        0
    }

    fn running_nodes(&self) -> StoreFuture<'_, Vec<(i64, Moment)>> {
        ready(Ok(Vec::new())).boxed()
    }

    fn running_matches(&self, limit: u32) -> StoreFuture<'_, Vec<Underway>> {
        Box::pin(async move {
            let rows: Vec<(Uuid, String, i64)> =
                sql(UNDERWAY).bind(i64::from(limit)).read_all(self).await?;
            let read = |(id, created, events)| {
                Ok(Underway { id: MatchId(id), created, events: rows::seq(events)? })
            };
            rows.into_iter().map(read).collect()
        })
    }
}
