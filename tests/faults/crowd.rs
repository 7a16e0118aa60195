//! Spectators of matches, as a process of their own, so that they do not slow the players'
//! clients down. A tenth of them never reads.

use crate::arena::{Count, Link, Received, Way};
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::sleep;

/// The spectators of each match.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Crowd {
    /// The server.
    #[arg(long)]
    address: SocketAddr,
    /// How many watch.
    #[arg(long)]
    spectators: usize,
    /// How many of them never read.
    #[arg(long)]
    silent: usize,
    /// The matches.
    #[arg(long, value_delimiter = ',')]
    matches: Vec<String>,
}

/// So many share an address, which may have a few more connections.
const HOUSEHOLD: usize = 100;

/// The address of a spectator: all of 127.0.0.0/8 is this machine.
fn household(number: usize) -> IpAddr {
    let households = u32::try_from(number / HOUSEHOLD).unwrap_or(0);
    IpAddr::V4(Ipv4Addr::from_bits(Ipv4Addr::new(127, 0, 2, 1).to_bits() + households))
}

/// How many connect at a time.
const AT_ONCE: usize = 32;

/// Watches until standard input ends; prints a line when all are connected, and in the end how many
/// frames came and how many spectators were sent away for not reading.
pub(crate) async fn run(crowd: Crowd) -> Result<(), String> {
    let (frames, closed, there) =
        (Arc::<Count>::default(), Arc::<Count>::default(), Arc::<Count>::default());
    let turns = Arc::new(tokio::sync::Semaphore::new(AT_ONCE));
    let mut tasks = JoinSet::new();
    for number in 0..crowd.spectators {
        let id = &crowd.matches[number % crowd.matches.len()];
        let path = format!("/ws/matches/{id}");
        let (frames, closed, there) =
            (Arc::clone(&frames), Arc::clone(&closed), Arc::clone(&there));
        let (turns, address) = (Arc::clone(&turns), crowd.address);
        let silent = number < crowd.silent;
        tasks.spawn(async move {
            let turn = turns.acquire_owned().await;
            let buffer = silent.then_some(4_096);
            let way = Way { from: Some(household(number)), buffer, by: None };
            let mut link = loop {
                match Link::open(address, &path, None, way).await {
                    Ok(link) => break link,
                    Err(_) => sleep(Duration::from_millis(50)).await,
                }
            };
            drop(turn);
            there.one();
            if silent {
                never_read(&mut link, number).await;
                closed.one();
                return;
            }
            while let Received::Text(_) = link.hear().await {
                frames.one();
            }
            closed.one();
        });
    }
    let wanted = u64::try_from(crowd.spectators).unwrap_or(u64::MAX);
    while there.get() < wanted {
        sleep(Duration::from_millis(10)).await;
    }
    let said =
        |line: String| writeln!(std::io::stdout(), "{line}").map_err(|error| error.to_string());
    said("there".to_owned())?;
    // The parent process closes the pipe when it has seen enough, or ends.
    let _ = tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new())).await;
    said(format!("{frames} {closed}"))
}

/// Half of those who do not read are greedy too: they ask for more and more.
async fn never_read(link: &mut Link, number: usize) {
    if number.is_multiple_of(2) {
        std::future::pending::<()>().await;
    }
    while link.send_text(r#"{"type":"snapshot"}"#).await {
        sleep(Duration::from_millis(20)).await;
    }
}
