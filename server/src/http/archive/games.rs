//! `/api/archive`: finished games as pages, as single games in every notation, as pictures, and as
//! exports.
//!
//! A page is cut by a cursor (`ended_at.id` of its last game), so that games which end meanwhile
//! shift nothing. Queries are limited by address. An export streams one game a line, a few games
//! ahead of its reader; one that reads too slowly (`UNREAD`) loses its place, because places are
//! few. The store bounds how long a query may take.

use super::encoding::Encoding;
use super::file_name::attachment;
use super::renders::{self, Form};
use crate::actions::{Actions, GamePage};
use crate::addresses::LimitedAction;
use crate::analysis::Analyses;
use crate::http::matches::catalogue::{PictureOptions, Png, set_up};
use crate::http::matches::live::match_id;
use crate::http::openapi::problems;
use crate::permits::Exports;
use crate::request::{ApiError, ClientLimits, Name, Params, Part};
use crate::samples;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::explorer::ExplorerPosition;
use domain::text::Text;
use domain::{FinishedGame, MatchId, MatchResult, Moment, Player, PlayerId};
use engine::{Record, RecordedMove, RecordedResult};
use futures_util::{StreamExt, TryStreamExt, stream};
use protocol::{GameView, MatchIdText, PlayerIdText, ResultWord, Summary, TreeView};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use store::{Cursor, GameFilter, OPENING};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use utoipa::{IntoParams, ToSchema};

/// How many games a page has by default, and at most.
const PAGE: (u32, u32) = (30, 100);

/// The longest text accepted as an action, in bytes; no action is as long.
const LONGEST_ACTION: usize = 16;

/// The last moment of the year 9999, in milliseconds; databases accept no later one.
const LATEST: u64 = 253_402_300_799_999;

/// The filter of an archive query.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Only this game, by its id in the catalogue.
    game: Option<String>,
    /// Only games under this ruleset.
    ruleset: Option<String>,
    /// Only games of this player.
    #[param(value_type = Option<PlayerIdText>)]
    player: Option<PlayerId>,
    /// Only games with this result.
    #[param(value_type = Option<ResultWord>)]
    result: Option<String>,
    /// Only games with at least this many actions. `shortest`, `longest`, `rating` and `moves`
    /// require `game` or `player`.
    shortest: Option<u32>,
    /// Only games with at most this many actions.
    longest: Option<u32>,
    /// Only games that ended at this time or later, in milliseconds since 1970 UTC.
    since: Option<u64>,
    /// Only games that ended before this time, in milliseconds since 1970 UTC.
    until: Option<u64>,
    /// Only rated games in which the opponent of `player`, or without one both players, had at least
    /// this rating at the start.
    rating: Option<i32>,
    /// Only games that began with these actions, separated by spaces; at most eight.
    moves: Option<String>,
    /// Only games in which one of the first 40 actions was played in this position of `game`, or in
    /// a mirror image of it where the rules make no difference between the two. Under `ruleset`, or
    /// the default one; options are given as `option.<key>=<value>`.
    position: Option<String>,
    /// The `next` of the previous page; ignored by an export, which has no pages.
    before: Option<String>,
    /// The number of games on a page; ignored by an export, which has no pages.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

impl ListQuery {
    /// The filter of the request; `all` has every parameter, among them the options of a position.
    fn filter(&self, all: &BTreeMap<String, String>) -> Result<GameFilter, ApiError> {
        let result = match self.result.as_deref() {
            None => None,
            Some(word) => Some(MatchResult::from_word(word).ok_or_else(|| {
                ApiError::BadRequest("`result` is `first`, `second` or `draw`".to_owned())
            })?),
        };
        let (game, mut ruleset) = (self.game.clone(), self.ruleset.clone());
        // A game or ruleset that does not exist is refused instead of searched for.
        match (&game, &ruleset) {
            (Some(game), ruleset) => {
                engine::find_game(game)?.ruleset(ruleset.as_deref())?;
            }
            (None, Some(_)) => {
                return Err(ApiError::BadRequest("`ruleset` requires `game`".to_owned()));
            }
            (None, None) => {}
        }
        let mut place = None;
        if self.position.is_some() {
            let position = set_up(all)?;
            ruleset = Some(position.ruleset().id.to_owned());
            place = Some(ExplorerPosition::of(&position).key);
        }
        let opening: Vec<String> = self
            .moves
            .iter()
            .flat_map(|moves| moves.split_whitespace())
            .map(str::to_owned)
            .collect();
        if opening.len() > OPENING {
            return Err(ApiError::BadRequest(format!("`moves` are at most {OPENING}")));
        }
        let is_action = |text: &String| {
            text.len() <= LONGEST_ACTION && text.bytes().all(|byte| byte.is_ascii_graphic())
        };
        if !opening.iter().all(is_action) {
            return Err(ApiError::BadRequest(
                "`moves` are actions, separated by spaces".to_owned(),
            ));
        }
        let filter = GameFilter {
            game,
            ruleset,
            player: self.player,
            result,
            shortest: self.shortest,
            longest: self.longest,
            since: moment(self.since)?,
            until: moment(self.until)?,
            rating: self.rating,
            opening,
            place,
        };
        // Lengths, ratings and actions of different games cannot be compared.
        if filter.is_detailed() && filter.game.is_none() && filter.player.is_none() {
            return Err(ApiError::BadRequest(
                "`shortest`, `longest`, `rating` and `moves` require `game` or `player`".to_owned(),
            ));
        }
        Ok(filter)
    }
}

