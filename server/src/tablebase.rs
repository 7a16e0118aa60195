//! The tables of solved games that a server answers from.
//!
//! Tables of the folder `--tables` are opened at the start, read and checked whole once, and then
//! read by offset. One that cannot be used is an error in the log that names the file and the
//! reason, and the server runs without it. Small tables that are not in the folder are solved in
//! memory when one is first needed: each takes less than a second and keeps 320 kB. Reading
//! blocks: ask from a thread that may, or with [`Tablebase::look_up`].

use engine::AnyGame;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use tables::file::{open_table, table_path};
use tables::{
    ExactValues, LookUpError, ProbeError, SingleThreaded, Solved, Table, all_solved,
    solve_in_memory,
};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// How many look-ups are made at once; each is a few dozen reads of a byte.
const MAX_CONCURRENT_LOOKUPS: usize = 4;

/// How many look-ups may be under way or wait; further ones are refused.
const MAX_WAITING: usize = 128;

/// The tables of a server.
#[derive(Debug)]
pub struct Tablebase {
    shelf: Vec<Place>,
    places: Arc<Semaphore>,
    turns: Arc<Semaphore>,
}

/// The place of a ruleset's table.
#[derive(Debug)]
struct Place {
    solved: Solved,
    /// `None` if there is no table; empty until a small one is first requested.
    table: OnceLock<Option<Table>>,
}

/// A position cannot be looked up here.
#[derive(Debug, thiserror::Error)]
pub enum LookUpFailure {
    /// There is no table of the ruleset.
    #[error("there is no table of {game} {ruleset} here")]
    NoTable {
        /// The game.
        game: &'static str,
        /// The ruleset.
        ruleset: &'static str,
    },
    /// The table has endings only, and the position is none of them.
    #[error("the table has no positions of {own} stones against {enemy}")]
    NotInTable {
        /// The stones of the side to act.
        own: u8,
        /// The stones of the other side.
        enemy: u8,
    },
    /// Too many look-ups wait.
    #[error("too many look-ups are waiting")]
    Busy,
    /// The table could be opened and now cannot be read; the log has the reason.
    #[error("the table cannot be read")]
    Unreadable,
}

impl Tablebase {
    /// Opens the tables of a folder. A fault of one is logged.
    #[must_use]
    pub fn open(folder: Option<&Path>) -> Self {
        let shelf: Vec<Place> = all_solved()
            .into_iter()
            .map(|solved| {
                let table = folder.and_then(|folder| open_one(folder, solved));
                let place = Place { solved, table: OnceLock::new() };
                if table.is_some() || !solved.small {
                    // The place was made just now and is empty.
                    let _ = place.table.set(table);
                }
                place
            })
            .collect();
        if let Some(folder) = folder {
            report_others(folder, &shelf);
        }
        Self {
            shelf,
            places: Arc::new(Semaphore::new(MAX_WAITING)),
            turns: Arc::new(Semaphore::new(MAX_CONCURRENT_LOOKUPS)),
        }
    }

    /// The table of a game's ruleset, if there is one. A small one is solved when it is first
    /// requested, and further requests wait for it.
    #[must_use]
    pub fn table(&self, game: &AnyGame) -> Option<&Table> {
        let ruleset = game.ruleset();
        let place = self.shelf.iter().find(|Place { solved, .. }| {
            (solved.game, solved.ruleset, solved.version)
                == (game.info().id, ruleset.id, ruleset.version)
        })?;
        place.table.get_or_init(|| solve_small(place.solved)).as_ref()
    }

    /// Looks up the position of a game, without its history, on a thread that may block.
    ///
    /// # Errors
    ///
    /// [`LookUpFailure`].
    pub async fn look_up(self: &Arc<Self>, game: AnyGame) -> Result<ExactValues, LookUpFailure> {
        let place =
            Arc::clone(&self.places).try_acquire_owned().map_err(|_| LookUpFailure::Busy)?;
        // The semaphore is never closed.
        let turn =
            Arc::clone(&self.turns).acquire_owned().await.map_err(|_| LookUpFailure::Busy)?;
        let tablebase = Arc::clone(self);
        let look_up = move || {
            // Held until it is done, even if no request waits for it any more.
            let _held = (place, turn);
            tablebase.look_up_now(&game)
        };
        spawn_blocking(look_up).await.unwrap_or(Err(LookUpFailure::Unreadable))
    }

