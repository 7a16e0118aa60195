//! Ratings, which the reader of ended games writes.

use crate::fresh::with_database;
use crate::samples::{ending, game, match_id, read_all};
use domain::computer_players::id_of;
use domain::explorer::ExplorerPosition;
use domain::rating::{Counted, Outcome, PairDay, Pool, RatingChange, Standing};
use domain::{FinishedGame, MatchResult, Player, PlayerId};
use engine::{AnyGame, BySide, Options, Side};
use futures_util::future::join_all;
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use std::collections::{HashMap, HashSet};
use store::{Database, GameFilter, Location, Purpose, open};
use uuid::Uuid;
use yiguan::commands::{RatingsConfig, RatingsError, ratings};

const HOUR: u64 = 3_600_000;

fn kept(number: u128) -> Player {
    Player::new(PlayerId(Uuid::from_u128(number)), "Kept", false)
}

/// A rated game between two who keep their identity, that ended so many hours after the first.
fn rated(id: u128, first: Player, second: Player, result: Option<MatchResult>) -> FinishedGame {
    let hours = u64::try_from(id).expect("a small number");
    let mut game = game(match_id(id), 9_000 + hours * HOUR);
    game.summary.players = BySide { first: Some(first), second: Some(second) };
    game.summary.result = result;
    game
}

const FIRST: Option<MatchResult> = Some(MatchResult::Won(Side::First));
const SECOND: Option<MatchResult> = Some(MatchResult::Won(Side::Second));

fn pool() -> Pool {
    Pool::of("er-chi-yi", "standard").expect("it is known")
}

/// The expected ratings, computed from nothing but the sequence of games.
async fn expected(store: &Database) -> (HashMap<PlayerId, Standing>, Vec<RatingChange>) {
    let (mut standings, mut changes) = (HashMap::new(), Vec::new());
    let (mut pairs, mut met) = (HashMap::new(), HashSet::new());
    for ended in store.rated_games(0, 1_000).await.expect("it reads") {
        let Some(counted) = Counted::of(&ended.game) else { continue };
        if let Some(pair) = counted.pair() {
            let known: &mut PairDay = pairs.entry(pair).or_default();
            let Some(next) = known.with_game(counted.at) else { continue };
            *known = next;
        }
        let before = BySide::from_fn(|side| {
            let id = counted.players[side];
            let none = || Standing::before_any(&counted.pool, id);
            standings.get(&id).copied().unwrap_or_else(none)
        });
        let known = counted.meets_known(&before);
        let is_new = BySide::from_fn(|side: Side| {
            let of = (counted.players[side], counted.players[side.other()]);
            known[side] && met.insert(of)
        });
        let BySide { first, second } = RatingChange::of(&counted, &before, &is_new);
        for change in [first, second] {
            standings.insert(change.player, change.after);
            changes.push(change);
        }
    }
    (standings, changes)
}

/// Every rating and every change follows from the archive, to the last digit.
pub(crate) async fn check(store: &Database) -> usize {
    read_all(store).await;
    let (standings, changes) = expected(store).await;
    for (player, expected) in &standings {
        assert_eq!(store.standing(&pool(), *player).await, Ok(Some(*expected)));
    }
    for change in &changes {
        let found = store.rating_changes(change.game).await.expect("it reads");
        let found = found.into_iter().find(|found| found.side == change.side);
        let found = found.expect("it was noted");
        assert_eq!((found.player, found.after), (change.player, change.after));
        assert_eq!(found.before.rating.to_bits(), change.before.rating.to_bits());
        assert_eq!(found.before.deviation.to_bits(), change.before.deviation.to_bits());
    }
    changes.len()
}

