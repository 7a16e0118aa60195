//! The catalogue of games, and stateless questions about a position: its picture as SVG or PNG, and
//! its legal actions.
//!
//! Every query names a game, a ruleset, options (`option.<key>=<value>`) and a position, which the
//! engine checks before anything is drawn. A position here has no history, so nothing that depends
//! on repetition is known. The pixels are bounded by `drawing`; the SVG is cheap text.
//!
//! ```text
//! /api/position.png?game=<id>&ruleset=<id>&option.<key>=<value>&position=<text>
//! ```

use crate::actions::Actions;
use crate::http::archive::render_pool::{Drawing, kept_as};
use crate::http::archive::response_cache::ResponseCache;
use crate::http::assets;
use crate::http::openapi::problems;
use crate::render;
use crate::request::{ApiError, ClientLimits, Params, Part};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use engine::{AnyGame, Options};
use protocol::{Catalogue, ReasonWord, ResultWord, SideWord};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::{IntoParams, ToSchema};

/// How many pictures are kept; together they take some megabytes.
const PICTURES_KEPT: usize = 256;

problems! {
    /// There are no further problems.
    CatalogueProblems:
}

/// Returns the catalogue: games, rulesets, options and clocks, with their names.
#[utoipa::path(
    get, path = "/api/games", operation_id = "games", tag = "games",
    responses(
        (status = 200, description = "The catalogue", body = Catalogue),
        (status = 304, description = "Not modified: `If-None-Match` has the current `ETag`"),
        CatalogueProblems,
    ),
)]
pub(crate) async fn catalogue(Part(actions): Part<Actions>, headers: HeaderMap) -> Response {
    assets::kept(&headers, "application/json", actions.catalogue())
}

/// The position of a picture.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes a query whose keys are not all known beforehand")]
pub(in crate::http) struct PictureQuery {
    /// The game, as in the catalogue.
    game: String,
    /// The ruleset; by default the game's first.
    ruleset: Option<String>,
    /// The position; by default the start.
    position: Option<String>,
}

/// The options of every game, each as a parameter of its own.
pub(in crate::http) struct PictureOptions;

impl IntoParams for PictureOptions {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let mut values: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let rulesets = engine::GAMES.iter().flat_map(|game| game.rulesets);
        for option in rulesets.flat_map(|ruleset| ruleset.options) {
            values.entry(option.key).or_default().extend(option.values.iter().map(|v| v.id));
        }
        let parameter = |(key, values)| {
            let schema = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(values));
            ParameterBuilder::new()
                .name(format!("option.{key}"))
                .parameter_in(ParameterIn::Query)
                .required(Required::False)
                .description(Some(format!(
                    "The option `{key}` of a ruleset that has it; its first value without it."
                )))
                .schema(Some(schema.build()))
                .build()
        };
        values.into_iter().map(parameter).collect()
    }
}

problems! {
    /// The position cannot be drawn.
    PictureProblems: BadRequest, UnknownGame, UnknownRuleset, UnknownOption,
        UnknownValue, BadPosition,
}

/// Returns a picture of a position as SVG. Options are given as `option.<key>=<value>`.
#[utoipa::path(
    get, path = "/api/position.svg", operation_id = "picture", tag = "games",
    params(PictureQuery, PictureOptions),
    responses(
        (status = 200, description = "The picture", body = String, content_type = "image/svg+xml"),
        PictureProblems,
    ),
)]
pub(crate) async fn position(
    Params(query): Params<BTreeMap<String, String>>,
) -> Result<impl IntoResponse, ApiError> {
    Ok((kept_as("image/svg+xml"), drawn(&query)?))
}

problems! {
    /// The position cannot be drawn, or the server is busy.
    PixelProblems: BadRequest, UnknownGame, UnknownRuleset, UnknownOption,
        UnknownValue, BadPosition, Busy, Internal,
}

