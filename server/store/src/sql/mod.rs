//! Statements that both databases accept, each written once.
//!
//! They run on a connection of either ([`Dialect`]), or on one that a [`Backend`] lends. What differs
//! between the databases is in three places: how values and rows travel and a transaction begins
//! ([`dialect`]), how moments and lists are stored ([`stamp`], [`list`]), and where a store takes its connections from
//! (`Backend`, in `sqlite` and `postgres`). Statements that differ, as those of the journal, are in a file in
//! each of those two folders instead.
//!
//! ```text
//! sql("update session set seen_at = $2 where id = $1")
//!     .bind(id.0)
//!     .bind(Stamp(now))
//!     .execute(connection)
//!     .await?;
//! ```

mod archived;
mod dialect;
mod list;
mod stamp;
mod statement;

use super::StoreError;
use std::ops::DerefMut;

pub(super) use archived::{Archived, Unsynced};
pub(super) use dialect::Dialect;
pub(super) use list::List;
pub(super) use stamp::Stamp;
pub(super) use statement::{Insertion, MAX_IDS, Statement, sql, sql_of_ids};

/// The database that a backend is on, as the library names it.
pub(super) type DatabaseOf<B> = <<B as Backend>::Connection as sqlx::Connection>::Database;

/// A store on a database, as far as these concerns need it.
pub(super) trait Backend: Send + Sync {
    /// A connection.
    type Connection: Dialect;

    /// A connection lent for writing.
    type Lent: DerefMut<Target = Self::Connection> + Send;

    /// The connections for short reads.
    fn readers(&self) -> &sqlx::Pool<DatabaseOf<Self>>;

    /// The connections for lists of the archive, so that only they wait for each other.
    fn browsers(&self) -> &sqlx::Pool<DatabaseOf<Self>>;

    /// Lends a connection for writing.
    fn lend(&self) -> impl Future<Output = Result<Self::Lent, StoreError>> + Send;

    /// Takes the connection back, with the error of the statement.
    fn give_back(
        &self,
        lent: Self::Lent,
        error: Option<&StoreError>,
    ) -> impl Future<Output = ()> + Send;
}