async fn a_game_that_counts_changes_both_ratings(store: Database) {
    let (one, other) = (kept(1), kept(2));
    assert_eq!(store.standing(&pool(), one.id).await, Ok(None));
    store.commit(&[ending(1, rated(1, one.clone(), other.clone(), FIRST))]).await.expect("new");
    assert_eq!(store.standing(&pool(), one.id).await, Ok(None), "not in the commit");
    read_all(&store).await;
    let after = store.standing(&pool(), one.id).await.expect("it reads").expect("it counted");
    assert!(after.rating.rating > 1600.0 && after.games == 1, "{after:?}");
    assert_eq!(store.standings_of(one.id).await, Ok(vec![(pool(), after)]));
    let asked = [PlayerId::fresh(), one.id, one.id];
    assert_eq!(store.standings(&pool(), &asked).await, Ok(vec![(one.id, after)]));
    assert_eq!(store.standings(&pool(), &[]).await, Ok(Vec::new()));
    let changes = store.rating_changes(match_id(1)).await.expect("it reads");
    assert_eq!(changes.iter().map(|change| change.side).collect::<Vec<_>>(), Side::ALL);
    // Two in one commit, of which the second builds on the first.
    let batch = [
        ending(1, rated(2, other.clone(), one.clone(), Some(MatchResult::Draw))),
        ending(1, rated(3, one.clone(), other.clone(), SECOND)),
    ];
    store.commit(&batch).await.expect("new");
    assert_eq!(check(&store).await, 6);
    let history = store.rating_history(one.id, &pool(), 2).await.expect("it reads");
    let games: Vec<_> = history.iter().map(|change| (change.game, change.after.games)).collect();
    assert_eq!(games, [(match_id(3), 3), (match_id(2), 2)]);
}

/// Rated games are found by the lower one of the ratings with which they began, and those of a player by the
/// opponent's.
async fn games_are_found_by_rating(store: Database) {
    let computer = |level| Player::computer(level).expect("a level");
    let rated = |id, first, second| {
        let mut game = rated(id, first, second, FIRST);
        game.summary.ruleset_version = 1;
        game.summary.options = Options::none();
        game.summary.plies = 1;
        (game.moves, game.times) = (vec!["a1a2".to_owned()], vec![0]);
        game
    };
    let start = AnyGame::new("er-chi-yi", None, &Options::none(), None).expect("a start");
    let place = ExplorerPosition::of(&start).key;
    store.commit(&[ending(1, rated(1, kept(1), computer(1)))]).await.expect("new");
    store.commit(&[ending(1, rated(2, kept(2), computer(8)))]).await.expect("new");
    read_all(&store).await;
    let filter = |rating| GameFilter {
        game: Some("er-chi-yi".to_owned()),
        rating: Some(rating),
        ..GameFilter::default()
    };
    for (rating, expected) in [(500, vec![2, 1]), (1_000, vec![2]), (1_501, vec![])] {
        let found = store.games(&filter(rating), None, 10).await.expect("it reads");
        let ids: Vec<u128> = found.iter().map(|game| game.id.0.as_u128()).collect();
        assert_eq!(ids, expected, "{rating}");
    }
    // The computer player of level 1 is weaker than a new player, that of level 8 stronger; in the third game
    // the seats are the other way round.
    store.commit(&[ending(1, rated(3, computer(8), kept(1)))]).await.expect("new");
    read_all(&store).await;
    for (player, rating, expected) in [
        (kept(1), 500, vec![3, 1]),
        (kept(1), 1_400, vec![3]),
        (kept(2), 1_900, vec![2]),
        (computer(1), 1_400, vec![1]),
        (computer(8), 1_400, vec![3, 2]),
        (computer(8), 1_600, vec![]),
    ] {
        for (game, place) in [(None, None), (Some("er-chi-yi"), None), (None, Some(place))] {
            let filter = GameFilter {
                player: Some(player.id),
                game: game.map(str::to_owned),
                place,
                rating: Some(rating),
                ..GameFilter::default()
            };
            let found = store.games(&filter, None, 10).await.expect("it reads");
            let ids: Vec<u128> = found.iter().map(|game| game.id.0.as_u128()).collect();
            assert_eq!(ids, expected, "{} against {rating}", player.name);
        }
    }
}

