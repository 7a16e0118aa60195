//! The sequence of games that entered the archive.

use crate::fresh::with_database;
use crate::samples::{aborted, append, ending, game, match_id, read_all};
use domain::FinishedGame;
use domain::explorer::ExplorerPosition;
use engine::{AnyGame, Options};
use futures_util::future::join_all;
use sqlx::{Connection, PgConnection};
use std::time::Duration;
use store::{
    Append, Closing, Database, Fate, Faults, FeedBatch, FeedReader, Location, Purpose, StoreError,
    open,
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;
use yiguan::live::Journal;

/// The ids of the sequence, of which the numbers count from 1.
async fn sequence(store: &Database) -> Vec<u128> {
    read_all(store).await;
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
async fn games_are_numbered_as_they_end(store: Database) {
    let discard = Append {
        match_id: match_id(7),
        events: Vec::new(),
        closing: Some(Closing::Discard),
        seekers: None,
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

/// A refused game leaves no gap, and one whose commit was in doubt is there once.
async fn each_game_is_numbered_once(store: Database) {
    store.commit(&[ending(1, game(match_id(1), 9_000))]).await.expect("new");
    let batch = [ending(1, game(match_id(2), 9_000)), ending(1, game(match_id(1), 9_000))];
    let refused = store.commit(&batch).await;
    assert!(matches!(refused, Err(StoreError::Conflict(_))), "{refused:?}");
    assert_eq!(sequence(&store).await, [1]);
    for (number, fates) in [(3, &[Fate::LostAfter][..]), (4, &[Fate::LostBefore, Fate::LostAfter])]
    {
        let faults = Faults::of_commits(fates);
        let (journal, writer) = Journal::new(store.with_faults(&faults), CancellationToken::new());
        tokio::spawn(writer);
        assert_eq!(journal.append(ending(1, game(match_id(number), 9_000))).await, Ok(()));
    }
    assert_eq!(sequence(&store).await, [1, 3, 4]);
}

/// Any number of servers that read at once count each game once, however little each may do at a time.
async fn each_game_is_read_once(store: Database) {
    const GAMES: u32 = 12;
    let batch = FeedBatch { games: 3, span: Duration::ZERO };
    for number in 1..=u128::from(GAMES) {
        store.commit(&[ending(1, played(number))]).await.expect("new");
    }
    assert_eq!(store.unread().await, Ok([u64::from(GAMES); 3]));
    assert_eq!(store.is_read(FeedReader::Explorer, match_id(1)).await, Ok(Some(false)));
    let read = async |reader| while store.read_on(reader, batch).await.expect("it reads") > 0 {};
    join_all((0..4).flat_map(|_| FeedReader::ALL).map(read)).await;
    assert_eq!(store.unread().await, Ok([0; 3]));
    assert_eq!(counted(&store).await, GAMES);
    assert_eq!(store.is_read(FeedReader::Explorer, match_id(1)).await, Ok(Some(true)));
    assert_eq!(store.is_read(FeedReader::Ratings, match_id(99)).await, Ok(None));
    // Nothing is left to do.
    read_all(&store).await;
    assert_eq!(counted(&store).await, GAMES);
}

/// A long game is read in parts; half of it read, the rest follows, and nothing counts twice.
async fn a_game_is_read_in_parts(store: Database) {
    store.commit(&[ending(1, played(1))]).await.expect("new");
    let once = FeedBatch { games: 9, span: Duration::ZERO };
    assert_eq!(store.read_on(FeedReader::Explorer, once).await, Ok(1), "there is more of it");
    assert_eq!(store.read_on(FeedReader::Explorer, once).await, Ok(0));
    assert_eq!(counted(&store).await, 1);
    // The first and the last of the positions of the whole game.
    for plies in [0, LINE.len() - 1] {
        let seen = store.seen(place_after(plies)).await.expect("it reads");
        assert_eq!(seen.len(), 1, "after {plies}");
    }
}

/// A line of Er Chi Yi that takes more than one part.
const LINE: [&str; 10] =
    ["a1a2", "a5a4", "b1b2", "b5b4", "c1c2", "c5c4", "d1d2", "d5d4", "e1e2", "e5e4"];

fn played(id: u128) -> FinishedGame {
    let mut game = game(match_id(id), 9_000);
    game.summary.ruleset_version = 1;
    game.summary.options = Options::none();
    game.summary.plies = u32::try_from(LINE.len()).expect("few");
    (game.moves, game.times) = (LINE.map(str::to_owned).to_vec(), vec![0; LINE.len()]);
    game
}

fn place_after(plies: usize) -> u64 {
    let mut game = AnyGame::new("er-chi-yi", None, &Options::none(), None).expect("a start");
    for action in &LINE[..plies] {
        game.play(action).expect("it is legal");
    }
    ExplorerPosition::of(&game).key
}

/// How many games began with the line.
async fn counted(store: &Database) -> u32 {
    let seen = store.seen(place_after(0)).await.expect("it reads");
    seen.iter().map(|seen| seen.first + seen.draws + seen.second).sum()
}

crate::on_both!(
    games_are_numbered_as_they_end,
    each_game_is_numbered_once,
    each_game_is_read_once,
    a_game_is_read_in_parts,
);

/// Several servers end games at once, while a reader follows: it sees no number before a smaller
/// one, and all of them in the end.
#[tokio::test]
async fn reader_with_several_servers_misses_nothing() {
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
        let play = async |store: &Database, first: u128| {
            for number in first..first + EACH {
                let end = ending(1, game(match_id(number), 9_000));
                store.commit(&[end]).await.expect("new");
            }
        };
        let follow = async {
            let (mut place, mut seen) = (0, Vec::new());
            while seen.len() < 2 * usize::try_from(EACH).expect("few") {
                one.read_on(FeedReader::Ratings, FeedBatch::small(FeedReader::Ratings))
                    .await
                    .expect("it reads");
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

/// A commit waits for no reader of the sequence, and a game whose commit is late is read all the same.
#[tokio::test]
async fn commits_do_not_wait_for_readers() {
    with_database(async |url| {
        let store = open(&Location::Postgres(url.clone()), Purpose::Serve).await.expect("it opens");
        let mut other = PgConnection::connect(&url).await.expect("the database is there");
        let mut late = PgConnection::connect(&url).await.expect("the database is there");
        // A game that another server archives takes its place in the order, and is not visible yet.
        let mut commit = late.begin().await.expect("it begins");
        sqlx::query("insert into ended_game (game_id) values ($1)")
            .bind(match_id(3).0)
            .execute(&mut *commit)
            .await
            .expect("the statement runs");
        let mut reader = other.begin().await.expect("it begins");
        for statement in [
            "select last from ended_game_count for update",
            "select number from ended_game_reader for update",
        ] {
            sqlx::query(statement).execute(&mut *reader).await.expect("the statement runs");
        }
        store.commit(&[ending(1, game(match_id(1), 9_000))]).await.expect("nothing is waited for");
        reader.rollback().await.expect("it ends");
        assert_eq!(sequence(&store).await, [1]);
        // The row of the game itself, which the sequence only names.
        assert_eq!(store.import(&[game(match_id(2), 9_000)]).await, Ok(1));
        commit.commit().await.expect("it is written");
        assert_eq!(store.unread().await, Ok([2; 3]));
        let numbers = async || {
            let numbers = sqlx::query_as::<_, (Uuid, Option<i64>)>(
                "select game_id, number from ended_game order by number, entry",
            );
            let mut session = PgConnection::connect(&url).await.expect("the database is there");
            numbers.fetch_all(&mut session).await.expect("it reads")
        };
        let ids = |known: &[(Uuid, Option<i64>)]| -> Vec<(u128, Option<i64>)> {
            known.iter().map(|(id, number)| (id.as_u128(), *number)).collect()
        };
        assert_eq!(ids(&numbers().await), [(1, Some(1)), (3, None), (2, None)]);
        store
            .read_on(FeedReader::Ratings, FeedBatch::small(FeedReader::Ratings))
            .await
            .expect("it reads");
        assert_eq!(ids(&numbers().await), [(1, Some(1)), (3, Some(2)), (2, Some(3))]);
        store.close().await;
    })
    .await;
}
