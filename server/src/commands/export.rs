//! `yiguan export`: writes the finished games of the archive as lines of JSON, oldest first.
//!
//! The lines are those of `GET /api/archive/export` and are what `yiguan import` reads. The command
//! may run beside a server; it reads page by page, so it never holds a long transaction. A reader
//! that closes the pipe early is no error.

use super::progress;
use domain::text::Text;
use domain::{MatchResult, PlayerId};
use engine::{GAMES, GameInfo, find_game};
use futures_util::TryStreamExt;
use protocol::GameView;
use std::io::{self, BufWriter, ErrorKind, Write};
use store::{GameFilter, Location, Purpose, StoreError, open};

/// The filter of the export.
#[derive(Debug, Clone, clap::Args)]
pub struct ExportConfig {
    /// Only this game, by its id in `yiguan games`.
    #[arg(long, env = "YIGUAN_EXPORT_GAME")]
    pub game: Option<String>,
    /// Only this ruleset, by its id.
    #[arg(long, env = "YIGUAN_EXPORT_RULESET")]
    pub ruleset: Option<String>,
    /// Only games of this player, by their id.
    #[arg(long, env = "YIGUAN_EXPORT_PLAYER")]
    pub player: Option<PlayerId>,
    /// Only games with this result: `first`, `second` or `draw`.
    #[arg(long, env = "YIGUAN_EXPORT_RESULT", value_parser = result)]
    pub result: Option<MatchResult>,
}

fn result(text: &str) -> Result<MatchResult, &'static str> {
    MatchResult::from_word(text).ok_or("a result is `first`, `second` or `draw`")
}

/// The games could not be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The catalogue has no such game.
    #[error("unknown game `{asked}`: there are {known}")]
    UnknownGame {
        /// The id asked for.
        asked: String,
        /// Those there are.
        known: String,
    },
    /// The game, or none if none was named, has no such ruleset.
    #[error("unknown ruleset `{asked}`: there are {known}")]
    UnknownRuleset {
        /// The id asked for.
        asked: String,
        /// Those there are.
        known: String,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The output failed.
    #[error("the games cannot be written: {0}")]
    Io(#[from] io::Error),
}

/// Writes the games that pass the filter, oldest first, one a line. May run beside a server.
///
/// # Errors
///
/// [`ExportError`] if there is no such game or no database, or the database or the output fails. A
/// closed pipe is not an error.
pub async fn export(
    location: &Location,
    config: ExportConfig,
    output: impl Write,
) -> Result<(), ExportError> {
    check(&config)?;
    let store = open(location, Purpose::Read).await?;
    let ExportConfig { game, ruleset, player, result } = config;
    let mut games =
        store.export(GameFilter { game, ruleset, player, result, ..GameFilter::default() });
    let mut output = BufWriter::new(output);
    let bar = progress::count("games");
    let write = async {
        while let Some(game) = games.try_next().await? {
            serde_json::to_writer(&mut output, &GameView::from(game)).map_err(io::Error::from)?;
            output.write_all(b"\n")?;
            bar.inc(1);
        }
        Ok(output.flush()?)
    };
    let outcome = write.await;
    bar.finish_and_clear();
    drop(games);
    store.close().await;
    match outcome {
        Err(ExportError::Io(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome,
    }
}

/// Refuses a filter that names a game or ruleset that does not exist, most likely by mistake.
fn check(config: &ExportConfig) -> Result<(), ExportError> {
    let games: Vec<&GameInfo> = match &config.game {
        None => GAMES.to_vec(),
        Some(asked) => match find_game(asked) {
            Ok(game) => vec![game],
            Err(_) => {
                let known = list(GAMES.iter().map(|game| game.id));
                return Err(ExportError::UnknownGame { asked: asked.clone(), known });
            }
        },
    };
    let rulesets = || games.iter().flat_map(|game| game.rulesets).map(|ruleset| ruleset.id);
    match &config.ruleset {
        Some(asked) if rulesets().all(|id| id != asked) => {
            Err(ExportError::UnknownRuleset { asked: asked.clone(), known: list(rulesets()) })
        }
        Some(_) | None => Ok(()),
    }
}

/// A readable list of ids, each once.
fn list(ids: impl Iterator<Item = &'static str>) -> String {
    let mut listed = Vec::new();
    for id in ids {
        if !listed.contains(&id) {
            listed.push(id);
        }
    }
    listed.join(", ")
}
