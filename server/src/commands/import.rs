//! `yiguan import`: reads finished games as lines of JSON, in the form of `yiguan export`, and adds
//! them to the archive.
//!
//! Every game is played through before it is accepted: its moves must be legal under the ruleset
//! version it names, lead to the position it names, and its ending must be one that the position
//! allows. Bad lines are reported and skipped. The command may run beside a server: it writes in
//! transactions of `BATCH` games and pauses after each for as long as it took.

use super::lines::{BadLine, Lines};
use super::progress;
use crate::samples::{self, SampleError};
use crate::texts::{self, Language};
use domain::clock::ClockSetting;
use domain::{EndReason, Ending, FinishedGame, MatchResult};
use engine::{AnyGame, Outcome, Reason, SetupError, Side, find_game};
use protocol::{GameView, GameViewError, Object};
use std::io::{self, Read, Write};
use std::time::Instant;
use store::{Database, Location, Purpose, StoreError, open};
use tokio::time::sleep;

/// What to import.
#[derive(Debug, Clone, clap::Args)]
pub struct ImportConfig {
    /// Import the annotated samples that come with the program, a few for each game, instead of
    /// reading standard input, so that an empty archive has something to show. They are marked as
    /// samples; importing them again changes nothing.
    #[arg(long, env = "YIGUAN_IMPORT_SAMPLES")]
    pub samples: bool,
}

/// How many games one transaction has; a server running beside the import waits for at most one
/// such transaction.
const BATCH: usize = 100;

