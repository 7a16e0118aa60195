//! Blocks: players of whom one has blocked the other are never paired, and neither can
//! challenge or follow the other.
//!
//! A block has a direction, but holds for both: `blocked` and `apart` look in
//! both directions. How many a player may block is checked inside the insert.

use crate::database::{on, write};
use crate::sql::{Dialect, Stamp, sql};
use crate::{Database, StoreError};
use domain::{Moment, PlayerId};
use uuid::Uuid;

/// Blocks between players.
impl Database {
    /// Makes a player block another, and ends follows between the two; false if they block `most` others
    /// already.
    pub async fn block(
        &self,
        by: PlayerId,
        other: PlayerId,
        now: Moment,
        most: u32,
    ) -> Result<bool, StoreError> {
        write!(self, |connection| block(connection, by, other, now, most))
    }

    /// Removes a block; false if there was none.
    pub async fn unblock(&self, by: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        write!(self, |connection| unblock(connection, by, other))
    }

    /// The players that a player blocks, in the order of the blocks.
    pub async fn blocks(&self, by: PlayerId) -> Result<Vec<PlayerId>, StoreError> {
        let rows: Vec<Uuid> = on!(self, |store| sql(
            "select blocked_id from block where player_id = $1 order by blocked_at, blocked_id",
        )
        .bind(by.0)
        .read_values(store))?;
        Ok(rows.into_iter().map(PlayerId).collect())
    }

    /// Whether one of two blocks the other.
    pub async fn blocked(&self, one: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        on!(self, |store| {
            sql(
                "select exists (select 1 from block
                 where (player_id = $1 and blocked_id = $2) or (player_id = $2 and blocked_id = $1))",
            )
            .bind(one.0)
            .bind(other.0)
            .read_value(store)
        })
    }

    /// Players that this player must not be paired with: those they block, and those who block them.
    pub async fn apart(&self, one: PlayerId) -> Result<Vec<PlayerId>, StoreError> {
        let rows: Vec<Uuid> =
            on!(self, |store| sql("select blocked_id from block where player_id = $1
                 union select player_id from block where blocked_id = $1")
            .bind(one.0)
            .read_values(store))?;
        Ok(rows.into_iter().map(PlayerId).collect())
    }
}

async fn block(
    connection: &mut impl Dialect,
    by: PlayerId,
    other: PlayerId,
    now: Moment,
    most: u32,
) -> sqlx::Result<bool> {
    let mut transaction = connection.start().await?;
    sql("insert into block (player_id, blocked_id, blocked_at)
         select $1, $2, $3 where (select count(*) from block where player_id = $1) < $4
         on conflict do nothing")
    .bind(by.0)
    .bind(other.0)
    .bind(Stamp(now))
    .bind(i64::from(most))
    .execute(&mut *transaction)
    .await?;
    let blocked: bool =
        sql("select exists (select 1 from block where player_id = $1 and blocked_id = $2)")
            .bind(by.0)
            .bind(other.0)
            .value(&mut *transaction)
            .await?;
    if blocked {
        sql("delete from follow where (player_id = $1 and followed_id = $2)
             or (player_id = $2 and followed_id = $1)")
        .bind(by.0)
        .bind(other.0)
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await?;
    Ok(blocked)
}

async fn unblock(
    connection: &mut impl Dialect,
    by: PlayerId,
    other: PlayerId,
) -> sqlx::Result<bool> {
    let lifted = sql("delete from block where player_id = $1 and blocked_id = $2")
        .bind(by.0)
        .bind(other.0)
        .execute(connection)
        .await?;
    Ok(lifted > 0)
}
