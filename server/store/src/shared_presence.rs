//! The players online at the servers that share one database, so that each lists those of all.
//!
//! A server writes about once a second who has come to it and who has left, and reads the others
//! when a list is asked for. Who is at a server that gives no sign of life any more is not counted.
//! SQLite serves a single server, which has no others to exchange anything with.

use crate::sql::Stamp;
use crate::{Database, StoreError, fault};
use domain::{Moment, PlayerId};
use sqlx::PgPool;
use uuid::Uuid;

/// A player who has a socket open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Present {
    /// The player.
    pub player: PlayerId,
    /// Whether they were registered when they came.
    pub registered: bool,
    /// When their first socket was opened, of those that are open.
    pub since: Moment,
}

/// The players who have come to this server, and those who have left it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PresenceChanges {
    /// Whether everything that was written before is forgotten.
    pub anew: bool,
    /// Those who are here now.
    pub came: Vec<Present>,
    /// Those who are not here any more.
    pub left: Vec<PlayerId>,
}

/// The players online at several servers.
impl Database {
    /// Writes for the other servers who is here.
    pub async fn share_presence(&self, changes: &PresenceChanges) -> Result<(), StoreError> {
        let Some((store, node)) = self.node() else { return Ok(()) };
        let shared = share(&store.pool, node, changes).await;
        shared.map_err(|error| fault::of_write(&error))
    }

    /// Up to `limit` people who are at other servers, each once: those who keep their identity
    /// first, of each kind those who came last first.
    pub async fn present_elsewhere(&self, limit: u32) -> Result<Vec<Present>, StoreError> {
        let Some((store, node)) = self.node() else { return Ok(Vec::new()) };
        let rows: Vec<(Uuid, bool, Stamp)> = sqlx::query_as(
            "select player_id, bool_or(registered), max(since)
             from shared_presence join node on node.id = shared_presence.node
             where node.id <> $1 and until > clock_timestamp()
             group by player_id order by 2 desc, 3 desc, 1 limit $2",
        )
        .bind(node)
        .bind(i64::from(limit))
        .fetch_all(&store.pool)
        .await
        .map_err(|error| fault::of_read(&error))?;
        let read =
            |(id, registered, Stamp(since))| Present { player: PlayerId(id), registered, since };
        Ok(rows.into_iter().map(read).collect())
    }

    /// Those of some players who are at another server, in any order.
    pub async fn present_elsewhere_of(
        &self,
        players: &[PlayerId],
    ) -> Result<Vec<PlayerId>, StoreError> {
        let Some((store, node)) = self.node() else { return Ok(Vec::new()) };
        let asked: Vec<Uuid> = players.iter().map(|id| id.0).collect();
        let ids: Vec<Uuid> = sqlx::query_scalar(
            "select distinct player_id
             from shared_presence join node on node.id = shared_presence.node
             where player_id = any($2) and node.id <> $1 and until > clock_timestamp()",
        )
        .bind(node)
        .bind(asked)
        .fetch_all(&store.pool)
        .await
        .map_err(|error| fault::of_read(&error))?;
        Ok(ids.into_iter().map(PlayerId).collect())
    }

    /// How many people are at other servers and not at this one, as far as this one has written it.
    pub async fn count_present_elsewhere(&self) -> Result<u32, StoreError> {
        let Some((store, node)) = self.node() else { return Ok(0) };
        let count: i64 = sqlx::query_scalar(
            "select count(distinct player_id)
             from shared_presence as there join node on node.id = there.node
             where node.id <> $1 and until > clock_timestamp() and not exists (
                 select from shared_presence as here
                 where here.player_id = there.player_id and here.node = $1)",
        )
        .bind(node)
        .fetch_one(&store.pool)
        .await
        .map_err(|error| fault::of_read(&error))?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
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
        let registered: Vec<bool> = changes.came.iter().map(|present| present.registered).collect();
        let since: Vec<Stamp> = changes.came.iter().map(|present| Stamp(present.since)).collect();
        sqlx::query(
            "insert into shared_presence (player_id, node, registered, since)
             select player_id, $1, registered, since
             from unnest($2::uuid[], $3::boolean[], $4::timestamptz[]) as given (player_id, registered, since)
             on conflict (player_id, node) do update
                 set registered = excluded.registered, since = excluded.since",
        )
        .bind(own)
        .bind(ids)
        .bind(registered)
        .bind(since)
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await
}