fn moment(millis: Option<u64>) -> Result<Option<Moment>, ApiError> {
    if millis.is_some_and(|millis| millis > LATEST) {
        let problem = "`since` and `until` are before the year 10000";
        return Err(ApiError::BadRequest(problem.to_owned()));
    }
    Ok(millis.map(Moment))
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Page {
    games: Vec<Summary>,
    /// The value of `before` for the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
}

problems! {
    /// The query is invalid.
    ListProblems: BadRequest, UnknownGame, UnknownRuleset, UnknownOption,
        UnknownValue, BadPosition,
}

/// Lists finished games, newest first.
#[utoipa::path(
    get, path = "/api/archive", operation_id = "archive", tag = "archive",
    params(ListQuery, PictureOptions),
    responses((status = 200, description = "A page of games", body = Page), ListProblems),
)]
pub(crate) async fn list(
    Part(actions): Part<Actions>,
    limits: ClientLimits,
    Params(query): Params<ListQuery>,
    Params(all): Params<BTreeMap<String, String>>,
) -> Result<axum::Json<Page>, ApiError> {
    limits.check(LimitedAction::Archive).await?;
    let limit = query.limit.unwrap_or(PAGE.0);
    if !(1..=PAGE.1).contains(&limit) {
        return Err(ApiError::BadRequest(format!("`limit` is 1 to {}", PAGE.1)));
    }
    let before = query.before.as_deref().map(read_cursor).transpose()?;
    let GamePage { games, next } = actions.games(&query.filter(&all)?, before, limit).await?;
    let games = games.into_iter().map(Summary::from).collect();
    Ok(axum::Json(Page { games, next: next.map(write_cursor) }))
}

/// A cursor is the end of the last game in milliseconds and its id, with a dot between.
fn write_cursor(cursor: Cursor) -> String {
    format!("{}.{}", cursor.ended_at.0, cursor.id)
}

fn read_cursor(text: &str) -> Result<Cursor, ApiError> {
    let parts = text.split_once('.');
    let cursor = parts.and_then(|(ended_at, id)| {
        let id: MatchId = id.parse().ok()?;
        let ended_at: u64 = ended_at.parse().ok()?;
        (ended_at <= LATEST).then_some(Cursor { ended_at: Moment(ended_at), id })
    });
    cursor.ok_or_else(|| ApiError::BadRequest("`before` is not a cursor".to_owned()))
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ShowQuery {
    /// The text encoding of a record; UTF-8 by default.
    #[serde(default)]
    #[param(inline, required = false)]
    encoding: Encoding,
    /// For a picture, the number of actions after which the position is shown; the final position
    /// by default.
    ply: Option<usize>,
}

problems! {
    /// There is no such game, or it has no such notation or picture.
    ShowProblems: BadRequest, NotFound, NoSuchNotation,
}

/// Returns one finished game: `/api/archive/{id}` the whole game as JSON,
/// `/api/archive/{id}.{notation}` a record in one of the game's notations, `/api/archive/{id}.png`
/// a position as a picture 800 pixels wide, `/api/archive/{id}.gif` the moves as an animation 400
/// pixels wide.
#[utoipa::path(
    get, path = "/api/archive/{id}", operation_id = "archivedGame", tag = "archive",
    params(
        ("id" = String, Path, description = "The id, or the id, a dot and a notation, `png` or `gif`"),
        ShowQuery,
    ),
    responses(
        (status = 200, description = "The game", content(
            (GameView = "application/json"), (String = "text/plain"),
            (Png = "image/png"), (Png = "image/gif"),
        )),
        ShowProblems,
    ),
)]
pub(crate) async fn show(
    Part(actions): Part<Actions>,
    limits: ClientLimits,
    Name(name): Name,
    Params(query): Params<ShowQuery>,
) -> Result<Response, ApiError> {
    let (id, notation) = name.split_once('.').unwrap_or((&name, "json"));
    let stored = actions.game(match_id(id)?).await?.ok_or(ApiError::NotFound)?;
    if notation == "json" {
        let comments = samples::comments(&stored).to_vec();
        return Ok(axum::Json(GameView { comments, ..stored.into() }).into_response());
    }
    if let Some(form) = Form::of(notation) {
        return renders::answer(&limits, stored, form, query.ply).await;
    }
    let text = written(&stored, notation)?;
    let kind = [
        (header::CONTENT_TYPE, HeaderValue::from_static(query.encoding.media_type())),
        (header::CONTENT_DISPOSITION, attachment(&stored, notation)),
    ];
    Ok((kind, query.encoding.encode(text)).into_response())
}

