//! Reading the sequence of archived games, and how far each of its readers has come: a reader
//! advances only from the place it was read at.

use super::{Archived, Backend, Dialect, sql, write};
use crate::store::rows::{ADVANCE, EndedRow, number_of, place};
use crate::store::{EndedGame, EndedGames, StoreFuture};
use sqlx::AssertSqlSafe;

impl<B: Backend<Connection: Archived>> EndedGames for B {
    fn ended(&self, after: u64, limit: u32) -> StoreFuture<'_, Vec<EndedGame>> {
        Box::pin(async move {
            let text = B::Connection::numbered(
                B::Connection::IN_SEQUENCE,
                "where number > $1 order by number limit $2",
            );
            let rows: Vec<EndedRow> = sql(AssertSqlSafe(text))
                .bind(place(after))
                .bind(i64::from(limit))
                .read_all(self)
                .await?;
            rows.into_iter().map(EndedRow::read).collect()
        })
    }

    fn place_of<'a>(&'a self, reader: &'a str) -> StoreFuture<'a, u64> {
        Box::pin(async move {
            let place: Option<(i64,)> = sql("select number from ended_game_reader where name = $1")
                .bind(reader)
                .read_optional(self)
                .await?;
            place.map_or(Ok(0), |(number,)| number_of(number))
        })
    }

    fn advance<'a>(&'a self, reader: &'a str, from: u64, to: u64) -> StoreFuture<'a, bool> {
        write!(self, connection => advance(connection, reader, from, to))
    }
}

async fn advance(
    connection: &mut impl Dialect,
    reader: &str,
    from: u64,
    to: u64,
) -> sqlx::Result<bool> {
    let moved =
        sql(ADVANCE).bind(reader).bind(place(from)).bind(place(to)).execute(connection).await?;
    Ok(moved > 0)
}
