//! The secret keys of the server, stored in the database so that a restart, or another server on the
//! same database, has the same ones: the key that signs cookies, and the key by which push services
//! know the server.
//!
//! Each is created on first use; of two servers that start at once, the first to write wins.

use crate::database::on;
use crate::sql::{Backend, Dialect, sql};
use crate::{Database, StoreError, fault};

/// Secrets of the server.
impl Database {
    /// The key that signs cookies: the stored one, or `candidate`, which is stored if there
    /// is none yet.
    pub async fn signing_key(&self, candidate: [u8; 32]) -> Result<[u8; 32], StoreError> {
        on!(self, |store| key(store, SIGNING_KEY, candidate))
    }

    /// The private key by which push services know this server: the stored one, or `candidate`, which
    /// is stored if there is none yet.
    pub async fn push_key(&self, candidate: [u8; 32]) -> Result<[u8; 32], StoreError> {
        on!(self, |store| key(store, PUSH_KEY, candidate))
    }
}

/// How a key is read, and how one is stored unless there is one.
type Queries = [&'static str; 2];

const SIGNING_KEY: Queries = [
    "select key from signing_key",
    "insert into signing_key (one, key) values ($1, $2) on conflict do nothing",
];

const PUSH_KEY: Queries = [
    "select key from push_key",
    "insert into push_key (one, key) values ($1, $2) on conflict do nothing",
];

async fn key<B: Backend>(
    store: &B,
    [read, keep]: Queries,
    candidate: [u8; 32],
) -> Result<[u8; 32], StoreError> {
    let known: Option<(Vec<u8>,)> = sql(read).read_optional(store).await?;
    let key = match known {
        Some((key,)) => key,
        None => {
            let mut lent = store.lend().await?;
            let kept = keep_or_read(&mut *lent, [read, keep], candidate).await;
            // Whether or not it is stored, asking again is safe.
            let kept = kept.map_err(|error| fault::of_read(&error));
            store.give_back(lent, kept.as_ref().err()).await;
            kept?
        }
    };
    key.try_into().map_err(|_| StoreError::Damaged("a key"))
}

async fn keep_or_read(
    connection: &mut impl Dialect,
    [read, keep]: Queries,
    candidate: [u8; 32],
) -> sqlx::Result<Vec<u8>> {
    sql(keep).bind(true).bind(candidate.as_slice()).execute(connection).await?;
    sql(read).value(connection).await
}
