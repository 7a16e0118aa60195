//! `/api/me/export`: everything stored about the player who asks, for them to download.
//!
//! The records about the player are followed by every finished game, by the same stream and with the same
//! limits as an export of the archive.

use crate::actions::Actions;
use crate::addresses::LimitedAction;
use crate::http::archive::games::send_games;
use crate::http::openapi::problems;
use crate::permits::Exports;
use crate::request::{ApiError, ClientLimits, Owner, Part};
use axum::body::Bytes;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use store::GameFilter;

problems! {
    /// Too many exports are running, or the caller has to confirm who they are.
    EverythingProblems: BadToken, ConfirmNeeded, TokenNotAllowed,
}

/// Streams everything stored about the caller as lines of JSON: first the player with sessions,
/// passkeys, tokens, push subscriptions, the address for mail, blocked and followed
/// players, the seek, whether they are listed among those who are here, vacation, ratings, tallies, warnings and until when they are muted; then, each on a line, games in progress with the caller's
/// conditional moves, chat lines, changes of analysis trees and reports that the caller made, and every finished game. Secrets are not included: the server has
/// only their digests.
#[utoipa::path(
    get, path = "/api/me/export", operation_id = "exportMe", tag = "accounts",
    responses(
        (status = 200, description = "The player, then games, one JSON object per line", body = String,
            content_type = "application/x-ndjson"),
        EverythingProblems,
    ),
)]
pub(crate) async fn export(
    Part(actions): Part<Actions>,
    Part(exports): Part<Exports>,
    limits: ClientLimits,
    Owner { player, .. }: Owner,
) -> Result<Response, ApiError> {
    // The reads before the games cost as much as a list.
    limits.check(LimitedAction::Archive).await?;
    let lines = actions.export_account(&player).await?;
    let filter = GameFilter { player: Some(player.id), ..GameFilter::default() };
    let mut answer = send_games(&actions, &exports, &limits, filter, Bytes::from(lines)).await?;
    let name = HeaderValue::from_static("attachment; filename=\"yiguan.ndjson\"");
    answer.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(answer)
}
