//! Three servers on one database, behind a balancer that leads each connection to the next of them,
//! while one is killed, asked to stop or frozen, Postgres stands still, NATS is killed or stands still, or one
//! server does not receive requests of the others. Clocks can be apart.

mod balancer;
mod line;

use crate::arena::{Arena, Manner};
use crate::derived;
use crate::report::{Report, millis};
use crate::stores::{Kind, Stores};
use crate::{Progress, Run};
use balancer::Balancer;
use e2e::{Database, Dice, Nats, Request, Server};
use line::Line;
use serde_json::Value;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use tokio::task::block_in_place;

/// How many servers there are.
const NODES: usize = 3;

/// How long all servers live between two faults at least and at most, in milliseconds.
const LIFE: (usize, usize) = (50, 700);

/// How long a killed server may be away, in milliseconds: others follow it sooner or later than that.
const AWAY: usize = 2_000;

/// How long a server is frozen: for less than its lease, and for longer.
const FROZEN: [Duration; 2] = [Duration::from_secs(5), Duration::from_secs(9)];

/// When the balancer notices that a server is frozen, and ends the connections to it.
const NOTICED: Duration = Duration::from_secs(2);

/// How much an action may be charged beyond its player's thinking, whose connection may hang in a frozen
/// server until the balancer notices: less than any server is frozen.
const SLACK: Duration = Duration::from_secs(4);

/// How long Postgres stands still at most, in milliseconds: no server may be taken to be gone for it.
const PAUSE: usize = 5_000;

/// How long play may take to continue after the last fault, and the lists of matches to be equal.
const RESUME_TIMEOUT: Duration = Duration::from_secs(20);
const EQUAL_WITHIN: Duration = Duration::from_secs(5);

/// How long NATS is away.
const NEWS_AWAY: Duration = Duration::from_secs(3);

/// How long a server that is asked to stop hands over its matches until it is killed at most, and how long
/// after a kill the server is killed that may be taking over, in milliseconds.
const HANDING_OVER: usize = 400;
const TAKING_OVER: (usize, usize) = (1_000, 2_000);

/// How long a server receives nothing from the others: for less than [`SLACK`], since the clock of a player
/// whose move is held runs.
const DEAF: Duration = Duration::from_millis(2_500);

/// The fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Happening {
    Kill,
    Stop,
    /// For one of the times of [`FROZEN`].
    Freeze(usize),
    Pause,
    /// NATS is killed.
    NewsKilled,
    /// NATS stands still with its connections open.
    NewsHeld,
    /// A server is killed while it hands its matches over.
    KillLeaving,
    /// A server is killed, and then one of those that take over.
    KillTwice,
    /// A server receives nothing from the others.
    Deafen,
}

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
    arena.lead_to(Some(group.balancer.address()));
    let progress = Progress::new(run, "faults of three servers", kills);
    let mut faults = [0_u32; 6];
    for (done, happening) in (1..).zip(happenings(kills)) {
        let life = LIFE.0 + dice.below(LIFE.1 - LIFE.0);
        tokio::time::sleep(Duration::from_millis(u64::try_from(life).unwrap_or(0))).await;
        group.let_happen(happening, &mut dice, stores).await?;
        // A server that comes back counts from now on.
        arena.lead_to(Some(group.balancer.address()));
        arena.check().await;
        let kind = match happening {
            Happening::Kill | Happening::KillLeaving | Happening::KillTwice => 0,
            Happening::Stop => 1,
            Happening::Freeze(_) => 2,
            Happening::Pause => 3,
            Happening::NewsKilled | Happening::NewsHeld => 4,
            Happening::Deafen => 5,
        };
        faults[kind] += 1;
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
    report.all_broken(tally.broken_promises());
    group.check_lists(&mut report).await;
    group.stop(&mut report).await;
    derived::check(&database, &mut report).await?;
    Ok(report)
}

/// The faults in order: one of each other kind after some kills.
fn happenings(kills: u32) -> impl Iterator<Item = Happening> {
    /// After so many kills another fault follows.
    const PER_OTHER: u32 = 3;
    let others = [
        Happening::Stop,
        Happening::Freeze(0),
        Happening::NewsKilled,
        Happening::Pause,
        Happening::Freeze(1),
        Happening::NewsHeld,
        Happening::KillLeaving,
        Happening::Deafen,
        Happening::KillTwice,
    ];
    let mut others = others.into_iter().cycle();
    (1..=kills).flat_map(move |kill| {
        let other = (kill % PER_OTHER == 0).then(|| others.next()).flatten();
        [Some(Happening::Kill), other].into_iter().flatten()
    })
}

/// A server, and the line by which the others reach it.
struct Member {
    server: Server,
    line: Line,
}

/// The servers, and the balancer before them.
struct Group<'a> {
    database: &'a Database,
    servers: Vec<Member>,
    /// By how many seconds the clock of every second server that starts is ahead.
    skew: u32,
    started: u32,
    balancer: Balancer,
    nats: Nats,
}

impl<'a> Group<'a> {
    async fn start(database: &'a Database, skew: u32) -> Result<Self, String> {
        let (balancer, nats) = (Balancer::open().await?, Nats::start());
        let mut group = Self { database, servers: Vec::new(), skew, started: 0, balancer, nats };
        for _ in 0..NODES {
            group.add().await?;
        }
        Ok(group)
    }

