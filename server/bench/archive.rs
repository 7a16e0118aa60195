//! `yiguan bench archive`: how long the lists of the archive take, with as many games as a large
//! server has after years.
//!
//! The archive is filled with invented games, of every game and ruleset and of many players, one of
//! whom played ten thousand times. Then each list of the archive is requested repeatedly, its
//! newest page and pages from anywhere in it, in turn with all others, so that none profits from
//! what it has just read.

use super::{BenchError, machine};
use domain::clock::ClockSetting;
use domain::explorer::Place;
use domain::likeness::likeness;
use domain::{
    EndReason, FinishedGame, GameSummary, MatchId, MatchResult, Moment, Player, PlayerId,
};
use engine::{AnyGame, BySide, Options, RulesetInfo, Side};
use hdrhistogram::Histogram;
use rand::rngs::SmallRng;
use rand::{Rng, RngExt, SeedableRng};
use std::path::PathBuf;
use std::time::Instant;
use uuid::Uuid;
use yiguan::store::{Append, Closing, Cursor, GameFilter, Location, Purpose, SharedStore, open};

/// What to measure.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchArchive {
    /// The number of games in the archive.
    #[arg(long, default_value_t = 2_000_000, env = "YIGUAN_BENCH_GAMES")]
    pub games: u32,
    /// The number of times each list is requested.
    #[arg(long, default_value_t = 300, env = "YIGUAN_BENCH_QUESTIONS")]
    pub questions: u32,
    /// A Postgres URL to measure instead of SQLite. The database should be empty, and deleted
    /// afterwards.
    #[arg(long, env = "YIGUAN_BENCH_POSTGRES", hide_env_values = true)]
    pub postgres: Option<String>,
    /// A folder for the SQLite file, which stays there; without it, a temporary one.
    #[arg(long, env = "YIGUAN_BENCH_FOLDER")]
    pub folder: Option<PathBuf>,
    /// Measure the games that are there already, as many as `--games` says, and write none but those whose
    /// archiving is measured.
    #[arg(long, env = "YIGUAN_BENCH_FILLED")]
    pub filled: bool,
}

/// The busiest player is one of the players of every game whose number is a multiple of this.
const BUSY_EVERY: u32 = 200;

/// How many players there are besides.
const PLAYERS: u128 = 50_000;

/// How many of them have a name, and how these begin.
const NAMED: usize = 10_000;
const NAMES: [&str; 8] = ["Li", "李", "Lin", "Sato", "佐藤", "さくら", "Zoë", "弈館"];

/// The games of one transaction.
const BATCH: usize = 500;

/// The milliseconds between the ends of two games.
const APART: u64 = 1_000;

/// When the first game ended.
const START: u64 = 1_600_000_000_000;

/// Games requested at a time: a page of the client and one more.
const PAGE: u32 = 31;

/// Fills an archive, measures every list, and passes every line of the report to `print`.
///
/// # Errors
///
/// [`BenchError`] if the database cannot be used.
pub(crate) async fn bench_archive(
    options: &BenchArchive,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    let temporary = tempfile::tempdir()?;
    let folder = options.folder.as_deref().unwrap_or_else(|| temporary.path());
    let location = Location::new(options.postgres.as_deref(), folder)?;
    let store = open(&location, Purpose::Serve).await?;
    print(&machine::describe());
    if !options.filled {
        let began = Instant::now();
        fill(&store, options.games).await?;
        let seconds = began.elapsed().as_secs();
        print(&format!("{} games written in {seconds} s", options.games));
        // What the explorer's part of the writing is: the same work, by itself.
        let began = Instant::now();
        let noted = store.rebuild_explorer().await?;
        let seconds = began.elapsed().as_secs();
        print(&format!("{noted} games noted anew by the explorer in {seconds} s"));
    }
    print(&format!("{:<34} {:>9} {:>9} {:>9}", "list", "p50 ms", "p99 ms", "max ms"));
    let mut measured = measure(&store, options).await?;
    measured.push(("explorer".to_owned(), explore(&store, options).await?));
    measured.push(("names".to_owned(), names(&store, options).await?));
    measured.iter().for_each(|figure| print(&row(figure)));
    archiving(&store, options).await?.iter().for_each(|figure| print(&row(figure)));
    store.close().await;
    Ok(())
}

/// A line of the report.
fn row((name, times): &(String, Histogram<u64>)) -> String {
    let ms = |micros: u64| as_f64(micros) / 1_000.0;
    let [half, nearly, most] =
        [times.value_at_quantile(0.5), times.value_at_quantile(0.99), times.max()].map(ms);
    format!("{name:<34} {half:>9.2} {nearly:>9.2} {most:>9.2}")
}

/// A ruleset, its start under its default options, and ways in which games begin.
type Start = (&'static str, &'static RulesetInfo, AnyGame, Vec<Vec<String>>);

/// How many ways games of a ruleset begin, and how many actions each has: as many as the explorer notes.
const LINES: (usize, usize) = (500, 40);