/// The legal actions of a position.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LegalView {
    /// The position in the game's notation.
    position: String,
    /// The side to act; null once the game is over.
    #[schema(value_type = Option<SideWord>, required)]
    turn: Option<&'static str>,
    /// Whether that side is in check.
    check: bool,
    /// The legal actions, sorted as text.
    legal: Vec<String>,
    /// The result, if the position ends the game.
    #[schema(value_type = Option<ResultWord>, required)]
    result: Option<&'static str>,
    /// Why the game ended.
    #[schema(value_type = Option<ReasonWord>, required)]
    reason: Option<&'static str>,
}

/// Returns the legal actions of a position. A position has no history, so rules about repetition
/// are applied only in a match. Options are given as `option.<key>=<value>`.
#[utoipa::path(
    get, path = "/api/legal", operation_id = "legal", tag = "games",
    params(PictureQuery, PictureOptions),
    responses((status = 200, description = "The legal actions", body = LegalView), PictureProblems),
)]
pub(crate) async fn legal(
    Params(query): Params<BTreeMap<String, String>>,
) -> Result<axum::Json<LegalView>, ApiError> {
    let game = set_up(&query)?;
    let outcome = game.outcome();
    Ok(axum::Json(LegalView {
        position: game.position_text(),
        turn: outcome.is_none().then(|| game.to_act().as_str()),
        check: game.is_check(),
        legal: game.legal(),
        result: outcome.map(|outcome| outcome.as_str()),
        reason: outcome.map(|outcome| outcome.reason.as_str()),
    }))
}

/// The bytes of a picture.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "it describes a body that is not JSON")]
pub(crate) struct Png(Vec<u8>);

/// Returns the same picture as PNG, 800 pixels wide, for programs that cannot show SVG.
#[utoipa::path(
    get, path = "/api/position.png", operation_id = "pixels", tag = "games",
    params(PictureQuery, PictureOptions),
    responses(
        (status = 200, description = "The picture", body = Png, content_type = "image/png"),
        PixelProblems,
    ),
)]
pub(crate) async fn pixels(
    limits: ClientLimits,
    Params(query): Params<BTreeMap<String, String>>,
) -> Result<impl IntoResponse, ApiError> {
    static PIXELS: Drawing<String> = Drawing::new(64, || ResponseCache::new(PICTURES_KEPT));
    let draw = |svg: &String| render::png(svg);
    let bytes = PIXELS.picture(&limits, drawn(&query)?, draw).await?;
    Ok((kept_as("image/png"), bytes))
}

/// The picture of the position in a query, as SVG.
fn drawn(query: &BTreeMap<String, String>) -> Result<String, ApiError> {
    Ok(render::svg(&set_up(query)?.picture()))
}

/// The game at the position of a query.
pub(in crate::http) fn set_up(query: &BTreeMap<String, String>) -> Result<AnyGame, ApiError> {
    let game =
        query.get("game").ok_or_else(|| ApiError::BadRequest("`game` is missing".to_owned()))?;
    let options: Options = query
        .iter()
        .filter_map(|(key, value)| Some((key.strip_prefix("option.")?, value)))
        .collect();
    let field = |name: &str| query.get(name).map(String::as_str);
    Ok(AnyGame::new(game, field("ruleset"), &options, field("position"))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_option_of_a_picture_is_in_the_document() {
        for path in [
            <__path_position as utoipa::Path>::operation(),
            <__path_pixels as utoipa::Path>::operation(),
        ] {
            let parameters = serde_json::to_value(path.parameters).expect("it is JSON");
            let parameters = parameters.as_array().expect("a list").clone();
            let found = |name: &str| parameters.iter().find(|found| found["name"] == name).cloned();
            for info in engine::GAMES {
                for option in info.rulesets.iter().flat_map(|ruleset| ruleset.options) {
                    let name = format!("option.{}", option.key);
                    let parameter = found(&name).unwrap_or_else(|| panic!("{name} is missing"));
                    assert_eq!(
                        (&parameter["in"], &parameter["required"]),
                        (&json!("query"), &json!(false))
                    );
                    let values = parameter["schema"]["enum"].as_array().expect("words").clone();
                    assert!(option.values.iter().all(|value| values.contains(&json!(value.id))));
                }
            }
        }
    }
}
