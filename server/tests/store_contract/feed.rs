//! Ratings, tallies and explorer equal the archive, in whichever order games end, are imported and are
//! read.
//!
//! A run is a list of steps made at random: games end and are imported, players are deleted, readers
//! read a little or begin again, and on Postgres a commit of another node becomes visible late. At its
//! end every reader reads to the end, and ratings, tallies and explorer are compared with the games in
//! the order of their numbers.

use crate::fresh::{on_sqlite, with_database};
use crate::samples::{ending, game, match_id, read_all};
use crate::{ratings, tallies};
use domain::explorer::seen;
use domain::{FinishedGame, MatchResult, Moment, Player, PlayerId};
use engine::{BySide, Options, Side};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use sqlx::{Connection, PgConnection, Postgres, Transaction};
use std::collections::HashMap;
use std::time::Duration;
use store::{Database, FeedBatch, FeedReader, Location, Purpose, open};
use tokio::runtime::Runtime;
use uuid::Uuid;

/// The players of a run; the last one is a computer player.
const PLAYERS: usize = 6;

/// Lines of Er Chi Yi, of which the last takes the explorer several parts.
const LINES: [&[&str]; 3] = [
    &["a1a2", "a5a4"],
    &["e1e2", "e5e4", "a1a2"],
    &["a1a2", "a5a4", "b1b2", "b5b4", "c1c2", "c5c4", "d1d2", "d5d4", "e1e2", "e5e4"],
];

/// A game to be played.
#[derive(Debug, Clone)]
struct Played {
    players: [usize; 2],
    result: Option<MatchResult>,
    is_rated: bool,
    line: usize,
}

#[derive(Debug, Clone)]
enum Step {
    /// Games end in one commit.
    End(Vec<Played>),
    /// A game ends on another node, whose commit is visible only after some more steps.
    EndLate(Played),
    /// The commits of other nodes become visible.
    Show,
    /// Games are imported.
    Import(Vec<Played>),
    /// A player deletes the account.
    Erase(usize),
    /// A reader reads a few games.
    Read(usize, u32),
    /// A reader begins again.
    Rebuild(usize),
}

fn played() -> impl Strategy<Value = Played> {
    let result = prop_oneof![
        Just(Some(MatchResult::Won(Side::First))),
        Just(Some(MatchResult::Won(Side::Second))),
        Just(Some(MatchResult::Draw)),
        Just(None),
    ];
    let players = [0..PLAYERS, 0..PLAYERS];
    (players, result, any::<bool>(), 0..LINES.len())
        .prop_map(|(players, result, is_rated, line)| Played { players, result, is_rated, line })
}

fn step() -> impl Strategy<Value = Step> {
    let reader = || 0..FeedReader::ALL.len();
    prop_oneof![
        6 => vec(played(), 1..4).prop_map(Step::End),
        2 => played().prop_map(Step::EndLate),
        1 => Just(Step::Show),
        1 => vec(played(), 1..60).prop_map(Step::Import),
        1 => (0..PLAYERS - 1).prop_map(Step::Erase),
        6 => (reader(), 1..4_u32).prop_map(|(reader, games)| Step::Read(reader, games)),
        1 => reader().prop_map(Step::Rebuild),
    ]
}

fn player(number: usize) -> Player {
    if number + 1 == PLAYERS {
        return Player::computer(2).expect("a level");
    }
    Player::new(PlayerId(Uuid::from_u128(number as u128 + 1)), "Kept", false)
}

/// A store, the number of games so far, and the commits that are not visible.
struct Run {
    store: Database,
    games: u128,
    /// The address of the database, if other nodes can write to it.
    shared: Option<String>,
    late: Vec<Transaction<'static, Postgres>>,
}

impl Run {
    const fn new(store: Database, shared: Option<String>) -> Self {
        Self { store, games: 0, shared, late: Vec::new() }
    }

    fn finished(&mut self, played: &Played) -> FinishedGame {
        self.games += 1;
        let mut game = game(match_id(self.games), 9_000);
        let [first, second] = played.players.map(player);
        let summary = &mut game.summary;
        summary.players = BySide { first: Some(first), second: Some(second) };
        summary.result = played.result;
        summary.rated = played.is_rated;
        summary.ruleset_version = 1;
        summary.options = Options::none();
        // Three games of a pair count in a day.
        let hours = u64::try_from(self.games).expect("few");
        summary.ended_at = Moment(9_000 + hours * 3 * 3_600_000);
        let line = LINES[played.line];
        summary.plies = u32::try_from(line.len()).expect("few");
        game.moves = line.iter().map(|&action| action.to_owned()).collect();
        game.times = vec![0; line.len()];
        game
    }

    async fn end(&mut self, played: &[Played]) {
        let ends: Vec<_> = played.iter().map(|played| ending(1, self.finished(played))).collect();
        self.store.commit(&ends).await.expect("they are new");
    }

