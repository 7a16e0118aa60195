//! `/api/people/{who}`: the public profile of a player, by id or by registered name.
//!
//! It shows the results of the latest finished games, and public matches being played, on any server of the database; unlisted
//! matches stay private. A deleted identity is answered as if it had never been.

use super::openapi::problems;
use crate::addresses::LimitedAction;
use crate::app_state::AppState;
use crate::request::{ApiError, Name, Who};
use axum::Json;
use axum::extract::{ConnectInfo, State};
use domain::likeness::likeness;
use domain::{GameSummary, MatchResult, Player, PlayerId, house_players};
use engine::Side;
use protocol::{PlayerView, Room};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use store::GameFilter;
use utoipa::ToSchema;

/// How many of a player's current matches are shown.
pub(super) const PLAYING: usize = 20;

/// How many of a player's latest games are counted, so that a profile costs the same however many
/// games the player has finished.
const COUNTED: u32 = 50;

/// The most characters of a name that is looked up.
const LONGEST: usize = 64;

/// The results of a player in one game, among their latest finished games.
#[derive(Debug, Default, Serialize, ToSchema)]
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
    /// The results of the latest 50 finished games by game, the most played first.
    games: Vec<TallyView>,
    /// Whether the player has finished more games than these.
    more_games: bool,
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
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Name(who): Name,
    Who(asker): Who,
) -> Result<Json<PersonView>, ApiError> {
    app.ration(client.ip(), LimitedAction::Archive)?;
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
    let filter = GameFilter { player: Some(id), ..GameFilter::default() };
    let mut latest = app.store().games(&filter, None, COUNTED + 1).await?;
    let counted = usize::try_from(COUNTED).unwrap_or(usize::MAX);
    let more_games = latest.len() > counted;
    latest.truncate(counted);
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
        games: tallies(id, &latest),
        more_games,
        playing: playing.into_values().flatten().collect(),
        vacation_until: app.registry().vacation_until(id).map(|until| until.0),
        you: asker.id == id,
        blocked: app.store().blocks(asker.id).await?.contains(&id),
        followed: app.store().follows(asker.id).await?.contains(&id),
    }))
}

/// The results of a player in these games, by game; a game of a player against themselves counts as
/// the first side's.
fn tallies(id: PlayerId, games: &[GameSummary]) -> Vec<TallyView> {
    let mut by_game: BTreeMap<&str, TallyView> = BTreeMap::new();
    for summary in games {
        let Some(result) = summary.result else { continue };
        let is_first = summary.players.first.as_ref().is_some_and(|player| player.id == id);
        let seat = if is_first { Side::First } else { Side::Second };
        let tally = by_game.entry(&summary.game).or_default();
        match result {
            MatchResult::Draw => tally.drawn += 1,
            MatchResult::Won(side) if side == seat => tally.won += 1,
            MatchResult::Won(_) => tally.lost += 1,
        }
    }
    let named =
        by_game.into_iter().map(|(game, tally)| TallyView { game: game.to_owned(), ..tally });
    let mut tallies: Vec<TallyView> = named.collect();
    tallies.sort_by_key(|tally| Reverse(tally.won + tally.drawn + tally.lost));
    tallies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn tallies_count_results_of_either_seat() {
        let games = samples::games().expect("they are valid");
        let sample = games[0].summary.clone();
        let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
        let game = |first, second, result| {
            let mut summary = sample.clone();
            summary.players.first = Some(Player::guest(first));
            summary.players.second = Some(Player::guest(second));
            summary.result = result;
            summary
        };
        let won = Some(MatchResult::Won(Side::First));
        let games = [
            game(one, other, won),
            game(other, one, won),
            game(other, one, Some(MatchResult::Won(Side::Second))),
            game(one, other, Some(MatchResult::Draw)),
            game(one, other, None),
        ];
        let found = tallies(one, &games);
        let counts: Vec<_> = found.iter().map(|t| (&*t.game, t.won, t.drawn, t.lost)).collect();
        assert_eq!(counts, [(&*sample.game, 2, 1, 1)]);
        assert!(tallies(one, &[]).is_empty());
    }
}
