//! Multiplies the games of an archive inside the database.
//!
//! To import a game takes milliseconds, most of them for its explorer rows: a million would
//! take hours. Copies are written in bulk and in the order of the tables, with the rows that an import
//! would have written.

use super::BenchError;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection};
use store::Location;

/// The columns that a copy has from its original.
const COLUMNS: [&str; 31] = [
    "game",
    "ruleset",
    "ruleset_version",
    "options",
    "start",
    "position",
    "hash",
    "moves",
    "times",
    "clock_initial",
    "clock_increment",
    "clock_period",
    "clock_periods",
    "clock_days",
    "first_id",
    "first_name",
    "first_guest",
    "first_bot",
    "second_id",
    "second_name",
    "second_guest",
    "second_bot",
    "result",
    "reason",
    "rated",
    "found",
    "origin",
    "started_at",
    "last_seq",
    "commands",
    "opening",
];

/// Adds `copies` copies of every game, each set `later` milliseconds after the one before.
///
/// # Errors
///
/// [`BenchError::Connection`] if the database cannot be used.
pub(super) async fn copy(location: &Location, copies: u32, later: u64) -> Result<(), BenchError> {
    let script = |text: &str| {
        let text = text.replace("{copies}", &copies.to_string());
        let text = text.replace("{later}", &later.to_string());
        let text = text.replace("{columns}", &COLUMNS.join(", "));
        AssertSqlSafe(
            text.replace("{columns_of_game}", &format!("game.{}", COLUMNS.join(", game."))),
        )
    };
    let failed = |error: sqlx::Error| BenchError::Connection(error.to_string());
    let done = match location {
        Location::Postgres(url) => {
            let options: PgConnectOptions = url.parse().map_err(failed)?;
            // What takes long is no fault here.
            let options = options.disable_statement_logging();
            let mut connection = PgConnection::connect_with(&options).await.map_err(failed)?;
            let script = script(include_str!("copies_postgres.sql"));
            sqlx::raw_sql(script).execute(&mut connection).await.map_err(failed)?;
            // As after a while of use: a server's statistics are never older than a day.
            sqlx::raw_sql("vacuum (analyze)").execute(&mut connection).await.map_err(failed)?;
            connection.close().await
        }
        Location::Sqlite(folder) => {
            let options = SqliteConnectOptions::new()
                .filename(folder.join("yiguan.db"))
                .disable_statement_logging();
            let mut connection = SqliteConnection::connect_with(&options).await.map_err(failed)?;
            let script = script(include_str!("copies_sqlite.sql"));
            sqlx::raw_sql(script).execute(&mut connection).await.map_err(failed)?;
            connection.close().await
        }
    };
    done.map_err(failed)
}