    /// The same on this thread.
    ///
    /// # Errors
    ///
    /// [`LookUpFailure`].
    pub fn look_up_now(&self, game: &AnyGame) -> Result<ExactValues, LookUpFailure> {
        let (id, ruleset) = (game.info().id, game.ruleset().id);
        let table = self.table(game).ok_or(LookUpFailure::NoTable { game: id, ruleset })?;
        table.look_up(&game.position_text()).map_err(|error| match error {
            LookUpError::Probe(ProbeError::NotInTable { own, enemy }) => {
                LookUpFailure::NotInTable { own, enemy }
            }
            error @ (LookUpError::Setup(_)
            | LookUpError::Probe(ProbeError::OtherRules { .. } | ProbeError::Io(_))) => {
                tracing::error!(game = id, ruleset, %error, "a table cannot be read");
                LookUpFailure::Unreadable
            }
        })
    }
}

/// Opens the table of a ruleset, if it is in the folder and can be used.
fn open_one(folder: &Path, solved: Solved) -> Option<Table> {
    let path = table_path(folder, &solved);
    if matches!(path.try_exists(), Ok(false)) {
        return None;
    }
    let begun = Instant::now();
    match open_table(&path, solved) {
        Ok(table) => {
            let (milliseconds, path) = (milliseconds(begun), path.display());
            tracing::info!(%path, positions = table.len(), milliseconds, "opened a table");
            Some(table)
        }
        Err(error) => {
            let path = path.display();
            tracing::error!(%path, %error, "a table cannot be used; the server runs without it");
            None
        }
    }
}

/// The time since then as a number that fits into one: a log in JSON writes a wider one as text.
fn milliseconds(begun: Instant) -> u64 {
    u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// Logs a folder that cannot be read, and tables in it that are of no ruleset.
fn report_others(folder: &Path, shelf: &[Place]) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            let path = folder.display();
            tracing::error!(%path, %error, "the folder of tables cannot be read; the server runs without it");
            return;
        }
    };
    let known: Vec<PathBuf> = shelf.iter().map(|place| table_path(folder, &place.solved)).collect();
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.extension().is_some_and(|ending| ending == "table") && !known.contains(&path) {
            let path = path.display();
            tracing::error!(%path, "a table is named after no ruleset that has one; it is not used");
        }
    }
}

fn solve_small(solved: Solved) -> Option<Table> {
    let begun = Instant::now();
    match solve_in_memory(solved, &SingleThreaded) {
        Ok(table) => {
            let milliseconds = milliseconds(begun);
            let Solved { game, ruleset, .. } = solved;
            tracing::info!(game, ruleset, milliseconds, "solved a small game");
            Some(table)
        }
        Err(error) => {
            tracing::error!(game = solved.game, ruleset = solved.ruleset, %error, "a small game cannot be solved");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Options;
    use tables::Value;

    fn game(game: &str, ruleset: Option<&str>, position: Option<&str>) -> AnyGame {
        AnyGame::new(game, ruleset, &Options::none(), position).expect("it starts")
    }

    #[test]
    fn a_small_game_needs_no_file_and_a_large_one_does() {
        let tablebase = Tablebase::open(None);
        let found = tablebase.look_up_now(&game("tui-da-che", Some("original"), None));
        assert_eq!(found.expect("it is small").value, Value::Loss(40));
        for large in ["er-chi-yi", "xia-liu", "shogi"] {
            let found = tablebase.look_up_now(&game(large, None, None));
            assert!(matches!(found, Err(LookUpFailure::NoTable { .. })), "{large}: {found:?}");
        }
    }

    #[test]
    fn a_table_that_cannot_be_used_is_left_out() {
        let folder = tempfile::tempdir().expect("there is room");
        for name in ["er-chi-yi.standard.table", "xia-si.original.table", "go.table"] {
            fs::write(folder.path().join(name), "yiguan-table 1\n").expect("it is written");
        }
        let tablebase = Tablebase::open(Some(folder.path()));
        assert!(tablebase.table(&game("er-chi-yi", None, None)).is_none());
        let start = game("xia-si", Some("original"), None);
        assert_eq!(tablebase.look_up_now(&start).expect("it is solved").value, Value::Loss(34));
        let missing = Tablebase::open(Some(&folder.path().join("missing")));
        assert!(missing.table(&game("er-chi-yi", None, None)).is_none());
    }
}
