//! Turns errors of the database library into `StoreError`s, for both databases.
//!
//! The question that decides is whether a failed statement may have committed: a connection lost in
//! the middle of a commit is `Ambiguous`, one lost while reading is only `Unavailable`. Unexpected
//! errors are counted and logged here, with the database's text, which goes no further.

use super::{Conflict, StoreError};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use sqlx::error::{DatabaseError, ErrorKind};
use std::sync::LazyLock;

/// How many failures of the database there were, by their [kind](StoreError::KINDS).
pub type Failures = Family<[(&'static str, &'static str); 1], Counter>;

/// Each kind is there from the start: a series that first appears with a 1 would not show that 1.
static FAILURES: LazyLock<Failures> = LazyLock::new(|| {
    let failures = Failures::default();
    for kind in StoreError::KINDS {
        drop(failures.get_or_create(&[("kind", kind)]));
    }
    failures
});

/// The failures that this process has met so far; clones count on.
#[must_use]
pub fn failures() -> Failures {
    FAILURES.clone()
}

/// Classifies the error of a statement that only reads, or whose failure leaves nothing written.
pub(super) fn of_read(error: &sqlx::Error) -> StoreError {
    match of_write(error) {
        StoreError::Ambiguous => StoreError::Unavailable,
        other => other,
    }
}

/// Classifies the error of a statement that may have committed.
pub(super) fn of_write(error: &sqlx::Error) -> StoreError {
    let fault = classify(error);
    match &fault {
        // An answer to the caller, not a fault of the database.
        StoreError::Conflict(conflict) => tracing::debug!(%conflict, "refused by the database"),
        fault => {
            FAILURES.get_or_create(&[("kind", fault.kind())]).inc();
            tracing::warn!(error = %error, %fault, "the database failed");
        }
    }
    fault
}

fn classify(error: &sqlx::Error) -> StoreError {
    match error {
        sqlx::Error::Database(error) => of_database(error.as_ref()),
        // The connection broke between question and answer.
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => {
            StoreError::Ambiguous
        }
        // No connection could be obtained, so no statement was sent.
        sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::BeginFailed => StoreError::Unavailable,
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
            StoreError::Damaged("a column has an unexpected type")
        }
        _ => StoreError::Failed,
    }
}

fn of_database(error: &dyn DatabaseError) -> StoreError {
    if error.kind() == ErrorKind::UniqueViolation {
        return conflict(error).map_or(StoreError::Failed, StoreError::Conflict);
    }
    let code = error.code();
    let code = code.as_deref().unwrap_or_default();
    if error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>().is_some() {
        of_postgres(code)
    } else {
        of_sqlite(code)
    }
}

/// See "PostgreSQL Error Codes" in its manual: the first two characters are the class.
fn of_postgres(code: &str) -> StoreError {
    match code {
        // The statement was cancelled, which undoes it.
        "57014" => StoreError::Unavailable,
        // The server is still starting, or already refusing: the session never began.
        "57P03" => StoreError::Unavailable,
        _ => match code.get(..2) {
            // The connection failed, or an operator ended the session: perhaps in a commit.
            Some("08" | "57") => StoreError::Ambiguous,
            // Read-only after a fail-over, rolled back, out of disk or connections, an
            // administrator's doing, an I/O error of the server.
            Some("25" | "28" | "3D" | "40" | "53" | "55" | "58") => StoreError::Unavailable,
            _ => StoreError::Failed,
        },
    }
}

/// See "Result and Error Codes" of SQLite: the low byte of an extended code is the primary one.
fn of_sqlite(code: &str) -> StoreError {
    const BUSY: i32 = 5;
    const LOCKED: i32 = 6;
    const READONLY: i32 = 8;
    /// The statement was interrupted: it took too long, or its caller stopped waiting.
    const INTERRUPT: i32 = 9;
    const IOERR: i32 = 10;
    const FULL: i32 = 13;
    const CANTOPEN: i32 = 14;
    match code.parse::<i32>().map(|code| code & 0xff) {
        Ok(BUSY | LOCKED | READONLY | INTERRUPT | FULL | CANTOPEN) => StoreError::Unavailable,
        // A failed sync may or may not have reached the disk.
        Ok(IOERR) => StoreError::Ambiguous,
        _ => StoreError::Failed,
    }
}

/// Postgres names the constraint, SQLite the columns.
fn conflict(error: &dyn DatabaseError) -> Option<Conflict> {
    let named = error.constraint().unwrap_or_else(|| error.message());
    if named.contains("analysis_change") {
        Some(if named.contains("command") { Conflict::Command } else { Conflict::Seq })
    } else if named.contains("match_event_command") || named.contains("match_event.command_id") {
        Some(Conflict::Command)
    } else if named.contains("match_event_pkey") || named.contains("match_event.seq") {
        Some(Conflict::Seq)
    } else if named.contains("game_pkey") || named.contains("game.id") {
        Some(Conflict::Game)
    } else {
        None
    }
}
