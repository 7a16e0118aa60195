//! `yiguan migrate`: brings the database's tables up to date, as a server does at its start, for
//! operators who want to see that step by itself.

use std::io::Write;
use store::{Location, Purpose, StoreError, open};

/// Migrates the database and prints the version of its schema.
///
/// # Errors
///
/// [`StoreError`] if it cannot be opened or migrated.
pub async fn migrate(location: &Location, mut output: impl Write) -> Result<(), StoreError> {
    let store = open(location, Purpose::Visit).await?;
    let version = store.schema_version().await;
    store.close().await;
    let version = version?;
    // If the output is not read, the exit status still has the answer.
    let _ = writeln!(output, "the database is at schema {version}");
    Ok(())
}
