//! `yiguan bench levels`: every level of every game against the one below; with `--beginner`, a beginner against
//! the first.

use super::tally::Tally;
use super::{MAX_PLIES, games_of, searcher, set_up};
use crate::{BenchError, machine};
use engine::{AnyGame, Side};
use search::levels::Level;
use search::{Player, Random, Unattended, levels};
use std::time::{Duration, Instant};

/// The levels to play, and the number of games.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchLevels {
    /// Plays a beginner, who looks one action ahead, against level 1 instead.
    #[arg(long, env = "YIGUAN_BENCH_BEGINNER")]
    pub beginner: bool,
    /// The number of games for each pair of levels, half of them with sides swapped.
    #[arg(long, default_value_t = 200, env = "YIGUAN_BENCH_GAMES")]
    pub games: u64,
    /// Only games whose id contains this text.
    #[arg(long, default_value = "", env = "YIGUAN_BENCH_ONLY")]
    pub only: String,
    /// The ruleset; by default that of the game.
    #[arg(long, env = "YIGUAN_BENCH_RULESET")]
    pub ruleset: Option<String>,
    /// The lowest level to play against the one below, 2 or more.
    #[arg(long, default_value_t = 2, env = "YIGUAN_BENCH_FROM")]
    pub from: u8,
    /// The highest level to play.
    #[arg(long, default_value_t = levels::COUNT, env = "YIGUAN_BENCH_UP_TO")]
    pub up_to: u8,
    /// The random seed.
    #[arg(long, default_value_t = 1, env = "YIGUAN_BENCH_SEED")]
    pub seed: u64,
}

/// The marks of the beginner against level 1: the least share of games won and the greatest lost, in percent.
const BEGINNER_WINS: f64 = 60.0;
const BEGINNER_LOSSES: f64 = 30.0;

/// Plays the ladder and passes each line of the report to `print`: the score of the higher level with its
/// statistical error, and its thinking time. With `--beginner`, plays the beginner against level 1 instead.
///
/// # Errors
///
/// [`BenchError`] if a game cannot be played.
pub(crate) fn bench_levels(
    options: &BenchLevels,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    print(&machine::describe());
    if options.beginner {
        return bench_beginner(options, print);
    }
    for id in games_of(&options.only) {
        for level in options.from.max(2)..=options.up_to.min(levels::COUNT) {
            let mut tally = Tally::default();
            let mut thought = Thought::default();
            for number in 0..options.games {
                let game = set_up(id, options.ruleset.as_deref())?;
                let upper = if number % 2 == 0 { Side::First } else { Side::Second };
                let seed = options.seed.wrapping_mul(1_000_003).wrapping_add(number);
                let winner = play(game, level, upper, seed, &mut thought)?;
                tally.add(winner.map(|winner| winner == upper));
            }
            let below = level - 1;
            print(&format!(
                "{id:<12} level {level} against level {below} {}  {:>4} ms an action, {:>5} at most",
                tally.describe(),
                thought.mean().as_millis(),
                thought.longest.as_millis()
            ));
        }
    }
    Ok(())
}

/// Plays the beginner against level 1 and prints the share of games it wins and loses, and whether these meet the
/// marks.
fn bench_beginner(options: &BenchLevels, print: &mut dyn FnMut(&str)) -> Result<(), BenchError> {
    print(&format!("seed {}", options.seed));
    for id in games_of(&options.only) {
        let mut tally = Tally::default();
        for number in 0..options.games {
            let game = set_up(id, options.ruleset.as_deref())?;
            let side = if number % 2 == 0 { Side::First } else { Side::Second };
            let seed = options.seed.wrapping_mul(1_000_003).wrapping_add(number);
            let (beginner, level) = (Opponent::Beginner, Opponent::Level(1));
            let winner = duel(game, beginner, level, side, seed, &mut |_| {})?;
            tally.add(winner.map(|winner| winner == side));
        }
        let percent = |count: u32| 100.0 * f64::from(count) / tally.games().max(1.0);
        let (won, lost) = (percent(tally.wins), percent(tally.losses));
        let verdict =
            if won >= BEGINNER_WINS && lost <= BEGINNER_LOSSES { "met" } else { "missed" };
        print(&format!(
            "{id:<12} the beginner won {won:5.1} % and lost {lost:5.1} % against level 1: {verdict}"
        ));
    }
    Ok(())
}

/// How long a level has thought.
#[derive(Debug, Default)]
struct Thought {
    all: Duration,
    actions: u32,
    longest: Duration,
}

impl Thought {
    fn add(&mut self, time: Duration) {
        self.all += time;
        self.actions += 1;
        self.longest = self.longest.max(time);
    }

    fn mean(&self) -> Duration {
        self.all / self.actions.max(1)
    }
}

/// The players.
#[derive(Debug, Clone, Copy)]
pub(super) enum Opponent {
    /// A beginner, who looks one action ahead.
    Beginner,
    /// A level of the game.
    Level(u8),
    /// A strength that need not be a level, and whether it sees ends that are one action away.
    Of(Level, bool),
}

/// Plays a game of a level against the one below. Returns who won.
fn play(
    game: AnyGame,
    level: u8,
    upper: Side,
    seed: u64,
    thought: &mut Thought,
) -> Result<Option<Side>, BenchError> {
    let below = Opponent::Level(level - 1);
    duel(game, Opponent::Level(level), below, upper, seed, &mut |time| thought.add(time))
}

/// Plays a game in which `upper` has the seat `side`. Returns who won; `thought` is called with the time of
/// each of its actions.
pub(super) fn duel(
    mut game: AnyGame,
    upper: Opponent,
    lower: Opponent,
    side: Side,
    seed: u64,
    thought: &mut dyn FnMut(Duration),
) -> Result<Option<Side>, BenchError> {
    let mut random = Random::new(seed);
    let mut players: [Player; 2] = [searcher(&game, 16)?, searcher(&game, 16)?];
    while game.outcome().is_none() && game.ply() < MAX_PLIES {
        let is_upper = game.to_act() == side;
        let player = &mut players[usize::from(is_upper)];
        let host = &mut Unattended;
        let began = Instant::now();
        let choice = match if is_upper { upper } else { lower } {
            Opponent::Beginner => {
                let Some(action) = super::beginner::choose(&game, &mut random) else { break };
                super::play(&mut game, &action)?;
                continue;
            }
            Opponent::Level(level) => player.choose(&game, level, random.next(), u64::MAX, host),
            Opponent::Of(strength, sees_ends) => {
                player.choose_with(&game, strength, sees_ends, random.next(), host)
            }
        };
        if is_upper {
            thought(began.elapsed());
        }
        let Some(choice) = choice else { break };
        super::play(&mut game, &choice.action)?;
    }
    Ok(game.outcome().and_then(|outcome| outcome.winner))
}
