//! Opening, and refusing to.

use crate::fresh::{execute, with_database};
use crate::samples::{append, command, ending, game, match_id};
use futures_util::TryStreamExt;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};
use std::path::Path;
use store::{Append, Conflict, Location, Purpose, StoreError, Unfinished, open};
use tempfile::TempDir;

const FUTURE: &str = "insert into _sqlx_migrations
    (version, description, success, checksum, execution_time) values (9999, 'later', true, '', 0)";

/// The rights of a server and of a visitor to its database.
async fn check_visit(location: &Location) {
    let server = open(location, Purpose::Serve).await.expect("the first server");
    let visitor = open(location, Purpose::Visit).await.expect("visitors are welcome");
    visitor.signing_key([1; 32]).await.expect("a visitor may write");
    let event = [append(match_id(1), 1..=1)];
    assert_eq!(visitor.commit(&event).await, Err(StoreError::Failed), "but not to the journal");
    visitor.close().await;
    server.close().await;
    drop(server);
    let next = open(location, Purpose::Serve).await.expect("after the first server's end");
    assert_eq!(next.signing_key([2; 32]).await, Ok([1; 32]));
    next.close().await;
}

#[tokio::test]
async fn one_server_at_a_time_on_sqlite() {
    let directory = TempDir::new().expect("a temporary directory");
    let location = Location::Sqlite(directory.path().join("made/as/needed"));
    let server = open(&location, Purpose::Serve).await.expect("the first server");
    let second = open(&location, Purpose::Serve).await.expect_err("one server is enough");
    assert!(matches!(second, StoreError::InUse(_)), "{second}");
    server.close().await;
    drop(server);
    check_visit(&location).await;
}

#[tokio::test]
async fn visitor_may_join_a_server_on_postgres() {
    with_database(async |url| check_visit(&Location::Postgres(url)).await).await;
}

/// Stops and starts a server on `location` after each commit.
async fn check_restarts(location: &Location) {
    let end = Append { events: Vec::new(), ..ending(9, game(match_id(2), 9_000)) };
    for batch in [
        vec![append(match_id(1), 1..=2), append(match_id(2), 1..=2)],
        vec![command(match_id(1), 3, "c1"), append(match_id(3), 1..=1)],
        vec![end],
        vec![append(match_id(1), 4..=4)],
    ] {
        let store = open(location, Purpose::Serve).await.expect("nobody else is there");
        store.commit(&batch).await.expect("all is new");
        store.close().await;
    }
    let store = open(location, Purpose::Serve).await.expect("nobody else is there");
    let found: Vec<Unfinished> = store.unfinished().try_collect().await.expect("it reads");
    let found: Vec<_> = found
        .iter()
        .map(|found| (found.match_id, found.journal.rows().map_or(0, |rows| rows.len())))
        .collect();
    assert_eq!(found, [(match_id(1), 4), (match_id(3), 1)]);
    for (again, conflict) in [
        (append(match_id(1), 4..=4), Conflict::Seq),
        (append(match_id(3), 1..=1), Conflict::Seq),
        (command(match_id(1), 5, "c1"), Conflict::Command),
        (ending(9, game(match_id(2), 9_000)), Conflict::Game),
    ] {
        let refused = store.commit(&[again]).await;
        assert_eq!(refused, Err(StoreError::Conflict(conflict)));
    }
    assert_eq!(store.seq_of_command(match_id(1), "c1").await, Ok(Some(3)));
    assert_eq!(store.events(match_id(1), 2, 1_000).await.map(|events| events.len()), Ok(2));
    store.close().await;
}

#[tokio::test]
async fn the_journal_survives_restarts_on_sqlite() {
    let directory = TempDir::new().expect("a temporary directory");
    check_restarts(&Location::Sqlite(directory.path().to_owned())).await;
}

#[tokio::test]
async fn the_journal_survives_restarts_on_postgres() {
    with_database(async |url| check_restarts(&Location::Postgres(url)).await).await;
}

