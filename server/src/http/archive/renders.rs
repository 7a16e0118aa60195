//! `/api/archive/{id}.png` and `/api/archive/{id}.gif`: a position of a stored game as a picture,
//! and the whole game as an animation.
//!
//! The game is replayed under the ruleset, version and options it was played under. Drawing is
//! bounded and cached by `drawing`; a finished game never changes, so its pictures may be cached by
//! the client as well.

use super::render_pool::{Drawing, kept_as};
use super::response_cache::ResponseCache;
use crate::render::{self, Film};
use crate::request::{ApiError, ClientLimits};
use axum::response::{IntoResponse, Response};
use domain::{FinishedGame, MatchId};
use engine::AnyGame;

/// How many pictures of positions are kept; together they take some megabytes.
const POSITIONS_KEPT: usize = 64;

/// How many animations are kept; together they take at most some megabytes.
const FILMS_KEPT: usize = 32;

/// A form of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum Form {
    /// The position after a number of actions.
    Png,
    /// All positions one after another.
    Gif,
}

impl Form {
    /// The form of a file name's extension.
    pub(in crate::http) fn of(ending: &str) -> Option<Self> {
        match ending {
            "png" => Some(Self::Png),
            "gif" => Some(Self::Gif),
            _ => None,
        }
    }
}

/// Draws a stored game, or responds with the cached render.
///
/// # Errors
///
/// [`ApiError`] if there is no such position in it, or it cannot be drawn now.
pub(in crate::http) async fn answer(
    limits: &ClientLimits,
    stored: FinishedGame,
    form: Form,
    ply: Option<usize>,
) -> Result<Response, ApiError> {
    static POSITIONS: Drawing<(MatchId, usize)> =
        Drawing::new(64, || ResponseCache::new(POSITIONS_KEPT));
    static FILMS: Drawing<MatchId> = Drawing::new(16, || ResponseCache::new(FILMS_KEPT));
    let (id, last) = (stored.summary.id, stored.moves.len());
    match form {
        Form::Png => {
            let ply = ply.unwrap_or(last);
            if ply > last {
                return Err(ApiError::BadRequest(format!("`ply` is 0 to {last}")));
            }
            let draw = move |&(_, ply): &(MatchId, usize)| {
                let mut game = start(&stored)?;
                for action in &stored.moves[..ply] {
                    game.play(action).ok()?;
                }
                render::png(&render::svg(&game.picture()))
            };
            let bytes = POSITIONS.picture(limits, (id, ply), draw).await?;
            Ok((kept_as("image/png"), bytes).into_response())
        }
        Form::Gif => {
            let draw = move |_: &MatchId| render::gif(&Film::of(start(&stored)?, &stored.moves));
            let bytes = FILMS.picture(limits, id, draw).await?;
            Ok((kept_as("image/gif"), bytes).into_response())
        }
    }
}

/// A stored game at its start; `None` if this program does not know its rules.
fn start(stored: &FinishedGame) -> Option<AnyGame> {
    let summary = &stored.summary;
    AnyGame::of_version(
        &summary.game,
        &summary.ruleset,
        summary.ruleset_version,
        &summary.options,
        Some(&summary.start),
    )
    .ok()
}
