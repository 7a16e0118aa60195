//! The vacations that people take from their games by days.
//!
//! A row is replaced only as long as it is what was read, so that two requests at once, also on two
//! servers, cannot both take from the allowance.

use super::{Backend, Dialect, Stamp, sql, write};
use crate::vacations::Vacations;
use crate::{StoreError, StoreFuture};
use domain::{Moment, PlayerId, Vacation};
use uuid::Uuid;

/// A row of `vacation` without the person.
type Row = (i32, i64, Option<Stamp>);

fn read((year, used, begun): Row) -> Result<Vacation, StoreError> {
    let damaged = |_| StoreError::Damaged("a vacation");
    Ok(Vacation {
        year: year.try_into().map_err(damaged)?,
        used: used.try_into().map_err(damaged)?,
        begun: begun.map(|Stamp(begun)| begun),
    })
}

/// What is used as a column holds it; no allowance comes near its limit.
fn column(used: u64) -> i64 {
    i64::try_from(used).unwrap_or(i64::MAX)
}

impl<B: Backend> Vacations for B {
    fn vacation(&self, who: PlayerId) -> StoreFuture<'_, Vacation> {
        Box::pin(async move {
            let row: Option<Row> =
                sql("select year, used, begun_at from vacation where player_id = $1")
                    .bind(who.0)
                    .read_optional(self)
                    .await?;
            row.map_or(Ok(Vacation::default()), read)
        })
    }

    fn put_vacation(
        &self,
        who: PlayerId,
        before: Vacation,
        after: Vacation,
    ) -> StoreFuture<'_, bool> {
        write!(self, connection => put(connection, who, before, after))
    }

    fn on_vacation(&self, now: Moment) -> StoreFuture<'_, Vec<(PlayerId, Moment)>> {
        Box::pin(async move {
            let rows: Vec<(Uuid, i32, i64, Option<Stamp>)> =
                sql("select player_id, year, used, begun_at from vacation where begun_at > $1")
                    .bind(Stamp(now.before(Vacation::ALLOWANCE)))
                    .read_all(self)
                    .await?;
            let mut found = Vec::with_capacity(rows.len());
            for (who, year, used, begun) in rows {
                if let Some(until) = read((year, used, begun))?.until(now) {
                    found.push((PlayerId(who), until));
                }
            }
            Ok(found)
        })
    }
}

async fn put(
    connection: &mut impl Dialect,
    who: PlayerId,
    before: Vacation,
    after: Vacation,
) -> sqlx::Result<bool> {
    let query = if before == Vacation::default() {
        sql("insert into vacation (player_id, year, used, begun_at) values ($1, $2, $3, $4)
             on conflict do nothing")
    } else {
        sql("update vacation set year = $2, used = $3, begun_at = $4
             where player_id = $1 and year = $5 and used = $6 and begun_at is not distinct from $7")
    };
    let query = query
        .bind(who.0)
        .bind(i32::from(after.year))
        .bind(column(after.used))
        .bind(after.begun.map(Stamp));
    let query = if before == Vacation::default() {
        query
    } else {
        query.bind(i32::from(before.year)).bind(column(before.used)).bind(before.begun.map(Stamp))
    };
    Ok(query.execute(connection).await? > 0)
}
