//! Rebuilding the explorer: everything is deleted, and its reader begins anew.

use super::ended::{give_numbers, locked, set_cursor};
use super::{Archived, Backend, sql, write};
use crate::rows::number_of;
use crate::{EndedGames, FeedBatch, FeedReader, StoreError};
use sqlx::AssertSqlSafe;

/// Counts all games of the archive again; returns how many there were when it began.
pub(crate) async fn rebuild<B>(store: &B) -> Result<u64, StoreError>
where
    B: Backend<Connection: Archived>,
{
    let forgotten: Result<i64, StoreError> = write!(store, connection => forget(connection)).await;
    let last = forgotten?;
    while store.read_on(FeedReader::Explorer, FeedBatch::LARGE).await? > 0 {}
    number_of(last)
}

async fn forget<C: Archived>(connection: &mut C) -> sqlx::Result<i64> {
    give_numbers(connection).await?;
    let mut transaction = connection.start().await?;
    locked(&mut *transaction, FeedReader::Explorer).await?;
    for statement in C::FORGET_SEEN {
        sql(*statement).execute(&mut *transaction).await?;
    }
    set_cursor(&mut *transaction, FeedReader::Explorer, 0).await?;
    let last = sql(AssertSqlSafe(C::LAST)).value(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(last)
}