async fn what_does_not_count_changes_nothing(store: Database) {
    let (one, other) = (kept(1), kept(2));
    let aborted = rated(1, one.clone(), other.clone(), None);
    let mut casual = rated(2, one.clone(), other.clone(), FIRST);
    casual.summary.rated = false;
    let guest = rated(3, one.clone(), crate::samples::player(3), FIRST);
    let itself = rated(4, one.clone(), one.clone(), FIRST);
    for game in [aborted, casual, guest, itself] {
        store.commit(&[ending(1, game)]).await.expect("new");
    }
    // From elsewhere.
    let mut imported = rated(5, one.clone(), other, FIRST);
    imported.last_seq = 0;
    assert_eq!(store.import(&[imported]).await, Ok(1));
    read_all(&store).await;
    assert_eq!(store.standings_of(one.id).await, Ok(Vec::new()));
    assert_eq!(store.best(&pool(), 10).await, Ok(Vec::new()));
    assert_eq!(check(&store).await, 0);
}

/// Computer players start where the ladder has them.
async fn computer_players_are_in_the_same_pool(store: Database) {
    let strongest = id_of(8).expect("a level");
    let computer = Player::computer(8).expect("a level");
    store.commit(&[ending(1, rated(1, kept(1), computer, FIRST))]).await.expect("new");
    read_all(&store).await;
    let computer = store.standing(&pool(), strongest).await.expect("it reads").expect("it counted");
    assert!(computer.rating.rating > 2_000.0, "{computer:?}");
    assert_eq!(check(&store).await, 2);
}

/// The best come first, and those of uncertain strength not at all.
async fn the_best_are_listed(store: Database) {
    let mut id = 0;
    let mut play = async |first: u128, second: u128, result| {
        id += 1;
        let game = rated(id, kept(first), kept(second), result);
        store.commit(&[ending(1, game)]).await.expect("new");
    };
    for round in 0..5 {
        for one in 1..=11 {
            for other in one + 1..=12 {
                // Who wins always stays uncertain, since it is unknown how much stronger they are.
                let wins = one == 1 && other % 3 != 0;
                let result = if wins { FIRST } else { Some(MatchResult::Draw) };
                play(one, other, result).await;
            }
            // Certain enough, by games with one opponent.
            if one % 2 == 1 {
                play(13, 12, Some(MatchResult::Draw)).await;
            }
        }
        read_all(&store).await;
        if round == 0 {
            assert_eq!(store.best(&pool(), 20).await, Ok(Vec::new()), "too few known opponents");
        }
    }
    play(14, 1, SECOND).await;
    read_all(&store).await;
    let best = store.best(&pool(), 20).await.expect("it reads");
    let mut ids: Vec<u128> = best.iter().map(|(id, _)| id.0.as_u128()).collect();
    assert_eq!(ids.first(), Some(&1), "{best:?}");
    assert!(best.is_sorted_by(|one, next| one.1.rating.rating >= next.1.rating.rating));
    ids.sort_unstable();
    assert_eq!(ids, (1..=12).collect::<Vec<_>>(), "{best:?}");
    let alone = store.standing(&pool(), kept(13).id).await.expect("it reads").expect("it played");
    assert!(!alone.rating.is_provisional() && alone.opponents == 1, "{alone:?}");
    assert_eq!(store.best(&pool(), 1).await.expect("it reads").len(), 1);
    check(&store).await;
}

/// Three games of a pair count in a day.
async fn fourth_game_of_a_pair_counts_for_nothing(store: Database) {
    for number in 1..=4 {
        store.commit(&[ending(1, rated(number, kept(1), kept(2), FIRST))]).await.expect("new");
    }
    read_all(&store).await;
    assert_eq!(store.pair_day([kept(2).id, kept(1).id]).await, Ok(PairDay { day: 0, games: 3 }));
    assert_eq!(store.rating_changes(match_id(4)).await, Ok(Vec::new()));
    store.commit(&[ending(1, rated(24, kept(2), kept(1), FIRST))]).await.expect("new");
    read_all(&store).await;
    assert_eq!(store.pair_day([kept(1).id, kept(2).id]).await, Ok(PairDay { day: 1, games: 1 }));
    assert_eq!(store.pair_day([kept(1).id, kept(3).id]).await, Ok(PairDay::default()));
    assert_eq!(check(&store).await, 8);
    let players = BySide { first: kept(2).id, second: kept(1).id };
    let last = Outcome { players, winner: Some(Side::First), plies: 2 };
    assert_eq!(store.latest_rated(1).await, Ok(vec![last]));
    assert_eq!(store.latest_rated(10).await.map(|games| games.len()), Ok(5));
}

