//! The seats in the matches of several servers, in Postgres.

use super::PostgresStore;
use crate::{SeatChanges, SharedSeats, StoreFuture, fault};
use domain::{MatchId, PlayerId};
use sqlx::PgPool;
use uuid::Uuid;

impl SharedSeats for PostgresStore {
    fn share_seats<'a>(&'a self, changes: &'a SeatChanges) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let shared = share(&self.pool, changes).await;
            shared.map_err(|error| fault::of_write(&error))
        })
    }

    fn forget_seats(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            sqlx::query(
                "delete from shared_seat where not exists (
                     select from match_lease where match_lease.match_id = shared_seat.match_id)",
            )
            .execute(&self.pool)
            .await
            .map(drop)
            .map_err(|error| fault::of_write(&error))
        })
    }

    fn seats_elsewhere(&self, player: PlayerId, limit: u32) -> StoreFuture<'_, Vec<MatchId>> {
        Box::pin(async move {
            let own = self.node.as_ref().map_or(0, |node| node.id);
            let ids: Vec<Uuid> = sqlx::query_scalar(
                "select match_id from shared_seat join match_lease using (match_id)
                 where player_id = $1 and node <> $2 limit $3",
            )
            .bind(player.0)
            .bind(own)
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await
            .map_err(|error| fault::of_read(&error))?;
            Ok(ids.into_iter().map(MatchId).collect())
        })
    }

    fn seats_elsewhere_of<'a>(
        &'a self,
        players: &'a [PlayerId],
        limit: u32,
    ) -> StoreFuture<'a, Vec<(PlayerId, MatchId)>> {
        Box::pin(async move {
            let own = self.node.as_ref().map_or(0, |node| node.id);
            let players: Vec<Uuid> = players.iter().map(|id| id.0).collect();
            let seats: Vec<(Uuid, Uuid)> = sqlx::query_as(
                "select player_id, match_id from shared_seat join match_lease using (match_id)
                 where player_id = any($1) and node <> $2 limit $3",
            )
            .bind(players)
            .bind(own)
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await
            .map_err(|error| fault::of_read(&error))?;
            Ok(seats.into_iter().map(|(who, id)| (PlayerId(who), MatchId(id))).collect())
        })
    }

    fn count_seats_elsewhere(&self, player: PlayerId) -> StoreFuture<'_, u32> {
        Box::pin(async move {
            let own = self.node.as_ref().map_or(0, |node| node.id);
            let count: i64 = sqlx::query_scalar(
                "select count(*) from shared_seat join match_lease using (match_id)
                 where player_id = $1 and node <> $2",
            )
            .bind(player.0)
            .bind(own)
            .fetch_one(&self.pool)
            .await
            .map_err(|error| fault::of_read(&error))?;
            Ok(u32::try_from(count).unwrap_or(u32::MAX))
        })
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
