//! `/api/games`, `/api/position.svg`.

use super::extract::Params;
use super::openapi::problems;
use super::{ApiError, AppState};
use crate::svg::svg;
use crate::wire::Catalogue;
use axum::extract::State;
use axum::http::{HeaderName, header};
use axum::response::IntoResponse;
use engine::{AnyGame, Options};
use std::collections::BTreeMap;
use utoipa::IntoParams;

problems! {
    /// No others.
    CatalogueProblems:
}

/// The catalogue: games, rulesets, options and clocks, with their names.
#[utoipa::path(
    get, path = "/api/games", operation_id = "games", tag = "games",
    responses((status = 200, description = "The catalogue", body = Catalogue), CatalogueProblems),
)]
pub(super) async fn catalogue(State(app): State<AppState>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], app.catalogue().clone())
}

/// What a picture is of.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes a query whose keys are not all known beforehand")]
struct PictureQuery {
    /// The game, as in the catalogue.
    game: String,
    /// The ruleset; the game's first without it.
    ruleset: Option<String>,
    /// The position; the start without it.
    position: Option<String>,
}

problems! {
    /// What cannot be drawn.
    PictureProblems: "bad_request", "unknown_game", "unknown_ruleset", "unknown_option",
        "unknown_value", "bad_position",
}

/// A picture of a position. Options are given as `option.<key>=<value>`.
#[utoipa::path(
    get, path = "/api/position.svg", operation_id = "picture", tag = "games",
    params(PictureQuery),
    responses(
        (status = 200, description = "The picture", body = String, content_type = "image/svg+xml"),
        PictureProblems,
    ),
)]
pub(super) async fn position(
    Params(query): Params<BTreeMap<String, String>>,
) -> Result<impl IntoResponse, ApiError> {
    let game =
        query.get("game").ok_or_else(|| ApiError::BadRequest("`game` is missing".to_owned()))?;
    let options: Options = query
        .iter()
        .filter_map(|(key, value)| Some((key.strip_prefix("option.")?, value)))
        .collect();
    let field = |name: &str| query.get(name).map(String::as_str);
    let game = AnyGame::new(game, field("ruleset"), &options, field("position"))?;
    let kind = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "public, max-age=86400"),
        // Other sites may show it.
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    Ok((kind, svg(&game.picture())))
}
