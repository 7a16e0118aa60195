//! What a running server does every now and then: signs of life, tidying, taking over matches
//! without a task, orders of operators, and news for readers of lists and trees. Each of these runs
//! as a task of its own until the server stops.

use crate::app_state::App;
use crate::matches::Registry;
use crate::pulse::Pulse;
use crate::seeks::Matchmaker;
use crate::store::{SharedStore, StoreError};
use crate::time::TimeSource;
use domain::Moment;
use std::sync::Arc;
use std::time::Duration;
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

/// For how long an unused session is kept, in milliseconds: a year, as long as browsers keep its
/// cookie.
const SESSION_KEPT: u64 = 365 * 24 * 3_600_000;

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
    store: SharedStore,
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
                tracing::error!(%error, "stopping");
                fenced.cancel();
                shutdown.cancel();
            }
            Err(error) => tracing::warn!(%error, "the store is unavailable"),
        }
    }
}

/// Lets the store do every now and then what no move should wait for.
pub(crate) async fn tidy(store: SharedStore, time: TimeSource, shutdown: CancellationToken) {
    let mut ticks = ticks(TIDY);
    let mut forgotten: Option<Moment> = None;
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
        }
        if let Err(error) = store.tidy().await {
            tracing::warn!(%error, "the store cannot be tidied");
        }
    }
}

/// How many names of guests are made ready to be found at a time.
const NAMES_AT_A_TIME: u32 = 200;

/// Makes the names that guests chose before names could be looked up ready for it, once, a few at a
/// time, so that no move waits for it.
pub(crate) async fn add_likenesses(store: SharedStore, shutdown: CancellationToken) {
    let mut ticks = ticks(TIDY);
    let mut all = 0;
    while next(&mut ticks, &shutdown).await {
        match store.add_likenesses(NAMES_AT_A_TIME).await {
            Ok(0) => break,
            Ok(added) => all += added,
            Err(error) => {
                tracing::warn!(%error, "names of guests cannot be made ready to be found");
            }
        }
    }
    if all > 0 {
        tracing::info!(names = all, "made the names of guests ready to be found");
    }
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

/// Keeps the order that operators give.
pub(crate) async fn attend(app: Arc<App>, shutdown: CancellationToken) {
    let mut ticks = ticks(HEARTBEAT);
    while next(&mut ticks, &shutdown).await {
        app.desk().attend(app.store(), app.registry(), app.analyses()).await;
    }
}

/// Ends the sockets of sessions and tokens that have ended elsewhere, or by their age.
pub(crate) async fn sign_out(app: Arc<App>, shutdown: CancellationToken) {
    let mut ticks = ticks(HEARTBEAT);
    while next(&mut ticks, &shutdown).await {
        app.sockets().check(app.store()).await;
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
