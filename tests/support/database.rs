//! A fresh database for each test.

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use tempfile::TempDir;

/// The place for the data of a server under test; empty at first.
#[derive(Debug)]
pub struct Database {
    directory: TempDir,
    url: Option<String>,
}

impl Database {
    /// An SQLite file that is yet to be made.
    ///
    /// # Panics
    ///
    /// If there is no room for a temporary directory.
    #[must_use]
    pub fn sqlite() -> Self {
        let directory = TempDir::with_prefix("yiguan-e2e-").expect("a temporary directory");
        Self { directory, url: None }
    }

    /// An SQLite file in memory, where the system has a place for that: measurements on it
    /// do not wait for the disk.
    ///
    /// # Panics
    ///
    /// If there is no room for a temporary directory.
    #[must_use]
    pub fn sqlite_in_memory() -> Self {
        match TempDir::with_prefix_in("yiguan-e2e-", "/dev/shm") {
            Ok(directory) => Self { directory, url: None },
            Err(_) => Self::sqlite(),
        }
    }

    /// A Postgres database that is there.
    ///
    /// # Panics
    ///
    /// If there is no room for a temporary directory.
    #[must_use]
    pub fn postgres(url: String) -> Self {
        Self { url: Some(url), ..Self::sqlite() }
    }

    /// The data directory; on Postgres it stays empty.
    #[must_use]
    pub fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// The URL of a Postgres database.
    #[must_use]
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// The file of an SQLite database.
    #[must_use]
    pub fn file(&self) -> PathBuf {
        self.directory().join("yiguan.db")
    }
}

impl Database {
    /// Runs a statement on a server's Postgres, or on SQLite without one; returns how many rows
    /// it changed.
    ///
    /// # Panics
    ///
    /// If it fails.
    pub async fn execute(&self, statement: &str) -> u64 {
        let statement = AssertSqlSafe(statement.to_owned());
        match self.url() {
            Some(url) => {
                let mut session = PgConnection::connect(url).await.expect("it answers");
                let done = sqlx::query(statement).execute(&mut session).await;
                done.expect("the statement runs").rows_affected()
            }
            None => {
                let options = SqliteConnectOptions::new().filename(self.file());
                let mut session = options.connect().await.expect("the file is there");
                let done = sqlx::query(statement).execute(&mut session).await;
                let changed = done.expect("the statement runs").rows_affected();
                session.close().await.expect("it closes");
                changed
            }
        }
    }

    /// The number that a query has as its result, also while a server runs.
    ///
    /// # Panics
    ///
    /// If it fails.
    pub async fn number(&self, query: &str) -> i64 {
        let query = AssertSqlSafe(query.to_owned());
        let number = match self.url() {
            Some(url) => {
                let mut session = PgConnection::connect(url).await.expect("it answers");
                sqlx::query_scalar(query).fetch_one(&mut session).await
            }
            None => {
                let options = SqliteConnectOptions::new().filename(self.file()).read_only(true);
                let mut session = options.connect().await.expect("the file is there");
                sqlx::query_scalar(query).fetch_one(&mut session).await
            }
        };
        number.expect("the query runs")
    }
}

impl Database {
    /// Every row of every table as text, in small letters, with the name of its table. Ids are
    /// without hyphens, as are those in the text of a row.
    ///
    /// # Panics
    ///
    /// If a table cannot be read.
    pub async fn dump(&self) -> Vec<(String, String)> {
        let rows = match self.url() {
            Some(url) => {
                let mut session = PgConnection::connect(url).await.expect("it answers");
                let tables = "select tablename::text from pg_tables where schemaname = 'public'";
                let tables: Vec<String> =
                    sqlx::query_scalar(tables).fetch_all(&mut session).await.expect("a list");
                let mut rows = Vec::new();
                for table in tables {
                    let all = format!("select row::text from \"{table}\" as row");
                    let all: Vec<String> = sqlx::query_scalar(AssertSqlSafe(all))
                        .fetch_all(&mut session)
                        .await
                        .expect("it reads");
                    rows.extend(all.into_iter().map(|row| (table.clone(), row)));
                }
                rows
            }
            None => {
                let options = SqliteConnectOptions::new().filename(self.file()).read_only(true);
                let mut session = options.connect().await.expect("the file is there");
                let tables = "select name from sqlite_master where type = 'table'";
                let tables: Vec<String> =
                    sqlx::query_scalar(tables).fetch_all(&mut session).await.expect("a list");
                let mut rows = Vec::new();
                for table in tables {
                    let columns = format!(
                        "select group_concat('quote(\"' || name || '\")', ' || '' '' || ')
                         from pragma_table_xinfo('{table}')"
                    );
                    let columns: String = sqlx::query_scalar(AssertSqlSafe(columns))
                        .fetch_one(&mut session)
                        .await
                        .expect("columns");
                    let all = format!("select {columns} from \"{table}\"");
                    let all: Vec<String> = sqlx::query_scalar(AssertSqlSafe(all))
                        .fetch_all(&mut session)
                        .await
                        .expect("it reads");
                    rows.extend(all.into_iter().map(|row| (table.clone(), row)));
                }
                rows
            }
        };
        rows.into_iter().map(|(table, row)| (table, row.to_lowercase().replace('-', ""))).collect()
    }
}

/// Runs `test` on SQLite.
///
/// # Panics
///
/// If the test does.
pub async fn on_sqlite(test: impl AsyncFnOnce(&Database)) {
    test(&Database::sqlite()).await;
}

/// Runs `test` on a new Postgres database, dropped afterwards unless the test fails.
///
/// # Panics
///
/// If the test does, or if `TEST_DATABASE_URL` does not lead to a Postgres.
pub async fn on_postgres(test: impl AsyncFnOnce(&Database)) {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let admin = std::env::var("TEST_DATABASE_URL").unwrap_or_else(|_| {
        panic!(
            "TEST_DATABASE_URL is not set, and half of the tests would not run: \
             use `tests/support/postgres.sh cargo test`"
        )
    });
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("e2e_{}_{number}", std::process::id());
    let mut session = PgConnection::connect(&admin).await.expect("the test's Postgres answers");
    execute(&mut session, format!("create database {name}")).await;
    let (server, _) = admin.rsplit_once('/').expect("the address names a database");
    let url = format!("{server}/{name}");
    test(&Database::postgres(url)).await;
    execute(&mut session, format!("drop database {name} with (force)")).await;
}

async fn execute(session: &mut PgConnection, statement: String) {
    sqlx::query(AssertSqlSafe(statement)).execute(session).await.expect("the statement runs");
}