/// Why a line is not a game that can be archived.
#[derive(Debug, thiserror::Error)]
enum BadGame {
    #[error(transparent)]
    Line(#[from] BadLine),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    View(#[from] GameViewError),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("ply {ply}: `{action}` is illegal: {why}")]
    Illegal { ply: usize, action: String, why: &'static str },
    #[error("its moves lead to `{reached}`, not to the position it names")]
    Position { reached: String },
    #[error("`result` and `reason` are not what the moves lead to: {0}")]
    Ending(&'static str),
    #[error("its ruleset has version {written}, and this program knows 1 to {known} only")]
    Version { written: u32, known: u32 },
}

/// The games could not be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The database failed; games imported before stay, and importing again adds the rest.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The input failed.
    #[error("the games cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The samples of this program are wrong.
    #[error(transparent)]
    Samples(#[from] SampleError),
    /// Some lines contain no valid game; the others were imported.
    #[error("{bad} of {lines} lines contain no game that could be imported")]
    Bad {
        /// How many.
        bad: u64,
        /// Of how many.
        lines: u64,
    },
}

/// Adds the samples to the archive, leaving existing ones unchanged; writes to `output` how many
/// were new. May run beside a server.
///
/// # Errors
///
/// [`ImportError`] if the database fails.
pub async fn import_samples(
    location: &Location,
    mut output: impl Write,
) -> Result<(), ImportError> {
    let games = samples::games()?;
    let store = open(location, Purpose::Visit).await?;
    let outcome = store.import(&games).await;
    store.close().await;
    // Whoever does not read it has the answer in the exit status.
    let _ = writeln!(output, "{} of {} samples are new", outcome?, games.len());
    Ok(())
}

/// Adds the games of `input` to the archive, leaving existing ones with the same id unchanged;
/// writes to `output` how many were new and to `complaints` which lines are bad. May run beside a
/// server.
///
/// # Errors
///
/// [`ImportError`] if the database or the input fail, or a line is bad.
pub async fn import(
    location: &Location,
    input: impl Read,
    mut output: impl Write,
    mut complaints: impl Write,
) -> Result<(), ImportError> {
    let store = open(location, Purpose::Visit).await?;
    let outcome = import_into(&store, input, &mut complaints).await;
    store.close().await;
    let Counts { lines, bad, new } = outcome?;
    // Whoever does not read it has the answer in the exit status.
    let _ = writeln!(output, "{new} of {lines} games are new");
    if bad == 0 { Ok(()) } else { Err(ImportError::Bad { bad, lines }) }
}

#[derive(Debug, Default)]
struct Counts {
    lines: u64,
    bad: u64,
    new: u64,
}

async fn import_into(
    store: &Database,
    input: impl Read,
    complaints: &mut impl Write,
) -> Result<Counts, ImportError> {
    let mut counts = Counts::default();
    let mut lines = Lines::new(input);
    let mut games = Vec::with_capacity(BATCH);
    let bar = progress::count("games");
    while let Some(line) = lines.next()? {
        counts.lines += 1;
        match game(line) {
            Ok(game) => games.push(game),
            Err(error) => {
                counts.bad += 1;
                // The import continues even if the complaints are not read.
                let _ = bar.suspend(|| writeln!(complaints, "line {}: {error}", counts.lines));
            }
        }
        bar.inc(1);
        if games.len() == BATCH {
            let began = Instant::now();
            counts.new += store.import(&games).await?;
            games.clear();
            // Leaves the database to others for as long as they had to wait for it.
            sleep(began.elapsed()).await;
        }
    }
    counts.new += store.import(&games).await?;
    bar.finish_and_clear();
    Ok(counts)
}

/// Reads a game and plays it through, so that every archived game can be shown.
fn game(line: Result<&str, BadLine>) -> Result<FinishedGame, BadGame> {
    let Object(view): Object<GameView> = serde_json::from_str(line?)?;
    let mut stored = FinishedGame::try_from(view)?;
    let summary = &mut stored.summary;
    let known = find_game(&summary.game)?.ruleset(Some(&summary.ruleset))?.version;
    let written = summary.ruleset_version;
    if written == 0 || written > known {
        return Err(BadGame::Version { written, known });
    }
    let mut game = AnyGame::of_version(
        &summary.game,
        &summary.ruleset,
        written,
        &summary.options,
        Some(&summary.start),
    )?;
    for (ply, action) in stored.moves.iter().enumerate() {
        if let Err(refused) = game.play(action) {
            let why = texts::rule(Language::En, refused.rule, &summary.game);
            return Err(BadGame::Illegal { ply, action: action.clone(), why });
        }
    }
    let reached = game.position_text();
    if reached != summary.position {
        return Err(BadGame::Position { reached });
    }
    let ending = Ending { result: summary.result, reason: summary.reason };
    check_ending(&game, ending, summary.clock != ClockSetting::None).map_err(BadGame::Ending)?;
    // Keys are internal and may change between versions, so they are computed here.
    summary.hash = game.key();
    Ok(stored)
}

/// Checks that the ending given for a game is possible in the position its actions lead to.
fn check_ending(game: &AnyGame, told: Ending, has_clock: bool) -> Result<(), &'static str> {
    if let Some(outcome) = game.outcome() {
        let is_told = Ending::from(outcome) == told;
        return if is_told { Ok(()) } else { Err("the rules end the game otherwise") };
    }
    let is_told = |outcome: Outcome| Ending::from(outcome) == told;
    let is_win = matches!(told.result, Some(MatchResult::Won(_)));
    let fits = match told.reason {
        EndReason::Rules(Reason::Foul) => game.clone().foul(game.to_act()).is_some_and(is_told),
        EndReason::Rules(Reason::Impasse | Reason::Declaration | Reason::WrongDeclaration) => {
            let mut counted = Side::ALL.into_iter().filter_map(|side| game.impasse(side).ok());
            counted.any(|impasse| is_told(impasse.outcome))
        }
        EndReason::Rules(_) => return Err("by the rules the game goes on"),
        EndReason::Agreement | EndReason::PlyLimit => told.result == Some(MatchResult::Draw),
        EndReason::Timeout if !has_clock => return Err("there is no clock"),
        EndReason::Timeout => told.result == Some(MatchResult::Won(game.to_act().other())),
        EndReason::Resignation | EndReason::Abandonment => is_win,
        EndReason::Aborted | EndReason::NoStart => told.result.is_none(),
    };
    if fits { Ok(()) } else { Err("they contradict each other") }
}
