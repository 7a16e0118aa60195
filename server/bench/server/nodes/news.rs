//! How soon a server knows what has happened at another: a new match in the lobby, and a seek.

use super::super::feed::{at, millis};
use super::super::http::Client;
use super::super::pairing::{Delays, delays};
use super::super::process::ServerProcess;
use super::super::table::guest;
use super::{GAME, Group, NODES, stop};
use crate::BenchError;
use serde_json::json;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// The matches that are made, and the pairs who seek.
const TRIALS: u32 = 100;

/// The time between two looks at a lobby.
const LOOK: Duration = Duration::from_millis(2);

/// The longest wait for a match in the lobby.
const LISTED_WITHIN: Duration = Duration::from_secs(30);

/// Measures how long a match that one server makes is missing in the lobbies of the others, and how soon two
/// who seek at different servers are in their match.
pub(super) async fn measure(
    group: &Group<'_>,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    let servers = group.start(NODES).await?;
    let addresses: Vec<SocketAddr> = servers.iter().map(ServerProcess::address).collect();
    let mut listed = Vec::new();
    for trial in 0..TRIALS {
        let maker = usize::try_from(trial).unwrap_or_default() % NODES;
        listed.push(until_listed(&addresses, maker).await?);
    }
    let (median, slow, longest) = (at(&mut listed, 50), at(&mut listed, 99), at(&mut listed, 100));
    print(&format!(
        "lobby: {TRIALS} matches, each made by one of {NODES} servers, in the lists of all after {} (median), {} (99 %), {} (longest)",
        millis(median),
        millis(slow),
        millis(longest),
    ));
    let pairs = [addresses[1], addresses[2]];
    let Delays { mut found, mut started } = delays(pairs, TRIALS).await?;
    print(&format!(
        "seeks: {TRIALS} pairs at two servers: found after {} (median), {} (longest), in their match after {} (median), {} (longest)",
        millis(at(&mut found, 50)),
        millis(at(&mut found, 100)),
        millis(at(&mut started, 50)),
        millis(at(&mut started, 100)),
    ));
    stop(servers).await
}

/// How long it takes until all servers list a match that one of them makes.
async fn until_listed(addresses: &[SocketAddr], maker: usize) -> Result<Duration, BenchError> {
    let mut client = Client::connect(addresses[maker]).await?;
    let token = guest(&mut client).await?;
    let began = Instant::now();
    let made = client.post("/api/matches", Some(&token), &json!({"game": GAME})).await?;
    let id = made["id"].as_str().ok_or_else(|| BenchError::Answer(made.to_string()))?.to_owned();
    let all = async {
        for &address in addresses {
            let mut client = Client::connect(address).await?;
            loop {
                let list = client.get("/api/matches").await?;
                let matches = list["matches"].as_array().map(Vec::as_slice).unwrap_or_default();
                if matches.iter().any(|found| found["id"] == *id) {
                    break;
                }
                sleep(LOOK).await;
            }
        }
        Ok::<_, BenchError>(began.elapsed())
    };
    let late = |_| BenchError::Answer("a match is not in the lobby in time".to_owned());
    timeout(LISTED_WITHIN, all).await.map_err(late)?
}
