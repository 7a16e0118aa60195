//! Tallies, which a reader of ended games counts.

use crate::samples::{aborted, ending, game, match_id, player, read_all};
use domain::{FinishedGame, MatchResult, Moment, Opponent, Player, PlayerId, Tally, TallyEntry};
use engine::{BySide, Side};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use std::collections::HashMap;
use store::{Database, FeedBatch, FeedReader, GameTally, Location, Purpose, open};
use yiguan::commands::{TalliesConfig, TalliesError, tallies};

const FIRST: MatchResult = MatchResult::Won(Side::First);
const SECOND: MatchResult = MatchResult::Won(Side::Second);

fn played(id: u128, first: Player, second: Player, result: MatchResult) -> FinishedGame {
    let mut game = game(match_id(id), 9_000);
    game.summary.players = BySide { first: Some(first), second: Some(second) };
    game.summary.result = Some(result);
    game
}

fn computer() -> Player {
    Player::computer(3).expect("a level")
}

/// The results of a player: the game, the kind of opponent, and the games won, drawn and lost.
async fn found(store: &Database, player: PlayerId) -> Vec<(String, Opponent, [u32; 3])> {
    let tallies = store.tallies(player).await.expect("they read");
    let read = |GameTally { game, opponent, tally: Tally { won, drawn, lost } }| {
        (game, opponent, [won, drawn, lost])
    };
    tallies.into_iter().map(read).collect()
}

/// Compares every tally with the games of the sequence; returns how many tallies there are.
pub(crate) async fn check(store: &Database) -> usize {
    let mut expected: HashMap<PlayerId, HashMap<(String, Opponent), Tally>> = HashMap::new();
    let (mut tallies, mut results) = (0, 0);
    for ended in store.ended(0, 10_000).await.expect("it reads") {
        let game = &ended.game.summary;
        for TallyEntry { player, opponent, tally } in TallyEntry::of(game) {
            let of_player = expected.entry(player).or_default();
            *of_player.entry((game.game.clone(), opponent)).or_default() += tally;
            results += 1;
        }
    }
    for (player, expected) in expected {
        let found = store.tallies(player).await.expect("they read").into_iter();
        let found = found.map(|GameTally { game, opponent, tally }| ((game, opponent), tally));
        assert_eq!(found.collect::<HashMap<_, _>>(), expected);
        tallies += expected.len();
    }
    assert_eq!(store.tally_totals().await, Ok((tallies as u64, results)));
    tallies
}

async fn results_count_by_game_and_kind_of_opponent(store: Database) {
    let (one, other) = (player(1), player(2));
    let bot = Player { bot: true, ..player(3) };
    let mut shogi = played(5, one.clone(), other.clone(), FIRST);
    shogi.summary.game = "shogi".to_owned();
    for game in [
        played(1, one.clone(), other.clone(), FIRST),
        played(2, other.clone(), one.clone(), FIRST),
        played(3, one.clone(), computer(), MatchResult::Draw),
        played(4, bot, one.clone(), SECOND),
        shogi,
        aborted(match_id(6), 9_000),
    ] {
        store.commit(&[ending(1, game)]).await.expect("new");
    }
    assert_eq!(found(&store, one.id).await, [], "not in the commit");
    read_all(&store).await;
    let game = || "er-chi-yi".to_owned();
    let expected = [
        (game(), Opponent::Computer, [1, 1, 0]),
        (game(), Opponent::Person, [1, 0, 1]),
        ("shogi".to_owned(), Opponent::Person, [1, 0, 0]),
    ];
    assert_eq!(found(&store, one.id).await, expected);
    assert_eq!(found(&store, computer().id).await, [(game(), Opponent::Person, [0, 1, 0])]);
    assert_eq!(check(&store).await, 7);
}