/// Actions from the start, the first of each position more often than the others.
fn line(start: &AnyGame, dice: &mut SmallRng) -> Vec<String> {
    let mut game = start.clone();
    let mut line = Vec::with_capacity(LINES.1);
    while line.len() < LINES.1 && game.outcome().is_none() {
        let legal = game.legal();
        let choice = (0..legal.len()).find(|_| dice.random_range(0..3) == 0).unwrap_or(0);
        let Some(action) = legal.get(choice) else { break };
        if game.play(action).is_err() {
            break;
        }
        line.push(action.clone());
    }
    line
}

/// The start of every ruleset, under its default options.
fn starts(dice: &mut SmallRng) -> Vec<Start> {
    let rulesets = engine::GAMES
        .iter()
        .flat_map(|info| info.rulesets.iter().map(|ruleset| (info.id, ruleset)));
    let start = |(game, ruleset): (&'static str, &'static RulesetInfo)| {
        let start = AnyGame::new(game, Some(ruleset.id), &Options::none(), None).ok()?;
        let lines = (0..LINES.0).map(|_| line(&start, dice)).collect();
        Some((game, ruleset, start, lines))
    };
    rulesets.filter_map(start).collect()
}

async fn fill(store: &SharedStore, count: u32) -> Result<(), BenchError> {
    for number in 0..NAMED {
        let name = format!("{} {number}", NAMES[number % NAMES.len()]);
        let id = player(number as u128).id;
        store.set_name(id, Some(&name), Moment(START)).await?;
    }
    let mut dice = SmallRng::seed_from_u64(1);
    let starts: Vec<Start> = starts(&mut dice);
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

fn game(number: u32, starts: &[Start], dice: &mut SmallRng) -> FinishedGame {
    let (game, ruleset, start, lines) = &starts[dice.random_range(0..starts.len())];
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
    let plies = dice.random_range(40..200);
    let line = &lines[dice.random_range(0..lines.len())];
    let more = (line.len()..plies).map(|_| "7g7f".to_owned());
    let moves: Vec<String> = line.iter().cloned().chain(more).collect();
    let plies = u32::try_from(moves.len()).unwrap_or(u32::MAX);
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
        moves,
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
                    ..GameFilter::default()
                };
                let name = format!("{whose}{what}{how}");
                let name = if name.is_empty() { "all" } else { name.trim_end() };
                filters.push((name.to_owned(), filter));
            }
        }
    }
    filters.extend(detailed());
    filters.extend(through_positions());
    filters
}

/// Lists of games that went through a position: one after two actions and one after thirty of a game of
/// this bench, and one that no game went through.
fn through_positions() -> Vec<(String, GameFilter)> {
    let starts = starts(&mut SmallRng::seed_from_u64(1));
    let after = |(_, _, start, lines): &Start, plies: usize| {
        let mut game = start.clone();
        for action in lines[0].iter().take(plies) {
            if game.play(action).is_err() {
                break;
            }
        }
        Place::of(&game).key
    };
    let Some(shogi) = starts.iter().find(|(game, ..)| *game == "shogi") else { return Vec::new() };
    let mut filters = Vec::new();
    for (which, place) in [
        ("start", after(shogi, 0)),
        ("early", after(shogi, 2)),
        ("late", after(shogi, 30)),
        ("no", 1),
    ] {
        let of = || GameFilter {
            game: Some("shogi".to_owned()),
            ruleset: Some(shogi.1.id.to_owned()),
            place: Some(place),
            ..GameFilter::default()
        };
        let person = |number| Some(player(number).id);
        filters.extend(
            [
                ("", of()),
                (" won", GameFilter { result: Some(MatchResult::Won(Side::First)), ..of() }),
                (" draw", GameFilter { result: Some(MatchResult::Draw), ..of() }),
                (" long", GameFilter { shortest: Some(150), ..of() }),
                (" never so long", GameFilter { shortest: Some(900), ..of() }),
                (" rated 9000", GameFilter { rating: Some(9_000), ..of() }),
                (" busy", GameFilter { player: person(0), ..of() }),
                (
                    " busy draw",
                    GameFilter { player: person(0), result: Some(MatchResult::Draw), ..of() },
                ),
                (" player", GameFilter { player: person(7), ..of() }),
                (" opening", GameFilter { opening: vec![shogi.3[0][0].clone()], ..of() }),
            ]
            .map(|(how, filter)| (format!("{which} position{how}"), filter)),
        );
    }
    filters
}

