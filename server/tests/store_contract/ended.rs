//! The sequence of games that entered the archive.

use crate::flaky::{Fate, Flaky};
use crate::fresh::with_database;
use crate::samples::{aborted, append, ending, game, match_id};
use futures_util::future::join_all;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, PgConnection};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use yiguan::matches::Journal;
use yiguan::store::{Append, Closing, Location, Purpose, SharedStore, StoreError, open};

/// The ids of the sequence, of which the numbers count from 1.
async fn sequence(store: &SharedStore) -> Vec<u128> {
    let (mut ids, mut place) = (Vec::new(), 0);
    loop {
        let games = store.ended(place, 3).await.expect("it reads");
        assert!(games.len() <= 3);
        let Some(last) = games.last() else { return ids };
        let numbers: Vec<u64> = games.iter().map(|ended| ended.number).collect();
        assert_eq!(numbers, (place + 1..=last.number).collect::<Vec<_>>());
        place = last.number;
        for ended in games {
            assert_eq!(store.game(ended.game.summary.id).await, Ok(Some(ended.game.clone())));
            ids.push(ended.game.summary.id.0.as_u128());
        }
    }
}

/// In the order of writing, whatever moment they bear.
async fn games_are_numbered_as_they_end(store: SharedStore) {
    let discard = Append {
        match_id: match_id(7),
        events: Vec::new(),
        closing: Some(Closing::Discard),
        seekers: Vec::new(),
    };
    store.commit(&[append(match_id(7), 1..=1)]).await.expect("new");
    store.commit(&[ending(1, game(match_id(5), 9_000))]).await.expect("new");
    let batch = [
        ending(1, game(match_id(9), 8_000)),
        append(match_id(1), 1..=2),
        discard,
        ending(1, aborted(match_id(2), 7_000)),
    ];
    store.commit(&batch).await.expect("new");
    // Imported ones as well, those that are new.
    let games = [game(match_id(4), 6_000), game(match_id(9), 8_000), game(match_id(3), 5_000)];
    assert_eq!(store.import(&games).await, Ok(2));
    store.commit(&[ending(3, game(match_id(1), 4_000))]).await.expect("new");
    assert_eq!(sequence(&store).await, [5, 9, 2, 4, 3, 1]);
}

/// What is refused leaves no gap, and what was in doubt is there once.
async fn each_game_is_numbered_once(store: SharedStore) {
    store.commit(&[ending(1, game(match_id(1), 9_000))]).await.expect("new");
    let batch = [ending(1, game(match_id(2), 9_000)), ending(1, game(match_id(1), 9_000))];
    let refused = store.commit(&batch).await;
    assert!(matches!(refused, Err(StoreError::Conflict(_))), "{refused:?}");
    assert_eq!(sequence(&store).await, [1]);
    for (number, fates) in [(3, &[Fate::LostAfter][..]), (4, &[Fate::LostBefore, Fate::LostAfter])]
    {
        let flaky = Flaky::new(Arc::clone(&store), fates);
        let (journal, writer) = Journal::new(flaky, CancellationToken::new());
        tokio::spawn(writer);
        assert_eq!(journal.append(ending(1, game(match_id(number), 9_000))).await, Ok(()));
    }
    assert_eq!(sequence(&store).await, [1, 3, 4]);
}

async fn a_reader_moves_from_where_it_is_and_from_nowhere_else(store: SharedStore) {
    assert_eq!(store.place_of("ratings").await, Ok(0));
    assert_eq!(store.advance("ratings", 3, 5).await, Ok(false));
    assert_eq!(store.advance("ratings", 0, 3).await, Ok(true));
    assert_eq!(store.advance("ratings", 0, 3).await, Ok(false));
    assert_eq!(store.advance("ratings", 3, 5).await, Ok(true));
    assert_eq!(store.place_of("ratings").await, Ok(5));
    assert_eq!(store.place_of("statistics").await, Ok(0));
    // One of many that did the same part.
    let moves = join_all((0..8).map(|_| store.advance("statistics", 0, 4))).await;
    assert_eq!(moves.iter().filter(|moved| **moved == Ok(true)).count(), 1, "{moves:?}");
    assert_eq!(store.place_of("statistics").await, Ok(4));
}

crate::on_both!(
    games_are_numbered_as_they_end,
    each_game_is_numbered_once,
    a_reader_moves_from_where_it_is_and_from_nowhere_else,
);

/// Several servers end games at once, while a reader follows: it sees no number before a smaller
/// one, and all of them in the end.
#[tokio::test]
async fn a_reader_beside_several_servers_misses_nothing() {
    const EACH: u128 = 60;
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
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
        let play = async |store: &SharedStore, first: u128| {
            for number in first..first + EACH {
                let end = ending(1, game(match_id(number), 9_000));
                store.commit(&[end]).await.expect("new");
            }
        };
        let follow = async {
            let (mut place, mut seen) = (0, Vec::new());
            while seen.len() < 2 * usize::try_from(EACH).expect("few") {
                for ended in one.ended(place, 1_000).await.expect("it reads") {
                    assert_eq!(ended.number, place + 1, "a number was skipped");
                    place = ended.number;
                    seen.push(ended.game.summary.id.0.as_u128());
                }
            }
            seen
        };
        let ((), (), mut seen) = tokio::join!(play(&one, 1), play(&other, 1 + EACH), follow);
        seen.sort_unstable();
        assert_eq!(seen, (1..=2 * EACH).collect::<Vec<_>>());
        one.close().await;
        other.close().await;
    })
    .await;
}

/// What makes a database one of before the sequence.
const BEFORE_SQLITE: [&str; 3] = [
    "drop table ended_game",
    "drop table ended_game_reader",
    "delete from _sqlx_migrations where version = 8",
];
const BEFORE_POSTGRES: [&str; 4] = [
    "drop table ended_game",
    "drop table ended_game_count",
    "drop table ended_game_reader",
    "delete from _sqlx_migrations where version = 11",
];

async fn archive_before(location: &Location) {
    let store = open(location, Purpose::Serve).await.expect("a new database");
    let games = [(1, 9_000), (2, 8_000), (3, 8_000)].map(|(id, end)| game(match_id(id), end));
    assert_eq!(store.import(&games).await, Ok(3));
    store.close().await;
}

async fn sequence_after(location: &Location) {
    let store = open(location, Purpose::Serve).await.expect("it is brought up to date");
    store.commit(&[ending(1, game(match_id(4), 1_000))]).await.expect("new");
    assert_eq!(sequence(&store).await, [2, 3, 1, 4]);
    store.close().await;
}

#[tokio::test]
async fn games_of_before_come_first_on_sqlite() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let location = Location::Sqlite(directory.path().to_owned());
    archive_before(&location).await;
    let file = SqliteConnectOptions::new().filename(directory.path().join("yiguan.db"));
    let mut session = SqliteConnection::connect_with(&file).await.expect("it is there");
    for statement in BEFORE_SQLITE {
        sqlx::query(statement).execute(&mut session).await.expect("the statement runs");
    }
    session.close().await.expect("it closes");
    sequence_after(&location).await;
}

#[tokio::test]
async fn games_of_before_come_first_on_postgres() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        archive_before(&location).await;
        let mut session = PgConnection::connect(&url).await.expect("the database is there");
        for statement in BEFORE_POSTGRES {
            sqlx::query(statement).execute(&mut session).await.expect("the statement runs");
        }
        sequence_after(&location).await;
    })
    .await;
}
