//! `/api/accounts/{who}`: the public profile of a player, by id or by registered name.
//!
//! It shows the results of all finished games, and public matches being played, on any server of the database; unlisted
//! matches stay private. A deleted identity is answered as if it had never been.

use crate::actions::Actions;
use crate::addresses::{LimitedAction, Limiter};
use crate::http::openapi::problems;
use crate::request::{ApiError, CurrentPlayer, Name, Part};
use axum::Json;
use axum::extract::ConnectInfo;
use domain::{Opponent, PlayerId, Tally};
use protocol::{MatchSummary, PlayerView};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use store::GameTally;
use utoipa::ToSchema;

/// The results of a player in one game against one kind of opponent.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct TallyView {
    /// How many were won.
    won: u32,
    /// How many were drawn.
    drawn: u32,
    /// How many were lost.
    lost: u32,
}

impl From<Tally> for TallyView {
    fn from(Tally { won, drawn, lost }: Tally) -> Self {
        Self { won, drawn, lost }
    }
}

/// The results of a player in one game.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct GameTalliesView {
    /// The game, as in the catalogue.
    game: String,
    /// The results against people.
    people: TallyView,
    /// The results against computer players and bots.
    computer: TallyView,
}

impl GameTalliesView {
    fn count(&self) -> u64 {
        let of = |tally: &TallyView| [tally.won, tally.drawn, tally.lost].map(u64::from);
        [of(&self.people), of(&self.computer)].into_iter().flatten().sum()
    }
}

/// The public profile of a player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AccountView {
    player: PlayerView,
    /// When the player registered; null for guests and computer players.
    registered_at: Option<u64>,
    /// The results of the finished games by game, the most played first.
    games: Vec<GameTalliesView>,
    /// Public matches that the player is playing, on any server.
    playing: Vec<MatchSummary>,
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
    AccountProblems: BadToken, NotFound,
}

/// Returns a player by id or by registered name.
#[utoipa::path(
    get, path = "/api/accounts/{who}", operation_id = "account", tag = "accounts",
    params(("who" = String, Path, description = "The id, or the name")),
    responses((status = 200, description = "The player's public profile", body = AccountView), AccountProblems),
)]
pub(crate) async fn show(
    Part(actions): Part<Actions>,
    Part(limiter): Part<Limiter>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Name(who): Name,
    CurrentPlayer(asker): CurrentPlayer,
) -> Result<Json<AccountView>, ApiError> {
    limiter.check_rate(client.ip(), LimitedAction::Archive)?;
    let id = match who.parse::<PlayerId>() {
        Ok(id) => Some(id),
        Err(_) => actions.player_named(&who).await?,
    };
    let id = id.ok_or(ApiError::NotFound)?;
    let profile = actions.profile(id, asker.id).await?.ok_or(ApiError::NotFound)?;
    Ok(Json(AccountView {
        player: profile.player.into(),
        registered_at: profile.registered_at.map(|at| at.0),
        games: by_game(profile.tallies),
        playing: profile.playing,
        vacation_until: profile.vacation_until.map(|until| until.0),
        you: asker.id == id,
        blocked: profile.is_blocked,
        followed: profile.is_followed,
    }))
}

/// The results by game, the most played first.
fn by_game(tallies: Vec<GameTally>) -> Vec<GameTalliesView> {
    let mut games: BTreeMap<String, GameTalliesView> = BTreeMap::new();
    for GameTally { game, opponent, tally } in tallies {
        let view = games.entry(game).or_default();
        match opponent {
            Opponent::Person => view.people = tally.into(),
            Opponent::Computer => view.computer = tally.into(),
        }
    }
    let mut games: Vec<GameTalliesView> =
        games.into_iter().map(|(game, view)| GameTalliesView { game, ..view }).collect();
    games.sort_by_key(|view| Reverse(view.count()));
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_of_a_game_are_joined_most_played_first() {
        let tally = |game: &str, opponent, won, lost| GameTally {
            game: game.to_owned(),
            opponent,
            tally: Tally { won, drawn: 0, lost },
        };
        let games = by_game(vec![
            tally("shogi", Opponent::Computer, 2, 1),
            tally("xia-si", Opponent::Computer, 3, 0),
            tally("xia-si", Opponent::Person, 0, 1),
        ]);
        let of = |won, lost| TallyView { won, drawn: 0, lost };
        let found: Vec<_> =
            games.iter().map(|view| (&*view.game, &view.people, &view.computer)).collect();
        let expected =
            [("xia-si", &of(0, 1), &of(3, 0)), ("shogi", &TallyView::default(), &of(2, 1))];
        assert_eq!(found, expected);
        assert!(by_game(Vec::new()).is_empty());
    }
}
