//! What a running server does every now and then: signs of life, tidying, taking over matches
//! without a task, orders of operators, and news for readers of lists and trees. Each of these runs
//! as a task of its own until the server stops.

use crate::app_state::App;
use crate::idle_guests::Sweep;
use crate::matches::Registry;
use crate::pulse::Pulse;
use crate::seeks::Matchmaker;
use crate::time::TimeSource;
use domain::{Moment, PlayerId};
use std::sync::Arc;
use std::time::Duration;
use store::{Database, StoreError};
use tokio::time::{Interval, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

/// How often the server notes that it is alive; the length of a downtime is known to this precision.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// How often the store is given the opportunity to tidy up.
const TIDY: Duration = Duration::from_millis(500);

/// How often it is read who is on vacation.
const VACATIONS: Duration = Duration::from_secs(5);

/// How often tokens that have expired are forgotten, in milliseconds.
const EXPIRY: u64 = 3_600_000;

/// How often some numbers of ceremonies that have expired are forgotten, in milliseconds, and how many
/// at a time.
const CEREMONIES: (u64, u32) = (60_000, 1_000);

/// For how long an unused session is kept, in milliseconds: a year, as long as browsers keep its
/// cookie.
const SESSION_KEPT: u64 = 365 * 24 * 3_600_000;

/// For how long it is remembered that a player was deleted, in milliseconds: for longer than any server
/// needs to remove what is left of them.
const ERASURE_KEPT: u64 = 24 * 3_600_000;

/// Ticks at once and then so often; what was late is not made up for.
fn ticks(span: Duration) -> Interval {
    let mut ticks = interval(span);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// Waits for the next tick; false if the server stops before.
async fn next(ticks: &mut Interval, shutdown: &CancellationToken) -> bool {
    tokio::select! {
        () = shutdown.cancelled() => false,
        _ = ticks.tick() => true,
    }
}

/// Records regularly that the server is alive. If another has taken over meanwhile, this one stops:
/// started again it begins with whatever matches no server holds then.
pub(crate) async fn beat(
    store: Database,
    time: TimeSource,
    pulse: Arc<Pulse>,
    shutdown: CancellationToken,
    fenced: CancellationToken,
) {
    let mut ticks = ticks(HEARTBEAT);
    while next(&mut ticks, &shutdown).await {
        let beaten = store.beat(time.now()).await;
        pulse.note(beaten.is_ok().then(|| time.now()));
        match beaten {
            Ok(()) => {}
            Err(error @ StoreError::Fenced) => {
                tracing::warn!(%error, "stopping; started again, this node holds no match at first");
                fenced.cancel();
                shutdown.cancel();
            }
            Err(error) => tracing::warn!(%error, "the store is unavailable"),
        }
    }
}

/// Lets the store do every now and then what no move should wait for.
///
/// Closed reports are removed after `reports_kept` milliseconds.
pub(crate) async fn tidy(
    store: Database,
    time: TimeSource,
    reports_kept: u64,
    shutdown: CancellationToken,
) {
    let mut ticks = ticks(TIDY);
    let (mut forgotten, mut ended): (Option<Moment>, Option<Moment>) = (None, None);
    while next(&mut ticks, &shutdown).await {
        let now = time.now();
        if forgotten.is_none_or(|at| now.since(at) >= EXPIRY) {
            forgotten = Some(now);
            if let Err(error) = store.forget_tokens(now).await {
                tracing::warn!(%error, "expired tokens cannot be forgotten");
            }
            if let Err(error) = store.forget_sessions(now.before(SESSION_KEPT)).await {
                tracing::warn!(%error, "old sessions cannot be forgotten");
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
        }
        if let Err(error) = store.tidy().await {
            tracing::warn!(%error, "the store cannot be tidied");
        }
    }
}

/// Forgets guests who never played, a few at a time. A guest in a match or with an open page stays.
pub(crate) async fn forget_guests(app: Arc<App>, shutdown: CancellationToken) {
    let mut ticks = ticks(TIDY);
    let mut sweep = Sweep::new(app.store().is_shared());
    while next(&mut ticks, &shutdown).await {
        match forget_some(&app, &mut sweep).await {
            Ok(0) => {}
            Ok(guests) => tracing::debug!(guests, "forgot guests who never played"),
            Err(error) => tracing::warn!(%error, "guests who never played cannot be forgotten"),
        }
    }
}

async fn forget_some(app: &App, sweep: &mut Sweep) -> Result<usize, StoreError> {
    let now = app.registry().now();
    let mut found = sweep.find(app.store(), now).await?;
    found.guests = inactive(app, found.guests).await?;
    sweep.keep(found, now);
    let due = sweep.due(app.store(), now).await?;
    let due = inactive(app, due).await?;
    if !due.is_empty() {
        app.store().forget_guests(&due, Sweep::before(now)).await?;
    }
    Ok(due.len())
}

/// Those of some players who are neither online nor in a match.
async fn inactive(app: &App, players: Vec<PlayerId>) -> Result<Vec<PlayerId>, StoreError> {
    let online = app.registry().here_of(&players).await?;
    let mut inactive = Vec::new();
    for player in players {
        let is_online = online.contains(&player) || app.matchmaker().is_there(player);
        if !is_online && app.registry().seated_anywhere(player).await? == 0 {
            inactive.push(player);
        }
    }
    Ok(inactive)
}

/// Looks every now and then whether another server is gone and takes over its matches, and
/// whether a match of this one has lost its task.
pub(crate) async fn inherit(registry: Arc<Registry>, shutdown: CancellationToken) {
    let mut ticks = ticks(HEARTBEAT);
    while next(&mut ticks, &shutdown).await {
        match registry.inherit().await {
            Ok(0) => {}
            Ok(matches) => tracing::info!(matches, "restored matches that had no task"),
            Err(error) => tracing::warn!(%error, "matches without a task cannot be looked up"),
        }
    }
}

/// Reads every now and then who is on vacation: also what other servers wrote.
pub(crate) async fn follow_vacations(registry: Arc<Registry>, shutdown: CancellationToken) {
    let mut ticks = ticks(VACATIONS);
    while next(&mut ticks, &shutdown).await {
        if let Err(error) = registry.refresh_vacations().await {
            tracing::warn!(%error, "who is on vacation cannot be read");
        }
    }
}

/// For how long a server looks for a deleted player in its matches and trees, in milliseconds: one that
/// was taken over from another server may have been written just before.
const ERASED_WITHIN: u64 = 600_000;

/// How many deleted players are looked for at a time.
const ERASED_AT_A_TIME: u32 = 1_000;

/// How long the journals are left alone after they were read, as a multiple of the time that took.
const SCRUB_PAUSE: u32 = 20;

/// Removes what is left of deleted players, whichever server they asked: in memory here, and in the
/// journals of all matches.
pub(crate) async fn erase(app: Arc<App>, shutdown: CancellationToken) {
    let mut ticks = ticks(HEARTBEAT);
    let mut scrubbed = tokio::time::Instant::now();
    while next(&mut ticks, &shutdown).await {
        let now = app.registry().now();
        let since = now.before(ERASED_WITHIN);
        match app.store().erased_since(since, ERASED_AT_A_TIME).await {
            Ok(erased) => {
                for player in erased {
                    app.actions().forget_erased(player).await;
                }
            }
            Err(error) => tracing::warn!(%error, "deleted players cannot be looked up"),
        }
        let began = tokio::time::Instant::now();
        if began < scrubbed {
            continue;
        }
        if let Err(error) = app.store().scrub_journals(ERASED_AT_A_TIME, now).await {
            tracing::warn!(%error, "deleted players cannot be removed from journals");
        }
        scrubbed = tokio::time::Instant::now() + began.elapsed() * SCRUB_PAUSE;
    }
}

/// Keeps the order that operators give.
pub(crate) async fn attend(app: Arc<App>, shutdown: CancellationToken) {
    let mut ticks = ticks(HEARTBEAT);
    while next(&mut ticks, &shutdown).await {
        app.desk().attend(app.store(), app.registry(), app.analyses()).await;
    }
}

/// Ends the sockets of credentials that have ended on another server, or by their age.
pub(crate) async fn sign_out(app: Arc<App>, shutdown: CancellationToken) {
    let mut ticks = ticks(HEARTBEAT);
    while next(&mut ticks, &shutdown).await {
        app.sockets().check(app.store(), app.registry().now()).await;
    }
}

/// Sends the readers of trees what other servers change in them.
pub(crate) async fn catch_up(app: Arc<App>, shutdown: CancellationToken) {
    tokio::select! {
        () = shutdown.cancelled() => {}
        () = app.analyses().run() => {}
    }
}

/// Sends the lobby's sockets what has changed.
pub(crate) async fn update_lobby(registry: Arc<Registry>, shutdown: CancellationToken) {
    tokio::select! {
        () = shutdown.cancelled() => {}
        () = registry.lobby().run() => {}
    }
}

/// Exchanges the public rooms, who sits where, and who is here with other servers on the same database.
pub(crate) async fn exchange_rooms(app: Arc<App>, shutdown: CancellationToken) {
    tokio::select! {
        () = shutdown.cancelled() => {}
        () = app.registry().lobby().exchange(app.store()) => {}
        () = app.registry().share_seats() => {}
        () = app.registry().share_presence() => {}
    }
}

/// Brings together those who seek.
pub(crate) async fn pair_up(matchmaker: Arc<Matchmaker>, shutdown: CancellationToken) {
    tokio::select! {
        () = shutdown.cancelled() => {}
        () = matchmaker.run() => {}
    }
}
