//! `yiguan bench search`, `levels`, `spacing`, `strength`, `truth` and `tune`: how fast the computer players look
//! ahead, how far apart their levels are and should be, how they fare against another program, how often they throw
//! value away where it is known, and which weights make them better.

mod beginner;
mod ladder;
mod outside;
mod rivals;
mod spacing;
mod speed;
mod strength;
mod tally;
mod truth;
mod tune;

pub(crate) use ladder::{BenchLevels, bench_levels};
pub(crate) use spacing::{BenchSpacing, bench_spacing};
pub(crate) use speed::{BenchSearch, bench_search};
pub(crate) use strength::{BenchStrength, bench_strength};
pub(crate) use truth::{BenchTruth, bench_truth};
pub(crate) use tune::{BenchTune, bench_tune};

use super::BenchError;
use engine::{AnyGame, GAMES, Options};
use search::{Player, TextHost};
use std::time::Instant;

/// A host with a clock of the machine.
struct Clock(Instant);

impl Clock {
    fn new() -> Self {
        Self(Instant::now())
    }
}

impl TextHost for Clock {
    fn elapsed(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// Games longer than this are counted as drawn.
const MAX_PLIES: usize = 400;

/// A game of that id from its start, in its default ruleset or the one given.
pub(super) fn set_up(game: &str, ruleset: Option<&str>) -> Result<AnyGame, BenchError> {
    AnyGame::new(game, ruleset, &Options::none(), None)
        .map_err(|error| BenchError::Game(game.to_owned(), error.to_string()))
}

/// A searcher of the game, with a table of `64 << bits` bytes.
fn searcher(game: &AnyGame, bits: u32) -> Result<Player, BenchError> {
    Player::new(game, bits).ok_or_else(|| {
        BenchError::Game(game.info().id.to_owned(), "it cannot be searched".to_owned())
    })
}

/// Plays an action that a player claims is legal.
fn play(game: &mut AnyGame, action: &str) -> Result<(), BenchError> {
    match game.play(action) {
        Ok(_) => Ok(()),
        Err(refused) => Err(BenchError::Game(game.info().id.to_owned(), refused.to_string())),
    }
}

/// The ids of the games whose id contains a text.
fn games_of(only: &str) -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|info| info.id).filter(move |id| id.contains(only))
}
