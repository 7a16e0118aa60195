//! The vacations that people take from their correspondence games.
//!
//! One row a person: the used part of this year's allowance, and since when they have been on
//! vacation. The rules of it are [`domain::Vacation`]'s; the effect of a vacation on a match is an
//! event of its journal.
//!
//! A row is replaced only if it has not changed since it was read, so that two requests at once, also on two
//! servers, cannot both take from the allowance.

use crate::database::{on, write};
use crate::sql::{Dialect, Stamp, sql};
use crate::{Database, StoreError};
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

/// The used time as a column holds it; no allowance comes near its limit.
fn column(used: u64) -> i64 {
    i64::try_from(used).unwrap_or(i64::MAX)
}

/// Vacations.
impl Database {
    /// The vacation that a player has had, and whether they are on vacation; nothing used if they never
    /// were.
    pub async fn vacation(&self, who: PlayerId) -> Result<Vacation, StoreError> {
        let row: Option<Row> = on!(self, |store| sql(
            "select year, used, begun_at from vacation where player_id = $1"
        )
        .bind(who.0)
        .read_optional(store))?;
        row.map_or(Ok(Vacation::default()), read)
    }

    /// Replaces `before`, which [`vacation`](Self::vacation) returned; false, and nothing is changed, if it is no longer
    /// so.
    pub async fn put_vacation(
        &self,
        who: PlayerId,
        before: Vacation,
        after: Vacation,
    ) -> Result<bool, StoreError> {
        write!(self, |connection| put(connection, who, before, after))
    }

    /// The players who are on vacation at a moment, with the moment at which that ends at the latest.
    pub async fn on_vacation(&self, now: Moment) -> Result<Vec<(PlayerId, Moment)>, StoreError> {
        let rows: Vec<(Uuid, i32, i64, Option<Stamp>)> = on!(self, |store| sql(
            "select player_id, year, used, begun_at from vacation where begun_at > $1"
        )
        .bind(Stamp(now.before(Vacation::ALLOWANCE)))
        .read_all(store))?;
        let mut found = Vec::with_capacity(rows.len());
        for (who, year, used, begun) in rows {
            if let Some(until) = read((year, used, begun))?.until(now) {
                found.push((PlayerId(who), until));
            }
        }
        Ok(found)
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
