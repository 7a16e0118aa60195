//! Removing what journals have of deleted players.
//!
//! The journals are read on a connection for lists, which delays no move, and rewritten in small
//! transactions. A row that has moved since it was read is found by reading again, so the last look of
//! each call finds nothing.

use super::{Backend, Dialect, Stamp, sql, write};
use crate::erasures::{Erasures, SETTLED_AFTER, scrubbed};
use crate::{StoreError, StoreFuture};
use domain::{Moment, PlayerId};
use std::collections::HashSet;
use uuid::Uuid;

/// How many rows are rewritten in one transaction.
const REWRITTEN: usize = 100;

/// How often the journals are read in one call.
const MAX_LOOKS: u32 = 5;

/// The journal's rows, which each database names in its own way.
pub(crate) trait JournalRows {
    /// The events, except actions, that players of the JSON list $1 of ids caused or are shown in: the
    /// match, the place of the row, its text, and the key of its command.
    const FIND: &'static str;
    /// Gives the row of the match $1 at the place $2 the text $3.
    const REWRITE: &'static str;
}

/// A row of [`JournalRows::FIND`].
type Row = (Uuid, i64, String, Option<String>);

/// A row with its new text.
type Rewritten = (Uuid, i64, String);

impl<B: Backend + JournalRows> Erasures for B {
    fn erased_since(&self, since: Moment, limit: u32) -> StoreFuture<'_, Vec<PlayerId>> {
        Box::pin(async move {
            let found: Vec<Uuid> = sql("select player_id from erasure where erasure.at > $1
                 order by erasure.at desc limit $2")
            .bind(Stamp(since))
            .bind(i64::from(limit))
            .read_values(self)
            .await?;
            Ok(found.into_iter().map(PlayerId).collect())
        })
    }

    fn scrub_journals(&self, limit: u32, now: Moment) -> StoreFuture<'_, u32> {
        Box::pin(async move {
            let open: bool = sql("select exists (select 1 from erasure where done_at is null)")
                .read_value(self)
                .await?;
            if !open {
                return Ok(0);
            }
            let erased = claimed(self, limit, now).await?;
            if !erased.is_empty() {
                scrub(self, &erased).await?;
                settle(self, &erased, now).await?;
            }
            Ok(u32::try_from(erased.len()).unwrap_or(u32::MAX))
        })
    }

    fn forget_erasures(&self, before: Moment) -> StoreFuture<'_, ()> {
        write!(self, connection => forget(connection, before))
    }
}

/// The players to look for now, so that no other server does at the same time.
async fn claimed<B: Backend>(
    store: &B,
    limit: u32,
    now: Moment,
) -> Result<HashSet<PlayerId>, StoreError> {
    let claimed: Vec<(Uuid,)> = write!(store, connection => sql(
        "update erasure set scanned_at = $1 where player_id in (
             select player_id from erasure
             where done_at is null and (scanned_at is null or scanned_at <= $2)
             order by erasure.at limit $3)
         returning player_id",
    )
    .bind(Stamp(now))
    .bind(Stamp(now.before(SETTLED_AFTER)))
    .bind(i64::from(limit))
    .all(connection))
    .await?;
    Ok(claimed.into_iter().map(|(id,)| PlayerId(id)).collect())
}

async fn scrub<B: Backend + JournalRows>(
    store: &B,
    erased: &HashSet<PlayerId>,
) -> Result<(), StoreError> {
    let ids: Vec<String> = erased.iter().map(PlayerId::to_string).collect();
    let ids = serde_json::to_string(&ids).expect("texts are JSON");
    for _ in 0..MAX_LOOKS {
        let rows: Vec<Row> = sql(B::FIND).bind(ids.clone()).browse_all(store).await?;
        let is_erased = |player| erased.contains(&player);
        let rewritten: Vec<Rewritten> = rows
            .into_iter()
            .filter_map(|(match_id, place, text, command)| {
                let text = scrubbed(&text, command.as_deref(), is_erased)?;
                Some((match_id, place, text.as_str().to_owned()))
            })
            .collect();
        if rewritten.is_empty() {
            return Ok(());
        }
        for some in rewritten.chunks(REWRITTEN) {
            rewrite(store, some).await?;
        }
    }
    tracing::warn!("journals went on changing while deleted players were removed from them");
    Err(StoreError::Unavailable)
}

fn rewrite<'a, B: Backend + JournalRows>(
    store: &'a B,
    rows: &'a [Rewritten],
) -> StoreFuture<'a, ()> {
    write!(store, connection => rewrite_some(connection, B::REWRITE, rows))
}

async fn rewrite_some(
    connection: &mut impl Dialect,
    statement: &'static str,
    rows: &[Rewritten],
) -> sqlx::Result<()> {
    let mut transaction = connection.start().await?;
    for (match_id, place, text) in rows {
        sql(statement)
            .bind(*match_id)
            .bind(*place)
            .bind(text.clone())
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await
}

/// Notes those of whom nothing can be written any more.
fn settle<'a, B: Backend>(
    store: &'a B,
    erased: &'a HashSet<PlayerId>,
    begun: Moment,
) -> StoreFuture<'a, ()> {
    write!(store, connection => settle_all(connection, erased, begun))
}

async fn settle_all(
    connection: &mut impl Dialect,
    erased: &HashSet<PlayerId>,
    begun: Moment,
) -> sqlx::Result<()> {
    let mut transaction = connection.start().await?;
    for player in erased {
        sql("update erasure set done_at = $2 where player_id = $1 and erasure.at <= $3")
            .bind(player.0)
            .bind(Stamp(begun))
            .bind(Stamp(begun.before(SETTLED_AFTER)))
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await
}

async fn forget(connection: &mut impl Dialect, before: Moment) -> sqlx::Result<()> {
    sql("delete from erasure where erasure.at < $1 and done_at is not null")
        .bind(Stamp(before))
        .execute(connection)
        .await
        .map(drop)
}
