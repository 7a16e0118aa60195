//! The migrations, embedded in the binary and applied whenever a database is opened.
//!
//! Each database has its own numbered list in `migrations/`, which only grows. A database from a
//! newer program is refused rather than used, because this program does not know what its tables
//! mean.

use super::{StoreError, fault};
use sqlx::migrate::{MigrateError, Migrator};

/// For Postgres.
pub(super) static POSTGRES: Migrator = sqlx::migrate!("../migrations/postgres");

/// For SQLite.
pub(super) static SQLITE: Migrator = sqlx::migrate!("../migrations/sqlite");

/// The error that an operator reads when a migration has failed.
pub(super) fn fault(migrator: &Migrator, error: MigrateError) -> StoreError {
    let known = migrator.iter().map(|migration| migration.version).max().unwrap_or(0);
    match error {
        MigrateError::VersionMissing(found) if found > known => {
            StoreError::NewerSchema { found, known }
        }
        MigrateError::VersionMismatch(version) => StoreError::Migration(format!(
            "migration {version} was applied with another text: this is another program's database"
        )),
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            match fault::of_read(&error) {
                StoreError::Failed => {
                    StoreError::Migration("a statement failed; the log has the reason".to_owned())
                }
                other => other,
            }
        }
        other => StoreError::Migration(other.to_string()),
    }
}
