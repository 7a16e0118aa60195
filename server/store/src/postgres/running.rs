//! What is running on a Postgres database: the servers that share it, and the matches of all of
//! them.

use super::PostgresStore;
use crate::sql::{Running, Stamp, sql};
use crate::{StoreFuture, Underway, rows};
use domain::{MatchId, Moment};
use uuid::Uuid;

impl Running for PostgresStore {
    fn node(&self) -> i64 {
        self.node.as_ref().map_or(0, |node| node.id)
    }

    fn running_nodes(&self) -> StoreFuture<'_, Vec<(i64, Moment)>> {
        Box::pin(async move {
            let rows: Vec<(i64, Stamp)> =
                sql("select id, alive_at from node where until > clock_timestamp() order by id")
                    .read_all(self)
                    .await?;
            Ok(rows.into_iter().map(|(id, Stamp(at))| (id, at)).collect())
        })
    }

    fn running_matches(&self, limit: u32) -> StoreFuture<'_, Vec<Underway>> {
        Box::pin(async move {
            let rows: Vec<(Uuid, String, i64)> = sql("select match_id, payload::text,
                     (select max(seq) from match_event as last where last.match_id = first.match_id)
                 from match_event as first where seq = 1 limit $1")
            .bind(i64::from(limit))
            .read_all(self)
            .await?;
            let read = |(id, created, events)| {
                Ok(Underway { id: MatchId(id), created, events: rows::seq(events)? })
            };
            rows.into_iter().map(read).collect()
        })
    }
}
