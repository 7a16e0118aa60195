//! The follows between players, to see whose games are on.
//!
//! Following is private: the other player is not notified. A block between the two ends it. The
//! number of players that one can follow is bounded by the caller, in the insert; following a player twice
//! leaves the first time.

use crate::database::{on, write};
use crate::sql::{Dialect, Stamp, sql};
use crate::{Database, StoreError};
use domain::{Moment, PlayerId};
use uuid::Uuid;

/// Follows between players.
impl Database {
    /// Makes a player follow another; false if they follow `most` others already.
    pub async fn follow(
        &self,
        by: PlayerId,
        other: PlayerId,
        now: Moment,
        most: u32,
    ) -> Result<bool, StoreError> {
        write!(self, |connection| follow(connection, by, other, now, most))
    }

    /// Ends following; false if `by` did not follow `other`.
    pub async fn unfollow(&self, by: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        write!(self, |connection| unfollow(connection, by, other))
    }

    /// The players that a player follows, in the order of the follows.
    pub async fn follows(&self, by: PlayerId) -> Result<Vec<PlayerId>, StoreError> {
        let rows: Vec<Uuid> =
            on!(self, |store| sql("select followed_id from follow where player_id = $1
                 order by followed_at, followed_id")
            .bind(by.0)
            .read_values(store))?;
        Ok(rows.into_iter().map(PlayerId).collect())
    }
}

async fn follow(
    connection: &mut impl Dialect,
    by: PlayerId,
    other: PlayerId,
    now: Moment,
    most: u32,
) -> sqlx::Result<bool> {
    sql("insert into follow (player_id, followed_id, followed_at)
         select $1, $2, $3
         where (select count(*) from follow where player_id = $1) < $4
         on conflict do nothing")
    .bind(by.0)
    .bind(other.0)
    .bind(Stamp(now))
    .bind(i64::from(most))
    .execute(&mut *connection)
    .await?;
    sql("select exists (select 1 from follow where player_id = $1 and followed_id = $2)")
        .bind(by.0)
        .bind(other.0)
        .value(connection)
        .await
}

async fn unfollow(
    connection: &mut impl Dialect,
    by: PlayerId,
    other: PlayerId,
) -> sqlx::Result<bool> {
    let ended = sql("delete from follow where player_id = $1 and followed_id = $2")
        .bind(by.0)
        .bind(other.0)
        .execute(connection)
        .await?;
    Ok(ended > 0)
}
