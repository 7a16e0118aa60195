//! Measures code of our own beside the library that could stand in its place.
//!
//! `cargo bench -p yiguan-bench` prints a line for each: the time of ours, the time of the
//! other, and the ratio. Rounds of both alternate, and the median of the ratios counts, so
//! that another program on the same machine slows both down. Code that saves less than a tenth of
//! a move's CPU time or of a match's memory (`docs/performance.md` has both) is not worth keeping.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]

#[path = "../../src/live/inbox.rs"]
#[expect(dead_code, reason = "the benchmark needs a part of it")]
#[cfg_attr(test, expect(unused_imports, reason = "its tests do not run here"))]
mod inbox;

use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{self, Append, Database, Event, Location, Purpose};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::mpsc;

const ROUNDS: usize = 15;

fn main() {
    let runtime = Runtime::new().expect("a runtime");
    inbox_room();
    runtime.block_on(inbox_time());
    runtime.block_on(journal());
}

/// The CPU time of all threads of this process so far.
fn cpu() -> Duration {
    let mut sum = 0;
    for task in std::fs::read_dir("/proc/self/task").expect("the threads").flatten() {
        let path = task.path().join("schedstat");
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        let nanos = text.split_whitespace().next().and_then(|nanos| nanos.parse::<u64>().ok());
        sum += nanos.unwrap_or_default();
    }
    Duration::from_nanos(sum)
}

/// The bytes of memory in use.
fn memory() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").expect("the size of this process");
    let pages = statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<usize>().ok());
    pages.expect("its resident pages") * 4_096
}

/// Prints the medians of both and of their ratio.
fn report(what: &str, unit: &str, mut rounds: Vec<(f64, f64)>) {
    let mut median = |of: fn(&(f64, f64)) -> f64| {
        rounds.sort_by(|one, other| of(one).total_cmp(&of(other)));
        of(&rounds[rounds.len() / 2])
    };
    let (ours, other) = (median(|round| round.0), median(|round| round.1));
    let ratio = median(|round| round.1 / round.0);
    println!("{what}: ours {ours:.2} {unit}, the other {other:.2} {unit}, {ratio:.2} x");
}

/// The memory of a queue that is empty, as nearly all of them are.
fn inbox_room() {
    const QUEUES: usize = 100_000;
    let room = |make: &dyn Fn() -> Box<dyn std::any::Any>| {
        let before = memory();
        let queues: Vec<_> = (0..QUEUES).map(|_| make()).collect();
        let taken = memory() - before;
        drop(queues);
        taken as f64 / QUEUES as f64
    };
    // What memory a first round frees, a second one takes again: each kind is made once.
    let ours = room(&|| Box::new(inbox::inbox::<Box<u64>>(32)));
    let other = room(&|| Box::new(mpsc::channel::<Box<u64>>(32)));
    report("the room of an inbox", "bytes", vec![(ours, other)]);
}

/// A request handed from one task to another.
async fn inbox_time() {
    const SENT: u32 = 100_000;
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let (sender, mut requests) = inbox::inbox::<Box<u32>>(32);
        let began = Instant::now();
        for number in 0..SENT {
            assert!(sender.try_send(Box::new(number)).is_ok());
            black_box(requests.recv().await);
        }
        let ours = began.elapsed();
        let (sender, mut requests) = mpsc::channel::<Box<u32>>(32);
        let began = Instant::now();
        for number in 0..SENT {
            assert!(sender.try_send(Box::new(number)).is_ok());
            black_box(requests.recv().await);
        }
        let each = |time: Duration| time.as_nanos() as f64 / f64::from(SENT);
        rounds.push((each(ours), each(began.elapsed())));
    }
    report("a request through an inbox", "ns", rounds);
}

/// How many matches are played at once, and how many of them move in one commit.
const MATCHES: usize = 5_000;
const BATCH: usize = 64;

/// The journal entry of one move.
fn payload() -> String {
    format!(r#"{{"kind":"moved","ply":37,"move":"h2e2","position":"{}"}}"#, "x".repeat(300))
}

/// The commit of a batch of moves: as a log with its index in memory, or in a plain table with a
/// primary key and a unique index, as `docs/performance.md` would have it at its simplest.
async fn journal() {
    let (ours_in, other_in) =
        (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
    let location = Location::Sqlite(ours_in.path().to_owned());
    let ours = store::open(&location, Purpose::Serve).await.expect("a store");
    let mut other = plain_table(other_in.path()).await;
    let matches: Vec<domain::MatchId> =
        (0..MATCHES).map(|_| domain::MatchId(uuid::Uuid::now_v7())).collect();
    let mut seqs = vec![0_u32; MATCHES];
    let (mut times, mut cpus) = (Vec::new(), Vec::new());
    let mut next = 0;
    for round in 0..(ROUNDS * 20) {
        // Matches move in no order, as people do.
        let moved: Vec<(domain::MatchId, u32, String)> = (0..BATCH)
            .map(|_| {
                next = (next + 1_777) % MATCHES;
                seqs[next] += 1;
                (matches[next], seqs[next], format!("first:c{:024x}", seqs[next]))
            })
            .collect();
        let (began, cpu_began) = (Instant::now(), cpu());
        commit_ours(&ours, &moved).await;
        let (ours_time, ours_cpu) = (began.elapsed(), cpu() - cpu_began);
        let (began, cpu_began) = (Instant::now(), cpu());
        commit_plain(&mut other, &moved).await;
        let (other_time, other_cpu) = (began.elapsed(), cpu() - cpu_began);
        // The first rounds fill caches and prepare statements.
        if round >= ROUNDS * 4 {
            let each = |time: Duration| time.as_nanos() as f64 / 1_000.0 / BATCH as f64;
            times.push((each(ours_time), each(other_time)));
            cpus.push((each(ours_cpu), each(other_cpu)));
        }
    }
    report("a move in the journal", "µs", times);
    report("a move in the journal, CPU", "µs", cpus);
    ours.close().await;
}

async fn commit_ours(store: &Database, moved: &[(domain::MatchId, u32, String)]) {
    let batch: Vec<Append> = moved
        .iter()
        .map(|(match_id, seq, command)| {
            let command = Some(Arc::from(command.as_str()));
            let event = Event { seq: *seq, command, payload: Arc::from(payload()) };
            Append { match_id: *match_id, events: vec![event], closing: None, seekers: None }
        })
        .collect();
    store.commit(&batch).await.expect("the commit");
}

async fn plain_table(folder: &std::path::Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new()
        .filename(folder.join("plain.sqlite"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    let mut connection = SqliteConnection::connect_with(&options).await.expect("a database");
    sqlx::raw_sql(
        "create table match_event (
            match_id blob not null, seq integer not null, command_id text, payload text not null,
            primary key (match_id, seq)) strict, without rowid;
        create unique index match_event_command on match_event (match_id, command_id);",
    )
    .execute(&mut connection)
    .await
    .expect("a table");
    connection
}

async fn commit_plain(connection: &mut SqliteConnection, moved: &[(domain::MatchId, u32, String)]) {
    let rows = vec!["(?, ?, ?, ?)"; moved.len()].join(", ");
    let insert = format!("insert into match_event values {rows}");
    let mut query = sqlx::query(sqlx::AssertSqlSafe(insert));
    for (match_id, seq, command) in moved {
        query = query.bind(match_id.0).bind(seq).bind(command).bind(payload());
    }
    query.execute(connection).await.expect("the commit");
}
