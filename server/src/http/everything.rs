//! `/api/me/export`: everything stored about the player who asks, for them to download.
//!
//! The first line is the person with sessions, passkeys, tokens, blocks, ratings and unread
//! warnings; then follows every finished game, by the same stream and with the same limits as an
//! export of the archive. Secrets are not included: the server has only their digests.

use super::archive::send_games;
use super::openapi::problems;
use crate::app_state::AppState;
use crate::request::{ApiError, Who};
use crate::store::GameFilter;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use serde_json::json;
use std::net::SocketAddr;

problems! {
    /// Too many exports are running.
    EverythingProblems: "bad_token",
}

/// Streams everything stored about the caller as lines of JSON: first the player with sessions,
/// passkeys, tokens, push subscriptions, the address for mail, blocked and followed
/// players, whether they are listed among those who are here, vacation, ratings and unread warnings, then every finished game. Secrets are not included: the server has
/// only their digests.
#[utoipa::path(
    get, path = "/api/me/export", operation_id = "exportMe", tag = "people",
    responses(
        (status = 200, description = "The player, then games, one JSON object per line", body = String,
            content_type = "application/x-ndjson"),
        EverythingProblems,
    ),
)]
pub(crate) async fn export(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Who(player): Who,
) -> Result<Response, ApiError> {
    let (store, id, now) = (app.store(), player.id, app.registry().now());
    let person = store.person(id).await?;
    let sessions = store.sessions(id).await?.into_iter().map(|session| {
        json!({"id": session.id, "device": session.device,
            "created_at": session.created_at.0, "seen_at": session.seen_at.0})
    });
    let passkeys = store.passkeys(id).await?.into_iter().map(|passkey| {
        json!({"device": passkey.device, "created_at": passkey.created_at.0,
            "used_at": passkey.used_at.0})
    });
    let tokens = store.tokens(id, now).await?.into_iter().map(|token| {
        json!({"id": token.id, "created_at": token.created_at.0,
            "expires_at": token.expires_at.0})
    });
    let pushes = store.pushes(id).await?.into_iter().map(|push| {
        json!({"created_at": push.created_at.0, "turn": push.kinds.turn,
            "challenge": push.kinds.challenge, "found": push.kinds.found})
    });
    let vacation = store.vacation(id).await?;
    let ratings = store.standings_of(id).await?.into_iter().map(|(pool, standing)| {
        json!({"pool": pool.to_string(), "rating": standing.rating.rating,
            "deviation": standing.rating.deviation, "games": standing.games})
    });
    let warnings = store.warnings(id).await?.into_iter();
    let warnings = warnings.map(|warning| json!({"at": warning.at.0, "text": warning.text}));
    let mail = store.mail(id).await?.map(|mail| {
        json!({"address": mail.address, "language": mail.language,
            "created_at": mail.created_at.0,
            "confirmed_at": mail.confirmed_at.map(|at| at.0),
            "refused_at": mail.refused_at.map(|at| at.0), "turn": mail.kinds.turn,
            "challenge": mail.kinds.challenge, "found": mail.kinds.found})
    });
    let about = json!({
        "kind": "person",
        "id": id,
        "name": player.named.then_some(&*player.name),
        "guest": player.guest,
        "bot": player.bot,
        "kept_at": person.as_ref().map(|person| person.kept_at.0),
        "password": person.is_some_and(|person| person.password.is_some()),
        "recovery_codes": store.recovery_codes_left(id).await?,
        "sessions": sessions.collect::<Vec<_>>(),
        "passkeys": passkeys.collect::<Vec<_>>(),
        "tokens": tokens.collect::<Vec<_>>(),
        "pushes": pushes.collect::<Vec<_>>(),
        "mail": mail,
        "blocks": store.blocks(id).await?,
        "follows": store.follows(id).await?,
        "ratings": ratings.collect::<Vec<_>>(),
        "listed": store.unlisted_of(&[id]).await?.is_empty(),
        "warnings": warnings.collect::<Vec<_>>(),
        "vacation": {"year": vacation.year, "used": vacation.used,
            "begun_at": vacation.begun.map(|begun| begun.0)},
    });
    let filter = GameFilter { player: Some(id), ..GameFilter::default() };
    let mut answer = send_games(&app, client, filter, Bytes::from(format!("{about}\n")))?;
    let name = HeaderValue::from_static("attachment; filename=\"yiguan.ndjson\"");
    answer.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(answer)
}
