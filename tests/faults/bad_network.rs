//! Bots play through a bad network, each with two tabs that also send old frames.

use crate::Run;
use crate::arena::{Arena, Manner, Way};
use crate::proxy::Proxy;
use crate::report::{Report, millis, seconds};
use crate::stores::{Kind, Stores};
use e2e::{Server, ServerOptions};
use std::time::Duration;

/// Plays for `span`.
pub(crate) async fn run(
    run: &Run,
    stores: &Stores,
    kind: Kind,
    span: Duration,
) -> Result<Report, String> {
    let database = stores.fresh(kind)?;
    let server = Server::start_with(&database, ServerOptions::Unlimited).await;
    let proxy = Proxy::open(server.address(), run.seed).await?;
    let manner = Manner {
        tabs: true,
        way: Way { by: Some(proxy.address), ..Way::default() },
        // The network's delay is between the player and their provider.
        slack: Duration::from_secs(60),
        ..Manner::default()
    };
    let (arena, tasks) = Arena::open(manner, run.seed);
    arena.lead_to(Some(server.address()));
    let pieces = 8;
    for _ in 0..pieces {
        tokio::time::sleep(span / pieces).await;
        arena.check().await;
    }
    proxy.calm_down();
    let resumed = arena.resumed(Duration::from_secs(30)).await;
    arena.close(tasks).await;
    arena.check().await;
    let exit = server.terminate().await;

    let (tally, done) = (arena.tally(), &proxy.done);
    let mut report = Report::new(format!("3. bad network on {kind}, {}", run.seed_text()));
    report.figure("played for", seconds(span));
    report.figure(
        "connections, cut, stalled",
        format_args!("{}, {}, {}", done.connections, done.cut, done.stalled),
    );
    report.figure(
        "pieces delayed, frames doubled",
        format_args!("{}, {}", done.delayed, done.doubled),
    );
    report.figure("old frames replayed and answered as before", &tally.replayed);
    report.figure(
        "commands sent again, of them done before",
        format_args!("{}, {}", tally.again, tally.done_before),
    );
    report.figure("actions acknowledged", &tally.moves);
    report.figure("matches begun, finished", format_args!("{}, {}", tally.begun, tally.finished));
    report.figure("events compared between clients", &tally.compared);
    report.figure("charged for the network, 99 %", millis(tally.overcharged.at(99.0)));
    report.promise(exit.status.success(), || format!("the server ended badly: {}", exit.stderr));
    report.promise(done.cut.get() > 0 && done.doubled.get() > 0, || {
        "the network was good".to_owned()
    });
    report.promise(tally.moves.get() > 0, || "nothing was played".to_owned());
    if let Err(stuck) = resumed {
        report.promise(false, || stuck);
    }
    report.all_broken(tally.broken_promises());
    Ok(report)
}
