//! Places of matches: rows of `place`, whose triggers keep the totals.

use super::PostgresStore;
use super::lease::in_time;
use crate::{MAX_PLACE_KEYS, Place, PlaceKey, StoreError};
use domain::MatchId;
use uuid::Uuid;

pub(crate) async fn take(
    store: &PostgresStore,
    Place { match_id, keys }: &Place,
) -> Result<Result<(), usize>, StoreError> {
    let (keys, most): (Vec<&[u8]>, Vec<i32>) =
        keys.iter().map(|(key, most)| (&key[..], limit(*most))).unzip();
    let taken = sqlx::query_scalar("select take_place($1, $2, $3, $4)")
        .bind(match_id.0)
        .bind(store.own())
        .bind(keys)
        .bind(most);
    let full: i32 = in_time(taken.fetch_one(&store.pool)).await?;
    Ok(usize::try_from(full).ok().and_then(|full| full.checked_sub(1)).map_or(Ok(()), Err))
}

pub(crate) async fn is_full(
    store: &PostgresStore,
    key: &PlaceKey,
    most: u32,
) -> Result<bool, StoreError> {
    let full = sqlx::query_scalar(
        "select exists (select from place_total where key = $1 and taken >= $2)",
    )
    .bind(&key[..])
    .bind(limit(most));
    in_time(full.fetch_one(&store.pool)).await
}

pub(crate) async fn keep(store: &PostgresStore, places: &[Place]) -> Result<(), StoreError> {
    let key = |number: usize| -> Vec<Option<&[u8]>> {
        places.iter().map(|place| place.keys.get(number).map(|(key, _)| &key[..])).collect()
    };
    let [first, second, third] = [0, 1, 2].map(key);
    const { assert!(MAX_PLACE_KEYS == 3, "as many as there are columns") };
    let kept = sqlx::query(
        "insert into place (match_id, node, keys)
         select match_id, $1, array_remove(array[first, second, third], null)
         from unnest($2::uuid[], $3::bytea[], $4::bytea[], $5::bytea[])
             as given (match_id, first, second, third) order by match_id
         on conflict (match_id) do update set node = excluded.node
             where place.node <> excluded.node",
    )
    .bind(store.own())
    .bind(places.iter().map(|place| place.match_id.0).collect::<Vec<Uuid>>())
    .bind(first)
    .bind(second)
    .bind(third);
    in_time(kept.execute(&store.pool)).await.map(drop)
}

pub(crate) async fn release(store: &PostgresStore, ids: &[MatchId]) -> Result<(), StoreError> {
    let released = sqlx::query(
        "delete from place where match_id in (
             select match_id from place where match_id = any($1) order by match_id for update)",
    )
    .bind(ids.iter().map(|id| id.0).collect::<Vec<Uuid>>());
    in_time(released.execute(&store.pool)).await.map(drop)
}

pub(crate) async fn without_lease(
    store: &PostgresStore,
    most: u32,
) -> Result<Vec<MatchId>, StoreError> {
    // What another server deletes at the same time is skipped. A server whose row is gone can begin no
    // match any more.
    let deleted = sqlx::query(
        "delete from place where match_id in (
             select match_id from place
             where node not in (select id from node)
                 and not exists (select from match_lease where match_lease.match_id = place.match_id)
             order by match_id limit $1 for update skip locked)",
    )
    .bind(i64::from(most));
    in_time(deleted.execute(&store.pool)).await?;
    let own = sqlx::query_scalar(
        "select match_id from place
         where node = $1
             and not exists (select from match_lease where match_lease.match_id = place.match_id)
         limit $2",
    )
    .bind(store.own())
    .bind(i64::from(most));
    let own: Vec<Uuid> = in_time(own.fetch_all(&store.pool)).await?;
    Ok(own.into_iter().map(MatchId).collect())
}

fn limit(most: u32) -> i32 {
    i32::try_from(most).unwrap_or(i32::MAX)
}
