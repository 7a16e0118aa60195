//! The removal of rows whose time is up, and other upkeep of the store that no move should wait for.
//!
//! Of several nodes the leader of the upkeep removes. Two that do so at once, while the lead passes,
//! remove the same rows.

use crate::leaders::Leaders;
use crate::runtime::{Runtime, Ticks};
use crate::time::TimeSource;
use domain::Moment;
use std::sync::Arc;
use std::time::Duration;
use store::{Database, Role};

/// How often the store has the opportunity for upkeep.
const UPKEEP: Duration = Duration::from_millis(500);

/// How often tokens that have expired are forgotten, in milliseconds.
const EXPIRY: u64 = 3_600_000;

/// How often some numbers of ceremonies that have expired, and attempts that count for all nodes, are
/// forgotten, in milliseconds, and how many ceremonies at a time.
const CEREMONIES: (u64, u32) = (60_000, 1_000);

/// How many attempts are forgotten at a time.
const ATTEMPTS: u32 = 10_000;

/// For how long an unused session is kept, in milliseconds: a year, as long as browsers keep its
/// cookie.
const SESSION_KEPT: u64 = 365 * 24 * 3_600_000;

/// For how long it is remembered that a player was deleted, in milliseconds: for longer than any server
/// needs to remove their remaining data.
const ERASURE_KEPT: u64 = 24 * 3_600_000;

/// The milliseconds of a day.
const DAY: u64 = 24 * 3_600_000;

/// Starts the upkeep of the store. Closed reports are removed after `keep_reports` days.
pub(crate) fn start(runtime: &Runtime, leaders: Arc<Leaders>, keep_reports: u32) {
    let (store, time) = (runtime.store.clone(), runtime.time);
    let (ticks, kept) = (runtime.every(UPKEEP), u64::from(keep_reports) * DAY);
    runtime.add("upkeep of the store", upkeep(store, leaders, time, kept, ticks));
}

async fn upkeep(
    store: Database,
    leaders: Arc<Leaders>,
    time: TimeSource,
    reports_kept: u64,
    mut ticks: Ticks,
) {
    let (mut forgotten, mut ended): (Option<Moment>, Option<Moment>) = (None, None);
    while ticks.next().await {
        if let Err(error) = store.checkpoint().await {
            tracing::warn!(%error, "the store cannot be tidied");
        }
        if !leaders.is_ours(Role::Upkeep) {
            continue;
        }
        let now = time.now();
        if forgotten.is_none_or(|at| now.since(at) >= EXPIRY) {
            forgotten = Some(now);
            if let Err(error) = store.forget_tokens(now).await {
                tracing::warn!(%error, "expired tokens cannot be forgotten");
            }
            if let Err(error) = store.forget_sessions(now.before(SESSION_KEPT)).await {
                tracing::warn!(%error, "old sessions cannot be forgotten");
            }
            if let Err(error) = store.forget_ended_credentials().await {
                tracing::warn!(%error, "ended sessions and tokens cannot be forgotten");
            }
            if let Err(error) = store.forget_unconfirmed_mail(now).await {
                tracing::warn!(%error, "unconfirmed addresses cannot be forgotten");
            }
            if let Err(error) = store.forget_erasures(now.before(ERASURE_KEPT)).await {
                tracing::warn!(%error, "deleted players cannot be forgotten");
            }
            if let Err(error) = store.forget_reports(now.before(reports_kept)).await {
                tracing::warn!(%error, "closed reports cannot be forgotten");
            }
        }
        let (span, limit) = CEREMONIES;
        if ended.is_none_or(|at| now.since(at) >= span) {
            ended = Some(now);
            if let Err(error) = store.forget_ceremonies(now, limit).await {
                tracing::warn!(%error, "ended ceremonies cannot be forgotten");
            }
            if let Err(error) = store.forget_attempts(ATTEMPTS).await {
                tracing::warn!(%error, "attempts cannot be forgotten");
            }
        }
    }
}
