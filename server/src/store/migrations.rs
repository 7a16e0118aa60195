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

/// Whether exactly the migrations of this program have been applied, as a database reports them:
/// version, success and checksum of each. Then there is nothing to run, and nothing that needs the
/// right to create tables.
pub(super) fn is_complete(migrator: &Migrator, applied: &[(i64, bool, Vec<u8>)]) -> bool {
    let known = migrator.iter().map(|migration| (migration.version, migration.checksum.as_ref()));
    let found = applied.iter().map(|(version, _, checksum)| (*version, checksum.as_slice()));
    applied.iter().all(|(_, succeeded, _)| *succeeded) && known.eq(found)
}

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
            if is_lack_of_rights(&error) {
                return StoreError::Migration(
                    "this role may not change tables: run `yiguan migrate` as their owner first"
                        .to_owned(),
                );
            }
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

/// Whether Postgres refuses a statement because the role lacks a right ("insufficient privilege").
fn is_lack_of_rights(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.code().as_deref() == Some("42501"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_migrations_are_complete() {
        let all: Vec<(i64, bool, Vec<u8>)> =
            POSTGRES.iter().map(|one| (one.version, true, one.checksum.to_vec())).collect();
        assert!(is_complete(&POSTGRES, &all));
        assert!(!is_complete(&POSTGRES, &[]));
        assert!(!is_complete(&POSTGRES, &all[1..]), "one is missing");
        let newer = [all.as_slice(), &[(9_999, true, Vec::new())]].concat();
        assert!(!is_complete(&POSTGRES, &newer), "the database is newer");
        let mut failed = all.clone();
        failed[0].1 = false;
        assert!(!is_complete(&POSTGRES, &failed), "one failed half way");
        let mut changed = all;
        changed[0].2[0] ^= 1;
        assert!(!is_complete(&POSTGRES, &changed), "one has another text");
    }
}
