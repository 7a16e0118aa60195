//! `/api/tablebase/{game}`: the exact value of a position of a solved game, and of each action in
//! it.
//!
//! Values are those of the game without history: repetition and limits on moves without progress
//! are not counted. Reading a table is bounded by `tablebase`; if too many look-ups wait, the
//! answer is `busy`. A game without a table is answered with `no_tablebase`.

use crate::http::openapi::problems;
use crate::request::{ApiError, Name, Params, Part};
use crate::tablebase::{LookUpFailure, Tablebase};
use axum::http::{HeaderName, header};
use axum::response::IntoResponse;
use engine::{AnyGame, Options};
use serde::{Deserialize, Serialize};
use tables::{ExactValues, Value};
use utoipa::{IntoParams, ToSchema};

/// The position to look up.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TablebaseQuery {
    /// The ruleset; by default the game's first.
    ruleset: Option<String>,
    /// The position; by default the start.
    position: Option<String>,
}

/// The value of a position.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TablebaseView {
    /// The position in the game's notation.
    position: String,
    /// The value for the side to act.
    value: ValueWord,
    /// The number of actions by both sides until the game ends with best play; null for a draw.
    #[schema(required)]
    distance: Option<u16>,
    /// The legal actions, sorted as text; empty if the position ends the game.
    actions: Vec<ActionView>,
}

/// The value of an action.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActionView {
    /// The action.
    action: String,
    /// The value for the side that plays it.
    value: ValueWord,
    /// The number of actions until the game ends with best play, including this one; null for a
    /// draw.
    #[schema(required)]
    distance: Option<u16>,
}

/// How the game ends for the side to act, with best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ValueWord {
    /// A win.
    Win,
    /// A draw: neither side can force a win.
    Draw,
    /// A loss.
    Loss,
}

impl From<Value> for ValueWord {
    fn from(value: Value) -> Self {
        match value {
            Value::Win(_) => Self::Win,
            Value::Draw => Self::Draw,
            Value::Loss(_) => Self::Loss,
        }
    }
}

impl TablebaseView {
    fn of(position: String, truth: ExactValues) -> Self {
        let actions = truth.actions.into_iter().map(|found| ActionView {
            action: found.action,
            value: found.value.into(),
            distance: found.value.distance(),
        });
        let actions = actions.collect();
        Self { position, value: truth.value.into(), distance: truth.value.distance(), actions }
    }
}

problems! {
    /// The position cannot be looked up, or the server is busy.
    TablebaseProblems: BadRequest, UnknownGame, UnknownRuleset, BadPosition, NoTablebase,
        Busy, Internal,
}

/// Returns the value of a position of a solved game and of each of its actions. A position has no
/// history: repetition and moves without progress are not counted.
#[utoipa::path(
    get, path = "/api/tablebase/{game}", operation_id = "tablebase", tag = "games",
    params(("game" = String, Path, description = "The game, as in the catalogue"), TablebaseQuery),
    responses((status = 200, description = "The values", body = TablebaseView), TablebaseProblems),
)]
pub(crate) async fn look_up(
    Part(tablebase): Part<Tablebase>,
    Name(game): Name,
    Params(query): Params<TablebaseQuery>,
) -> Result<impl IntoResponse, ApiError> {
    let TablebaseQuery { ruleset, position } = query;
    let game = AnyGame::new(&game, ruleset.as_deref(), &Options::none(), position.as_deref())?;
    let position = game.position_text();
    let truth = tablebase.look_up(game).await.map_err(|failure| match failure {
        LookUpFailure::NoTable { .. } | LookUpFailure::NotInTable { .. } => {
            ApiError::NoTablebase(failure.to_string())
        }
        LookUpFailure::Busy => ApiError::Busy,
        LookUpFailure::Unreadable => ApiError::Internal,
    })?;
    Ok((kept(), axum::Json(TablebaseView::of(position, truth))))
}

/// Caching for an hour: values do not change, but an operator may install another table.
const fn kept() -> [(HeaderName, &'static str); 1] {
    [(header::CACHE_CONTROL, "public, max-age=3600")]
}