/// The games of a deleted player stay in the archive, and so do the results of both players.
async fn deleted_account_keeps_results_equal_to_the_archive(store: Database) {
    let (gone, other) = (player(1), player(2));
    store.commit(&[ending(1, played(1, gone.clone(), other.clone(), FIRST))]).await.expect("new");
    read_all(&store).await;
    store.commit(&[ending(1, played(2, gone.clone(), other.clone(), FIRST))]).await.expect("new");
    store.erase(gone.id, Moment(10_000)).await.expect("it is done");
    store.commit(&[ending(1, played(3, other.clone(), gone, FIRST))]).await.expect("new");
    read_all(&store).await;
    let expected = [("er-chi-yi".to_owned(), Opponent::Person, [1, 0, 2])];
    assert_eq!(found(&store, other.id).await, expected);
    check(&store).await;
    store.rebuild_tallies().await.expect("it is done");
    assert_eq!(found(&store, other.id).await, expected);
}

/// Imported games count like all others, in batches of any size and again from the beginning.
async fn imported_games_count_once(store: Database) {
    const GAMES: u64 = 700;
    let results = [FIRST, MatchResult::Draw, SECOND];
    let games: Vec<FinishedGame> = (1..=u128::from(GAMES))
        .map(|id| {
            let opponent = if id % 5 == 0 { computer() } else { player(id % 7 + 20) };
            played(id, player(id % 11 + 1), opponent, results[usize::try_from(id % 3).unwrap_or(0)])
        })
        .collect();
    assert_eq!(store.import(&games).await, Ok(GAMES));
    assert_eq!(store.import(&games[..10]).await, Ok(0));
    let small = FeedBatch::small(FeedReader::Tallies);
    store.read_on(FeedReader::Tallies, small).await.expect("it reads");
    while store.read_on(FeedReader::Tallies, FeedBatch::LARGE).await.expect("it reads") > 0 {}
    let before = (check(&store).await, found(&store, player(1).id).await);
    assert_eq!(store.rebuild_tallies().await, Ok(GAMES));
    assert_eq!((check(&store).await, found(&store, player(1).id).await), before);
}

crate::on_both!(
    results_count_by_game_and_kind_of_opponent,
    deleted_account_keeps_results_equal_to_the_archive,
    imported_games_count_once,
);

/// The command finds every tally that differs from the archive, and counts all of them again.
#[tokio::test]
async fn forged_tallies_are_found_and_counted_again() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let location = Location::Sqlite(directory.path().to_owned());
    let store = open(&location, Purpose::Serve).await.expect("SQLite opens");
    for number in 1..=5 {
        let game = played(number, player(number), computer(), FIRST);
        store.commit(&[ending(1, game)]).await.expect("new");
    }
    read_all(&store).await;
    store.close().await;
    let run = async |rebuild: bool| {
        let mut output = Vec::new();
        let config = TalliesConfig { check: !rebuild, rebuild };
        let outcome = tallies(&location, config, &mut output).await;
        outcome.map(|()| String::from_utf8(output).expect("it is text"))
    };
    let whole = run(false).await.expect("they agree");
    assert_eq!(whole, "compared 5 games: 6 tallies agree\n");
    let file = SqliteConnectOptions::new().filename(directory.path().join("yiguan.db"));
    for forged in [
        "update tally set won = won + 1 where lost = 0",
        "update tally set won = won - 1, drawn = drawn + 1 where lost = 0",
        "update tally set opponent = 'person'",
        "delete from tally where lost = 5",
        "insert into tally (player_id, game, opponent, won, drawn, lost)
            select player_id, 'shogi', opponent, 1, 0, 0 from tally",
    ] {
        let mut session = SqliteConnection::connect_with(&file).await.expect("it is there");
        sqlx::query(forged).execute(&mut session).await.expect("the statement runs");
        session.close().await.expect("it closes");
        let found = run(false).await;
        assert!(
            matches!(found, Err(TalliesError::Differ { compared: 5, differ: 1.. })),
            "{forged}: {found:?}"
        );
        assert_eq!(run(true).await.expect("it is done"), "5 games counted\n");
        assert_eq!(run(false).await.expect("they agree"), whole);
    }
}
