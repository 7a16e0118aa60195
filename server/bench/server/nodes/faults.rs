//! The effect on players of a server that is killed, and of one that stops.

use super::super::games::Script;
use super::super::load::{Load, Placing, Target};
use super::super::process::ServerProcess;
use super::super::table::{Seated, Table, histogram};
use super::{Group, NODES, figures, stop};
use crate::BenchError;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// The matches whose players try to go on after a kill.
const PROBES: usize = 50;

/// The matches of players who are connected to the servers that stay.
const OTHERS: usize = 100;

/// Kills a server that holds `matches` matches, and measures how long the players of some of them wait
/// until the next move can be played on another one.
pub(super) async fn kill(
    group: &Group<'_>,
    script: &Arc<Script>,
    matches: usize,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    group.fill(matches.saturating_sub(PROBES)).await?;
    // The first one holds all matches, those in the database and those made before others come.
    let mut servers = group.start(1).await?;
    let load = Load::across(&servers, Placing::Together, Arc::clone(script), PROBES);
    let tables = load.tables(PROBES, 2).await?;
    servers.extend(group.start(NODES - 1).await?);
    let killed = servers.remove(0);
    let survivors: Vec<SocketAddr> = servers.iter().map(ServerProcess::address).collect();
    let began = Instant::now();
    killed.stop().await?;
    let mut tasks = JoinSet::new();
    for (number, table) in tables.into_iter().enumerate() {
        let address = survivors[number % survivors.len()];
        tasks.spawn(go_on(table, address, Arc::clone(script), began));
    }
    let mut waits = histogram();
    while let Some(done) = tasks.join_next().await {
        waits.saturating_record(done.map_err(|error| BenchError::Answer(error.to_string()))??);
    }
    print(&format!(
        "kill: a server with {matches} matches; the next move, measured from the kill: {}",
        figures(&waits)
    ));
    stop(servers).await
}

/// Connects the players of a match again and plays its next move; the microseconds since `began`.
async fn go_on(
    mut table: Table,
    address: SocketAddr,
    script: Arc<Script>,
    began: Instant,
) -> Result<u64, BenchError> {
    table.reconnect(address).await?;
    table.move_on(&script, Target::Yiguan, &mut String::new()).await?;
    Ok(micros_since(began))
}

/// Stops a server with so many connections, and measures for how long each of its players is without
/// one; those of the other servers should notice nothing.
pub(super) async fn drain(
    group: &Group<'_>,
    script: &Arc<Script>,
    connections: usize,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    let mut servers = group.start(1).await?;
    let load = Load::across(&servers, Placing::Together, Arc::clone(script), connections / 2);
    let tables = load.tables(connections / 2, 0).await?;
    servers.extend(group.start(NODES - 1).await?);
    let stopped = servers.remove(0);
    let load = Load::across(&servers, Placing::Apart, Arc::clone(script), OTHERS);
    let others = load.tables(OTHERS, 0).await?;
    let addresses: Vec<SocketAddr> = servers.iter().map(ServerProcess::address).collect();

    let (over, disturbed) = (CancellationToken::new(), Arc::new(AtomicU64::new(0)));
    let mut watching = JoinSet::new();
    for player in others.into_iter().flat_map(Table::into_players) {
        watching.spawn(watch(player, over.clone(), Arc::clone(&disturbed)));
    }
    let mut tasks = JoinSet::new();
    for (number, player) in tables.into_iter().flat_map(Table::into_players).enumerate() {
        tasks.spawn(move_house(player, addresses[number % addresses.len()]));
    }
    let began = Instant::now();
    stopped.ask_to_stop()?;
    let mut gaps = histogram();
    while let Some(done) = tasks.join_next().await {
        gaps.saturating_record(done.map_err(|error| BenchError::Answer(error.to_string()))??);
    }
    let all = began.elapsed();
    over.cancel();
    while watching.join_next().await.is_some() {}
    print(&format!(
        "drain: {} connections, each without one: {}; all moved after {:.1} s; {} of {} connections of the other servers ended",
        gaps.len(),
        figures(&gaps),
        all.as_secs_f64(),
        disturbed.load(Ordering::Relaxed),
        2 * OTHERS
    ));
    stop(servers).await?;
    stopped.stop().await
}

/// Waits for the end of a connection and replaces it by one to another server; the microseconds between.
async fn move_house(mut player: Seated, address: SocketAddr) -> Result<u64, BenchError> {
    player.until_closed().await;
    let closed = Instant::now();
    player.reconnect(address).await?;
    Ok(micros_since(closed))
}

/// Counts a connection that ends before everything is `over`.
async fn watch(mut player: Seated, over: CancellationToken, disturbed: Arc<AtomicU64>) {
    tokio::select! {
        () = player.until_closed() => { disturbed.fetch_add(1, Ordering::Relaxed); }
        () = over.cancelled() => {}
    }
}

fn micros_since(began: Instant) -> u64 {
    u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX)
}
