//! The database goes away under two servers that share it, for longer than their leases last:
//! when it is back neither takes the other to be gone, whichever speaks first, and a third one
//! that starts at that moment gives both the time to speak.

use crate::arena::{Arena, Manner};
use crate::postgres::Stop;
use crate::report::{Report, millis, seconds};
use crate::stores::{Kind, Stores};
use crate::{Progress, Run};
use e2e::{Database, Nats, Server};
use futures_util::future::join_all;
use sqlx::{Connection, PgConnection};
use std::time::Duration;
use tokio::task::block_in_place;

/// The longest time until play continues when the database is back, and until the first match ends.
const RESUME_TIMEOUT: Duration = Duration::from_secs(20);

/// For how long the servers play on afterwards: longer than a lease, so that a server that judged
/// another by its silence would have done so.
const AFTERWARDS: Duration = Duration::from_secs(13);

/// A way for Postgres to be away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outage {
    /// Stopped as by an administrator.
    Stopped,
    /// Stopped as by a crash.
    Crashed,
    /// Every process is held by SIGSTOP: sessions and their locks stay.
    Held,
}

impl Outage {
    const ALL: [Self; 3] = [Self::Stopped, Self::Crashed, Self::Held];

    const fn name(self) -> &'static str {
        match self {
            Self::Stopped => "Postgres stopped",
            Self::Crashed => "Postgres crashed",
            Self::Held => "Postgres held by SIGSTOP",
        }
    }

    fn begin(self, stores: &Stores) -> Result<(), String> {
        let postgres = stores.postgres()?;
        match self {
            Self::Stopped => postgres.stop(Stop::Fast),
            Self::Crashed => postgres.stop(Stop::Immediate),
            Self::Held => postgres.hold(),
        }
    }

    fn end(self, stores: &Stores) -> Result<(), String> {
        let postgres = stores.postgres()?;
        match self {
            Self::Stopped | Self::Crashed => postgres.start_again(),
            Self::Held => postgres.release(),
        }
    }
}

/// Takes Postgres away from under two servers for `span`, in the first `ways` ways there are.
pub(crate) async fn run(
    run: &Run,
    stores: &Stores,
    ways: usize,
    span: Duration,
) -> Result<Report, String> {
    let mut report =
        Report::new(format!("5. the store away under two servers, {}", run.seed_text()));
    let progress = Progress::new(run, "away under two servers", 3);
    for (round, outage) in (1..).zip(Outage::ALL.into_iter().take(ways)) {
        let database = stores.fresh(Kind::Postgres)?;
        one(run, stores, &database, outage, span, &mut report).await?;
        progress.step(round);
    }
    Ok(report)
}

async fn one(
    run: &Run,
    stores: &Stores,
    database: &Database,
    outage: Outage,
    span: Duration,
    report: &mut Report,
) -> Result<(), String> {
    let name = outage.name();
    let nats = Nats::start();
    let address = nats.address();
    let flags = ["--limits", "off", "--nats", &address];
    let start = || Server::start_with_flags(database, &flags);
    let mut servers = vec![start().await, start().await];
    let manner = Manner { tables: 8, think: (0, 150), ..Manner::default() };
    let open = |server: &Server| {
        let opened = Arena::open(manner.clone(), run.seed);
        opened.0.lead_to(Some(server.address()));
        opened
    };
    let arenas = [open(&servers[0]), open(&servers[1])];
    for (arena, _) in &arenas {
        if let Err(stuck) = arena.resumed(RESUME_TIMEOUT).await {
            arena.tally().broken(format!("{name}, before it: {stuck}"));
        }
    }
    block_in_place(|| outage.begin(stores))?;
    tokio::time::sleep(span).await;
    block_in_place(|| outage.end(stores))?;
    // Neither of the two may have spoken yet.
    servers.push(start().await);
    let mut longest = Duration::ZERO;
    for (number, resumed) in
        (1..).zip(join_all(arenas.iter().map(|(arena, _)| arena.resumed(RESUME_TIMEOUT))).await)
    {
        match resumed {
            Ok(span) => longest = longest.max(span),
            Err(stuck) => report.promise(false, || format!("{name}: server {number}: {stuck}")),
        }
    }
    tokio::time::sleep(AFTERWARDS).await;
    for (number, server) in (1..).zip(&mut servers) {
        report.promise(server.runs(), || format!("{name}: server {number} has ended"));
    }
    let holders = holders(database).await.map_err(|error| error.to_string())?;
    report.promise(holders.len() == 3 && holders[..2].iter().all(|held| *held > 0), || {
        format!("{name}: the servers hold {holders:?} matches")
    });
    let mut acknowledged = 0;
    for (arena, tasks) in arenas {
        // Each of its matches is where it was: a server that had lost them would know none.
        if let Err(stuck) = arena.resumed(RESUME_TIMEOUT).await {
            arena.tally().broken(format!("{name}, in the end: {stuck}"));
        }
        arena.close(tasks).await;
        arena.check().await;
        acknowledged += arena.tally().moves.get();
        report.all_broken(arena.tally().broken_promises());
    }
    report.figure(
        name,
        format_args!(
            "for {}: {acknowledged} actions acknowledged; all play again within {}",
            seconds(span),
            millis(longest)
        ),
    );
    for (number, server) in (1..).zip(servers) {
        let exit = server.terminate().await;
        report.promise(exit.status.success(), || {
            format!("{name}: server {number} ended badly: {}", exit.stderr)
        });
    }
    Ok(())
}

/// How many matches each server has that the others do not take to be gone, in the order of
/// their starts.
async fn holders(database: &Database) -> sqlx::Result<Vec<i64>> {
    let mut session = PgConnection::connect(database.url().unwrap_or_default()).await?;
    sqlx::query_scalar(
        "select count(match_id) from node left join match_lease on node = id
         where until > clock_timestamp() group by id order by id",
    )
    .fetch_all(&mut session)
    .await
}
