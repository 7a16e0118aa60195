//! The databases that faults are tried on.

use crate::postgres::Postgres;
use clap::ValueEnum;
use e2e::Database;
use std::fmt;
use std::sync::OnceLock;

/// The kind of database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// The embedded one.
    Sqlite,
    /// A throw-away Postgres.
    Postgres,
}

impl Kind {
    pub(crate) const ALL: [Self; 2] = [Self::Sqlite, Self::Postgres];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        })
    }
}

/// Databases as they are needed; the Postgres is started when the first one asks.
#[derive(Debug, Default)]
pub(crate) struct Stores {
    postgres: OnceLock<Postgres>,
}

impl Stores {
    /// The throw-away Postgres.
    pub(crate) fn postgres(&self) -> Result<&Postgres, String> {
        if let Some(postgres) = self.postgres.get() {
            return Ok(postgres);
        }
        let started = Postgres::start()?;
        Ok(self.postgres.get_or_init(|| started))
    }

    /// A new and empty database.
    pub(crate) fn fresh(&self, kind: Kind) -> Result<Database, String> {
        Ok(match kind {
            Kind::Sqlite => Database::sqlite(),
            Kind::Postgres => Database::postgres(self.postgres()?.database()?),
        })
    }
}