async fn ratings_are_computed_anew(store: Database) {
    for number in 1..=20 {
        let result = if number % 3 == 0 { SECOND } else { FIRST };
        let game = rated(number, kept(number % 8 + 1), kept(9), result);
        store.commit(&[ending(1, game)]).await.expect("new");
    }
    read_all(&store).await;
    let before = expected(&store).await;
    assert_eq!(store.rebuild_ratings().await, Ok(20));
    assert_eq!(check(&store).await, 40);
    assert_eq!(expected(&store).await, before);
}

crate::on_both!(
    a_game_that_counts_changes_both_ratings,
    games_are_found_by_rating,
    what_does_not_count_changes_nothing,
    computer_players_are_in_the_same_pool,
    the_best_are_listed,
    fourth_game_of_a_pair_counts_for_nothing,
    ratings_are_computed_anew,
);

/// The command finds every rating that does not follow from the archive, and corrects it.
#[tokio::test]
async fn forged_ratings_are_found_and_corrected() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let location = Location::Sqlite(directory.path().to_owned());
    let store = open(&location, Purpose::Serve).await.expect("SQLite opens");
    for number in 1..=5 {
        let game = rated(number, kept(number), kept(9), FIRST);
        store.commit(&[ending(1, game)]).await.expect("new");
    }
    read_all(&store).await;
    store.close().await;
    let run = async |rebuild: bool| {
        let mut output = Vec::new();
        let config = RatingsConfig { check: !rebuild, rebuild };
        let outcome = ratings(&location, config, &mut output).await;
        outcome.map(|()| String::from_utf8(output).expect("it is text"))
    };
    let whole = run(false).await.expect("they agree");
    assert_eq!(whole, "compared 5 games: 6 ratings agree\n");
    let file = SqliteConnectOptions::new().filename(directory.path().join("yiguan.db"));
    for forged in [
        "update rating set rating = rating + 1e-9 where games = 5",
        "update rating_change set before = 2000 where games = 1",
        "delete from rating_change where games = 5",
        "insert into rating (pool, player_id, rating, deviation, volatility, games, at, found,
                opponents, drift)
            select 'shogi', player_id, 2900, 45, 0.06, 40, at, 0, 0, 0 from rating",
    ] {
        let mut session = SqliteConnection::connect_with(&file).await.expect("it is there");
        sqlx::query(forged).execute(&mut session).await.expect("the statement runs");
        session.close().await.expect("it closes");
        let found = run(false).await;
        assert!(
            matches!(found, Err(RatingsError::Differ { compared: 4..=5, differ: 1.. })),
            "{forged}: {found:?}"
        );
        assert_eq!(run(true).await.expect("it is done"), "5 games counted\n");
        assert_eq!(run(false).await.expect("they agree"), whole);
    }
}

/// Several servers end games of the same people at once: the ratings are those of the sequence.
#[tokio::test]
async fn ratings_follow_the_sequence_of_several_servers() {
    const EACH: u128 = 40;
    with_database(async |url| {
        let location = Location::Postgres(url);
        let one = open(&location, Purpose::Serve).await.expect("there is room");
        let beating = async {
            loop {
                one.beat(domain::Moment(1_000)).await.expect("it lives");
            }
        };
        let other = tokio::select! {
            () = beating => unreachable!("it goes on for ever"),
            other = open(&location, Purpose::Serve) => other.expect("there is room"),
        };
        let play = async |store: &Database, from: u128| {
            for number in from..from + EACH {
                let game = rated(number, kept(number % 7 + 1), kept(number % 8 + 11), FIRST);
                store.commit(&[ending(1, game)]).await.expect("new");
            }
        };
        join_all([play(&one, 1), play(&other, 1 + EACH)]).await;
        assert_eq!(check(&one).await, 4 * usize::try_from(EACH).expect("few"));
        one.close().await;
        other.close().await;
    })
    .await;
}
