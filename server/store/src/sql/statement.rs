//! A statement in SQL that both databases accept, with its values.

use super::Backend;
use super::dialect::{Bound, Dialect, Found, Row, Value};
use crate::{StoreError, fault};
use sqlx::{AssertSqlSafe, Pool, SqlSafeStr, SqlStr};
use uuid::Uuid;

/// The most ids that one statement looks up: more than any list that a request may ask for.
pub(crate) const MAX_IDS: usize = 1_000;

/// A statement for a connection of type `C`, which is inferred from where it is sent.
pub(crate) struct Statement<C: Dialect> {
    text: SqlStr,
    /// The values bound so far, or why one of them cannot be.
    bound: sqlx::Result<Bound<C>>,
}

/// A statement with values `$1`, `$2`, … still to be bound, in this order.
pub(crate) fn sql<C: Dialect>(text: impl SqlSafeStr) -> Statement<C> {
    Statement { text: text.into_sql_str(), bound: Ok(Bound::<C>::default()) }
}

/// A statement that looks up a list of ids: the list stands where the text has `{ids}`, after `in`,
/// and is the first value ([`Statement::bind_ids`]).
pub(crate) fn sql_of_ids<C: Dialect>(text: &'static str) -> Statement<C> {
    sql(AssertSqlSafe(text.replace("{ids}", C::IDS)))
}

impl<C: Dialect> Statement<C> {
    /// Binds the next value.
    pub(crate) fn bind(mut self, value: impl Value) -> Self {
        if let Ok(bound) = &mut self.bound
            && let Err(error) = C::bind(bound, value)
        {
            self.bound = Err(sqlx::Error::Encode(error));
        }
        self
    }

    /// Binds the next value to a list of ids, of which there are at most [`MAX_IDS`].
    pub(crate) fn bind_ids(self, ids: impl Iterator<Item = Uuid>) -> Self {
        let ids: Vec<String> = ids.map(|id| format!("\"{}\"", id.simple())).collect();
        self.bind(format!("[{}]", ids.join(",")))
    }

    /// Executes the statement; returns how many rows it changed.
    pub(crate) async fn execute(self, connection: &mut C) -> sqlx::Result<u64> {
        connection.execute(self.text, self.bound?).await
    }

    /// Returns all rows.
    pub(crate) async fn all<R: Row>(self, connection: &mut C) -> sqlx::Result<Vec<R>> {
        read_all::<C, R>(&connection.fetch_all(self.text, self.bound?).await?)
    }

    /// Returns the only row, or none.
    pub(crate) async fn optional<R: Row>(self, connection: &mut C) -> sqlx::Result<Option<R>> {
        read_first::<C, R>(connection.fetch_optional(self.text, self.bound?).await?.as_ref())
    }

    /// Returns the only value of the only row.
    pub(crate) async fn value<T>(self, connection: &mut C) -> sqlx::Result<T>
    where
        (T,): Row,
    {
        let row: Option<(T,)> = self.optional(connection).await?;
        row.map(|(value,)| value).ok_or(sqlx::Error::RowNotFound)
    }

    async fn find_all(self, pool: &Pool<C::Database>) -> sqlx::Result<Vec<Found<C>>> {
        C::find_all(pool, self.text, self.bound?).await
    }

    async fn find_first(self, pool: &Pool<C::Database>) -> sqlx::Result<Option<Found<C>>> {
        C::find_optional(pool, self.text, self.bound?).await
    }
}

fn read_all<C: Dialect, R: Row>(found: &[Found<C>]) -> sqlx::Result<Vec<R>> {
    found.iter().map(C::read).collect()
}

fn read_first<C: Dialect, R: Row>(found: Option<&Found<C>>) -> sqlx::Result<Option<R>> {
    found.map(C::read).transpose()
}

/// A statement that inserts one row: each column is named beside its value.
pub(crate) struct Insertion<C: Dialect> {
    table: &'static str,
    columns: Vec<&'static str>,
    /// The statement whose text is not known yet.
    statement: Statement<C>,
}

impl<C: Dialect> Insertion<C> {
    /// A row of a table, without columns so far.
    pub(crate) fn into(table: &'static str) -> Self {
        Self { table, columns: Vec::new(), statement: sql("") }
    }

    /// Adds a column with its value.
    pub(crate) fn column(mut self, name: &'static str, value: impl Value) -> Self {
        self.columns.push(name);
        Self { statement: self.statement.bind(value), ..self }
    }

    /// The statement, with `end` after it.
    pub(crate) fn statement(self, end: &str) -> Statement<C> {
        let places: Vec<String> =
            (1..=self.columns.len()).map(|number| format!("${number}")).collect();
        let text = format!(
            "insert into {} ({}) values ({}) {end}",
            self.table,
            self.columns.join(", "),
            places.join(", ")
        );
        Statement { text: AssertSqlSafe(text).into_sql_str(), ..self.statement }
    }
}

/// Statements that only read, on a connection of a store's readers.
impl<C: Dialect> Statement<C> {
    /// Returns all rows.
    pub(crate) async fn read_all<R: Row>(
        self,
        store: &impl Backend<Connection = C>,
    ) -> Result<Vec<R>, StoreError> {
        let found = self.find_all(store.readers()).await;
        found.and_then(|found| read_all::<C, R>(&found)).map_err(|error| fault::of_read(&error))
    }

    /// Returns all rows, on a connection for lists of the archive.
    pub(crate) async fn browse_all<R: Row>(
        self,
        store: &impl Backend<Connection = C>,
    ) -> Result<Vec<R>, StoreError> {
        let found = self.find_all(store.browsers()).await;
        found.and_then(|found| read_all::<C, R>(&found)).map_err(|error| fault::of_read(&error))
    }

    /// Returns the only row, or none.
    pub(crate) async fn read_optional<R: Row>(
        self,
        store: &impl Backend<Connection = C>,
    ) -> Result<Option<R>, StoreError> {
        let found = self.find_first(store.readers()).await;
        found
            .and_then(|found| read_first::<C, R>(found.as_ref()))
            .map_err(|error| fault::of_read(&error))
    }

    /// Returns the only value of each row.
    pub(crate) async fn read_values<T>(
        self,
        store: &impl Backend<Connection = C>,
    ) -> Result<Vec<T>, StoreError>
    where
        (T,): Row,
    {
        let rows: Vec<(T,)> = self.read_all(store).await?;
        Ok(rows.into_iter().map(|(value,)| value).collect())
    }

    /// Returns the only value of the only row.
    pub(crate) async fn read_value<T>(
        self,
        store: &impl Backend<Connection = C>,
    ) -> Result<T, StoreError>
    where
        (T,): Row,
    {
        let row: Option<(T,)> = self.read_optional(store).await?;
        row.map(|(value,)| value).ok_or_else(|| fault::of_read(&sqlx::Error::RowNotFound))
    }
}
