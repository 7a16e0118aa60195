//! `yiguan bench feed`: how soon after the end of a game its ratings are current.
//!
//! A player with an account loses rated games against the computer, one after the other, on a server that
//! does nothing else. The delay is the time from the event that ends the game until the answer to a
//! request for the change of the ratings, which the server holds back until the game is rated. It includes
//! the request itself, which is sent again for comparison when the game is rated.

use super::http::Client;
use super::process::ServerProcess;
use super::table::{connect, guest};
use crate::{BenchError, machine};
use engine::Side;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// The measurement.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchFeed {
    /// The number of games.
    #[arg(long, default_value_t = 50, env = "YIGUAN_BENCH_GAMES")]
    pub games: u32,
    /// A Postgres URL to measure in addition to SQLite. The database should be empty, and deleted
    /// afterwards.
    #[arg(long, env = "YIGUAN_BENCH_POSTGRES", hide_env_values = true)]
    pub postgres: Option<String>,
}

/// The game, in which the weakest computer player answers at once.
const GAME: &str = "tui-da-che";

/// The longest wait for an event or an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// Measures the server on SQLite and, if asked, on Postgres, and passes every line of the report to
/// `print`.
///
/// # Errors
///
/// [`BenchError`] if something could not be started or answered wrongly.
pub(crate) async fn bench_feed(
    options: &BenchFeed,
    binary: &Path,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    print(&machine::describe());
    let mut servers = vec![ServerProcess::sqlite(binary, None).await?];
    if let Some(url) = &options.postgres {
        servers.push(ServerProcess::postgres(binary, None, url).await?);
    }
    for server in servers {
        let name = server.name();
        let delays = timeout(ANSWER_TIMEOUT * options.games.max(1), delays(&server, options));
        let late = |_| BenchError::Answer("a game takes too long".to_owned());
        let Delays { mut rated, mut known } = delays.await.map_err(late)??;
        print(&format!(
            "{name}: {} games rated after {} (median), {} (90 %), {} (longest); a request takes {} (median)",
            rated.len(),
            millis(at(&mut rated, 50)),
            millis(at(&mut rated, 90)),
            millis(at(&mut rated, 100)),
            millis(at(&mut known, 50)),
        ));
        server.stop().await?;
    }
    Ok(())
}

/// The delays, one for each game.
#[derive(Default)]
struct Delays {
    /// From the end of a game until it is known to be rated.
    rated: Vec<Duration>,
    /// The same request for a game that is rated.
    known: Vec<Duration>,
}

async fn delays(server: &ServerProcess, options: &BenchFeed) -> Result<Delays, BenchError> {
    let mut client = Client::connect(server.address()).await?;
    let token = guest(&mut client).await?;
    let account = json!({"name": "Bench", "password": "correct horse battery staple"});
    client.post("/api/me/register", Some(&token), &account).await?;
    let mut delays = Delays::default();
    for _ in 0..options.games {
        let id = lose(server, &token).await?;
        // The server closes a connection that is idle for as long as a game may take.
        let mut client = Client::connect(server.address()).await?;
        let path = format!("/api/archive/{id}/ratings");
        for delays in [&mut delays.rated, &mut delays.known] {
            let began = Instant::now();
            let changes = client.get(&path).await?;
            delays.push(began.elapsed());
            if changes["first"].is_null() {
                return Err(BenchError::Answer(format!("{id} is not rated: {changes}")));
            }
        }
    }
    Ok(delays)
}

/// Loses a rated game against the computer; returns its id as soon as its end is known.
async fn lose(server: &ServerProcess, token: &str) -> Result<String, BenchError> {
    let mut client = Client::connect(server.address()).await?;
    let wish = json!({"game": GAME, "computer": 1, "seat": "first", "rated": true});
    let made = client.post("/api/matches", Some(token), &wish).await?;
    let id = made["id"].as_str().ok_or_else(|| BenchError::Answer(made.to_string()))?.to_owned();
    let game = crate::players::set_up(GAME, None)?;
    let action = game.legal().into_iter().next();
    let action = action.ok_or_else(|| BenchError::Answer("no action is legal".to_owned()))?;
    let mut socket = connect(server.address(), &format!("/ws/matches/{id}"), token).await?;
    let play = json!({"type": "play", "id": "play", "ply": 0, "move": action});
    send(&mut socket, &play).await?;
    until(&mut socket, |event| event["kind"] == "moved" && event["turn"] == Side::First.as_str())
        .await?;
    send(&mut socket, &json!({"type": "resign", "id": "resign"})).await?;
    until(&mut socket, |event| event["kind"] == "ended").await?;
    Ok(id)
}

async fn send(socket: &mut WebSocketStream<TcpStream>, frame: &Value) -> Result<(), BenchError> {
    let frame = Message::Text(Utf8Bytes::from(frame.to_string()));
    socket.send(frame).await.map_err(|error| BenchError::Connection(error.to_string()))
}

/// Reads until a message is the expected one.
pub(super) async fn until(
    socket: &mut WebSocketStream<TcpStream>,
    is_expected: impl Fn(&Value) -> bool,
) -> Result<Value, BenchError> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => {
                let message: Value = serde_json::from_str(&text).unwrap_or_default();
                if message["type"] == "nack" {
                    return Err(BenchError::Answer(message.to_string()));
                }
                if is_expected(&message) {
                    return Ok(message);
                }
            }
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(BenchError::Connection(error.to_string())),
            None => return Err(BenchError::Connection("the socket was closed".to_owned())),
        }
    }
}

/// A percentile; zero if nothing was measured.
pub(super) fn at(delays: &mut [Duration], percent: usize) -> Duration {
    delays.sort_unstable();
    let index = (delays.len() * percent).div_ceil(100).saturating_sub(1);
    delays.get(index).copied().unwrap_or_default()
}

pub(super) fn millis(delay: Duration) -> String {
    format!("{:.1} ms", delay.as_secs_f64() * 1_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_the_sorted_delays() {
        let mut delays: Vec<Duration> = (1..=10).rev().map(Duration::from_millis).collect();
        let found = [50, 90, 100].map(|percent| at(&mut delays, percent).as_millis());
        assert_eq!(found, [5, 9, 10]);
        assert_eq!(at(&mut [], 50), Duration::ZERO);
    }
}
