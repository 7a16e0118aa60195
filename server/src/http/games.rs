//! `/api/games`, `/api/position.svg`.

use super::extract::Params;
use super::{ApiError, AppState};
use crate::svg::svg;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use engine::{AnyGame, Options};
use std::collections::BTreeMap;

pub(super) async fn catalogue(State(app): State<AppState>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], app.catalogue().clone())
}

/// A picture of a position; options are given as `option.<key>=<value>`.
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
    let kind =
        [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "public, max-age=86400")];
    Ok((kind, svg(&game.picture())))
}
