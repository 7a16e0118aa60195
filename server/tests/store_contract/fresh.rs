//! A fresh database for each test.

use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::{Database, Location, Purpose, open};
use tempfile::TempDir;
use uuid::Uuid;

/// Runs `test` on a new SQLite file.
pub(crate) async fn on_sqlite<F: Future<Output = ()>>(test: impl FnOnce(Database) -> F) {
    let directory = TempDir::new().expect("a temporary directory");
    let location = Location::Sqlite(directory.path().to_owned());
    let store = open(&location, Purpose::Serve).await.expect("SQLite opens");
    test(store.clone()).await;
    store.close().await;
}

/// Runs `test` on a new Postgres database, dropped afterwards unless the test fails.
pub(crate) async fn on_postgres<F: Future<Output = ()>>(test: impl FnOnce(Database) -> F) {
    with_database(async |url| {
        let location = Location::Postgres(url);
        let store = open(&location, Purpose::Serve).await.expect("Postgres opens");
        test(store.clone()).await;
        store.close().await;
    })
    .await;
}

/// Runs `test` with the URL of a new and empty Postgres database.
pub(crate) async fn with_database(test: impl AsyncFnOnce(String)) {
    let admin = std::env::var("TEST_DATABASE_URL").unwrap_or_else(|_| {
        panic!(
            "TEST_DATABASE_URL is not set, and half of the store's contract would go unchecked: \
             run `tests/support/postgres.sh cargo test`"
        )
    });
    let name = format!("contract_{}", Uuid::new_v4().simple());
    let mut session = PgConnection::connect(&admin).await.expect("the test's Postgres answers");
    execute(&mut session, format!("create database {name}")).await;
    let (server, _) = admin.rsplit_once('/').expect("the address names a database");
    test(format!("{server}/{name}")).await;
    execute(&mut session, format!("drop database {name} with (force)")).await;
}

/// Executes a statement of the tests' own making.
pub(crate) async fn execute(session: &mut PgConnection, statement: String) {
    sqlx::query(AssertSqlSafe(statement)).execute(session).await.expect("the statement runs");
}
