//! Attempts to prove the ownership of an account, counted for all servers that share the database. A
//! server by itself counts them in its memory.
//!
//! Each key has so many attempts at once, and as many an hour as become free again. All of it is one
//! moment: that at which every attempt is free. So an attempt is one statement, and attempts at several
//! servers at the same time count one after the other.

use crate::{Database, StoreError, fault};
use sqlx::PgPool;
use std::time::Duration;

/// How many attempts a key has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttemptLimit {
    /// At once.
    pub at_once: u32,
    /// In an hour, in the long run.
    pub an_hour: u32,
}

impl AttemptLimit {
    /// The milliseconds in which one attempt becomes free.
    fn step(self) -> i64 {
        3_600_000 / i64::from(self.an_hour.max(1))
    }
}

/// Attempts that count for all servers.
impl Database {
    /// Counts an attempt, where several servers share the database; the error is how long to wait when
    /// there is none left.
    pub async fn count_attempt(
        &self,
        key: &[u8; 16],
        limit: AttemptLimit,
    ) -> Result<Result<(), Duration>, StoreError> {
        let Some(store) = self.shared() else { return Ok(Ok(())) };
        let counted = count(&store.pool, key, limit).await;
        let left = counted.map_err(|error| fault::of_write(&error))?;
        Ok(left.map_or(Ok(()), |millis| Err(Duration::from_millis(millis.unsigned_abs()))))
    }

    /// Deletes what says nothing any more, up to a number of rows.
    pub async fn forget_attempts(&self, most: u32) -> Result<(), StoreError> {
        let Some(store) = self.shared() else { return Ok(()) };
        let deleted = sqlx::query(
            "delete from attempt where key in (
                 select key from attempt where until < clock_timestamp() limit $1)",
        )
        .bind(i64::from(most))
        .execute(&store.pool)
        .await;
        deleted.map(drop).map_err(|error| fault::of_write(&error))
    }
}

/// The milliseconds until an attempt is free; none if one was, and is counted.
async fn count(pool: &PgPool, key: &[u8; 16], limit: AttemptLimit) -> sqlx::Result<Option<i64>> {
    let (step, all) = (limit.step(), limit.step().saturating_mul(limit.at_once.into()));
    let counted = sqlx::query(
        "insert into attempt (key, until)
         values ($1, clock_timestamp() + $2 * interval '1 millisecond')
         on conflict (key) do update
             set until = greatest(attempt.until, clock_timestamp()) + $2 * interval '1 millisecond'
             where attempt.until + ($2 - $3) * interval '1 millisecond' <= clock_timestamp()",
    )
    .bind(&key[..])
    .bind(step)
    .bind(all)
    .execute(pool)
    .await?;
    if counted.rows_affected() > 0 {
        return Ok(None);
    }
    let left: Option<i64> = sqlx::query_scalar(
        "select (extract(epoch from until - clock_timestamp()) * 1000)::bigint from attempt
         where key = $1",
    )
    .bind(&key[..])
    .fetch_optional(pool)
    .await?;
    Ok(Some((left.unwrap_or(0) + step - all).max(1)))
}
