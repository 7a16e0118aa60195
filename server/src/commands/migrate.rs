//! `yiguan migrate`: brings the database's tables up to date, as the server does at its start.

use crate::store::{Location, Purpose, StoreError, open};
use std::io::Write;

/// Migrates the database and prints the schema it is at.
///
/// # Errors
///
/// [`StoreError`] if it cannot be opened or migrated.
pub async fn migrate(location: &Location, mut output: impl Write) -> Result<(), StoreError> {
    let store = open(location, Purpose::Visit).await?;
    let version = store.schema_version().await;
    store.close().await;
    let version = version?;
    // Whoever does not read it has the answer in the exit status.
    let _ = writeln!(output, "the database is at schema {version}");
    Ok(())
}
