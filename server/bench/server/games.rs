//! The games that the load of the server's benchmark plays: random, legal, long, and the same in
//! every run.
//!
//! They are generated before the measurement, so that the load itself computes no rules while it
//! measures.

use crate::BenchError;
use engine::{AnyGame, Options, Side};
use rand::prelude::*;
use std::fmt::Write;

/// Move lists of whole or truncated games.
#[derive(Debug)]
pub(super) struct Script {
    /// The game's id.
    pub(super) game: String,
    /// The games, each a list of moves that does not end the game.
    pub(super) games: Vec<Vec<Scripted>>,
}

/// A move and whose it is: a side may act several times in a row.
#[derive(Debug)]
pub(super) struct Scripted {
    pub(super) by: Side,
    pub(super) action: String,
}

impl Script {
    /// `count` random games of `game` under its default ruleset, the last ply left out, so
    /// that no game ends by its rules while it is measured. Reproducible: the seed is fixed.
    pub(super) fn random(game: &str, count: usize) -> Result<Self, BenchError> {
        let mut rng = StdRng::seed_from_u64(1);
        let mut games = Vec::with_capacity(count);
        for _ in 0..count.max(1) {
            let mut played = AnyGame::new(game, None, &Options::none(), None)
                .map_err(|error| BenchError::Game(game.to_owned(), error.to_string()))?;
            let mut moves = Vec::new();
            while played.outcome().is_none() && played.ply() < 400 {
                let legal = played.legal();
                let Some(action) = legal.choose(&mut rng) else { break };
                let made = played
                    .play(action)
                    .map_err(|refused| BenchError::Game(game.to_owned(), refused.to_string()))?;
                moves.push(Scripted { by: made.by, action: made.action });
            }
            moves.pop();
            games.push(moves);
        }
        Ok(Self { game: game.to_owned(), games })
    }
}

/// Writes a `play` frame into a buffer that is reused.
pub(crate) fn play_frame(frame: &mut String, ply: usize, action: &str) {
    frame.clear();
    // Writing to a String cannot fail.
    let _ = write!(frame, r#"{{"type":"play","id":"p{ply}","ply":{ply},"move":"{action}"}}"#);
}
