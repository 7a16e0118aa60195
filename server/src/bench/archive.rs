//! `yiguan bench archive`: how long the lists of the archive take, with as many games as a large
//! server has after years.
//!
//! The archive is filled with invented games, of every game and ruleset and of many players, one of
//! whom played ten thousand times. Then each list that can be asked for is asked for again and again,
//! its newest page and pages from anywhere in it, in turn with all others, so that none profits from
//! what it has just read.

use super::{BenchError, machine};
use crate::store::{Cursor, GameFilter, Location, Purpose, SharedStore, open};
use domain::clock::ClockSetting;
use domain::{
    EndReason, FinishedGame, GameSummary, MatchId, MatchResult, Moment, Player, PlayerId,
};
use engine::{AnyGame, BySide, Options, RulesetInfo, Side};
use hdrhistogram::Histogram;
use rand::rngs::SmallRng;
use rand::{Rng, RngExt, SeedableRng};
use std::time::Instant;
use uuid::Uuid;

/// What to measure.
#[derive(Debug, Clone, clap::Args)]
pub struct BenchArchive {
    /// How many games the archive has.
    #[arg(long, default_value_t = 2_000_000, env = "YIGUAN_BENCH_GAMES")]
    pub games: u32,
    /// How often each list is asked for.
    #[arg(long, default_value_t = 300, env = "YIGUAN_BENCH_QUESTIONS")]
    pub questions: u32,
    /// A Postgres URL to measure in place of SQLite. The database should be empty and thrown away
    /// afterwards.
    #[arg(long, env = "YIGUAN_BENCH_POSTGRES", hide_env_values = true)]
    pub postgres: Option<String>,
}

/// Every so many games the busiest player is one of the players.
const BUSY_EVERY: u32 = 200;

/// How many players there are besides.
const PLAYERS: u128 = 50_000;

/// The games of one transaction.
const BATCH: usize = 500;

/// The milliseconds between the ends of two games.
const APART: u64 = 1_000;

/// When the first game ended.
const START: u64 = 1_600_000_000_000;

/// Games asked for at a time, as by a page of the client and one more.
const PAGE: u32 = 31;

/// Fills an archive, measures every list, and hands every line of the report to `print`.
///
/// # Errors
///
/// [`BenchError`] if the database cannot be used.
pub async fn bench_archive(
    options: &BenchArchive,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    let folder = tempfile::tempdir()?;
    let location = Location::new(options.postgres.as_deref(), folder.path())?;
    let store = open(&location, Purpose::Serve).await?;
    print(&machine::describe());
    let began = Instant::now();
    fill(&store, options.games).await?;
    let seconds = began.elapsed().as_secs();
    print(&format!("{} games written in {seconds} s", options.games));
    print(&format!("{:<34} {:>9} {:>9} {:>9}", "list", "p50 ms", "p99 ms", "max ms"));
    for (name, times) in measure(&store, options).await? {
        let ms = |micros: u64| as_f64(micros) / 1_000.0;
        let [half, nearly, most] =
            [times.value_at_quantile(0.5), times.value_at_quantile(0.99), times.max()].map(ms);
        print(&format!("{name:<34} {half:>9.2} {nearly:>9.2} {most:>9.2}"));
    }
    store.close().await;
    Ok(())
}

/// The start of every ruleset, under its default options.
fn starts() -> Vec<(&'static str, &'static RulesetInfo, AnyGame)> {
    let rulesets = engine::GAMES
        .iter()
        .flat_map(|info| info.rulesets.iter().map(|ruleset| (info.id, ruleset)));
    let start = |(game, ruleset): (&'static str, &'static RulesetInfo)| {
        let start = AnyGame::new(game, Some(ruleset.id), &Options::none(), None).ok()?;
        Some((game, ruleset, start))
    };
    rulesets.filter_map(start).collect()
}

async fn fill(store: &SharedStore, count: u32) -> Result<(), BenchError> {
    let mut dice = SmallRng::seed_from_u64(1);
    let starts = starts();
    let mut batch = Vec::with_capacity(BATCH);
    for number in 0..count {
        batch.push(game(number, &starts, &mut dice));
        if batch.len() == BATCH || number + 1 == count {
            store.import(&batch).await?;
            batch.clear();
        }
    }
    Ok(())
}

fn player(number: u128) -> Player {
    Player::guest(PlayerId(Uuid::from_u128(number << 64 | number)))
}