    /// A game ends on another node: it is in the archive, and its entry in the sequence belongs to a
    /// transaction that is still open.
    async fn end_late(&mut self, url: &str, played: &Played) {
        self.end(std::slice::from_ref(played)).await;
        let id = match_id(self.games).0;
        let pool = sqlx::postgres::PgPoolOptions::new().max_connections(1).connect(url);
        let pool = pool.await.expect("the database is there");
        let mut transaction = pool.begin().await.expect("it begins");
        let mut session = PgConnection::connect(url).await.expect("the database is there");
        sqlx::query("delete from ended_game where game_id = $1 and number is null")
            .bind(id)
            .execute(&mut session)
            .await
            .expect("the statement runs");
        sqlx::query("insert into ended_game (game_id) values ($1)")
            .bind(id)
            .execute(&mut *transaction)
            .await
            .expect("the statement runs");
        session.close().await.expect("it closes");
        self.late.push(transaction);
    }

    async fn show(&mut self) {
        for transaction in self.late.drain(..) {
            transaction.commit().await.expect("it is written");
        }
    }

    async fn take(&mut self, step: &Step) {
        match step {
            Step::End(games) => self.end(games).await,
            Step::EndLate(played) => match self.shared.clone() {
                Some(url) => self.end_late(&url, played).await,
                None => self.end(std::slice::from_ref(played)).await,
            },
            Step::Show => self.show().await,
            Step::Import(games) => {
                let games: Vec<_> = games.iter().map(|played| self.finished(played)).collect();
                let new = self.store.import(&games).await.expect("they are written");
                assert_eq!(new, games.len() as u64);
            }
            Step::Erase(number) => {
                let id = player(*number).id;
                self.store.erase(id, Moment(10_000)).await.expect("it is done");
            }
            Step::Read(reader, games) => {
                let batch = FeedBatch { games: *games, span: Duration::ZERO };
                let reader = FeedReader::ALL[*reader];
                self.store.read_on(reader, batch).await.expect("it reads");
            }
            Step::Rebuild(reader) => {
                match FeedReader::ALL[*reader] {
                    FeedReader::Ratings => self.store.rebuild_ratings().await,
                    FeedReader::Tallies => self.store.rebuild_tallies().await,
                    FeedReader::Explorer => self.store.rebuild_explorer().await,
                }
                .expect("it is done");
            }
        }
    }

    /// Takes the steps, reads to the end, and compares.
    async fn check(mut self, steps: &[Step]) {
        for step in steps {
            self.take(step).await;
        }
        self.show().await;
        read_all(&self.store).await;
        assert_eq!(self.store.unread().await, Ok([0; 3]));
        let numbered = self.store.ended(0, 10_000).await.expect("it reads");
        assert_eq!(numbered.len() as u128, self.games, "every game has a number");
        ratings::check(&self.store).await;
        tallies::check(&self.store).await;
        check_explorer(&self.store).await;
    }
}

/// Compares the explorer with the games of the sequence.
async fn check_explorer(store: &Database) {
    let mut expected: HashMap<u64, HashMap<String, [u32; 3]>> = HashMap::new();
    for ended in store.ended(0, 10_000).await.expect("it reads") {
        let counted = match ended.game.summary.result {
            Some(MatchResult::Won(Side::First)) => [1, 0, 0],
            Some(MatchResult::Draw) => [0, 1, 0],
            Some(MatchResult::Won(Side::Second)) => [0, 0, 1],
            None => continue,
        };
        for seen in seen(&ended.game) {
            let of_position = expected.entry(seen.position).or_default();
            let results = of_position.entry(seen.action).or_default();
            for (result, counted) in results.iter_mut().zip(counted) {
                *result += counted;
            }
        }
    }
    for (position, expected) in expected {
        let seen = store.seen(position).await.expect("it reads").into_iter();
        let found: HashMap<String, [u32; 3]> =
            seen.map(|seen| (seen.action, [seen.first, seen.draws, seen.second])).collect();
        assert_eq!(found, expected);
    }
}

/// Runs lists of steps made at random, so many of them by default.
fn check_runs(cases: u32, check: impl Fn(&Runtime, Vec<Step>)) {
    let config = Config { failure_persistence: None, ..Config::with_cases(cases) };
    // `PROPTEST_CASES` asks for more.
    let config = Config { cases: config.cases.max(asked_for()), ..config };
    let runtime = Runtime::new().expect("a runtime");
    let outcome = TestRunner::new(config).run(&vec(step(), 1..40), |steps| {
        check(&runtime, steps);
        Ok::<(), TestCaseError>(())
    });
    outcome.expect("derived data equals the archive");
}

/// A part of the cases that properties without a database are tried with.
fn asked_for() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(0) / 64
}

#[test]
fn derived_data_equals_the_archive_on_sqlite() {
    check_runs(12, |runtime, steps| {
        runtime.block_on(on_sqlite(|store| async move {
            Run::new(store, None).check(&steps).await;
        }));
    });
}

#[test]
fn derived_data_equals_the_archive_on_postgres() {
    check_runs(4, |runtime, steps| {
        runtime.block_on(with_database(async |url| {
            let location = Location::Postgres(url.clone());
            let store = open(&location, Purpose::Serve).await.expect("Postgres opens");
            Run::new(store.clone(), Some(url)).check(&steps).await;
            store.close().await;
        }));
    });
}
