//! Leaders in Postgres, each a row of `leader`.
//!
//! A role is taken from a server whose row in `node` is gone, by comparing the number that was read:
//! numbers of servers are never used again, so a leader that was gone then is gone now.

use super::PostgresStore;
use super::lease::in_time;
use crate::row::row;
use crate::{Fence, Leader, Role, StoreError, fault};
use sqlx::PgPool;

/// Locks the row of a role until the transaction ends, if server `$2` has it by number `$3`. The row of
/// the server is locked as well, which is deleted when the server is taken to be gone.
pub(crate) const LEADS: &str = "select leader.node from leader join node on node.id = leader.node
    where role = $1 and leader.node = $2 and fence = $3 for share";

row! {
    /// A row of `leader`.
    struct Held {
        role: String,
        node: i64,
        fence: i64,
        lives: bool,
    }
}

pub(crate) async fn lead(store: &PostgresStore, most: usize) -> Result<Vec<Leader>, StoreError> {
    let Some(node) = &store.node else { return Ok(Vec::new()) };
    let held = in_time(read(&store.pool)).await?;
    let mut own = held.iter().filter(|held| held.lives && held.node == node.id).count();
    let mut leaders = Vec::new();
    for role in Role::ALL {
        let known = held.iter().find(|held| held.role == role.as_str());
        match known {
            Some(&Held { node, fence, lives: true, .. }) => {
                leaders.push(Leader { role, node, fence: Fence(fence) });
            }
            _ if own < most => {
                let seen = known.map_or(0, |held| held.fence);
                let taken = in_time(take(&store.pool, role, node.id, seen)).await?;
                let taken = taken.map(|fence| Leader { role, node: node.id, fence: Fence(fence) });
                own += usize::from(taken.is_some());
                leaders.extend(taken);
            }
            _ => {}
        }
    }
    Ok(leaders)
}

async fn read(pool: &PgPool) -> sqlx::Result<Vec<Held>> {
    sqlx::query_as(
        "select role, leader.node as node, fence, node.id is not null as lives
         from leader left join node on node.id = leader.node",
    )
    .fetch_all(pool)
    .await
}

/// The new number of a role; none if another server was first, or this one is taken to be gone.
async fn take(pool: &PgPool, role: Role, own: i64, seen: i64) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar(
        "with own as (select id from node where id = $2 for share)
         insert into leader (role, node, fence) select $1, id, 1 from own
         on conflict (role) do update set node = excluded.node, fence = leader.fence + 1
             where leader.fence = $3
         returning fence",
    )
    .bind(role.as_str())
    .bind(own)
    .bind(seen)
    .fetch_optional(pool)
    .await
}

pub(crate) async fn give(
    store: &PostgresStore,
    role: Role,
    by: Fence,
    heir: i64,
) -> Result<bool, StoreError> {
    let Some(node) = &store.node else { return Ok(false) };
    let given = sqlx::query(
        "with heir as (
             select id from node where id = $4 and until > clock_timestamp() for share)
         update leader set node = heir.id, fence = fence + 1 from heir
         where role = $1 and leader.node = $2 and fence = $3",
    )
    .bind(role.as_str())
    .bind(node.id)
    .bind(by.0)
    .bind(heir);
    Ok(in_time(given.execute(&store.pool)).await?.rows_affected() > 0)
}

pub(crate) async fn is_leader(
    store: &PostgresStore,
    role: Role,
    by: Fence,
) -> Result<bool, StoreError> {
    let found: sqlx::Result<Option<i64>> = sqlx::query_scalar(LEADS)
        .bind(role.as_str())
        .bind(store.own())
        .bind(by.0)
        .fetch_optional(&store.pool)
        .await;
    found.map(|found| found.is_some()).map_err(|error| fault::of_read(&error))
}
