//! `/api/explorer`: which actions were played in a position of archived games, and with what
//! results.

use crate::actions::Actions;
use crate::http::matches::catalogue::{PictureOptions, PictureQuery, set_up};
use crate::http::openapi::problems;
use crate::request::{ApiError, Params, Part};
use domain::MatchId;
use protocol::MatchIdText;
use serde::Serialize;
use std::collections::BTreeMap;
use store::SeenAction;
use utoipa::ToSchema;

/// The actions played in a position.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExplorerView {
    /// The position in the game's notation.
    position: String,
    /// The legal actions that were played, most frequent first. Actions that are mirror images of
    /// each other are counted together: each has the figures of all of them.
    actions: Vec<ExploredAction>,
}

/// How games with an action ended.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExploredAction {
    /// The action.
    action: String,
    /// The number of games that the first side won.
    first: u32,
    /// The number of drawn games.
    draws: u32,
    /// The number of games that the second side won.
    second: u32,
    /// Up to three of these games, newest first.
    #[schema(value_type = Vec<MatchIdText>)]
    last: Vec<MatchId>,
}

impl From<SeenAction> for ExploredAction {
    fn from(SeenAction { action, first, draws, second, last }: SeenAction) -> Self {
        Self { action, first, draws, second, last }
    }
}

problems! {
    /// The position cannot be looked up.
    ExplorerProblems: BadRequest, UnknownGame, UnknownRuleset, UnknownOption,
        UnknownValue, BadPosition,
}

/// Returns which actions were played in a position within the first 40 actions of finished games,
/// and with what results. Options are given as `option.<key>=<value>`.
#[utoipa::path(
    get, path = "/api/explorer", operation_id = "explorer", tag = "archive",
    params(PictureQuery, PictureOptions),
    responses((status = 200, description = "The actions played", body = ExplorerView), ExplorerProblems),
)]
pub(crate) async fn look_up(
    Part(actions): Part<Actions>,
    Params(query): Params<BTreeMap<String, String>>,
) -> Result<axum::Json<ExplorerView>, ApiError> {
    let game = set_up(&query)?;
    let explored = actions.explore(&game).await?;
    let actions = explored.into_iter().map(ExploredAction::from).collect();
    Ok(axum::Json(ExplorerView { position: game.position_text(), actions }))
}