#[track_caller]
fn check_newer(error: &StoreError, database: &str) {
    let migrations = format!("{}/../migrations/{database}", env!("CARGO_MANIFEST_DIR"));
    let names = std::fs::read_dir(migrations).expect("the migrations are here");
    let numbers = names.map(|entry| {
        let name = entry.expect("it reads").file_name().into_string().expect("plain");
        name.split('_').next().and_then(|number| number.parse().ok()).expect("a number")
    });
    let known: i64 = numbers.max().expect("there is one at least");
    assert_eq!(error, &StoreError::NewerSchema { found: 9_999, known });
    assert_eq!(
        error.to_string(),
        format!(
            "the database has schema 9999, this program knows {known}: start a newer version of it"
        )
    );
}

#[tokio::test]
async fn a_newer_schema_is_refused_on_sqlite() {
    let directory = TempDir::new().expect("a temporary directory");
    let location = Location::Sqlite(directory.path().to_owned());
    open(&location, Purpose::Visit).await.expect("a fresh database").close().await;
    let file = SqliteConnectOptions::new().filename(directory.path().join("yiguan.db"));
    let mut session = file.connect().await.expect("the file is there");
    sqlx::query(FUTURE).execute(&mut session).await.expect("the statement runs");
    session.close().await.expect("nothing is pending");
    check_newer(&open(&location, Purpose::Serve).await.expect_err("it is newer"), "sqlite");
}

#[tokio::test]
async fn a_newer_schema_is_refused_on_postgres() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        open(&location, Purpose::Visit).await.expect("a fresh database").close().await;
        let mut session = PgConnection::connect(&url).await.expect("the database is there");
        execute(&mut session, FUTURE.to_owned()).await;
        check_newer(&open(&location, Purpose::Serve).await.expect_err("it is newer"), "postgres");
    })
    .await;
}

async fn check_cannot_open(directory: &Path, reason: &str) {
    let error = open(&Location::Sqlite(directory.to_owned()), Purpose::Serve)
        .await
        .expect_err("it cannot be used");
    assert!(matches!(error, StoreError::CannotOpen { .. }), "{error}");
    assert!(error.to_string().contains(reason), "{error}");
}

#[tokio::test]
async fn a_place_that_cannot_be_used_is_named() {
    let directory = TempDir::new().expect("a temporary directory");
    let file = directory.path().join("file");
    std::fs::write(&file, "x").expect("writable");
    check_cannot_open(&file.join("below"), "Not a directory").await;

    let folder = directory.path().join("folder");
    std::fs::create_dir_all(folder.join("yiguan.db")).expect("writable");
    check_cannot_open(&folder, "Is a directory").await;

    let text = directory.path().join("text");
    std::fs::create_dir(&text).expect("writable");
    std::fs::write(text.join("yiguan.db"), "no database, ".repeat(100)).expect("writable");
    check_cannot_open(&text, "not an SQLite database").await;
}

#[tokio::test]
async fn an_address_is_a_postgres_url() {
    for bad in ["", "mysql://localhost", "yiguan.db", "sqlite:yiguan.db"] {
        let error = Location::new(Some(bad), Path::new("data")).expect_err(bad);
        assert!(matches!(error, StoreError::BadAddress(_)), "{error}");
    }
    let location = Location::new(Some("postgres://me:secret@[/x"), Path::new("data"));
    let location = location.expect("it begins well");
    assert!(!format!("{location:?}").contains("secret"));
    let error = open(&location, Purpose::Serve).await.expect_err("it is no URL");
    assert!(matches!(error, StoreError::BadAddress(_)), "{error}");
    assert!(!error.to_string().contains("secret"), "{error}");
}

/// Port 1 is free: nothing listens there.
#[tokio::test]
async fn a_postgres_that_is_away_is_unavailable() {
    let location = Location::Postgres("postgres://me@127.0.0.1:1/none".to_owned());
    let error = open(&location, Purpose::Serve).await.expect_err("nobody is there");
    assert_eq!(error, StoreError::Unavailable);
}

#[tokio::test]
async fn fault_of_an_address_is_reported() {
    with_database(async |url| {
        for (suffix, reason) in [
            ("_none", "there is no database of that name"),
            ("?sslmode=require", "by TLS cannot be made"),
        ] {
            let location = Location::Postgres(format!("{url}{suffix}"));
            let error = open(&location, Purpose::Visit).await.expect_err(suffix);
            assert!(error.to_string().contains(reason), "{error}");
        }
    })
    .await;
}
