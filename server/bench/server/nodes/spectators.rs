//! Spectators by way of another server than the holder of their match: the cost of a move for both, and the
//! memory of a socket that arrives at one server and belongs to a match of another.

use super::super::games::Script;
use super::super::load::{Load, Placing, Target};
use super::super::process::ServerProcess;
use super::super::table::{Room, connect, guest};
use super::{Group, stop};
use crate::BenchError;
use crate::server::http::Client;
use futures_util::StreamExt;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

/// The spectators of one match at another server than its holder, for each round.
const SPECTATORS: [usize; 3] = [1, 100, 1_000];

/// The moves of a round, and the pause after each.
const MOVES: usize = 200;
const PAUSE: Duration = Duration::from_millis(25);

/// The matches whose players' sockets are measured, after as many that make the servers allocate their
/// buffers.
const MATCHES: usize = 1_000;

/// The longest time until the spectators have read the last move.
const LAST: Duration = Duration::from_secs(30);

/// Measures moves with spectators at another server, and the memory of their sockets.
pub(super) async fn measure(
    group: &Group<'_>,
    script: &Arc<Script>,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    for spectators in SPECTATORS {
        let (servers, mut rooms) = group.start_with_matches(2, 1, script).await?;
        // Those that the first server holds come first.
        let room = rooms.remove(0);
        watch_moves(&servers, room, (script, spectators), print).await?;
        stop(servers).await?;
    }
    measure_players(group, script, print).await
}

async fn watch_moves(
    servers: &[ServerProcess],
    room: Room,
    (script, spectators): (&Arc<Script>, usize),
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    let (holder, other) = (&servers[0], &servers[1]);
    let path = room.path().to_owned();
    let load = Load::across(servers, Placing::Together, Arc::clone(script), 1);
    let mut table = load.sit(vec![room]).await?.remove(0);
    let token = guest(&mut Client::connect(other.address()).await?).await?;
    let moves = MOVES.min(script.games[table.game].len());
    let last = format!(r#""ply":{},"#, moves - 1);
    let empty = other.usage()?.memory;
    let (read, mut reads) = watch::channel(0_usize);
    let mut watching = JoinSet::new();
    for number in 0..spectators {
        let mut socket = connect(other.address(), &path, &token).await?;
        let (read, last) = (read.clone(), last.clone());
        watching.spawn(async move {
            let mut frames = 0_u64;
            while let Some(Ok(message)) = socket.next().await {
                let Message::Text(text) = message else { continue };
                if text.contains(r#""type":"snapshot""#) {
                    read.send_modify(|count| *count += 1);
                }
                if text.contains(r#""kind":"moved""#) {
                    frames += 1;
                    if text.contains(&last) {
                        read.send_modify(|count| *count += 1);
                        break;
                    }
                }
            }
            frames
        });
        // Some come in groups.
        if number % 50 == 49 {
            sleep(PAUSE).await;
        }
    }
    all_read(&mut reads, spectators).await?;
    let full = other.usage()?.memory;
    // The number of spectators is reported for the first time after three seconds.
    sleep(Duration::from_secs(4)).await;
    let (before, before_apart) = (holder.cpu_nanos()?, other.cpu_nanos()?);
    let mut frame = String::new();
    for _ in 0..moves {
        table.move_on(script, Target::Yiguan, &mut frame).await?;
        sleep(PAUSE).await;
    }
    all_read(&mut reads, 2 * spectators).await?;
    let (after, after_apart) = (holder.cpu_nanos()?, other.cpu_nanos()?);
    let mut frames = 0;
    while let Some(read) = watching.join_next().await {
        frames += read.map_err(|error| BenchError::Answer(error.to_string()))?;
    }
    let each = |before: u64, after: u64| {
        after.saturating_sub(before) / 1_000 / u64::try_from(moves.max(1)).unwrap_or(1)
    };
    let memory = full.saturating_sub(empty) / u64::try_from(spectators).unwrap_or(1);
    print(&format!(
        "spectators: {spectators} at another server, {moves} moves: {} µs of the holder's CPU a move, {} µs of the other's; {frames} frames read; {:.1} KB of the other's memory each",
        each(before, after),
        each(before_apart, after_apart),
        super::in_ms(memory),
    ));
    Ok(())
}

/// Waits until the spectators have read so much together.
async fn all_read(reads: &mut watch::Receiver<usize>, number: usize) -> Result<(), BenchError> {
    let late = || BenchError::Answer("waited too long for spectators".to_owned());
    let all = reads.wait_for(|&read| read >= number);
    timeout(LAST, all).await.map_err(|_| late())?.map_err(|_| late())?;
    Ok(())
}

/// Measures the memory of players' sockets on a server that forwards them.
async fn measure_players(
    group: &Group<'_>,
    script: &Arc<Script>,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    let holder = group.start_one(0).await?;
    let load = Load::new(&holder, Arc::clone(script), 2 * MATCHES);
    let mut rooms = load.rooms().await?;
    let other = group.start_one(1).await?;
    let servers = [holder, other];
    let mut tables = Vec::new();
    let mut used = Vec::new();
    for _ in 0..2 {
        for room in rooms.drain(..MATCHES) {
            tables.push(room.sit_at(servers[1].address()).await?);
        }
        used.push(servers[1].usage()?.memory);
    }
    let sockets = u64::try_from(2 * MATCHES).unwrap_or(1);
    print(&format!(
        "spectators: a player's socket takes {:.1} KB of the memory of the server that forwards it",
        super::in_ms(used[1].saturating_sub(used[0]) / sockets),
    ));
    drop(tables);
    stop(servers.into()).await
}
