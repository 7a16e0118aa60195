//! The news of a match that opens is lost on its way to NATS. The next position of the sender shows the gap, so
//! the lobby of the other server has the match all the same.

use super::group::listed;
use super::lossy_line::LossyLine;
use crate::arena::Spans;
use crate::report::{Report, millis};
use crate::stores::{Kind, Stores};
use crate::{Progress, Run};
use e2e::{Database, Dice, Guest, Nats, Request, Server};
use serde_json::json;
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

/// How often a message is lost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LostNews {
    pub(crate) trials: u32,
    /// By how much the longest wait may be longer, on a machine that is busy with other work.
    pub(crate) noise: Duration,
}

/// How long a match may take to be listed by the other server.
const LISTED_WITHIN: Duration = Duration::from_secs(2);

/// How long a match is waited for.
const GIVEN_UP_AFTER: Duration = Duration::from_secs(20);

/// The pause between two readings of a list.
const PAUSE: Duration = Duration::from_millis(10);

/// A match opens at any time between two positions, which come once a second.
const PHASES: usize = 1_000;

/// A server, and its line to NATS.
struct Member {
    server: Server,
    line: LossyLine,
}

impl Member {
    async fn start(database: &Database, nats: &Nats) -> Result<Self, String> {
        let line = LossyLine::open_to((Ipv4Addr::LOCALHOST, nats.port()).into()).await?;
        let address = format!("nats://{}", line.address());
        let flags = ["--limits", "off", "--nats", &address];
        Ok(Self { server: Server::start_with_flags(database, &flags).await, line })
    }

    /// Opens a match; returns its id.
    async fn open_match(&self, by: &Guest) -> Result<String, String> {
        let wish = json!({"game": "xiangqi", "clock": {"kind": "none"}});
        let opened = self.server.send(Request::post("/api/matches").by(by).json(&wish)).await;
        let id = opened.json()["id"].as_str().map(str::to_owned);
        id.ok_or_else(|| format!("no match was opened: {opened:?}"))
    }

    /// Waits until this server lists a match; how long it took since `began`.
    async fn until_listed(&self, id: &str, began: Instant) -> Option<Duration> {
        while began.elapsed() < GIVEN_UP_AFTER {
            if listed(&self.server).await.contains(id) {
                return Some(began.elapsed());
            }
            tokio::time::sleep(PAUSE).await;
        }
        None
    }

    /// Waits until news of others is complete.
    async fn until_complete(&self) -> Result<(), String> {
        let began = Instant::now();
        while began.elapsed() < GIVEN_UP_AFTER {
            let ready = self.server.send(Request::get("/readyz")).await;
            if ready.status == 200 && ready.json()["stale_since"].is_null() {
                return Ok(());
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err("a server does not receive its own news".to_owned())
    }
}

/// Opens matches at two servers in turn: at each one while all messages pass, and one whose message is lost.
pub(crate) async fn run(run: &Run, stores: &Stores, lost: LostNews) -> Result<Report, String> {
    let database = stores.fresh(Kind::Postgres)?;
    let nats = Nats::start();
    let members = [Member::start(&database, &nats).await?, Member::start(&database, &nats).await?];
    for member in &members {
        member.until_complete().await?;
    }
    let guest = members[0].server.guest().await;
    let mut report = Report::new(format!("5. news is lost, {}", run.seed_text()));
    let progress = Progress::new(run, "lost news", lost.trials);
    let (mut dice, waits) = (Dice::new(run.seed), [Spans::default(), Spans::default()]);
    let mut followed = 0;
    for trial in 1..=lost.trials {
        let [one, other] = &members;
        let (from, to) = if trial.is_multiple_of(2) { (other, one) } else { (one, other) };
        for (is_lost, waits) in [false, true].into_iter().zip(&waits) {
            let phase = u64::try_from(dice.below(PHASES)).unwrap_or(0);
            tokio::time::sleep(Duration::from_millis(phase)).await;
            if is_lost {
                from.line.lose_next();
            }
            let id = from.open_match(&guest).await?;
            let opened = Instant::now();
            match to.until_listed(&id, opened).await {
                Some(span) => waits.record(span),
                None => report.promise(false, || format!("the other server does not list {id}")),
            }
        }
        followed += u32::from(from.line.followed() > 0);
        let (here, there) = (listed(&from.server).await, listed(&to.server).await);
        report.promise(here == there, || format!("the lists differ: {here:?} and {there:?}"));
        progress.step(trial);
    }
    let dropped: u32 = members.iter().map(|member| member.line.lost()).sum();
    report.figure("trials, messages lost", format_args!("{}, {dropped}", lost.trials));
    report.figure("of them, other news than positions followed first", followed);
    let [passed, lost_waits] = &waits;
    for (name, waits) in [("arrived", passed), ("was lost", lost_waits)] {
        let (median, longest) = (millis(waits.at(50.0)), millis(waits.longest()));
        report.figure(
            &format!("listed by the other server when news {name}, median and longest"),
            format_args!("{median}, {longest}"),
        );
    }
    report.promise(dropped == lost.trials, || format!("{dropped} messages were lost"));
    let (longest, limit) = (lost_waits.longest(), LISTED_WITHIN + lost.noise);
    report.promise(longest <= limit, || format!("a match was listed after {}", millis(longest)));
    for member in members {
        let exit = member.server.terminate().await;
        report.promise(exit.status.success(), || format!("a server ended badly: {}", exit.stderr));
    }
    Ok(report)
}
