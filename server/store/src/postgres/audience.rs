//! The places of audiences, each a row of `audience_lease`.

use super::PostgresStore;
use super::lease::in_time;
use crate::{Audience, StoreError};
use domain::MatchId;

/// How often a row is looked up that other servers write and delete at the same time.
const ATTEMPTS: u32 = 3;

pub(crate) async fn meet(
    store: &PostgresStore,
    audience: Audience,
    id: MatchId,
) -> Result<i64, StoreError> {
    for _ in 0..ATTEMPTS {
        // A row of a server that is gone counts for nothing.
        let taken = sqlx::query_scalar(
            "with own as (select id from node where id = $3 for share)
             insert into audience_lease (kind, id, node) select $1, $2, own.id from own
             on conflict (kind, id) do update set node = excluded.node
                 where audience_lease.node not in (select id from node)
             returning node",
        )
        .bind(audience.as_str())
        .bind(id.0)
        .bind(store.own());
        let taken: Option<i64> = in_time(taken.fetch_optional(&store.pool)).await?;
        let node = match taken {
            Some(node) => Some(node),
            None => place(store, audience, id).await?.map(|(node, _)| node),
        };
        if let Some(node) = node {
            return Ok(node);
        }
    }
    Err(StoreError::Unavailable)
}

pub(crate) async fn place(
    store: &PostgresStore,
    audience: Audience,
    id: MatchId,
) -> Result<Option<(i64, Option<String>)>, StoreError> {
    let place = sqlx::query_as(
        "select audience_lease.node, address from audience_lease
         left join node_status on node_status.node = audience_lease.node
         where kind = $1 and id = $2",
    );
    in_time(place.bind(audience.as_str()).bind(id.0).fetch_optional(&store.pool)).await
}

pub(crate) async fn part(
    store: &PostgresStore,
    audience: Audience,
    id: MatchId,
) -> Result<(), StoreError> {
    let parted =
        sqlx::query("delete from audience_lease where kind = $1 and id = $2 and node = $3")
            .bind(audience.as_str())
            .bind(id.0)
            .bind(store.own());
    in_time(parted.execute(&store.pool)).await.map(drop)
}
