//! `/api/matches`: creating matches, listing them, joining, and reading a match and its events.
//!
//! Live data (actions, clocks, chat) goes over sockets; these addresses serve single requests.
//! Creating is limited by address, by day and by network. Events are streamed page by page.

use crate::actions::{Actions, NewMatch, Opponent};
use crate::addresses::{LimitedAction, Limiter};
use crate::http::openapi::problems;
use crate::live::Replayed;
use crate::lobby::Listing;
use crate::request::{ApiError, CurrentPlayer, Identity, Part};
use crate::request::{Flag, Json, Name, Params};
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Extension};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::clock::ClockSetting;
use domain::{MatchId, PlayerId, Setup, Visibility};
use engine::{Options, Side};
use futures_util::{StreamExt, TryStreamExt};
use protocol::{
    ClockSettingView, MatchIdText, MatchSummary, PlayerIdText, SideWord, Snapshot, VisibilityWord,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use utoipa::{IntoParams, ToSchema};

/// The body of `POST /api/matches`.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CreateMatchRequest {
    /// The game, as in the catalogue.
    game: String,
    /// The ruleset; by default the game's first.
    ruleset: Option<String>,
    /// Options with their values; each defaults to its first value.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// The start position; by default that of the ruleset.
    position: Option<String>,
    /// The time control.
    #[serde(default)]
    clock: ClockSettingView,
    /// The seat of the player who creates the match.
    #[serde(default)]
    seat: SeatChoice,
    /// Whether the match is listed; by default `public`, or `link` (unlisted) against a computer
    /// player.
    #[schema(value_type = Option<VisibilityWord>)]
    visibility: Option<Visibility>,
    /// Whether the match is rated. A rated match starts from the usual position, between registered
    /// players or against a computer player.
    #[serde(default)]
    rated: bool,
    /// The level of a computer player who takes the other seat at once, 1 to 8. Higher levels are
    /// other programs, for the games listed in the catalogue's `engines`.
    #[schema(minimum = 1, maximum = 12)]
    computer: Option<u8>,
    /// The player who is challenged. The free seat is reserved for them, and the match appears only
    /// among their own matches.
    #[schema(value_type = Option<PlayerIdText>)]
    opponent: Option<PlayerId>,
}

impl CreateMatchRequest {
    fn parse(self) -> Result<NewMatch, ApiError> {
        let options: Options = self.options.iter().collect();
        let (ruleset, position) = (self.ruleset.as_deref(), self.position.as_deref());
        Ok(NewMatch {
            game: Setup::game(&self.game, ruleset, &options, position)?,
            opponent: match (self.computer, self.opponent) {
                (None, None) => Opponent::Open,
                (Some(level), None) => Opponent::Computer(level),
                (None, Some(id)) => Opponent::Challenged(id),
                (Some(_), Some(_)) => {
                    return Err(ApiError::BadRequest(
                        "only one of `computer` and `opponent` is possible".to_owned(),
                    ));
                }
            },
            clock: ClockSetting::try_from(self.clock)?,
            seat: match self.seat {
                SeatChoice::First => Some(Side::First),
                SeatChoice::Second => Some(Side::Second),
                SeatChoice::Random => None,
            },
            visibility: self.visibility,
            rated: self.rated,
        })
    }
}

#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SeatChoice {
    First,
    Second,
    #[default]
    Random,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CreatedMatch {
    #[schema(value_type = MatchIdText)]
    id: MatchId,
    /// The address of the match's page.
    url: String,
    #[schema(value_type = SideWord)]
    seat: &'static str,
}

problems! {
    /// The match cannot be created.
    CreateProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson,
        UnknownGame, UnknownRuleset, UnknownOption, UnknownValue, BadPosition,
        BadClock, NotRegistered, NotRatable, CannotChallenge,
        UnknownPlayer, TooManyOpen, TooManyComputer, TooManyChallenges,
        NotEstablished, PairRated,
}

/// Creates a match with a free seat.
#[utoipa::path(
    post, path = "/api/matches", operation_id = "createMatch", tag = "matches",
    request_body = CreateMatchRequest,
    responses((status = 201, description = "The match is created", body = CreatedMatch), CreateProblems),
)]
pub(crate) async fn create(
    Part(actions): Part<Actions>,
    Part(limiter): Part<Limiter>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    CurrentPlayer(creator): CurrentPlayer,
    Json(body): Json<CreateMatchRequest>,
) -> Result<(StatusCode, axum::Json<CreatedMatch>), ApiError> {
    let admission = actions.admit()?;
    limiter.check_rate(client.ip(), LimitedAction::Match)?;
    limiter.check_rate_of_all(client.ip(), LimitedAction::MatchOfTheDay).await?;
    let new = body.parse()?;
    let caller = limiter.caller(client.ip());
    let (id, seat) = actions.create_match(admission, &creator, caller, new).await?;
    let made = CreatedMatch { id, url: format!("/m/{id}"), seat: seat.as_str() };
    Ok((StatusCode::CREATED, axum::Json(made)))
}

