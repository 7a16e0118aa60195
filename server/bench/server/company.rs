//! Background load for the server's benchmark: players who keep the computer players busy while others
//! are measured.
//!
//! Each plays one match after another at random against the highest level, so the computer's threads
//! always have work. What these players do is not measured; an error of theirs fails the benchmark.

use super::http::Client;
use super::table::{connect, guest};
use crate::BenchError;
use engine::AnyGame;
use futures_util::{SinkExt, StreamExt};
use search::Random;
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// The level that thinks longest.
const LEVEL: u8 = search::levels::COUNT;

/// Players against computer players; their tasks end when this is dropped.
pub(super) struct Company(JoinSet<Result<(), BenchError>>);

impl Company {
    /// `count` players, each of whom plays one match after another.
    pub(super) fn new(address: SocketAddr, game: &str, count: usize) -> Self {
        let mut tasks = JoinSet::new();
        for number in 0..count {
            let game = game.to_owned();
            tasks.spawn(async move {
                let mut random = Random::new(number as u64);
                let mut client = Client::connect(address).await?;
                let token = guest(&mut client).await?;
                loop {
                    play(address, &mut client, &token, &game, &mut random).await?;
                }
            });
        }
        Self(tasks)
    }

    /// Ends the matches.
    ///
    /// # Errors
    ///
    /// [`BenchError`] if one of them could not play.
    pub(super) async fn leave(mut self) -> Result<(), BenchError> {
        if let Some(Ok(Err(error))) = self.0.try_join_next() {
            return Err(error);
        }
        self.0.shutdown().await;
        Ok(())
    }
}

/// Plays a match at random against a computer player.
async fn play(
    address: SocketAddr,
    client: &mut Client,
    token: &str,
    game: &str,
    random: &mut Random,
) -> Result<(), BenchError> {
    let wish = json!({"game": game, "computer": LEVEL, "seat": "first"});
    let made = client.post("/api/matches", Some(token), &wish).await?;
    let id = made["id"].as_str().ok_or_else(|| BenchError::Answer(made.to_string()))?;
    let mut socket = connect(address, &format!("/ws/matches/{id}"), token).await?;
    let mut state: Option<AnyGame> = None;
    loop {
        let text = match socket.next().await {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(_)) => continue,
            Some(Err(_)) | None => return Ok(()),
        };
        let message: Value = serde_json::from_str(&text).unwrap_or_default();
        match (message["type"].as_str(), message["kind"].as_str()) {
            (Some("snapshot"), _) => state = Some(super::super::players::set_up(game, None)?),
            (_, Some("moved")) => {
                let Some(state) = &mut state else { continue };
                let played = message["move"].as_str().unwrap_or_default();
                if state.play(played).is_err() || state.outcome().is_some() {
                    return Ok(());
                }
            }
            (_, Some("ended")) => return Ok(()),
            _ => continue,
        }
        let Some(state) = state.as_ref().filter(|state| state.to_act() == engine::Side::First)
        else {
            continue;
        };
        let legal = state.legal();
        let Some(action) = legal.get(random.below(legal.len().max(1))) else { return Ok(()) };
        let ply = state.ply();
        let frame = json!({"type": "play", "id": format!("m{ply}"), "ply": ply, "move": action});
        let frame = Message::Text(Utf8Bytes::from(frame.to_string()));
        if socket.send(frame).await.is_err() {
            return Ok(());
        }
    }
}
