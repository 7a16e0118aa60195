//! `/api/people/{who}`: the public page of a player, by id or by a name that is kept.
//!
//! It shows finished games by kind, and public matches being played on this server; matches found
//! by their link only stay private. A deleted identity is answered as if it had never been.

use super::openapi::problems;
use crate::app_state::AppState;
use crate::request::{ApiError, Name, Who};
use crate::wire::{PlayerView, Room};
use axum::Json;
use axum::extract::State;
use domain::likeness::likeness;
use domain::{Player, PlayerId, RoomState, Visibility, house_players};
use serde::Serialize;
use utoipa::ToSchema;

/// How many matches are shown that somebody is playing.
const PLAYING: usize = 20;

/// The most characters of a name that is looked up.
const LONGEST: usize = 64;

/// The games of one kind that somebody has finished.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TallyView {
    /// The game, as in the catalogue.
    game: String,
    /// How many were won.
    won: u32,
    /// How many were drawn.
    drawn: u32,
    /// How many were lost.
    lost: u32,
}

/// What everybody may know of somebody.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PersonView {
    player: PlayerView,
    /// Since when the identity is kept; null for guests and house players.
    kept_at: Option<u64>,
    /// Finished games, those of which there are most first.
    games: Vec<TallyView>,
    /// Public matches that are going on, of the server that was asked.
    playing: Vec<Room>,
    /// Whether it is whoever asks.
    you: bool,
    /// Whether whoever asks has blocked them.
    blocked: bool,
    /// Whether whoever asks follows them.
    followed: bool,
}

problems! {
    /// Nobody has that name or id.
    PersonProblems: "bad_token", "not_found",
}

/// Somebody by their id, or by a name that is kept.
#[utoipa::path(
    get, path = "/api/people/{who}", operation_id = "person", tag = "people",
    params(("who" = String, Path, description = "The id, or the name")),
    responses((status = 200, description = "What everybody may know", body = PersonView), PersonProblems),
)]
pub(crate) async fn show(
    State(app): State<AppState>,
    Name(who): Name,
    Who(asker): Who,
) -> Result<Json<PersonView>, ApiError> {
    let id = match who.parse::<PlayerId>() {
        Ok(id) => id,
        Err(_) => {
            let alike = likeness(&who.chars().take(LONGEST).collect::<String>());
            app.store().person_alike(&alike).await?.ok_or(ApiError::NotFound)?.id
        }
    };
    let person = app.store().person(id).await?;
    // A deleted identity has nothing to show.
    if person.is_none() && app.store().was_kept(id).await? {
        return Err(ApiError::NotFound);
    }
    let games = app.store().tallies(id).await?;
    let games = games.into_iter().map(|tally| TallyView {
        game: tally.game,
        won: tally.won,
        drawn: tally.drawn,
        lost: tally.lost,
    });
    let playing = public_matches(&app, id).await;
    // House players are known by their ids alone.
    let house = house_players::level_of(id).and_then(Player::of_the_house);
    let player = match house {
        Some(player) => player,
        None => app.player(id).await?,
    };
    Ok(Json(PersonView {
        player: player.into(),
        kept_at: person.map(|person| person.kept_at.0),
        games: games.collect(),
        playing,
        you: asker.id == id,
        blocked: app.store().blocks(asker.id).await?.contains(&id),
        followed: app.store().follows(asker.id).await?.contains(&id),
    }))
}

/// The public matches that somebody is playing, of this server.
pub(super) async fn public_matches(app: &AppState, id: PlayerId) -> Vec<Room> {
    let mut playing = app.registry().matches_of(id, PLAYING).await;
    playing.retain(|room| room.visibility == Visibility::Public && room.state == RoomState::Live);
    playing
}