/// The filter of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Only matches in this phase.
    #[serde(default)]
    #[param(inline, required = false)]
    state: ListState,
    /// Only matches of this game.
    game: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ListState {
    #[default]
    Open,
    Live,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MatchList {
    matches: Vec<MatchSummary>,
}

problems! {
    /// The query or the token is invalid.
    ListProblems: BadRequest, BadToken, UnknownGame,
}

/// Lists public matches that are open or live, newest first.
#[utoipa::path(
    get, path = "/api/matches", operation_id = "matches", tag = "matches", params(ListQuery),
    responses((status = 200, description = "Up to 200 matches", body = MatchList), ListProblems),
)]
pub(crate) async fn list(
    Part(actions): Part<Actions>,
    Params(query): Params<ListQuery>,
) -> Result<axum::Json<MatchList>, ApiError> {
    // A game that does not exist is refused instead of searched for.
    if let Some(game) = &query.game {
        engine::find_game(game)?;
    }
    let listing = match query.state {
        ListState::Open => Listing::Open,
        ListState::Live => Listing::Live,
    };
    let matches = actions.public_matches(listing, query.game.as_deref()).await;
    Ok(axum::Json(MatchList { matches }))
}

/// Parses an id in an address; a text that is no id is answered like an unknown id.
pub(crate) fn match_id(text: &str) -> Result<MatchId, ApiError> {
    text.parse().map_err(|_| ApiError::NotFound)
}

/// A match as a whole, as the sockets send it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Shown {
    #[serde(rename = "type")]
    #[schema(value_type = ShownType)]
    kind: &'static str,
    #[serde(flatten)]
    #[schema(value_type = Snapshot)]
    snapshot: Box<Snapshot>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "it describes the one word that `type` is")]
enum ShownType {
    Snapshot,
}

problems! {
    /// There is no such match, or the token is invalid.
    ShowProblems: BadRequest, BadToken, NotFound,
}

/// The parts of a match that are requested.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ShowQuery {
    /// `1` to include the legal actions (`legal`).
    #[param(inline)]
    legal: Option<Flag>,
}

/// Returns the complete state of a match. Until it is over, players are shown the chat of the players
/// and all others that of the spectators.
#[utoipa::path(
    get, path = "/api/matches/{id}", operation_id = "match", tag = "matches",
    params(("id" = MatchIdText, Path, description = "The match"), ShowQuery),
    responses((status = 200, description = "The match", body = Shown), ShowProblems),
)]
pub(crate) async fn show(
    Part(actions): Part<Actions>,
    Extension(Identity(reader)): Extension<Identity>,
    Name(id): Name,
    Params(query): Params<ShowQuery>,
) -> Result<axum::Json<Shown>, ApiError> {
    let detail = Flag::detail(query.legal);
    let snapshot = actions.snapshot(match_id(&id)?, reader, detail).await?;
    Ok(axum::Json(Shown { kind: "snapshot", snapshot }))
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Seated {
    #[schema(value_type = SideWord)]
    seat: &'static str,
}

problems! {
    /// The seat cannot be taken.
    JoinProblems: BadToken, BadOrigin, NotRegistered, Blocked, NotFound, SeatTaken,
        MatchOver, Wait, NotEstablished, PairRated,
}

/// Takes the free seat of a match. A player who already has a seat keeps it.
#[utoipa::path(
    post, path = "/api/matches/{id}/join", operation_id = "join", tag = "matches",
    params(("id" = MatchIdText, Path, description = "The match")),
    responses((status = 200, description = "The seat", body = Seated), JoinProblems),
)]
pub(crate) async fn join(
    Part(actions): Part<Actions>,
    Part(limiter): Part<Limiter>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Name(id): Name,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<axum::Json<Seated>, ApiError> {
    limiter.check_rate(client.ip(), LimitedAction::Seat)?;
    let caller = limiter.caller(client.ip());
    let side = actions.join(player, caller, match_id(&id)?).await?;
    Ok(axum::Json(Seated { seat: side.as_str() }))
}

/// The range of events.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventsQuery {
    /// Only events with a `seq` greater than this.
    #[serde(default)]
    #[param(required = false, maximum = 4_294_967_295_u32)]
    since: u32,
}

problems! {
    /// No such match is in progress.
    EventsProblems: BadRequest, BadToken, NotFound, MatchOver,
}

/// Streams the events of a match in progress, one JSON object per line. Chat lines have only their
/// numbers and times (`noted`), except those of the players for a player of the match.
#[utoipa::path(
    get, path = "/api/matches/{id}/events", operation_id = "events", tag = "matches",
    params(("id" = MatchIdText, Path, description = "The match"), EventsQuery),
    responses(
        (status = 200, description = "Events, one JSON object per line", body = String,
            content_type = "application/x-ndjson"),
        EventsProblems,
    ),
)]
pub(crate) async fn events(
    Part(actions): Part<Actions>,
    Extension(Identity(reader)): Extension<Identity>,
    Name(id): Name,
    Params(query): Params<EventsQuery>,
) -> Result<Response, ApiError> {
    let pages = actions.events(match_id(&id)?, reader, query.since).await?;
    let pages = pages.map_ok(|page| lines(&page)).map_err(std::io::Error::other);
    // The compression layer polls again after the end, which an unfused stream does not allow.
    let body = Body::from_stream(pages.fuse());
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], body).into_response())
}

/// Events, one a line.
fn lines(events: &[Replayed]) -> Bytes {
    let mut body = Vec::with_capacity(events.iter().map(|e| e.frame.bytes().len() + 1).sum());
    for event in events {
        body.extend_from_slice(event.frame.bytes());
        body.push(b'\n');
    }
    body.into()
}
