//! `yiguan explorer --rebuild`: computes the opening explorer again from every game of the archive.
//!
//! It may run beside a server. The store works in steps of bounded size; games that end meanwhile are
//! counted like all others.

use std::io::Write;
use store::{Location, Purpose, StoreError, open};

/// What to do with the explorer.
#[derive(Debug, Clone, clap::Args)]
pub struct ExplorerConfig {
    /// Delete all statistics and count every game of the archive again; needed once for games
    /// archived by a version without an explorer. May run beside a server.
    #[arg(long, required = true, env = "YIGUAN_EXPLORER_REBUILD")]
    pub rebuild: bool,
}

/// Rebuilds the explorer and prints how many games it has counted.
///
/// # Errors
///
/// [`StoreError`] if the database fails.
pub async fn explorer(
    location: &Location,
    _config: ExplorerConfig,
    mut output: impl Write,
) -> Result<(), StoreError> {
    let store = open(location, Purpose::Visit).await?;
    let noted = store.rebuild_explorer().await;
    store.close().await;
    let noted = noted?;
    // If the output is not read, the exit status still has the answer.
    let _ = writeln!(output, "{noted} games noted");
    Ok(())
}
