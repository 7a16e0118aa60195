//! The concerns whose statements are the same on both databases, each written once.
//!
//! They are implemented for every [`Backend`], which is a store with connections to read and one
//! to write. What differs between the databases is in three places: how values and rows travel and
//! a transaction begins ([`dialect`]), how a moment is stored ([`stamp`]), and where a store takes
//! its connections from (`Backend`, in `sqlite` and `postgres`). A concern whose statements are
//! not the same, as the journal, is a file in each of those two folders instead.
//!
//! ```text
//! sql("update session set seen_at = $2 where id = $1")
//!     .bind(id.0)
//!     .bind(Stamp(now))
//!     .execute(connection)
//!     .await?;
//! ```

mod archived;
mod blocks;
mod credentials;
mod dialect;
mod ended;
mod erasures;
mod explorer;
mod follows;
mod guests;
mod idle_guests;
mod kept;
mod keys;
mod links;
mod mail;
mod mail_notices;
mod order;
mod passkeys;
mod peace;
mod programs;
mod push;
mod ratings;
mod registering;
mod sessions;
mod stamp;
mod statement;
mod unlisted;
mod vacations;

use super::StoreError;
use futures_util::future::BoxFuture;
use std::ops::DerefMut;

pub(super) use archived::{Archived, Unsynced};
pub(super) use dialect::Dialect;
pub(super) use erasures::JournalRows;
pub(super) use explorer::rebuild as rebuild_explorer;
pub(super) use kept::drop_changes;
pub(super) use order::Running;
pub(super) use stamp::Stamp;
pub(super) use statement::sql;

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
    fn lend(&self) -> BoxFuture<'_, Result<Self::Lent, StoreError>>;

    /// Takes the connection back, with the error of what was done on it.
    fn give_back<'a>(
        &'a self,
        lent: Self::Lent,
        error: Option<&'a StoreError>,
    ) -> BoxFuture<'a, ()>;
}

/// The future of an operation that writes, run on a connection lent for it.
macro_rules! write {
    ($store:expr, $connection:ident => $done:expr) => {
        Box::pin(async move {
            let mut lent = $crate::sql::Backend::lend($store).await?;
            let $connection = &mut *lent;
            let outcome = $done.await.map_err(|error| $crate::fault::of_write(&error));
            $crate::sql::Backend::give_back($store, lent, outcome.as_ref().err()).await;
            outcome
        })
    };
}
pub(super) use write;
