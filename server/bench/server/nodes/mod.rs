//! `yiguan bench nodes`: several servers on one Postgres. It measures the cost of a hop to the holder of a
//! match, the moves that they carry together, how soon each knows the lobby and the seeks of the others, and
//! the effect on players of a server that is killed or stops.
//!
//! All servers, Postgres and the players share the processors of this machine, so only figures of one run
//! are to be compared.

mod faults;
mod moves;
mod news;
mod spectators;

use super::games::Script;
use super::load::Load;
use super::process::ServerProcess;
use super::table::Room;
use crate::{BenchError, machine};
use hdrhistogram::Histogram;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use std::path::Path;
use std::sync::Arc;
use store::{Location, Purpose, open};

/// The measurements.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchNodes {
    /// A Postgres URL whose role may create databases. Each measurement gets one of its own, which
    /// is dropped afterwards.
    #[arg(long, env = "YIGUAN_BENCH_POSTGRES", hide_env_values = true)]
    pub postgres: String,
    /// The address of the NATS over which the servers send each other news.
    #[arg(long, env = "YIGUAN_BENCH_NATS", hide_env_values = true)]
    pub nats: String,
    /// Measure only those of `hop`, `rate`, `news`, `spectators`, `kill` and `drain` whose name contains this text.
    #[arg(long, default_value = "", env = "YIGUAN_BENCH_ONLY")]
    pub only: String,
    /// The duration of each round in seconds, after one second of warm-up.
    #[arg(long, default_value_t = 10, env = "YIGUAN_BENCH_SECONDS")]
    pub seconds: u64,
    /// The number of pairs of rounds that compare a move with a hop and one without.
    #[arg(long, default_value_t = 3, env = "YIGUAN_BENCH_ROUNDS")]
    pub rounds: u32,
    /// The matches of the server that is killed; several numbers, separated by commas, are measured one
    /// after the other.
    #[arg(long, value_delimiter = ',', default_values_t = [1_000, 10_000], env = "YIGUAN_BENCH_MATCHES")]
    pub matches: Vec<usize>,
    /// The connections of the server that stops, two for each match.
    #[arg(long, default_value_t = 10_000, env = "YIGUAN_BENCH_CONNECTIONS")]
    pub connections: usize,
}

/// The number of servers.
const NODES: usize = 3;

/// The game that is played.
const GAME: &str = "xiangqi";

/// Measures several servers and passes every line of the report to `print`.
///
/// # Errors
///
/// [`BenchError`] if a server does not start or answers wrongly.
pub(crate) async fn bench_nodes(
    options: &BenchNodes,
    binary: &Path,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    print(&machine::describe());
    let script = Arc::new(Script::random(GAME, 64)?);
    for measurement in Measurement::chosen(options) {
        let group = Group::new(binary, options).await?;
        let measured = measurement.run(options, &group, &script, print).await;
        group.remove(&options.postgres).await?;
        measured?;
    }
    Ok(())
}

/// One measurement.
enum Measurement {
    Hop,
    Rate,
    News,
    Spectators,
    /// With the number of matches.
    Kill(usize),
    Drain,
}

impl Measurement {
    /// Those that the options ask for, in order.
    fn chosen(options: &BenchNodes) -> Vec<Self> {
        let mut all = vec![("hop", Self::Hop), ("rate", Self::Rate), ("news", Self::News)];
        all.push(("spectators", Self::Spectators));
        all.extend(options.matches.iter().map(|&matches| ("kill", Self::Kill(matches))));
        all.push(("drain", Self::Drain));
        all.retain(|(name, _)| name.contains(&options.only));
        all.into_iter().map(|(_, measurement)| measurement).collect()
    }

    async fn run(
        self,
        options: &BenchNodes,
        group: &Group<'_>,
        script: &Arc<Script>,
        print: &mut dyn FnMut(&str),
    ) -> Result<(), BenchError> {
        match self {
            Self::Hop => moves::compare_hops(options, group, script, print).await,
            Self::Rate => moves::count_moves(options, group, script, print).await,
            Self::News => news::measure(group, print).await,
            Self::Spectators => spectators::measure(group, script, print).await,
            Self::Kill(matches) => faults::kill(group, script, matches, print).await,
            Self::Drain => faults::drain(group, script, options.connections, print).await,
        }
    }
}