fn game(
    number: u32,
    starts: &[(&'static str, &'static RulesetInfo, AnyGame)],
    dice: &mut SmallRng,
) -> FinishedGame {
    let (game, ruleset, start) = &starts[dice.random_range(0..starts.len())];
    let busy = number.is_multiple_of(BUSY_EVERY).then_some(0);
    let mut players = [busy.unwrap_or_else(|| dice.random_range(1..PLAYERS)), PLAYERS];
    players[1] += dice.random_range(0..PLAYERS);
    if dice.random() {
        players.reverse();
    }
    let [first, second] = players.map(|number| Some(player(number)));
    // Of shogi no game is drawn here: a list that is empty is the longest to look for.
    let result = match dice.random_range(0..3) {
        0 if *game != "shogi" => MatchResult::Draw,
        0 | 1 => MatchResult::Won(Side::First),
        _ => MatchResult::Won(Side::Second),
    };
    let plies = 80;
    FinishedGame {
        summary: GameSummary {
            id: MatchId(Uuid::from_u128(dice.random())),
            game: (*game).to_owned(),
            ruleset: ruleset.id.to_owned(),
            ruleset_version: ruleset.version,
            options: start.options().clone(),
            start: start.start_text(),
            clock: ClockSetting::None,
            players: BySide { first, second },
            result: Some(result),
            reason: EndReason::Resignation,
            position: start.position_text(),
            hash: dice.next_u64(),
            plies,
            rated: false,
            started_at: Moment(START),
            ended_at: Moment(START + u64::from(number) * APART),
        },
        moves: (0..plies).map(|_| "7g7f".to_owned()).collect(),
        times: (0..plies).map(|_| dice.random_range(0..30_000)).collect(),
        last_seq: plies,
        commands: Vec::new(),
    }
}

/// Every list: of whose games, of what, with which result.
fn filters() -> Vec<(String, GameFilter)> {
    let players =
        [("", None), ("busy ", Some(0)), ("player ", Some(7)), ("nobody ", Some(1 << 60))];
    let games = [
        ("", None, None),
        ("game ", Some("shogi"), None),
        ("ruleset ", Some("xiangqi"), Some("walker")),
    ];
    let results = [
        ("", None),
        ("draw ", Some(MatchResult::Draw)),
        ("won ", Some(MatchResult::Won(Side::First))),
    ];
    let mut filters = Vec::new();
    for (whose, person) in players {
        for (what, game, ruleset) in games {
            for (how, result) in results {
                let filter = GameFilter {
                    game: game.map(str::to_owned),
                    ruleset: ruleset.map(str::to_owned),
                    player: person.map(|number| player(number).id),
                    result,
                };
                let name = format!("{whose}{what}{how}");
                let name = if name.is_empty() { "all" } else { name.trim_end() };
                filters.push((name.to_owned(), filter));
            }
        }
    }
    filters
}

async fn measure(
    store: &SharedStore,
    options: &BenchArchive,
) -> Result<Vec<(String, Histogram<u64>)>, BenchError> {
    let mut dice = SmallRng::seed_from_u64(2);
    let mut measured = Vec::new();
    for (name, filter) in filters() {
        measured.push((name, filter, histogram()));
    }
    for _ in 0..options.questions {
        for (_, filter, times) in &mut measured {
            let after = dice.random::<bool>().then(|| Cursor {
                ended_at: Moment(START + dice.random_range(0..u64::from(options.games)) * APART),
                id: MatchId(Uuid::from_u128(dice.random())),
            });
            let began = Instant::now();
            store.games(filter, after, PAGE).await?;
            let micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
            times.saturating_record(micros);
        }
    }
    Ok(measured.into_iter().map(|(name, _, times)| (name, times)).collect())
}

#[expect(clippy::cast_precision_loss, reason = "figures for people, far below 2^52")]
const fn as_f64(number: u64) -> f64 {
    number as f64
}

/// Times in microseconds, up to ten minutes. One that resizes itself would not do: what clamps never
/// resizes, and what is slow would count as quick.
fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 600_000_000, 3).expect("the bounds are constant and valid")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_slow_counts_as_slow() {
        let mut times = histogram();
        for micros in [150, 2_500, 40_000, 17_000_000] {
            times.saturating_record(micros);
        }
        assert_eq!(times.value_at_quantile(0.5), 2_501);
        assert!(times.max() >= 16_990_000, "{}", times.max());
    }
}
