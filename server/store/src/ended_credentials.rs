//! Sessions and tokens that have ended lately. A trigger records each row that is deleted, whatever deletes
//! it, so that a server learns with one query which of its sockets to close.

use crate::database::{on, write};
use crate::sql::{Backend, Dialect, Stamp, sql};
use crate::{Database, StoreError};
use domain::Moment;
use sqlx::AssertSqlSafe;
use std::time::Duration;
use uuid::Uuid;

/// How much longer than its time each is remembered: the longest that a transaction may take.
const SETTLED_AFTER: Duration = Duration::from_secs(300);

/// A session or a token that has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndedCredential {
    /// The id of the session or of the token.
    pub id: Uuid,
    /// When it ended, by the database's clock.
    pub at: Moment,
}

impl EndedCredential {
    /// How long the database remembers it at least.
    pub const RETENTION: Duration = Duration::from_secs(24 * 3_600);
}

/// Ended sessions and tokens.
impl Database {
    /// Up to `limit` sessions and tokens that ended in the last `span`, in the order of their ends, after
    /// one that was returned before.
    pub async fn ended_credentials(
        &self,
        span: Duration,
        after: Option<EndedCredential>,
        limit: u32,
    ) -> Result<Vec<EndedCredential>, StoreError> {
        on!(self, |store| read(store, span, after, limit))
    }

    /// Forgets those that ended longer ago than they are remembered.
    pub async fn forget_ended_credentials(&self) -> Result<(), StoreError> {
        write!(self, |connection| forget(connection, EndedCredential::RETENTION + SETTLED_AFTER))
    }
}

async fn read<B: Backend>(
    store: &B,
    span: Duration,
    after: Option<EndedCredential>,
    limit: u32,
) -> Result<Vec<EndedCredential>, StoreError> {
    let after = after.unwrap_or(EndedCredential { id: Uuid::nil(), at: Moment(0) });
    let rows: Vec<(Uuid, Stamp)> = sql(AssertSqlSafe(format!(
        "select id, ended_at from ended_credential
         where ended_at > {} and (ended_at, id) > ($2, $3)
         order by ended_at, id limit $4",
        B::Connection::AGO
    )))
    .bind(millis(span))
    .bind(Stamp(after.at))
    .bind(after.id)
    .bind(i64::from(limit))
    .read_all(store)
    .await?;
    Ok(rows.into_iter().map(|(id, Stamp(at))| EndedCredential { id, at }).collect())
}

async fn forget<C: Dialect>(connection: &mut C, span: Duration) -> sqlx::Result<()> {
    sql(AssertSqlSafe(format!("delete from ended_credential where ended_at <= {}", C::AGO)))
        .bind(millis(span))
        .execute(connection)
        .await?;
    Ok(())
}

fn millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}
