//! The players in the matches of the servers that share one database, so that each finds those of a
//! player that the others hold.
//!
//! The holder of a match notes the seats; the lease of a match shows that it is in progress, and its
//! holder. SQLite serves a single server, which has no others to exchange anything with.

use crate::{Database, StoreError, fault};
use domain::{MatchId, PlayerId};
use sqlx::PgPool;
use uuid::Uuid;

/// Changes in the seats of this server's matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeatChanges {
    /// Seats that were taken.
    pub taken: Vec<(PlayerId, MatchId)>,
    /// Seats of matches that are over.
    pub left: Vec<(PlayerId, MatchId)>,
}

/// The seats in the matches of several servers.
impl Database {
    /// Notes seats for the other servers.
    pub async fn share_seats(&self, changes: &SeatChanges) -> Result<(), StoreError> {
        let Some(store) = self.shared() else { return Ok(()) };
        let shared = share(&store.pool, changes).await;
        shared.map_err(|error| fault::of_write(&error))
    }

    /// Deletes the seats of matches that are over.
    pub async fn forget_seats(&self) -> Result<(), StoreError> {
        let Some(store) = self.shared() else { return Ok(()) };
        sqlx::query(
            "delete from shared_seat where not exists (
             select from match_lease where match_lease.match_id = shared_seat.match_id)",
        )
        .execute(&store.pool)
        .await
        .map(drop)
        .map_err(|error| fault::of_write(&error))
    }

    /// Up to `limit` unfinished matches of a player that other servers hold, in no particular order.
    pub async fn seats_elsewhere(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Result<Vec<MatchId>, StoreError> {
        let Some(store) = self.shared() else { return Ok(Vec::new()) };
        let own = store.own();
        let ids: Vec<Uuid> = sqlx::query_scalar(
            "select match_id from shared_seat join match_lease using (match_id)
             where player_id = $1 and node <> $2 limit $3",
        )
        .bind(player.0)
        .bind(own)
        .bind(i64::from(limit))
        .fetch_all(&store.pool)
        .await
        .map_err(|error| fault::of_read(&error))?;
        Ok(ids.into_iter().map(MatchId).collect())
    }

    /// Whether a player is known to have a seat in a match that another server holds. Seats are written a
    /// moment after they are taken.
    pub async fn is_seated_elsewhere(
        &self,
        player: PlayerId,
        id: MatchId,
    ) -> Result<bool, StoreError> {
        let Some(store) = self.shared() else { return Ok(false) };
        sqlx::query_scalar(
            "select exists (select from shared_seat where player_id = $1 and match_id = $2)",
        )
        .bind(player.0)
        .bind(id.0)
        .fetch_one(&store.pool)
        .await
        .map_err(|error| fault::of_read(&error))
    }

    /// How many those are.
    pub async fn count_seats_elsewhere(&self, player: PlayerId) -> Result<u32, StoreError> {
        let Some(store) = self.shared() else { return Ok(0) };
        let own = store.own();
        let count: i64 = sqlx::query_scalar(
            "select count(*) from shared_seat join match_lease using (match_id)
             where player_id = $1 and node <> $2",
        )
        .bind(player.0)
        .bind(own)
        .fetch_one(&store.pool)
        .await
        .map_err(|error| fault::of_read(&error))?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// Up to `limit` seats of some players in unfinished matches that other servers hold, in no
    /// particular order.
    pub async fn seats_elsewhere_of(
        &self,
        players: &[PlayerId],
        limit: u32,
    ) -> Result<Vec<(PlayerId, MatchId)>, StoreError> {
        let Some(store) = self.shared() else { return Ok(Vec::new()) };
        let own = store.own();
        let players: Vec<Uuid> = players.iter().map(|id| id.0).collect();
        let seats: Vec<(Uuid, Uuid)> = sqlx::query_as(
            "select player_id, match_id from shared_seat join match_lease using (match_id)
             where player_id = any($1) and node <> $2 limit $3",
        )
        .bind(players)
        .bind(own)
        .bind(i64::from(limit))
        .fetch_all(&store.pool)
        .await
        .map_err(|error| fault::of_read(&error))?;
        Ok(seats.into_iter().map(|(who, id)| (PlayerId(who), MatchId(id))).collect())
    }
}

async fn share(pool: &PgPool, changes: &SeatChanges) -> sqlx::Result<()> {
    let columns = |seats: &[(PlayerId, MatchId)]| -> (Vec<Uuid>, Vec<Uuid>) {
        seats.iter().map(|(player, id)| (player.0, id.0)).unzip()
    };
    if !changes.taken.is_empty() {
        let (players, matches) = columns(&changes.taken);
        // In one order, so that two servers that write the same do not wait for each other.
        sqlx::query(
            "insert into shared_seat (player_id, match_id)
             select * from unnest($1::uuid[], $2::uuid[]) as given (player_id, match_id)
             order by player_id, match_id
             on conflict do nothing",
        )
        .bind(players)
        .bind(matches)
        .execute(pool)
        .await?;
    }
    if !changes.left.is_empty() {
        let (players, matches) = columns(&changes.left);
        sqlx::query(
            "delete from shared_seat
             using unnest($1::uuid[], $2::uuid[]) as given (player_id, match_id)
             where shared_seat.player_id = given.player_id
                 and shared_seat.match_id = given.match_id",
        )
        .bind(players)
        .bind(matches)
        .execute(pool)
        .await?;
    }
    Ok(())
}
