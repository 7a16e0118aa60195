//! `yiguan bench strength`: a match against another program at equal time, or against a simple player where
//! there is none.

use super::outside::{Outside, rival};
use super::rivals::{self, Rival};
use super::tally::Tally;
use super::{Clock, MAX_PLIES, searcher, set_up};
use crate::{BenchError, machine};
use engine::{AnyGame, Side};
use search::levels::Level;
use search::{Limits, Random, Unattended};
use std::path::PathBuf;

/// The opponent, and the settings of the match.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchStrength {
    /// The game: one of those for which `rivals.json` knows a protocol.
    #[arg(long, default_value = "xiangqi", env = "YIGUAN_BENCH_GAME")]
    pub game: String,
    /// The path of the other program.
    #[arg(long, default_value = "/usr/games/fairy-stockfish", env = "YIGUAN_BENCH_RIVAL")]
    pub rival: PathBuf,
    /// Play a simple player instead of the other program; possible in any game.
    #[arg(long, value_enum, env = "YIGUAN_BENCH_SIMPLE")]
    pub simple: Option<Rival>,
    /// The time for each action of either player, in milliseconds; a simple player has no limit
    /// of time.
    #[arg(long, default_value_t = 100, env = "YIGUAN_BENCH_MILLISECONDS")]
    pub milliseconds: u64,
    /// The number of positions for each action of ours instead of a time, so that a busy machine
    /// makes no difference.
    #[arg(long, env = "YIGUAN_BENCH_NODES")]
    pub nodes: Option<u64>,
    /// The number of games: two from each opening, with sides swapped.
    #[arg(long, default_value_t = 400, env = "YIGUAN_BENCH_GAMES")]
    pub games: u64,
    /// The seed of the openings.
    #[arg(long, default_value_t = 1, env = "YIGUAN_BENCH_SEED")]
    pub seed: u64,
}

/// The number of actions that a fast player plays before each game, different each time.
const OPENING_PLIES: u64 = 6;

/// The strength at which openings are played: enough that neither side is lost.
const OPENING: Level = Level::new(1_500, 3, 60);

/// Plays the match and passes the score to `print`, every ten games and at the end.
///
/// # Errors
///
/// [`BenchError`]: the other program cannot be started, exits, or plays an illegal move.
pub(crate) fn bench_strength(
    options: &BenchStrength,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    print(&machine::describe());
    let mut tally = Tally::default();
    let mut illegal = 0;
    for number in 0..options.games {
        let us = if number % 2 == 0 { Side::First } else { Side::Second };
        // Each game has a process of its own: experience from one is no help in the next.
        let mut theirs = Theirs::start(options, number)?;
        let (won, fair) = play(options, number / 2, us, &mut theirs)?;
        tally.add(won);
        illegal += u32::from(!fair);
        if (number + 1) % 10 == 0 || number + 1 == options.games {
            let [low, elo, high] = tally.elo();
            print(&format!(
                "{} games: {}, Elo {elo:+.0} ({low:+.0} to {high:+.0}), illegal moves of theirs: {illegal}",
                number + 1,
                tally.describe()
            ));
        }
    }
    Ok(())
}

/// The players of the other side.
enum Theirs {
    Outside(Outside),
    Simple(Rival, Random),
}

impl Theirs {
    fn start(options: &BenchStrength, number: u64) -> Result<Self, BenchError> {
        if let Some(simple) = options.simple {
            return Ok(Self::Simple(simple, Random::new(options.seed ^ number << 32)));
        }
        let Some(rival) = rival(&options.game) else {
            let reason = "there is no protocol for it; see --simple".to_owned();
            return Err(BenchError::Game(options.game.clone(), reason));
        };
        Ok(Self::Outside(Outside::start(&options.rival, &rival)?))
    }

    fn think(&mut self, game: &AnyGame, milliseconds: u64) -> Result<String, BenchError> {
        match self {
            Self::Outside(outside) => Ok(outside.think(game, milliseconds)?.action),
            Self::Simple(rival, random) => {
                Ok(rivals::choose(*rival, game, random).unwrap_or_default())
            }
        }
    }
}

/// Plays a game. Returns the result, and whether the other program played legally.
fn play(
    options: &BenchStrength,
    opening: u64,
    us: Side,
    theirs: &mut Theirs,
) -> Result<(Option<bool>, bool), BenchError> {
    let mut game = set_up(&options.game, None)?;
    let mut player = searcher(&game, 18)?;
    for ply in 0..OPENING_PLIES {
        let seed = options.seed.wrapping_mul(1_000_003).wrapping_add(opening * 100 + ply);
        let host = &mut Unattended;
        let Some(choice) = player.choose_with(&game, OPENING, true, seed, host) else { break };
        super::play(&mut game, &choice.action)?;
    }
    let limits = match options.nodes {
        Some(nodes) => Limits::nodes(nodes),
        None => Limits::milliseconds(options.milliseconds),
    };
    while game.outcome().is_none() && game.ply() < MAX_PLIES {
        if game.to_act() == us {
            let report = player.analyse(&game, &limits, &mut Clock::new());
            let best = report.and_then(|report| report.lines.into_iter().next());
            let Some(action) = best.and_then(|line| line.actions.into_iter().next()) else { break };
            super::play(&mut game, &action)?;
        } else {
            let action = theirs.think(&game, options.milliseconds)?;
            if game.play(&action).is_err() {
                return Ok((Some(true), false));
            }
        }
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    Ok((winner.map(|winner| winner == us), true))
}
