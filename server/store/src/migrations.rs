//! The migrations, embedded in the binary and applied whenever a database is opened.
//!
//! Each database has its own numbered list in `migrations/`, which begins with the whole schema and
//! only grows. A database from a newer program is refused rather than used, because this program does
//! not know what its tables mean.
//!
//! A file is never edited once it is merged, because databases remember its text. To change the schema,
//! add the next number: a file `0002_<name>.sql` for each database concerned, its name in the list
//! below, and its hash, as `sha256sum` prints it, in the list of the tests.

use super::{StoreError, fault};
use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use std::sync::LazyLock;

/// The names of a database's migrations without `.sql`, each with its text.
macro_rules! files {
    ($database:literal: $($name:literal),+) => {
        &[$((
            $name,
            include_str!(concat!("../../../migrations/", $database, "/", $name, ".sql")),
        )),+]
    };
}

/// A migration as its file's name and text.
type File = (&'static str, &'static str);

const POSTGRES_FILES: &[File] = files!("postgres": "0001_baseline", "0002_node_status", "0003_handed_over", "0004_leader", "0005_audience_lease", "0006_attempt", "0007_place", "0008_place_plan");

const SQLITE_FILES: &[File] = files!("sqlite": "0001_baseline", "0002_node_status");

/// For Postgres.
pub(super) static POSTGRES: LazyLock<Migrator> = LazyLock::new(|| migrator(POSTGRES_FILES));

/// For SQLite.
pub(super) static SQLITE: LazyLock<Migrator> = LazyLock::new(|| migrator(SQLITE_FILES));

/// The migrator of a list of files, each named by its number and a description.
fn migrator(files: &[File]) -> Migrator {
    let migration = |&(name, text): &File| {
        let (number, description) = name.split_once('_').expect("a name has a number and a text");
        let version = number.parse().expect("a name begins with its number");
        let kind = MigrationType::Simple;
        Migration::new(version, description.into(), kind, text.into_sql_str(), false)
    };
    Migrator::with_migrations(files.iter().map(migration).collect())
}

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
    use sha2::{Digest, Sha256};
    use sqlx::error::{DatabaseError, ErrorKind};
    use std::borrow::Cow;
    use std::collections::BTreeMap;
    use std::error::Error;
    use std::fmt;

    /// The SHA-256 of each migration that is merged. A line here is only ever added.
    const HASHES: [(&str, &str); 10] = [
        (
            "postgres/0001_baseline",
            "fa3169ee97f07fd3ee84d27695b14392e4e0ac1ecb01423d2df25cba923725f4",
        ),
        (
            "postgres/0002_node_status",
            "7809340cd8705f43e90ac180c9fa2e06b836f16f02fb9189d77826a858135da7",
        ),
        (
            "postgres/0003_handed_over",
            "c2a5364d85c1adc531f97cdf52960dcf74fefe1f2601b6fe1ab99af6091c7cb9",
        ),
        (
            "postgres/0004_leader",
            "7b751e21338253a7333f67356ff20d8f63b525ffd3f2a5801699129920f1788f",
        ),
        (
            "postgres/0005_audience_lease",
            "75c243facde1a4cb79597dddaf534931318aae59e522de2193bb70b42b495fd6",
        ),
        (
            "postgres/0006_attempt",
            "10c684ba865e4af82774029c32c1e885e6f569e063d3afa88134a6d471178f1a",
        ),
        ("postgres/0007_place", "f2caaf4c53f312e8b96eb27c96fbe4cd69bda42aa259d2044b5d88d8f968e1a4"),
        (
            "postgres/0008_place_plan",
            "a4c61049a9753779e05a457876354ad2b53c4c3c6d5d81929a91d1927b20fe78",
        ),
        (
            "sqlite/0001_baseline",
            "1f8df9df8d528f01b1e8d6aa868099f7ad2b11b33bb472176836b3998764960d",
        ),
        (
            "sqlite/0002_node_status",
            "f40ca9c377b151c11cd4f75dad9439a7c5b724eda844397451c1ccfb4d3a7889",
        ),
    ];

    /// The files of both databases by their path in `migrations/`, without `.sql`.
    fn embedded() -> BTreeMap<String, &'static str> {
        [("postgres", POSTGRES_FILES), ("sqlite", SQLITE_FILES)]
            .into_iter()
            .flat_map(|(database, files)| files.iter().map(move |file| (database, file)))
            .map(|(database, &(name, text))| (format!("{database}/{name}"), text))
            .collect()
    }

    #[test]
    fn merged_migration_is_never_edited() {
        let digits = |text: &str| -> String {
            Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
        };
        let found: Vec<(String, String)> =
            embedded().into_iter().map(|(path, text)| (path, digits(text))).collect();
        let expected = HASHES.map(|(path, hash)| (path.to_owned(), hash.to_owned()));
        assert_eq!(found, expected, "add a migration with the next number instead");
    }

    #[test]
    fn every_file_is_in_the_list() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations");
        let mut files = Vec::new();
        for database in ["postgres", "sqlite"] {
            for file in std::fs::read_dir(format!("{folder}/{database}")).expect("a folder") {
                let name = file.expect("it reads").file_name().into_string().expect("plain");
                let name = name.strip_suffix(".sql").expect("SQL").to_owned();
                files.push(format!("{database}/{name}"));
            }
        }
        files.sort_unstable();
        assert_eq!(files, embedded().into_keys().collect::<Vec<_>>());
    }

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

    /// An error of the database with a code of Postgres.
    #[derive(Debug)]
    struct Refused(&'static str);

    impl fmt::Display for Refused {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("refused")
        }
    }

    impl Error for Refused {}

    impl DatabaseError for Refused {
        fn message(&self) -> &str {
            "refused"
        }

        fn code(&self) -> Option<Cow<'_, str>> {
            Some(Cow::Borrowed(self.0))
        }

        fn as_error(&self) -> &(dyn Error + Send + Sync + 'static) {
            self
        }

        fn as_error_mut(&mut self) -> &mut (dyn Error + Send + Sync + 'static) {
            self
        }

        fn into_error(self: Box<Self>) -> Box<dyn Error + Send + Sync + 'static> {
            self
        }

        fn kind(&self) -> ErrorKind {
            ErrorKind::Other
        }
    }

    #[test]
    fn only_a_missing_right_asks_for_the_owner() {
        for (code, expected) in [("42501", true), ("42601", false)] {
            let error = sqlx::Error::Database(Box::new(Refused(code)));
            let StoreError::Migration(text) = fault(&POSTGRES, MigrateError::Execute(error)) else {
                panic!("{code} is a failed migration");
            };
            assert_eq!(text.contains("as their owner"), expected, "{text}");
        }
    }
}
