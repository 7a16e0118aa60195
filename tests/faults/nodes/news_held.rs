//! NATS stands still while people play on three servers: they must not notice.

use super::group::Group;
use crate::Run;
use crate::arena::{Arena, Manner, Spans, Tally};
use crate::report::{Report, millis};
use crate::stores::{Kind, Stores};
use std::time::Duration;

/// How long NATS stands still, and how often.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewsHeld {
    /// How long players are measured in a round while NATS runs, and again while it stands still.
    pub(crate) span: Duration,
    pub(crate) rounds: u32,
    /// A smaller difference comes from the scheduler, on a machine whose cores are shared.
    pub(crate) noise: Duration,
}

/// By how much the players' 99th percentile may grow.
const MAX_RATIO: f64 = 1.2;

/// How long play takes to be even, at first and after a round.
const SETTLE: Duration = Duration::from_secs(3);

/// Measures the players without and with the fault, in turn; every second time the fault comes first.
pub(crate) async fn run(run: &Run, stores: &Stores, held: NewsHeld) -> Result<Report, String> {
    let database = stores.fresh(Kind::Postgres)?;
    let group = Group::start(&database, 0).await?;
    let manner = Manner { tables: 40, think: (50, 150), ..Manner::default() };
    let (arena, tasks) = Arena::open(manner, run.seed);
    arena.lead_to(Some(group.address()));
    tokio::time::sleep(SETTLE).await;
    let (without, with) = (Waits::default(), Waits::default());
    let mut report = Report::new(format!("5. NATS stands still under load, {}", run.seed_text()));
    report.figure(
        "rounds without and with it, each of",
        format_args!("{}, {:?}", held.rounds, held.span),
    );
    let mut agree = Duration::ZERO;
    for round in 1..=held.rounds {
        let mut pair = [Duration::ZERO; 2];
        for is_held in [round.is_multiple_of(2), !round.is_multiple_of(2)] {
            if is_held {
                group.nats.signal("STOP").await;
            }
            let waits = Waits::measure(held.span, arena.tally()).await;
            pair[usize::from(is_held)] = waits.delivered.at(99.0);
            let all = if is_held { &with } else { &without };
            all.add(&waits);
            if is_held {
                group.nats.signal("CONT").await;
                match group.lists_agree().await {
                    Ok(span) => agree = agree.max(span),
                    Err(differ) => arena.tally().broken(differ),
                }
                tokio::time::sleep(SETTLE).await;
            }
        }
        let [before, after] = pair.map(millis);
        report.figure(
            &format!("round {round}: action to opponent, 99 %, without and with"),
            format_args!("{before}, {after}"),
        );
    }
    arena.close(tasks).await;
    arena.check().await;
    report.figure(
        "actions timed without and with",
        format_args!("{}, {}", without.delivered.count(), with.delivered.count()),
    );
    for (name, before, after) in [
        ("action to acknowledgement", &without.done, &with.done),
        ("action to opponent", &without.delivered, &with.delivered),
    ] {
        for (percentile, percent) in [("median", 50.0), ("99 %", 99.0)] {
            let pair = format!("{}, {}", millis(before.at(percent)), millis(after.at(percent)));
            report.figure(&format!("{name}, {percentile}, without and with"), pair);
        }
        let (before, after) = (before.at(99.0), after.at(99.0));
        let limit = before.mul_f64(MAX_RATIO).max(before + held.noise);
        report.promise(after <= limit, || {
            format!("{name}, 99 %: {} and then {}", millis(before), millis(after))
        });
    }
    report.figure("lists equal after news was away within", millis(agree));
    report.promise(with.delivered.count() > 0, || "nothing was played".to_owned());
    report.all_broken(arena.tally().broken_promises());
    group.check_lists(&mut report).await;
    group.stop(&mut report).await;
    Ok(report)
}

/// How long players waited.
#[derive(Debug, Default)]
struct Waits {
    delivered: Spans,
    done: Spans,
}

impl Waits {
    /// The waits that begin from now on.
    async fn measure(span: Duration, tally: &Tally) -> Self {
        drop((tally.delivered.take(), tally.acknowledged.take()));
        tokio::time::sleep(span).await;
        Self { delivered: tally.delivered.take(), done: tally.acknowledged.take() }
    }

    fn add(&self, other: &Self) {
        self.delivered.add(&other.delivered);
        self.done.add(&other.done);
    }
}