    async fn add(&mut self) -> Result<(), String> {
        let line = Line::open().await?;
        let (bind, address) = (line.server().to_string(), line.address().to_string());
        let nats = self.nats.address();
        let flags = [
            "--limits",
            "off",
            "--nats",
            &nats,
            "--internal-bind",
            &bind,
            "--internal-address",
            &address,
        ];
        let ahead = format!("+{}s", self.skew);
        let skewed = ["faketime", "-f", &ahead];
        self.started += 1;
        let is_ahead = self.skew > 0 && self.started.is_multiple_of(2);
        let prefix: &[&str] = if is_ahead { &skewed } else { &[] };
        let server = Server::start_as(prefix, self.database, &flags).await;
        self.servers.push(Member { server, line });
        self.lead();
        Ok(())
    }

    /// Kills a server and starts another one a while later. The balancer finds out by itself, as one without
    /// health checks does.
    async fn kill(&mut self, chosen: usize, away: Duration) -> Result<(), String> {
        let killed = self.servers.remove(chosen);
        killed.server.kill().await;
        self.lead();
        tokio::time::sleep(away).await;
        self.add().await
    }

    /// Gives the balancer the list of servers.
    fn lead(&self) {
        self.balancer.lead_to(self.servers.iter().map(|member| member.server.address()).collect());
    }

    async fn let_happen(
        &mut self,
        happening: Happening,
        dice: &mut Dice,
        stores: &Stores,
    ) -> Result<(), String> {
        let chosen = dice.below(self.servers.len());
        let span = |most: usize, dice: &mut Dice| {
            Duration::from_millis(u64::try_from(dice.below(most)).unwrap_or(0))
        };
        match happening {
            Happening::Kill => {
                self.kill(chosen, span(AWAY, dice)).await?;
            }
            Happening::KillLeaving => {
                self.servers[chosen].server.ask_to_end().await;
                tokio::time::sleep(span(HANDING_OVER, dice)).await;
                self.kill(chosen, span(AWAY, dice)).await?;
            }
            Happening::KillTwice => {
                let killed = self.servers.remove(chosen);
                killed.server.kill().await;
                self.lead();
                let (least, most) = TAKING_OVER;
                let later = least + dice.below(most - least);
                tokio::time::sleep(Duration::from_millis(u64::try_from(later).unwrap_or(0))).await;
                let second = dice.below(self.servers.len());
                self.kill(second, span(AWAY, dice)).await?;
                self.add().await?;
            }
            Happening::Deafen => {
                self.servers[chosen].line.hold(true);
                tokio::time::sleep(DEAF).await;
                self.servers[chosen].line.hold(false);
            }
            Happening::Stop => {
                let Member { server, line } = self.servers.remove(chosen);
                let exit = server.terminate().await;
                drop(line);
                self.lead();
                if !exit.status.success() {
                    return Err(format!("a server ended badly: {}", exit.stderr));
                }
                self.add().await?;
            }
            Happening::Freeze(time) => {
                let Member { server, line } = self.servers.remove(chosen);
                server.freeze().await;
                tokio::time::sleep(NOTICED).await;
                self.lead();
                tokio::time::sleep(FROZEN[time] - NOTICED).await;
                server.signal("CONT").await;
                if time == 0 {
                    self.servers.push(Member { server, line });
                    self.lead();
                } else {
                    // Its matches are those of others by now, so it ends.
                    drop(server.exit().await);
                    self.add().await?;
                }
            }
            Happening::NewsKilled => {
                self.nats.kill().await;
                tokio::time::sleep(NEWS_AWAY).await;
                self.nats.start_again();
            }
            Happening::NewsHeld => {
                self.nats.signal("STOP").await;
                tokio::time::sleep(NEWS_AWAY).await;
                self.nats.signal("CONT").await;
            }
            Happening::Pause => {
                let postgres = stores.postgres()?;
                block_in_place(|| postgres.hold())?;
                tokio::time::sleep(span(PAUSE, dice)).await;
                block_in_place(|| postgres.release())?;
                for member in &mut self.servers {
                    if !member.server.runs() {
                        return Err("a server has ended for a pause of Postgres".to_owned());
                    }
                }
            }
        }
        Ok(())
    }

    /// Every server lists the same matches, and each of them is there.
    async fn check_lists(&self, report: &mut Report) {
        let began = Instant::now();
        let lists = loop {
            let mut lists = Vec::new();
            for member in &self.servers {
                lists.push(listed(&member.server).await);
            }
            if lists.iter().all(|list| *list == lists[0]) || began.elapsed() > EQUAL_WITHIN {
                break lists;
            }
        };
        report.figure(
            "matches listed at the end, the same by all after",
            format_args!("{}, {}", lists[0].len(), millis(began.elapsed())),
        );
        report.promise(lists.iter().all(|list| *list == lists[0]), || {
            format!("the servers list different matches: {lists:?}")
        });
        for id in &lists[0] {
            let found =
                self.servers[0].server.send(Request::get(&format!("/api/matches/{id}"))).await;
            report.promise(found.status == 200, || format!("{id} is listed and gone: {found:?}"));
        }
    }

    async fn stop(self, report: &mut Report) {
        for member in self.servers {
            let exit = member.server.terminate().await;
            report.promise(exit.status.success(), || {
                format!("a server ended badly: {}", exit.stderr)
            });
        }
    }
}

/// The matches that a server lists.
async fn listed(server: &Server) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for state in ["open", "live"] {
        let answer = server.send(Request::get(&format!("/api/matches?state={state}"))).await;
        let matches = answer.json()["matches"].as_array().cloned().unwrap_or_default();
        ids.extend(
            matches.iter().filter_map(|found: &Value| Some(found["id"].as_str()?.to_owned())),
        );
    }
    ids
}
