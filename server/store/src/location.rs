//! The location of the database: a Postgres URL, or the directory of an SQLite file.
//!
//! A URL may contain a password, so neither an error nor the `Debug` output ever repeats it.

use super::StoreError;
use std::fmt;
use std::path::{Path, PathBuf};

/// The location of the database.
#[derive(Clone, PartialEq, Eq)]
pub enum Location {
    /// A Postgres database by its URL, which may hold a password.
    Postgres(String),
    /// An SQLite file in this directory, which is made if it is missing.
    Sqlite(PathBuf),
}

impl Location {
    /// The database at `address`, or without one the SQLite file in `directory`.
    ///
    /// # Errors
    ///
    /// [`StoreError::BadAddress`] if the address is not a Postgres URL; the message does not
    /// repeat it.
    pub fn new(address: Option<&str>, directory: &Path) -> Result<Self, StoreError> {
        match address {
            None => Ok(Self::Sqlite(directory.to_owned())),
            Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                Ok(Self::Postgres(url.to_owned()))
            }
            Some(_) => Err(StoreError::BadAddress(
                "it must begin with `postgres://`; without an address SQLite is used".to_owned(),
            )),
        }
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Postgres(_) => f.write_str("Postgres(…)"),
            Self::Sqlite(directory) => f.debug_tuple("Sqlite").field(directory).finish(),
        }
    }
}
