//! `yiguan tallies`: checks the stored tallies against the archive, or counts them again.
//!
//! Tallies are derived data: adding up the results of all games that their reader has read must yield
//! every stored tally. Both may run beside a server, whose games are counted before or afterwards.

use domain::{Opponent, PlayerId, Tally, TallyEntry};
use std::collections::HashMap;
use std::io::{self, Write};
use store::{Database, FeedReader, GameTally, Location, Purpose, StoreError, open};

/// The task for the tallies.
#[derive(Debug, Clone, clap::Args)]
#[group(required = true, multiple = false)]
pub struct TalliesConfig {
    /// Compute every tally from the archive and compare it with the stored one. May run beside a server.
    #[arg(long, env = "YIGUAN_TALLIES_CHECK")]
    pub check: bool,
    /// Delete all tallies and count every game of the archive again. May run beside a server; until it
    /// is done, the pages of players show too few games.
    #[arg(long, env = "YIGUAN_TALLIES_REBUILD")]
    pub rebuild: bool,
}

/// The tallies are not correct.
#[derive(Debug, thiserror::Error)]
pub enum TalliesError {
    /// Some differ from the archive.
    #[error(
        "compared {compared} games: {differ} tallies differ from the archive; `yiguan tallies \
         --rebuild` counts them again"
    )]
    Differ {
        /// The number of games.
        compared: u64,
        /// The number of differences.
        differ: u64,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The output failed.
    #[error("the report cannot be written: {0}")]
    Io(#[from] io::Error),
}

/// The number of games that one statement reads.
const STEP: u32 = 500;

/// The most differences that are printed; further ones are only counted.
const MAX_PRINTED: u64 = 20;

/// Checks or rebuilds the tallies and prints the result.
///
/// # Errors
///
/// [`TalliesError`] if tallies differ, or the database or the output fails.
pub async fn tallies(
    location: &Location,
    config: TalliesConfig,
    mut output: impl Write,
) -> Result<(), TalliesError> {
    let purpose = if config.rebuild { Purpose::Visit } else { Purpose::Read };
    let store = open(location, purpose).await?;
    let outcome = if config.rebuild {
        rebuild(&store, &mut output).await
    } else {
        check(&store, &mut output).await
    };
    store.close().await;
    outcome
}

async fn rebuild(store: &Database, output: &mut impl Write) -> Result<(), TalliesError> {
    let counted = store.rebuild_tallies().await?;
    Ok(writeln!(output, "{counted} games counted")?)
}

/// The results of a player, by game and kind of opponent.
type PlayerTallies = HashMap<(String, Opponent), Tally>;

async fn check(store: &Database, output: &mut impl Write) -> Result<(), TalliesError> {
    let mut players: HashMap<PlayerId, PlayerTallies> = HashMap::new();
    let (mut after, mut compared, mut differ) = (0, 0_u64, 0_u64);
    loop {
        let totals = store.tally_totals().await?;
        let games = store.read_by(FeedReader::Tallies, after, STEP).await?;
        let Some(last) = games.last() else {
            // The totals were read when no game was missing: a surplus belongs to no game.
            let expected = totals_of(&players);
            if totals != expected {
                differ += 1;
                writeln!(output, "{totals:?} tallies and results are stored, not {expected:?}")?;
            }
            break;
        };
        after = last.number;
        for ended in &games {
            let game = &ended.game.summary;
            for TallyEntry { player, opponent, tally } in TallyEntry::of(game) {
                let of_player = players.entry(player).or_default();
                *of_player.entry((game.game.clone(), opponent)).or_default() += tally;
            }
            compared += 1;
        }
    }
    for (player, expected) in &players {
        let stored = stored(store.tallies(*player).await?);
        for (key, &expected) in expected {
            let stored = stored.get(key).copied().unwrap_or_default();
            if !agree(stored, expected) {
                differ += 1;
                if differ <= MAX_PRINTED {
                    let (game, opponent) = key;
                    writeln!(
                        output,
                        "{player} in {game} against a {}: {stored:?} is stored, not {expected:?}",
                        opponent.as_str()
                    )?;
                }
            }
        }
    }
    if differ > 0 {
        return Err(TalliesError::Differ { compared, differ });
    }
    let (agreed, _) = totals_of(&players);
    Ok(writeln!(output, "compared {compared} games: {agreed} tallies agree")?)
}

/// The number of tallies, and of the results in all of them.
fn totals_of(players: &HashMap<PlayerId, PlayerTallies>) -> (u64, u64) {
    let tallies = || players.values().flat_map(HashMap::values);
    (tallies().count() as u64, tallies().map(|tally| u64::from(tally.games())).sum())
}

fn stored(tallies: Vec<GameTally>) -> PlayerTallies {
    let entry = |GameTally { game, opponent, tally }| ((game, opponent), tally);
    tallies.into_iter().map(entry).collect()
}

/// Whether a stored tally is the expected one. One that is ahead in every result belongs to a player with
/// newer games, and is left to the next check.
const fn agree(stored: Tally, expected: Tally) -> bool {
    stored.won >= expected.won && stored.drawn >= expected.drawn && stored.lost >= expected.lost
}