/// A game in one of its notations.
fn written(stored: &FinishedGame, notation: &str) -> Result<String, ApiError> {
    let info = engine::find_game(&stored.summary.game).map_err(|_| ApiError::Internal)?;
    let more = records::more_notations(info.id, &stored.summary.ruleset);
    if !info.notations.iter().chain(more).any(|known| *known == notation) {
        return Err(ApiError::NoSuchNotation);
    }
    records::write_record(&record(stored), notation).map_err(|error| {
        tracing::error!(game = %stored.summary.game, notation, %error, "a game cannot be written");
        ApiError::Internal
    })
}

/// The game as a record.
fn record(stored: &FinishedGame) -> Record {
    let summary = &stored.summary;
    let is_sample = samples::is_sample(summary.id);
    let nanos = i128::from(summary.started_at.0) * 1_000_000;
    let date = OffsetDateTime::from_unix_timestamp_nanos(nanos)
        .ok()
        .filter(|date| !is_sample || date.unix_timestamp() > 0)
        .and_then(|date| date.replace_nanosecond(0).ok()?.format(&Rfc3339).ok());
    let name = |player: &Player| player.name.to_string();
    Record {
        game: summary.game.clone(),
        ruleset: Some(summary.ruleset.clone()),
        options: summary.options.clone(),
        start: Some(summary.start.clone()),
        players: engine::BySide::from_fn(|side| summary.players[side].as_ref().map(name)),
        date,
        comment: String::new(),
        moves: stored
            .moves
            .iter()
            .zip(&stored.times)
            .map(|(action, &time)| RecordedMove {
                action: action.clone(),
                // Samples have no times.
                time: (!is_sample).then_some(time),
                comment: String::new(),
            })
            .collect(),
        result: summary.result.map(|result| RecordedResult {
            winner: match result {
                MatchResult::Won(side) => Some(side),
                MatchResult::Draw => None,
            },
            reason: summary.reason.as_str().to_owned(),
        }),
    }
}

/// Returns the shared analysis of a game: its variations and notes.
#[utoipa::path(
    get, path = "/api/archive/{id}/analysis", operation_id = "analysis", tag = "archive",
    params(("id" = MatchIdText, Path, description = "The id")),
    responses((status = 200, description = "The variations and notes", body = TreeView), ShowProblems),
)]
pub(crate) async fn analysis(
    Part(analyses): Part<Analyses>,
    Name(id): Name,
) -> Result<axum::Json<TreeView>, ApiError> {
    Ok(axum::Json(analyses.open(match_id(&id)?).await?.view().await?))
}

/// Streams whole games, oldest first, one JSON object per line.
#[utoipa::path(
    get, path = "/api/archive/export", operation_id = "export", tag = "archive",
    params(ListQuery, PictureOptions),
    responses(
        (status = 200, description = "Games, one JSON object per line", body = String,
            content_type = "application/x-ndjson"),
        ListProblems,
    ),
)]
pub(crate) async fn export(
    Part(actions): Part<Actions>,
    Part(exports): Part<Exports>,
    limits: ClientLimits,
    Params(query): Params<ListQuery>,
    Params(all): Params<BTreeMap<String, String>>,
) -> Result<Response, ApiError> {
    let filter = query.filter(&all)?;
    send_games(&actions, &exports, &limits, filter, Bytes::new()).await
}

/// Sends `before`, which may be empty, and then every game that passes a filter, one a line.
pub(in crate::http) async fn send_games(
    actions: &Arc<Actions>,
    exports: &Exports,
    limits: &ClientLimits,
    filter: GameFilter,
    before: Bytes,
) -> Result<Response, ApiError> {
    limits.check(LimitedAction::Archive).await?;
    let permit = exports.begin(limits.address())?;
    let actions = Arc::clone(actions);
    let games = exports.start(permit, async move |reader| {
        let lines = actions.export_games(filter).map_ok(line).map_err(std::io::Error::other);
        reader.send_all(lines).await;
    });
    let body = stream::iter((!before.is_empty()).then_some(Ok(before))).chain(games);
    // The compression layer polls again after the end, which an unfused stream does not allow.
    let body = body.fuse();
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(body)).into_response())
}

fn line(game: FinishedGame) -> Bytes {
    let mut line = serde_json::to_vec(&GameView::from(game)).unwrap_or_default();
    line.push(b'\n');
    line.into()
}
