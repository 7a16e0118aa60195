//! `yiguan bench pairing`: how soon two seeks that fit become a match.
//!
//! Two players listen at the lobby, and one of them seeks. The time begins when the other sends a seek that
//! fits. It is taken twice: when both have been notified of each other, and, as both accept at once, when
//! both have been notified of their match. So the second includes two requests of the players. The same is
//! measured while many others seek, whose seeks fit none, and by `yiguan bench nodes` for players at two
//! servers.

use super::feed::{at, millis, until};
use super::http::Client;
use super::process::ServerProcess;
use super::table::{connect, guest};
use crate::{BenchError, machine};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;

/// The measurement.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchPairing {
    /// The number of pairs.
    #[arg(long, default_value_t = 50, env = "YIGUAN_BENCH_PAIRS")]
    pub pairs: u32,
    /// The number of others who seek meanwhile; several numbers, separated by commas, are measured one after the
    /// other.
    #[arg(long, value_delimiter = ',', default_value = "0,1000", env = "YIGUAN_BENCH_OTHERS")]
    pub others: Vec<usize>,
    /// A Postgres URL to measure in addition to SQLite. The database should be empty, and deleted
    /// afterwards.
    #[arg(long, env = "YIGUAN_BENCH_POSTGRES", hide_env_values = true)]
    pub postgres: Option<String>,
}

/// The game that the pairs seek, and the one that all others do.
const GAMES: (&str, &str) = ("shogi", "xiangqi");

/// The longest wait for a message or an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// Measures the server on SQLite and, if asked, on Postgres, and passes every line of the report to
/// `print`.
///
/// # Errors
///
/// [`BenchError`] if something could not be started or answered wrongly.
pub(crate) async fn bench_pairing(
    options: &BenchPairing,
    binary: &Path,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    print(&machine::describe());
    let mut servers = vec![ServerProcess::sqlite(binary, None).await?];
    if let Some(url) = &options.postgres {
        servers.push(ServerProcess::postgres(binary, None, url).await?);
    }
    for server in servers {
        let mut others = JoinSet::new();
        for &count in &options.others {
            while others.len() < count {
                let mut socket = Seeker::of_others(server.address()).await?;
                // Whoever does not answer the server's pings is away.
                others.spawn(async move { while let Some(Ok(_)) = socket.next().await {} });
            }
            let Delays { mut found, mut started } =
                delays([server.address(); 2], options.pairs).await?;
            print(&format!(
                "{}: {} pairs beside {} other seeks: found after {} (median), {} (longest), in their match after {} (median), {} (longest)",
                server.name(),
                found.len(),
                others.len(),
                millis(at(&mut found, 50)),
                millis(at(&mut found, 100)),
                millis(at(&mut started, 50)),
                millis(at(&mut started, 100)),
            ));
        }
        server.stop().await?;
    }
    Ok(())
}

/// The delays since the second seek, one for each pair.
#[derive(Default)]
pub(super) struct Delays {
    /// Until both know that they have been found for each other.
    pub(super) found: Vec<Duration>,
    /// Until both know their match.
    pub(super) started: Vec<Duration>,
}

/// The delays of so many pairs, one after the other, whose players are at these addresses.
pub(super) async fn delays(addresses: [SocketAddr; 2], pairs: u32) -> Result<Delays, BenchError> {
    let mut delays = Delays::default();
    for _ in 0..pairs {
        let late = |_| BenchError::Answer("a pair takes too long".to_owned());
        let (found, started) = timeout(ANSWER_TIMEOUT, pair(addresses)).await.map_err(late)??;
        delays.found.push(found);
        delays.started.push(started);
    }
    Ok(delays)
}

/// The two delays of one pair.
async fn pair([first, second]: [SocketAddr; 2]) -> Result<(Duration, Duration), BenchError> {
    let (mut one, mut other) = (Seeker::new(first).await?, Seeker::new(second).await?);
    one.seek(GAMES.0, None).await?;
    one.until(|standing| standing["seek"].is_object()).await?;
    let began = Instant::now();
    other.seek(GAMES.0, None).await?;
    let is_found = |standing: &Value| standing["found"].is_object();
    let found = tokio::try_join!(one.until(is_found), other.until(is_found))?;
    let found_after = began.elapsed();
    tokio::try_join!(one.accept(&found.0), other.accept(&found.1))?;
    let is_started = |standing: &Value| standing["started"].is_string();
    tokio::try_join!(one.until(is_started), other.until(is_started))?;
    Ok((found_after, began.elapsed()))
}

/// A guest who listens at the lobby.
struct Seeker {
    client: Client,
    token: String,
    socket: WebSocketStream<TcpStream>,
}

impl Seeker {
    async fn new(address: SocketAddr) -> Result<Self, BenchError> {
        let mut client = Client::connect(address).await?;
        let token = guest(&mut client).await?;
        let socket = connect(address, "/ws/lobby?matches=0", &token).await?;
        Ok(Self { client, token, socket })
    }

    /// One whose seek fits none: all others choose the same side.
    async fn of_others(address: SocketAddr) -> Result<WebSocketStream<TcpStream>, BenchError> {
        let mut other = Self::new(address).await?;
        other.seek(GAMES.1, Some("first")).await?;
        Ok(other.socket)
    }

    async fn seek(&mut self, game: &str, side: Option<&str>) -> Result<(), BenchError> {
        let clock = json!({"kind": "fischer", "initial": 300, "increment": 5});
        let mut seek = json!({"games": [{"game": game}], "clocks": [clock]});
        if let Some(side) = side {
            seek["side"] = side.into();
        }
        self.client.post("/api/seeks", Some(&self.token), &seek).await.map(drop)
    }

    /// Reads until the seek stands as expected.
    async fn until(&mut self, is_expected: impl Fn(&Value) -> bool) -> Result<Value, BenchError> {
        until(&mut self.socket, |message| message["type"] == "seek" && is_expected(message)).await
    }

    async fn accept(&mut self, standing: &Value) -> Result<(), BenchError> {
        let accepted = json!({"id": standing["found"]["id"], "accept": true});
        self.client.post("/api/seeks/found", Some(&self.token), &accepted).await.map(drop)
    }
}
