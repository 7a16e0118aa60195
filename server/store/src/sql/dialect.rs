//! The parts of a database that a statement needs: how values go in, how rows come out, how a transaction
//! that writes begins.

use futures_util::future::BoxFuture;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{
    Arguments, Database, Encode, FromRow, Pool, Postgres, SqlStr, Sqlite, Transaction, Type,
};

/// A value that can be bound on both databases.
pub(crate) trait Value:
    Type<Sqlite> + for<'q> Encode<'q, Sqlite> + Type<Postgres> + for<'q> Encode<'q, Postgres> + Send
{
}

impl<T> Value for T where
    T: Type<Sqlite>
        + for<'q> Encode<'q, Sqlite>
        + Type<Postgres>
        + for<'q> Encode<'q, Postgres>
        + Send
{
}

/// A row that can be read from both databases.
pub(crate) trait Row:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin + 'static
{
}

impl<T> Row for T where
    T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin + 'static
{
}

/// The values bound to a statement on a connection of this type.
pub(crate) type Bound<C> = <<C as sqlx::Connection>::Database as Database>::Arguments;

/// A row as a database on a connection of this type gives it.
pub(crate) type Found<C> = <<C as sqlx::Connection>::Database as Database>::Row;

/// A connection to one of the databases. What does input and output knows nothing of the types that rows are
/// read as: it would be compiled for each of them.
pub(crate) trait Dialect: sqlx::Connection + Sized {
    /// The statement that begins a transaction which writes.
    const BEGIN: &'static str;

    /// Gives the change $2 of the analysis tree of the game $1 the text $3, and takes its command off.
    const REWRITE_CHANGE: &'static str;

    /// The id, and the name, of the author of a change of an analysis tree.
    const CHANGE_AUTHOR: (&'static str, &'static str);

    /// The query for the ids in the JSON array that is the first value of a statement.
    const IDS: &'static str;

    /// The time $1 milliseconds ago, by the database's clock.
    const AGO: &'static str;

    /// Binds the next value.
    fn bind(bound: &mut Bound<Self>, value: impl Value) -> Result<(), BoxDynError>;

    /// Executes a statement; returns how many rows it changed.
    fn execute<'c>(
        &'c mut self,
        text: SqlStr,
        bound: Bound<Self>,
    ) -> BoxFuture<'c, sqlx::Result<u64>>;

    /// Returns the only row, or none.
    fn fetch_optional<'c>(
        &'c mut self,
        text: SqlStr,
        bound: Bound<Self>,
    ) -> BoxFuture<'c, sqlx::Result<Option<Found<Self>>>>;

    /// Returns all rows.
    fn fetch_all<'c>(
        &'c mut self,
        text: SqlStr,
        bound: Bound<Self>,
    ) -> BoxFuture<'c, sqlx::Result<Vec<Found<Self>>>>;

    /// Returns all rows, on a connection of a pool. Acquiring it is part of the same box, so that the future
    /// of whatever reads stays small.
    fn find_all(
        pool: &Pool<Self::Database>,
        text: SqlStr,
        bound: Bound<Self>,
    ) -> BoxFuture<'_, sqlx::Result<Vec<Found<Self>>>>;

    /// Returns the only row, or none, on a connection of a pool.
    fn find_optional(
        pool: &Pool<Self::Database>,
        text: SqlStr,
        bound: Bound<Self>,
    ) -> BoxFuture<'_, sqlx::Result<Option<Found<Self>>>>;

    /// Reads a row that was found.
    fn read<R: Row>(found: &Found<Self>) -> sqlx::Result<R>;

    /// Begins a transaction that writes; it is rolled back if it is dropped.
    fn start(
        &mut self,
    ) -> impl Future<Output = sqlx::Result<Transaction<'_, Self::Database>>> + Send {
        self.begin_with(Self::BEGIN)
    }
}

macro_rules! dialect {
    ($connection:ty, begin: $begin:literal, json: $json:literal, author: $author:expr, ids: $ids:literal, ago: $ago:literal) => {
        impl Dialect for $connection {
            const BEGIN: &'static str = $begin;
            const IDS: &'static str = $ids;
            const AGO: &'static str = $ago;
            const CHANGE_AUTHOR: (&'static str, &'static str) = $author;
            const REWRITE_CHANGE: &'static str = concat!(
                "update analysis_change set command_id = null, payload = ",
                $json,
                " where match_id = $1 and seq = $2"
            );

            fn bind(bound: &mut Bound<Self>, value: impl Value) -> Result<(), BoxDynError> {
                bound.add(value)
            }

            fn execute<'c>(
                &'c mut self,
                text: SqlStr,
                bound: Bound<Self>,
            ) -> BoxFuture<'c, sqlx::Result<u64>> {
                Box::pin(async move {
                    Ok(sqlx::query_with(text, bound).execute(self).await?.rows_affected())
                })
            }

            fn fetch_optional<'c>(
                &'c mut self,
                text: SqlStr,
                bound: Bound<Self>,
            ) -> BoxFuture<'c, sqlx::Result<Option<Found<Self>>>> {
                Box::pin(sqlx::query_with(text, bound).fetch_optional(self))
            }

            fn fetch_all<'c>(
                &'c mut self,
                text: SqlStr,
                bound: Bound<Self>,
            ) -> BoxFuture<'c, sqlx::Result<Vec<Found<Self>>>> {
                Box::pin(sqlx::query_with(text, bound).fetch_all(self))
            }

            fn find_all(
                pool: &Pool<Self::Database>,
                text: SqlStr,
                bound: Bound<Self>,
            ) -> BoxFuture<'_, sqlx::Result<Vec<Found<Self>>>> {
                Box::pin(async move {
                    let mut connection = pool.acquire().await?;
                    sqlx::query_with(text, bound).fetch_all(&mut *connection).await
                })
            }

            fn find_optional(
                pool: &Pool<Self::Database>,
                text: SqlStr,
                bound: Bound<Self>,
            ) -> BoxFuture<'_, sqlx::Result<Option<Found<Self>>>> {
                Box::pin(async move {
                    let mut connection = pool.acquire().await?;
                    sqlx::query_with(text, bound).fetch_optional(&mut *connection).await
                })
            }

            fn read<R: Row>(found: &Found<Self>) -> sqlx::Result<R> {
                R::from_row(found)
            }
        }
    };
}

// A transaction that writes takes SQLite's lock at once: one that reads first and takes it later
// fails if another has written in between.
dialect!(
    SqliteConnection,
    begin: "begin immediate",
    json: "$3",
    author: ("payload -> 'by' ->> 'id'", "payload -> 'by' ->> 'name'"),
    ids: "(select unhex(value) from json_each($1))",
    ago: "(cast(unixepoch('subsec') * 1000 as integer) - $1)"
);
dialect!(
    PgConnection,
    begin: "begin",
    json: "$3::json",
    // The text itself is searched: the database reads no JSON that has an escaped NUL, as a note may.
    author: (
        r#"substring(payload::text from '"by":[{]"id":"([0-9a-f-]{36})"')"#,
        r#"substring(payload::text from '"by":[{]"id":"[0-9a-f-]{36}","name":"([^"]*)"')"#
    ),
    ids: "(select value::uuid from json_array_elements_text($1::json) as listed(value))",
    ago: "(clock_timestamp() - $1 * interval '1 millisecond')"
);
