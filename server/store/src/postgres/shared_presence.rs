//! Who is here on several servers, in Postgres.

use super::PostgresStore;
use crate::sql::Stamp;
use crate::{PresenceChanges, Present, SharedPresence, StoreFuture, fault};
use domain::PlayerId;
use sqlx::PgPool;
use uuid::Uuid;

impl SharedPresence for PostgresStore {
    fn share_presence<'a>(&'a self, changes: &'a PresenceChanges) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let Some(node) = &self.node else { return Ok(()) };
            let shared = share(&self.pool, node.id, changes).await;
            shared.map_err(|error| fault::of_write(&error))
        })
    }

    fn present_elsewhere(&self, limit: u32) -> StoreFuture<'_, Vec<Present>> {
        Box::pin(async move {
            let Some(node) = &self.node else { return Ok(Vec::new()) };
            let rows: Vec<(Uuid, bool, Stamp)> = sqlx::query_as(
                "select player_id, bool_or(kept), max(since)
                 from shared_presence join node on node.id = shared_presence.node
                 where node.id <> $1 and until > clock_timestamp()
                 group by player_id order by 2 desc, 3 desc, 1 limit $2",
            )
            .bind(node.id)
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await
            .map_err(|error| fault::of_read(&error))?;
            let read = |(id, kept, Stamp(since))| Present { player: PlayerId(id), kept, since };
            Ok(rows.into_iter().map(read).collect())
        })
    }

    fn present_elsewhere_of<'a>(
        &'a self,
        players: &'a [PlayerId],
    ) -> StoreFuture<'a, Vec<PlayerId>> {
        Box::pin(async move {
            let Some(node) = &self.node else { return Ok(Vec::new()) };
            let asked: Vec<Uuid> = players.iter().map(|id| id.0).collect();
            let ids: Vec<Uuid> = sqlx::query_scalar(
                "select distinct player_id
                 from shared_presence join node on node.id = shared_presence.node
                 where player_id = any($2) and node.id <> $1 and until > clock_timestamp()",
            )
            .bind(node.id)
            .bind(asked)
            .fetch_all(&self.pool)
            .await
            .map_err(|error| fault::of_read(&error))?;
            Ok(ids.into_iter().map(PlayerId).collect())
        })
    }

    fn count_present_elsewhere(&self) -> StoreFuture<'_, u32> {
        Box::pin(async move {
            let Some(node) = &self.node else { return Ok(0) };
            let count: i64 = sqlx::query_scalar(
                "select count(distinct player_id)
                 from shared_presence as there join node on node.id = there.node
                 where node.id <> $1 and until > clock_timestamp() and not exists (
                     select from shared_presence as here
                     where here.player_id = there.player_id and here.node = $1)",
            )
            .bind(node.id)
            .fetch_one(&self.pool)
            .await
            .map_err(|error| fault::of_read(&error))?;
            Ok(u32::try_from(count).unwrap_or(u32::MAX))
        })
    }
}

async fn share(pool: &PgPool, own: i64, changes: &PresenceChanges) -> sqlx::Result<()> {
    let mut transaction = pool.begin().await?;
    if changes.anew {
        sqlx::query(
            "delete from shared_presence where node = $1 or node not in (select id from node)",
        )
        .bind(own)
        .execute(&mut *transaction)
        .await?;
    }
    if !changes.left.is_empty() {
        let left: Vec<Uuid> = changes.left.iter().map(|id| id.0).collect();
        sqlx::query("delete from shared_presence where node = $1 and player_id = any($2)")
            .bind(own)
            .bind(left)
            .execute(&mut *transaction)
            .await?;
    }
    if !changes.came.is_empty() {
        let ids: Vec<Uuid> = changes.came.iter().map(|present| present.player.0).collect();
        let kept: Vec<bool> = changes.came.iter().map(|present| present.kept).collect();
        let since: Vec<Stamp> = changes.came.iter().map(|present| Stamp(present.since)).collect();
        sqlx::query(
            "insert into shared_presence (player_id, node, kept, since)
             select player_id, $1, kept, since
             from unnest($2::uuid[], $3::boolean[], $4::timestamptz[]) as given (player_id, kept, since)
             on conflict (player_id, node) do update
                 set kept = excluded.kept, since = excluded.since",
        )
        .bind(own)
        .bind(ids)
        .bind(kept)
        .bind(since)
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await
}