/// Servers on one database, which is theirs alone.
struct Group<'a> {
    binary: &'a Path,
    name: String,
    url: String,
    nats: &'a str,
}

impl<'a> Group<'a> {
    /// No server yet, on a new database of the Postgres.
    async fn new(binary: &'a Path, options: &'a BenchNodes) -> Result<Self, BenchError> {
        let url = &options.postgres;
        let name = format!("yiguan_bench_{:08x}", rand::random::<u32>());
        execute(url, format!("create database {name}")).await?;
        let (address, parameters) = url.split_once('?').unwrap_or((url, ""));
        let address = address.rsplit_once('/').map_or(address, |(server, _)| server);
        let url = format!("{address}/{name}?{parameters}");
        Ok(Self { binary, name, url, nats: &options.nats })
    }

    /// Removes the database from the Postgres at `url`.
    async fn remove(self, url: &str) -> Result<(), BenchError> {
        execute(url, format!("drop database {} with (force)", self.name)).await
    }

    /// Starts `count` servers, one after the other.
    async fn start(&self, count: usize) -> Result<Vec<ServerProcess>, BenchError> {
        let mut servers = Vec::new();
        for number in 0..count {
            servers.push(self.start_one(number).await?);
        }
        Ok(servers)
    }

    async fn start_one(&self, number: usize) -> Result<ServerProcess, BenchError> {
        ServerProcess::node(self.binary, (&self.url, self.nats), &format!("hall-{number}")).await
    }

    /// Starts `count` servers, each of which holds `share` matches: those that a server makes before the
    /// next one starts stay with it. The matches come in the order of [`Load::across`].
    async fn start_with_matches(
        &self,
        count: usize,
        share: usize,
        script: &Arc<Script>,
    ) -> Result<(Vec<ServerProcess>, Vec<Room>), BenchError> {
        let (mut servers, mut rooms) = (Vec::new(), Vec::new());
        for number in 0..count {
            let server = self.start_one(number).await?;
            let made = Load::new(&server, Arc::clone(script), share).rooms().await?;
            rooms.extend(made.into_iter().enumerate());
            servers.push(server);
        }
        rooms.sort_by_key(|&(number, _)| number);
        Ok((servers, rooms.into_iter().map(|(_, room)| room).collect()))
    }

    /// Writes `matches` matches in progress into the database while no server runs.
    async fn fill(&self, matches: usize) -> Result<(), BenchError> {
        let folder = tempfile::tempdir()?;
        let store = open(&Location::new(Some(&self.url), folder.path())?, Purpose::Serve).await?;
        crate::restart::fill(&store, matches, PLIES).await?;
        store.close().await;
        Ok(())
    }
}

async fn execute(url: &str, statement: String) -> Result<(), BenchError> {
    let failed = |error: sqlx::Error| BenchError::Start(format!("{statement}: {error}"));
    let mut connection = PgConnection::connect(url).await.map_err(failed)?;
    let query = sqlx::query(AssertSqlSafe(statement.clone()));
    query.execute(&mut connection).await.map_err(failed)?;
    connection.close().await.map_err(failed)
}

/// The number of actions of a match that is written into the database.
const PLIES: u32 = 40;

/// Ends all servers.
async fn stop(servers: Vec<ServerProcess>) -> Result<(), BenchError> {
    for server in servers {
        server.stop().await?;
    }
    Ok(())
}

/// The median, the 99th percentile and the longest of a histogram of microseconds, in milliseconds.
fn figures(times: &Histogram<u64>) -> String {
    let at = |quantile| in_ms(times.value_at_quantile(quantile));
    format!(
        "median {:.2} ms, 99 % {:.2} ms, longest {:.1} ms",
        at(0.5),
        at(0.99),
        in_ms(times.max())
    )
}

#[expect(clippy::cast_precision_loss, reason = "figures for people, far below 2^52")]
fn in_ms(micros: u64) -> f64 {
    micros as f64 / 1_000.0
}
