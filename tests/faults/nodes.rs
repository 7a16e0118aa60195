//! Three servers on one database, behind a balancer that leads each connection to the next of them,
//! while one is killed, asked to stop or frozen, Postgres stands still, NATS is killed or stands still, or one
//! server does not receive the messages of the others or of NATS. Clocks can be apart.

mod balancer;
mod group;
mod happening;
mod line;
mod lossy_line;
pub(crate) mod lost_news;
pub(crate) mod news_held;
mod skew;

use crate::arena::{Arena, Manner, now};
use crate::derived;
use crate::report::{Report, millis};
use crate::stores::{Kind, Stores};
use crate::{Progress, Run};
use e2e::Dice;
use group::Group;
use happening::{Happening, happenings};
use std::collections::VecDeque;
use std::time::Duration;

/// How long all servers live between two faults at least and at most, in milliseconds.
const LIFE: (usize, usize) = (50, 700);

/// How much an action may be charged beyond its player's thinking, whose connection may hang in a frozen
/// server until the balancer notices: less than any server is frozen.
const SLACK: Duration = Duration::from_secs(4);

/// How long play may take to continue after the last fault.
const RESUME_TIMEOUT: Duration = Duration::from_secs(20);

/// How many faults are reported with a broken promise.
const LATEST: usize = 5;

/// Kills servers so many times, and between kills stops and freezes others and pauses Postgres.
pub(crate) async fn run(
    run: &Run,
    stores: &Stores,
    kills: u32,
    skew: u32,
) -> Result<Report, String> {
    let database = stores.fresh(Kind::Postgres)?;
    let mut dice = Dice::new(run.seed);
    let mut group = Group::start(&database, skew).await?;
    let manner = Manner { tables: 12, tabs: true, computer: 3, slack: SLACK, ..Manner::default() };
    let (arena, tasks) = Arena::open(manner, run.seed);
    arena.lead_to(Some(group.address()));
    let progress = Progress::new(run, "faults of three servers", kills);
    let (mut faults, mut slowest) = ([0_u32; 6], Duration::ZERO);
    let mut latest = VecDeque::new();
    for (done, happening) in (1..).zip(happenings(kills)) {
        let life = LIFE.0 + dice.below(LIFE.1 - LIFE.0);
        tokio::time::sleep(Duration::from_millis(u64::try_from(life).unwrap_or(0))).await;
        latest.truncate(LATEST - 1);
        latest.push_front((now(), happening));
        group.let_happen(happening, &mut dice, stores).await?;
        // A server that comes back counts from now on.
        arena.lead_to(Some(group.address()));
        if happening.is_of_news() {
            match group.lists_agree().await {
                Ok(span) => slowest = slowest.max(span),
                Err(differ) => arena.tally().broken(differ),
            }
        }
        arena.check().await;
        let (kind, times) = match happening {
            Happening::Kill | Happening::KillLeaving | Happening::KillTwice => {
                (0, happening.kills())
            }
            Happening::Stop => (1, 1),
            Happening::Freeze(_) => (2, 1),
            Happening::Pause => (3, 1),
            Happening::NewsKilled | Happening::NewsHeld | Happening::NewsLine(_) => (4, 1),
            Happening::Deafen => (5, 1),
        };
        faults[kind] += times;
        progress.step(done);
        if !arena.tally().broken_promises().is_empty() {
            break;
        }
    }
    let resumed = arena.resumed(RESUME_TIMEOUT).await;
    arena.close(tasks).await;
    arena.check().await;
    let tally = arena.tally();
    let mut report = Report::new(format!("5. faults of three servers, {}", run.seed_text()));
    let [killed, stopped, frozen, paused, without_news, deaf] = faults;
    report.figure(
        "killed, stopped, frozen, Postgres paused, NATS away, deaf",
        format_args!("{killed}, {stopped}, {frozen}, {paused}, {without_news}, {deaf}"),
    );
    report.figure("lists equal after news was away within", millis(slowest));
    report.figure(
        "matches begun, finished, rematches",
        format_args!("{}, {}, {}", tally.begun, tally.finished, tally.rematches),
    );
    report.figure("actions acknowledged", &tally.moves);
    report.figure("events compared between clients", &tally.compared);
    let over = &tally.overcharged;
    report.figure(
        "charged beyond thinking, 99 % and most",
        format_args!("{}, {}", millis(over.at(99.0)), millis(over.longest())),
    );
    report.promise(tally.moves.get() > 0, || "nothing was played".to_owned());
    match resumed {
        Ok(span) => report.figure("all play again after the last fault within", millis(span)),
        Err(stuck) => report.promise(false, || stuck),
    }
    if !tally.broken_promises().is_empty() {
        report.figure("the latest faults, the last one first", format_args!("{latest:?}"));
    }
    report.all_broken(tally.broken_promises());
    group.check_lists(&mut report).await;
    group.stop(&mut report).await;
    derived::check(&database, &mut report).await?;
    Ok(report)
}
