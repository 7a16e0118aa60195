//! A backup is taken while people play, restored on an empty store, and every stored game is
//! played again to its hash.

use crate::Run;
use crate::arena::{Arena, Manner, replay};
use crate::report::{Report, seconds};
use crate::stores::{Kind, Stores};
use e2e::{Database, Guest, Request, Server, ServerOptions, binary};
use engine::Side;
use serde_json::Value;
use sqlx::{Connection, SqliteConnection};
use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Plays for `span`, backs up the running server, and restores.
pub(crate) async fn run(
    run: &Run,
    stores: &Stores,
    kind: Kind,
    span: Duration,
) -> Result<Report, String> {
    let mut report = Report::new(format!("8. backup drill on {kind}, {}", run.seed_text()));
    let database = stores.fresh(kind)?;
    let server = Server::start_with(&database, ServerOptions::Unlimited).await;
    let (arena, tasks) = Arena::open(Manner { think: (0, 10), ..Manner::default() }, run.seed);
    arena.lead_to(Some(server.address()));
    tokio::time::sleep(span).await;

    // Every game of the archive so far must be in the backup.
    let before: BTreeSet<String> = games(&server).await?.into_iter().collect();
    let copies = tempfile::TempDir::new().map_err(|error| error.to_string())?;
    let dump = copies.path().join("backup");
    let began = Instant::now();
    back_up(stores, &database, &dump).await?;
    report.figure("backup beside the running server", seconds(began.elapsed()));
    arena.close(tasks).await;
    let unfinished = arena.tables().into_iter().filter(|table| !table.is_over());

    let began = Instant::now();
    let restored = restore(stores, kind, &dump)?;
    let again = Server::start_with(&restored, ServerOptions::Unlimited).await;
    report.figure("restored and started", seconds(began.elapsed()));
    let lines = games(&again).await?;
    let there: BTreeSet<String> = lines.iter().cloned().collect();
    let lost = before.difference(&there).count();
    report.promise(lost == 0, || format!("{lost} games of {} are not in the backup", before.len()));
    report.promise(!lines.is_empty(), || "nothing was stored".to_owned());
    let mut actions = 0;
    for line in &lines {
        let game: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        actions += game["moves"].as_array().map_or(0, Vec::len);
        if let Err(broken) = replay::check_stored(&game) {
            report.promise(false, || broken);
        }
    }
    let mut live = 0;
    for table in unfinished {
        let id = table.ledger().id.clone();
        // A match that was made after the backup is not in it.
        let who = table.ledger().guests[Side::First].clone();
        let Some(then) = journal(&again, &id, &who).await else { continue };
        live += 1;
        let same = match journal(&server, &id, &who).await {
            Some(now) => then.iter().zip(now).take_while(|(then, now)| **then == *now).count(),
            // It came to its end while its players left: their received events are left of it.
            None => table.ledger().agrees_with(&then),
        };
        // The restored one has only later events in addition: it came back, its clock was
        // credited, and no player is connected.
        let own = then[same..].iter().all(|line| {
            line.contains(r#""kind":"credited""#) || line.contains(r#""kind":"presence""#)
        });
        report.promise(own && same > 0, || {
            format!("match {id} is not as it was: {same} events are, then {:?}", then.get(same))
        });
    }
    report.figure("games restored, their actions", format_args!("{}, {actions}", lines.len()));
    report.figure("matches in progress restored", live);

    // The games alone, by way of a file that outlives any database.
    let (export, empty) = (copies.path().join("games.ndjson"), stores.fresh(kind)?);
    command(&restored, "export", Stdio::null(), &export)?;
    let games_file = File::open(&export).map_err(|error| error.to_string())?;
    command(&empty, "import", Stdio::from(games_file), &copies.path().join("imported"))?;
    let imported = copies.path().join("again.ndjson");
    command(&empty, "export", Stdio::null(), &imported)?;
    let same = std::fs::read(&export).ok() == std::fs::read(&imported).ok();
    report.promise(same, || "an export does not come back as it was".to_owned());
    report.figure("export, import, export", if same { "the same bytes" } else { "different" });
    again.kill().await;
    server.kill().await;
    report.all_broken(arena.tally().broken_promises());
    Ok(report)
}

/// As `docs/operations.md` describes.
async fn back_up(stores: &Stores, database: &Database, to: &Path) -> Result<(), String> {
    if let Some(url) = database.url() {
        return tokio::task::block_in_place(|| stores.postgres()?.dump(url, to));
    }
    let address = format!("sqlite://{}", database.file().display());
    let copy = async {
        let mut session = SqliteConnection::connect(&address).await?;
        let to = to.display().to_string();
        sqlx::query("vacuum into ?").bind(to).execute(&mut session).await?;
        session.close().await
    };
    copy.await.map_err(|error| error.to_string())
}

fn restore(stores: &Stores, kind: Kind, from: &Path) -> Result<Database, String> {
    let empty = stores.fresh(kind)?;
    match empty.url() {
        Some(url) => tokio::task::block_in_place(|| stores.postgres()?.restore(url, from))?,
        None => {
            std::fs::copy(from, empty.file()).map_err(|error| error.to_string())?;
        }
    }
    Ok(empty)
}

/// Every game of the archive, a line each.
async fn games(server: &Server) -> Result<Vec<String>, String> {
    let export = server.send(Request::get("/api/archive/export")).await;
    if export.status == 200 {
        Ok(export.text().lines().map(str::to_owned).collect())
    } else {
        Err(format!("{export:?}"))
    }
}

/// The events of a match that is not over, as a player of it is sent them.
async fn journal(server: &Server, id: &str, who: &Guest) -> Option<Vec<String>> {
    let events = server.send(Request::get(&format!("/api/matches/{id}/events")).by(who)).await;
    (events.status == 200).then(|| events.text().lines().map(str::to_owned).collect())
}

/// Runs a command of the program on a database.
fn command(database: &Database, name: &str, input: Stdio, output: &Path) -> Result<(), String> {
    let output = File::create(output).map_err(|error| error.to_string())?;
    let mut command = Command::new(binary());
    command.arg(name).arg("--data-dir").arg(database.directory()).env_remove("DATABASE_URL");
    if let Some(url) = database.url() {
        command.args(["--database", url]);
    }
    let status = command.stdin(input).stdout(output).stderr(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        other => Err(format!("yiguan {name}: {other:?}")),
    }
}
