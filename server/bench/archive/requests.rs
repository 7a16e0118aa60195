//! How long a server over the archive takes for each kind of request that reads it.

use super::BenchError;
use super::asking::histogram;
use super::invented::{player, starts};
use crate::attacks::target::{Client, Target};
use hdrhistogram::Histogram;
use hyper::StatusCode;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::path::Path;
use std::time::Instant;

/// The addresses that requests come from; the server has its limits off.
const FROM: &str = "192.0.2.1";

/// The games that are requested in turn, so that a cached answer for one does not serve the next.
const GAMES: usize = 100;

/// Sends every request in turn with all others, over one connection, and measures each until the end of
/// its answer.
///
/// # Errors
///
/// [`BenchError`] if the server cannot be started, or answers other than by 200.
pub(super) async fn requests(
    binary: &Path,
    folder: &Path,
    times: u32,
) -> Result<Vec<(String, Histogram<u64>)>, BenchError> {
    let target = Target::over(binary, folder).await?;
    let mut client = target.client().await?;
    let cookies = client.get(FROM, "/api/me").await?.cookies.join("; ");
    let games = games(&mut client).await?;
    let mut measured: Vec<_> =
        paths().into_iter().map(|(name, path)| (name, path, histogram())).collect();
    for round in 0..times as usize {
        let game = &games[round % games.len()];
        for (name, path, taken) in &mut measured {
            let path = path.replace("{game}", game);
            let began = Instant::now();
            let answer = client.get_by(FROM, &path, &cookies).await?;
            taken.saturating_record(u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX));
            if answer.status != StatusCode::OK {
                return Err(BenchError::Answer(format!("{name}: {} to {path}", answer.status)));
            }
        }
    }
    target.stop().await?;
    let mut measured: Vec<_> =
        measured.into_iter().map(|(name, _, taken)| (name.to_owned(), taken)).collect();
    measured.sort_by_key(|(_, taken)| std::cmp::Reverse(taken.value_at_quantile(0.99)));
    Ok(measured)
}

/// The ids of some games of the player with the most.
async fn games(client: &mut Client) -> Result<Vec<String>, BenchError> {
    let list = format!("/api/archive?player={}&limit={GAMES}", player(0).id);
    let answer = client.get(FROM, &list).await?.body;
    let games = answer["games"].as_array().into_iter().flatten();
    let ids: Vec<String> = games.filter_map(|game| Some(game["id"].as_str()?.to_owned())).collect();
    if ids.is_empty() { Err(BenchError::Answer(answer.to_string())) } else { Ok(ids) }
}

/// The requests: a name, and a path in which `{game}` stands for a stored game.
fn paths() -> Vec<(&'static str, String)> {
    let busy = player(0).id;
    let starts = starts(&mut SmallRng::seed_from_u64(1));
    let (mut position, mut moves) = (String::new(), String::new());
    if let Some((.., start, lines)) = starts.iter().find(|(game, ..)| *game == "shogi") {
        let mut game = start.clone();
        for action in lines[0].iter().take(2) {
            // The first line was played from this start.
            let _ = game.play(action);
        }
        position = game.position_text().replace(' ', "%20").replace('+', "%2B");
        let first = &lines[0][0];
        let other = lines.iter().map(|line| &line[0]).find(|&action| action != first);
        moves = other.cloned().unwrap_or_default();
    }
    [
        ("games", "/api/archive".to_owned()),
        ("games of a game", "/api/archive?game=shogi".to_owned()),
        (
            "games of a ruleset and a result",
            "/api/archive?game=xiangqi&ruleset=walker&result=first".to_owned(),
        ),
        ("games of a player", format!("/api/archive?player={busy}")),
        ("games of 199 moves", "/api/archive?game=shogi&shortest=199".to_owned()),
        ("games through a position", format!("/api/archive?game=shogi&position={position}")),
        (
            "games through a position, other moves",
            format!("/api/archive?game=shogi&position={position}&moves={moves}"),
        ),
        ("export of a player's 5,000 games", format!("/api/archive/export?player={busy}")),
        ("a stored game", "/api/archive/{game}".to_owned()),
        ("its notes", "/api/archive/{game}/analysis".to_owned()),
        ("its ratings", "/api/archive/{game}/ratings".to_owned()),
        ("its page", "/g/{game}".to_owned()),
        ("a picture of it", "/api/archive/{game}.png?ply=1".to_owned()),
        ("explorer at the start", "/api/explorer?game=shogi".to_owned()),
        ("explorer after two moves", format!("/api/explorer?game=shogi&position={position}")),
        ("people by a name", "/api/accounts?name=Li".to_owned()),
        ("a person", format!("/api/accounts/{busy}")),
        ("ratings of a person", format!("/api/accounts/{busy}/ratings")),
        ("pools of ratings", "/api/ratings".to_owned()),
        ("the best of a game", "/api/ratings/shogi".to_owned()),
        ("own matches", "/api/me/matches".to_owned()),
        ("export of everything about oneself", "/api/me/export".to_owned()),
        ("the lobby", "/api/matches".to_owned()),
        ("who is here", "/api/online".to_owned()),
        ("games that can be played", "/api/games".to_owned()),
    ]
    .into()
}
