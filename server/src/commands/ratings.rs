//! `yiguan ratings`: checks all stored ratings against the archive, or computes them again.
//!
//! Ratings are derived data: counting the rated games in the order of their numbers must yield
//! every stored rating to the last bit. Both may run beside a server, whose games are counted before or
//! afterwards.

use domain::PlayerId;
use domain::rating::{Counted, PairDay, Pool, RatingChange, Standing};
use engine::{BySide, Side};
use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use store::{Database, Location, Purpose, StoreError, open};

/// What to do with the ratings.
#[derive(Debug, Clone, clap::Args)]
#[group(required = true, multiple = false)]
pub struct RatingsConfig {
    /// Compute every rating from the archive and compare it with the stored one, to the last digit.
    /// May run beside a server.
    #[arg(long, env = "YIGUAN_RATINGS_CHECK")]
    pub check: bool,
    /// Delete all ratings and recompute them from the archive, in one transaction. May run beside a
    /// server.
    #[arg(long, env = "YIGUAN_RATINGS_REBUILD")]
    pub rebuild: bool,
}

/// The ratings are not correct.
#[derive(Debug, thiserror::Error)]
pub enum RatingsError {
    /// Some differ from the archive.
    #[error(
        "compared {compared} games: {differ} ratings differ from the archive; `yiguan ratings \
         --rebuild` computes them again"
    )]
    Differ {
        /// The number of rated games.
        compared: u64,
        /// The number of differences.
        differ: u64,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The output failed.
    #[error("the report cannot be written: {0}")]
    Io(#[from] io::Error),
}

/// How many games are read at a time.
const STEP: u32 = 500;

/// How many differences are printed one by one; further ones are only counted.
const TOLD: u64 = 20;

/// Checks or rebuilds the ratings and prints the result.
///
/// # Errors
///
/// [`RatingsError`] if ratings differ, or the database or the output fails.
pub async fn ratings(
    location: &Location,
    config: RatingsConfig,
    mut output: impl Write,
) -> Result<(), RatingsError> {
    let purpose = if config.rebuild { Purpose::Visit } else { Purpose::Read };
    let store = open(location, purpose).await?;
    let outcome = if config.rebuild {
        rebuild(&store, &mut output).await
    } else {
        check(&store, &mut output).await
    };
    store.close().await;
    outcome
}

async fn rebuild(store: &Database, output: &mut impl Write) -> Result<(), RatingsError> {
    let counted = store.rebuild_ratings().await?;
    Ok(writeln!(output, "{counted} games counted")?)
}

async fn check(store: &Database, output: &mut impl Write) -> Result<(), RatingsError> {
    let mut standings: HashMap<(Pool, PlayerId), Standing> = HashMap::new();
    let mut pairs: HashMap<[PlayerId; 2], PairDay> = HashMap::new();
    let mut met: HashSet<(Pool, PlayerId, PlayerId)> = HashSet::new();
    let (mut after, mut counted, mut differ) = (0, 0_u64, 0_u64);
    loop {
        let totals = store.rating_totals().await?;
        let games = store.rated_games(after, STEP).await?;
        let Some(last) = games.last() else {
            // The totals were read when no game was missing: a surplus belongs to no game.
            let expected = (standings.len() as u64, 2 * counted);
            if totals != expected {
                differ += 1;
                writeln!(output, "{totals:?} ratings and changes are stored, not {expected:?}")?;
            }
            break;
        };
        after = last.number;
        for ended in &games {
            let id = ended.game.summary.id;
            let stored = store.rating_changes(id).await?;
            let game = Counted::of(&ended.game).filter(|game| counts(&mut pairs, game));
            let expected = game.map(|game| {
                let standing = |side: Side| {
                    let player = game.players[side];
                    let known = standings.get(&(game.pool.clone(), player)).copied();
                    known.unwrap_or_else(|| Standing::before_any(&game.pool, player))
                };
                let before = BySide::from_fn(standing);
                let mut is_new = game.meets_known(&before);
                for side in Side::ALL {
                    let BySide { first, second } = game.players;
                    let (own, other) = match side {
                        Side::First => (first, second),
                        Side::Second => (second, first),
                    };
                    is_new[side] &= is_new[side] && met.insert((game.pool.clone(), own, other));
                }
                RatingChange::of(&game, &before, &is_new)
            });
            let expected: Vec<RatingChange> =
                expected.into_iter().flat_map(|BySide { first, second }| [first, second]).collect();
            if !agree(&stored, &expected) {
                differ += 1;
                if differ <= TOLD {
                    writeln!(output, "game {id}: {stored:?} is stored, not {expected:?}")?;
                }
            }
            counted += u64::from(!expected.is_empty());
            for change in expected {
                standings.insert((change.pool, change.player), change.after);
            }
        }
    }
    for ((pool, player), expected) in &standings {
        let stored = store.standing(pool, *player).await?;
        // A player with newer games is left to the next check.
        let is_ahead = stored.is_some_and(|stored| stored.games > expected.games);
        if stored != Some(*expected) && !is_ahead {
            differ += 1;
            if differ <= TOLD {
                writeln!(output, "{player} in {pool}: {stored:?} is stored, not {expected:?}")?;
            }
        }
    }
    if differ > 0 {
        return Err(RatingsError::Differ { compared: counted, differ });
    }
    if counted == 0 {
        return Ok(writeln!(output, "compared 0 games: the archive has no rated game")?);
    }
    Ok(writeln!(output, "compared {counted} games: {} ratings agree", standings.len())?)
}

/// Whether a game of a pair still counts on its day, which is noted.
fn counts(pairs: &mut HashMap<[PlayerId; 2], PairDay>, game: &Counted) -> bool {
    let Some(pair) = game.pair() else { return true };
    let known = pairs.get(&pair).copied().unwrap_or_default();
    match known.with_game(game.at) {
        Some(next) => {
            pairs.insert(pair, next);
            true
        }
        None => false,
    }
}

/// Whether a game's stored changes are those expected. The earlier volatility is not stored, and so
/// not compared.
fn agree(stored: &[RatingChange], expected: &[RatingChange]) -> bool {
    let facts = |change: &RatingChange| {
        let before = (change.before.rating.to_bits(), change.before.deviation.to_bits());
        (change.side, change.pool.clone(), change.player, before, change.after)
    };
    stored.iter().map(facts).eq(expected.iter().map(facts))
}