/// Lists filtered by columns that the archive is not sorted by, alone and combined, with many
/// results and with none.
fn detailed() -> Vec<(String, GameFilter)> {
    let game = |id: &str| Some(id.to_owned());
    let days = |days: u64| Some(Moment(START + days * 86_400_000));
    let opening = |moves: &[&str]| moves.iter().map(|&action| action.to_owned()).collect();
    let none = GameFilter::default;
    let shogi = || GameFilter { game: game("shogi"), ..none() };
    let busy = || GameFilter { player: Some(player(0).id), ..none() };
    let drawn = Some(MatchResult::Draw);
    let rare = || opening(&["9g9f", "1c1d", "9f9e"]);
    [
        ("days", GameFilter { since: days(1), until: days(2), ..none() }),
        ("days draw", GameFilter { since: days(1), until: days(2), result: drawn, ..none() }),
        ("game long", GameFilter { shortest: Some(150), ..shogi() }),
        ("game longest", GameFilter { shortest: Some(199), ..shogi() }),
        ("game never so long", GameFilter { shortest: Some(900), ..shogi() }),
        ("game short draw", GameFilter { longest: Some(30), result: drawn, ..shogi() }),
        ("game rated 2000", GameFilter { rating: Some(2_000), ..shogi() }),
        ("game rated 9000", GameFilter { rating: Some(9_000), ..shogi() }),
        ("game opening", GameFilter { opening: opening(&["7g7f"]), ..shogi() }),
        ("game rare opening", GameFilter { opening: rare(), ..shogi() }),
        (
            "ruleset long draw days",
            GameFilter {
                ruleset: game("walker"),
                shortest: Some(150),
                result: drawn,
                since: days(1),
                ..GameFilter { game: game("xiangqi"), ..none() }
            },
        ),
        (
            "everything",
            GameFilter {
                ruleset: game("standard"),
                result: Some(MatchResult::Won(Side::First)),
                shortest: Some(40),
                longest: Some(180),
                since: days(0),
                rating: Some(1_200),
                opening: opening(&["7g7f"]),
                ..GameFilter { game: game("shogi"), ..busy() }
            },
        ),
        ("busy long", GameFilter { shortest: Some(150), ..busy() }),
        ("busy never so long", GameFilter { shortest: Some(900), ..busy() }),
        ("busy rare opening", GameFilter { opening: rare(), ..busy() }),
    ]
    .map(|(name, filter)| (name.to_owned(), filter))
    .to_vec()
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

/// Looks up positions that occurred in games, early ones more often than late ones.
async fn explore(
    store: &SharedStore,
    options: &BenchArchive,
) -> Result<Histogram<u64>, BenchError> {
    let mut dice = SmallRng::seed_from_u64(3);
    let starts = starts(&mut dice);
    let mut times = histogram();
    for _ in 0..options.questions {
        let (_, _, start, lines) = &starts[dice.random_range(0..starts.len())];
        let line = &lines[dice.random_range(0..lines.len())];
        let mut game = start.clone();
        let plies = dice.random_range(0..LINES.1).min(dice.random_range(0..LINES.1));
        for action in line.iter().take(plies) {
            if game.play(action).is_err() {
                break;
            }
        }
        let place = Place::of(&game).key;
        let began = Instant::now();
        store.seen(place).await?;
        times.saturating_record(u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX));
    }
    Ok(times)
}

/// Looks names up by what one has typed of them so far.
async fn names(store: &SharedStore, options: &BenchArchive) -> Result<Histogram<u64>, BenchError> {
    let mut times = histogram();
    for number in 0..options.questions as usize {
        let name = NAMES[number % NAMES.len()];
        let typed: String = name.chars().take(1 + number / NAMES.len() % 3).collect();
        let began = Instant::now();
        store.called(&likeness(&typed), 10).await?;
        times.saturating_record(u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX));
    }
    Ok(times)
}

/// Archives games one by one, as at the end of a match, in turn such as the explorer records and such as it
/// does not, because their first action is none.
async fn archiving(
    store: &SharedStore,
    options: &BenchArchive,
) -> Result<Vec<(String, Histogram<u64>)>, BenchError> {
    let mut dice = SmallRng::seed_from_u64(4);
    let starts = starts(&mut dice);
    let (mut recorded, mut not_recorded) = (histogram(), histogram());
    for number in 0..options.questions {
        for (is_recorded, times) in [(true, &mut recorded), (false, &mut not_recorded)] {
            let mut game = game(options.games + number, &starts, &mut dice);
            // The same archive may be measured again.
            game.summary.id = MatchId::fresh();
            if !is_recorded {
                game.moves[0] = "-".to_owned();
            }
            let closing = Some(Closing::Archive(Box::new(game.clone())));
            let end = Append { match_id: game.summary.id, events: Vec::new(), closing };
            let began = Instant::now();
            store.commit(&[end]).await?;
            times.saturating_record(u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX));
        }
    }
    let named = |name: &str, times| (name.to_owned(), times);
    Ok(vec![named("archiving, recorded", recorded), named("archiving, not recorded", not_recorded)])
}

#[expect(clippy::cast_precision_loss, reason = "figures for people, far below 2^52")]
const fn as_f64(number: u64) -> f64 {
    number as f64
}

/// Times in microseconds, up to ten minutes. An automatically resized histogram would not work:
/// recording with saturation never resizes it, so slow requests would count as fast.
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
