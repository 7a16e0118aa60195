//! The public matches of the servers that share one database, so that each lists those of all.
//!
//! A server writes its own matches about once a second, as far as they have changed, and reads those
//! of the others. The copies are not the matches: the holder of a match decides everything about it, and a
//! copy is a second out of date at most. SQLite serves a single server,
//! which has no others to exchange anything with.
//!
//! A server that gives no sign of life in time is left out together with its matches, before
//! another takes over its matches and shows them as its own.

use crate::{Database, StoreError, fault};
use domain::MatchId;
use sqlx::PgPool;
use std::sync::Arc;
use uuid::Uuid;

/// A public match as its server shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedMatch {
    /// The match.
    pub match_id: MatchId,
    /// JSON that means something to the servers alone; another version may write it otherwise.
    pub payload: Arc<str>,
}

/// The matches that a server shows to the others from now on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NodeMatches {
    /// Whether everything that it showed before is forgotten.
    pub anew: bool,
    /// Matches that are new or have changed.
    pub shown: Vec<SharedMatch>,
    /// Matches that are gone.
    pub gone: Vec<MatchId>,
    /// How many public matches are being played on it.
    pub live: u32,
}

/// The matches that all other servers show.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OtherMatches {
    /// Their matches, in any order.
    pub matches: Vec<SharedMatch>,
    /// How many public matches are being played on them.
    pub live: u32,
}

/// The public matches of several servers.
impl Database {
    /// The matches of the other servers; none if there is no other server.
    pub async fn other_matches(&self) -> Result<Option<OtherMatches>, StoreError> {
        let Some((store, node)) = self.node() else { return Ok(None) };
        elsewhere(&store.pool, node).await.map_err(|error| fault::of_read(&error))
    }

    /// Shows matches to the other servers.
    pub async fn share_matches(&self, matches: &NodeMatches) -> Result<(), StoreError> {
        let Some((store, node)) = self.node() else { return Ok(()) };
        let done = share(&store.pool, node, matches).await;
        done.map_err(|error| fault::of_write(&error))
    }
}

async fn elsewhere(pool: &PgPool, own: i64) -> sqlx::Result<Option<OtherMatches>> {
    let (others, live): (i64, i64) = sqlx::query_as(
        "select count(*), coalesce(sum(live), 0)
         from node left join shared_count on shared_count.node = node.id
         where node.id <> $1 and until > clock_timestamp()",
    )
    .bind(own)
    .fetch_one(pool)
    .await?;
    if others == 0 {
        return Ok(None);
    }
    let rows: Vec<(Uuid, String)> = sqlx::query_as(
        "select match_id, payload from shared_match join node on node.id = shared_match.node
         where node.id <> $1 and until > clock_timestamp()",
    )
    .bind(own)
    .fetch_all(pool)
    .await?;
    let shared = |(id, payload)| SharedMatch { match_id: MatchId(id), payload: Arc::from(payload) };
    Ok(Some(OtherMatches {
        matches: rows.into_iter().map(shared).collect(),
        live: u32::try_from(live).unwrap_or(u32::MAX),
    }))
}

async fn share(pool: &PgPool, own: i64, matches: &NodeMatches) -> sqlx::Result<()> {
    let mut transaction = pool.begin().await?;
    if matches.anew {
        for forgotten in [
            "delete from shared_match where node = $1 or node not in (select id from node)",
            "delete from shared_count where node = $1 or node not in (select id from node)",
        ] {
            sqlx::query(forgotten).bind(own).execute(&mut *transaction).await?;
        }
    }
    if !matches.gone.is_empty() {
        // Another server may have taken the match over, and show it.
        let gone: Vec<Uuid> = matches.gone.iter().map(|id| id.0).collect();
        sqlx::query("delete from shared_match where node = $1 and match_id = any($2)")
            .bind(own)
            .bind(gone)
            .execute(&mut *transaction)
            .await?;
    }
    if !matches.shown.is_empty() {
        let (ids, payloads): (Vec<Uuid>, Vec<&str>) =
            matches.shown.iter().map(|shared| (shared.match_id.0, shared.payload.as_ref())).unzip();
        // In one order, so that two servers that show the same match do not wait for each other.
        sqlx::query(
            "insert into shared_match (match_id, node, payload)
             select match_id, $1, payload from unnest($2::uuid[], $3::text[]) as given (match_id, payload)
             order by match_id
             on conflict (match_id) do update set node = excluded.node, payload = excluded.payload",
        )
        .bind(own)
        .bind(ids)
        .bind(payloads)
        .execute(&mut *transaction)
        .await?;
    }
    sqlx::query(
        "insert into shared_count (node, live) values ($1, $2)
         on conflict (node) do update set live = excluded.live",
    )
    .bind(own)
    .bind(i32::try_from(matches.live).unwrap_or(i32::MAX))
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}
