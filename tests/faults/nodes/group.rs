//! The servers of one database behind a balancer, each with a line to the others and one to NATS.

use super::balancer::Balancer;
use super::line::Line;
use super::skew::Skew;
use crate::report::Report;
use e2e::{Database, Nats, Request, Server};
use futures_util::future::join_all;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

/// How many servers there are.
pub(super) const NODES: usize = 3;

/// When the lists of all servers have to be equal after a fault, and how long a server may list something
/// later than the others while matches come and go.
const EQUAL_WITHIN: Duration = Duration::from_secs(5);
const LATER: Duration = Duration::from_secs(2);

/// A server, the line by which the others reach it, and the line by which it reaches NATS.
pub(super) struct Member {
    pub(super) server: Server,
    pub(super) line: Line,
    pub(super) news: Line,
}

/// The servers, and the balancer before them.
pub(super) struct Group<'a> {
    database: &'a Database,
    pub(super) servers: Vec<Member>,
    /// How the clock of every second server that starts is set.
    skew: Option<Skew>,
    started: u32,
    balancer: Balancer,
    pub(super) nats: Nats,
}

impl<'a> Group<'a> {
    /// Starts the servers; the clock of every second one is so many seconds ahead.
    pub(super) async fn start(database: &'a Database, skew: u32) -> Result<Self, String> {
        let skew = if skew > 0 { Some(Skew::by(skew).await?) } else { None };
        let (balancer, nats) = (Balancer::open().await?, Nats::start());
        let mut group = Self { database, servers: Vec::new(), skew, started: 0, balancer, nats };
        for _ in 0..NODES {
            group.add().await?;
        }
        Ok(group)
    }

    /// The address for players.
    pub(super) const fn address(&self) -> SocketAddr {
        self.balancer.address()
    }

    pub(super) async fn add(&mut self) -> Result<(), String> {
        let line = Line::open().await?;
        let (bind, address) = (line.program().to_string(), line.address().to_string());
        let news = Line::open_to((Ipv4Addr::LOCALHOST, self.nats.port()).into()).await?;
        let nats = format!("nats://{}", news.address());
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
        self.started += 1;
        let skew = self.skew.as_ref().filter(|_| self.started.is_multiple_of(2));
        let prefix = skew.map(Skew::prefix).unwrap_or_default();
        let server = Server::start_as(&prefix, self.database, &flags).await;
        self.servers.push(Member { server, line, news });
        self.lead();
        Ok(())
    }

    /// Kills a server and starts another one a while later. The balancer finds out by itself, as one without
    /// health checks does.
    pub(super) async fn kill(&mut self, chosen: usize, away: Duration) -> Result<(), String> {
        let killed = self.servers.remove(chosen);
        killed.server.kill().await;
        self.lead();
        tokio::time::sleep(away).await;
        self.add().await
    }

    /// Gives the balancer the list of servers.
    pub(super) fn lead(&self) {
        self.balancer.lead_to(self.servers.iter().map(|member| member.server.address()).collect());
    }

    /// Every server lists the same matches, and each of them is there.
    pub(super) async fn check_lists(&self, report: &mut Report) {
        let began = Instant::now();
        let lists = loop {
            let lists = self.lists().await;
            if lists.iter().all(|list| *list == lists[0]) || began.elapsed() > EQUAL_WITHIN {
                break lists;
            }
        };
        report.figure(
            "matches listed at the end, the same by all after",
            format_args!("{}, {}", lists[0].len(), crate::report::millis(began.elapsed())),
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

    /// Waits until the lists of all servers differ only in what has changed recently, while matches come and
    /// go; how long that took.
    pub(super) async fn lists_agree(&self) -> Result<Duration, String> {
        let began = Instant::now();
        // Since when the servers differ about a match.
        let mut differ = HashMap::<String, Instant>::new();
        let mut agree = began;
        loop {
            let asked = Instant::now();
            let lists = self.lists().await;
            let listed: BTreeSet<&String> = lists.iter().flatten().collect();
            let now: HashMap<String, Instant> = listed
                .into_iter()
                .filter(|id| !lists.iter().all(|list| list.contains(*id)))
                .map(|id| (id.clone(), differ.get(id).copied().unwrap_or(asked)))
                .collect();
            differ = now;
            let old: Vec<&String> = differ
                .iter()
                .filter(|(_, since)| asked - **since >= LATER)
                .map(|(id, _)| id)
                .collect();
            if !old.is_empty() {
                agree = asked;
            }
            let elapsed = asked - began;
            if old.is_empty() && elapsed >= LATER {
                return Ok(agree - began);
            }
            if elapsed >= EQUAL_WITHIN {
                return Err(format!(
                    "the servers list different matches {EQUAL_WITHIN:?} after news is back: {old:?} of {lists:?}"
                ));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn lists(&self) -> Vec<BTreeSet<String>> {
        join_all(self.servers.iter().map(|member| listed(&member.server))).await
    }

    pub(super) async fn stop(self, report: &mut Report) {
        for member in self.servers {
            let exit = member.server.terminate().await;
            report.promise(exit.status.success(), || {
                format!("a server ended badly: {}", exit.stderr)
            });
        }
    }
}

/// The matches that a server lists.
pub(super) async fn listed(server: &Server) -> BTreeSet<String> {
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
