//! `/api/people/{who}`: the public profile of a player, by id or by registered name.
//!
//! It shows finished games by kind, and public matches being played, on any server of the database; unlisted
//! matches stay private. A deleted identity is answered as if it had never been.

use super::openapi::problems;
use crate::app_state::AppState;
use crate::request::{ApiError, Name, Who};
use crate::wire::{PlayerView, Room};
use axum::Json;
use axum::extract::State;
use domain::likeness::likeness;
use domain::{Player, PlayerId, house_players};
use serde::Serialize;
use utoipa::ToSchema;

/// How many of a player's current matches are shown.
pub(super) const PLAYING: usize = 20;

/// The most characters of a name that is looked up.
const LONGEST: usize = 64;

/// The finished games of a player in one game.
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

/// The public profile of a player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PersonView {
    player: PlayerView,
    /// When the player registered; null for guests and house players.
    kept_at: Option<u64>,
    /// Finished games by kind, the most played first.
    games: Vec<TallyView>,
    /// Public matches that the player is playing, on any server.
    playing: Vec<Room>,
    /// Until when the player is on vacation from correspondence matches at the latest; absent if they are not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    vacation_until: Option<u64>,
    /// Whether this is the caller.
    you: bool,
    /// Whether the caller has blocked this player.
    blocked: bool,
    /// Whether the caller follows this player.
    followed: bool,
}

problems! {
    /// No player has that name or id.
    PersonProblems: "bad_token", "not_found",
}

/// Returns a player by id or by registered name.
#[utoipa::path(
    get, path = "/api/people/{who}", operation_id = "person", tag = "people",
    params(("who" = String, Path, description = "The id, or the name")),
    responses((status = 200, description = "The player's public profile", body = PersonView), PersonProblems),
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
    let playing = app.registry().public_matches(&[id], PLAYING).await?;
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
        playing: playing.into_values().flatten().collect(),
        vacation_until: app.registry().vacation_until(id).map(|until| until.0),
        you: asker.id == id,
        blocked: app.store().blocks(asker.id).await?.contains(&id),
        followed: app.store().follows(asker.id).await?.contains(&id),
    }))
}
