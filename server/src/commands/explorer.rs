//! `yiguan explorer`: makes anew what is known of the positions of finished games.

use crate::store::{Location, Purpose, StoreError, open};
use std::io::Write;

/// What to do with the explorer.
#[derive(Debug, Clone, clap::Args)]
pub struct ExplorerConfig {
    /// Forget everything and take note of every game of the archive anew, as is needed once for games that were
    /// archived before there was an explorer. May run beside a server.
    #[arg(long, required = true, env = "YIGUAN_EXPLORER_REBUILD")]
    pub rebuild: bool,
}

/// Makes the explorer anew and prints how many games it knows.
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
    // Whoever does not read it has the answer in the exit status.
    let _ = writeln!(output, "{noted} games noted");
    Ok(())
}
