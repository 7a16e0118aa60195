//! Matches that pass from one running server to another: by hand when a server drains, and shared
//! among the survivors when one is gone.
//!
//! The rows of both servers in `node` are locked meanwhile, so that neither is taken to be gone between
//! the check that it lives and the end of the transaction.

use super::PostgresStore;
use super::lease::in_time;
use crate::{StoreError, rows};
use domain::{MatchId, Moment};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

/// Gives matches of this server, whose tasks have ended at `now`, to another one; returns those that it
/// has from now on, none of them if that server is gone.
pub(crate) async fn hand_over(
    store: &PostgresStore,
    ids: &[MatchId],
    heir: i64,
    now: Moment,
) -> Result<Vec<MatchId>, StoreError> {
    let Some(node) = &store.node else { return Ok(Vec::new()) };
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let moved = sqlx::query_scalar(
        "with heir as (
             select id from node where id = $2 and until > clock_timestamp() for share),
         moved as (
             update match_lease set node = heir.id,
                 owed_since = least(owed_since, timestamptz 'epoch' + $4 * interval '1 millisecond')
             from heir where match_lease.node = $1 and match_id = any($3) returning match_id),
         given as (
             insert into handed_over (match_id, node) select match_id, $2 from moved
             on conflict (match_id) do update set node = excluded.node)
         select match_id from moved",
    )
    .bind(node.id)
    .bind(heir)
    .bind(ids)
    .bind(rows::millis(now));
    let moved: Vec<Uuid> = in_time(moved.fetch_all(&store.pool)).await?;
    Ok(moved.into_iter().map(MatchId).collect())
}

/// Whether other servers have given matches to this one since the last call.
pub(crate) async fn take_handed_over(store: &PostgresStore) -> Result<bool, StoreError> {
    let Some(node) = &store.node else { return Ok(false) };
    let taken = sqlx::query("delete from handed_over where node = $1").bind(node.id);
    Ok(in_time(taken.execute(&store.pool)).await?.rows_affected() > 0)
}

/// Shares the matches of a server that is gone, whose last sign of life was at `alive`, among `own` and
/// the other servers that serve; returns how many `own` gets. To be called in the transaction that has
/// deleted that server's row.
pub(super) async fn share(
    transaction: &mut PgConnection,
    own: i64,
    gone: i64,
    alive: i64,
) -> sqlx::Result<usize> {
    let kept: i64 = sqlx::query_scalar(
        "with living as (
             select id from node
             where id = $1 or until > clock_timestamp() and exists (
                 select from node_status where node = node.id and state = 'serving')
             for share),
         heir as (
             select id, row_number() over (order by id) as place, count(*) over () as heirs
             from living),
         given as (
             select match_id, row_number() over (order by match_id) as place
             from match_lease where node = $2),
         moved as (
             update match_lease set node = heir.id,
                 owed_since = least(owed_since, timestamptz 'epoch' + $3 * interval '1 millisecond')
             from given join heir on heir.place = given.place % heir.heirs + 1
             where match_lease.match_id = given.match_id
             returning match_lease.match_id, match_lease.node),
         noted as (
             insert into handed_over (match_id, node)
             select match_id, node from moved where node <> $1
             on conflict (match_id) do update set node = excluded.node)
         select count(*) filter (where node = $1) from moved",
    )
    .bind(own)
    .bind(gone)
    .bind(alive)
    .fetch_one(transaction)
    .await?;
    Ok(usize::try_from(kept).unwrap_or(0))
}
