//! The explorer of finished games.

use crate::samples::{ending, game, match_id, player, read_all};
use domain::explorer::ExplorerPosition;
use domain::{FinishedGame, MatchResult, Moment};
use engine::{AnyGame, Options, Side};
use futures_util::TryStreamExt;
use store::{Cursor, Database, GameFilter, SeenAction};

/// A game of Er Chi Yi with these actions.
fn played(id: u128, moves: &[&str], result: Option<MatchResult>) -> FinishedGame {
    let mut game = game(match_id(id), 9_000);
    game.summary.ruleset_version = 1;
    game.summary.options = Options::none();
    game.summary.result = result;
    game.summary.plies = u32::try_from(moves.len()).expect("few");
    game.moves = moves.iter().map(|&action| action.to_owned()).collect();
    game.times = vec![0; moves.len()];
    game
}

fn place(moves: &[&str]) -> (u64, impl Fn(&str) -> String) {
    let mut game = AnyGame::new("er-chi-yi", None, &Options::none(), None).expect("a start");
    for action in moves {
        game.play(action).expect("it is legal");
    }
    let place = ExplorerPosition::of(&game);
    (place.key, move |action: &str| place.representative(action))
}

const FIRST: Option<MatchResult> = Some(MatchResult::Won(Side::First));
const DRAW: Option<MatchResult> = Some(MatchResult::Draw);

/// Results of an action in a position: won, drawn, lost, and the last games.
async fn found(store: &Database, moves: &[&str], action: &str) -> Option<([u32; 3], Vec<u128>)> {
    read_all(store).await;
    let (key, representative) = place(moves);
    let seen = store.seen(key).await.expect("it reads");
    let action = representative(action);
    let SeenAction { first, draws, second, last, .. } =
        seen.into_iter().find(|seen| seen.action == action)?;
    Some(([first, draws, second], last.iter().map(|id| id.0.as_u128()).collect()))
}

async fn games_are_noted_once_they_are_read(store: Database) {
    store.commit(&[ending(1, played(1, &["a1a2", "a5a4"], FIRST))]).await.expect("new");
    store.commit(&[ending(1, played(2, &["a1a2", "b5b4"], DRAW))]).await.expect("new");
    // In the mirror.
    assert_eq!(store.import(&[played(3, &["e1e2", "e5e4"], DRAW)]).await, Ok(1));
    assert_eq!(store.import(&[played(3, &["e1e2", "e5e4"], DRAW)]).await, Ok(0));
    assert_eq!(found(&store, &[], "a1a2").await, Some(([1, 2, 0], vec![3, 2, 1])));
    assert_eq!(found(&store, &[], "e1e2").await, Some(([1, 2, 0], vec![3, 2, 1])));
    assert_eq!(found(&store, &["a1a2"], "a5a4").await, Some(([1, 1, 0], vec![3, 1])));
    assert_eq!(found(&store, &["e1e2"], "e5e4").await, Some(([1, 1, 0], vec![3, 1])));
    assert_eq!(found(&store, &["a1a2"], "c5c4").await, None);
    // A fourth pushes out the first, and a called-off one counts nowhere.
    store.commit(&[ending(1, played(4, &["a1a2"], FIRST))]).await.expect("new");
    let mut aborted = played(5, &["a1a2"], None);
    aborted.summary.reason = domain::EndReason::Aborted;
    store.commit(&[ending(1, aborted)]).await.expect("new");
    assert_eq!(found(&store, &[], "a1a2").await, Some(([2, 2, 0], vec![4, 3, 2])));
    // A game that an operator hid is named nowhere.
    assert_eq!(store.hide(match_id(3), true).await, Ok(true));
    assert_eq!(found(&store, &[], "a1a2").await, Some(([2, 2, 0], vec![4, 2])));
}

/// A position that comes back within a game counts once.
async fn a_game_counts_once_for_a_position(store: Database) {
    let there_and_back = ["a1a2", "a5a4", "a2a1", "a4a5", "a1a2"];
    store.commit(&[ending(1, played(1, &there_and_back, FIRST))]).await.expect("new");
    assert_eq!(found(&store, &[], "a1a2").await, Some(([1, 0, 0], vec![1])));
}

/// A game that cannot be replayed is archived all the same.
async fn what_does_not_replay_is_not_noted(store: Database) {
    store.commit(&[ending(1, played(1, &["a1e5"], FIRST))]).await.expect("new");
    assert_eq!(found(&store, &[], "a1a2").await, None);
    assert!(store.game(match_id(1)).await.expect("it reads").is_some());
}

/// The games in a filtered list, read page by page; the export has the same.
async fn listed(store: &Database, filter: GameFilter) -> Vec<u128> {
    read_all(store).await;
    let (mut found, mut place) = (Vec::new(), None);
    loop {
        let page = store.games(&filter, place, 3).await.expect("it reads");
        let Some(last) = page.last() else { break };
        place = Some(Cursor::after(last));
        found.extend(page.iter().map(|game| game.id.0.as_u128()));
    }
    let exported: Vec<FinishedGame> = store.export(filter).try_collect().await.expect("it reads");
    let oldest_first = exported.iter().map(|game| game.summary.id.0.as_u128());
    assert_eq!(oldest_first.rev().collect::<Vec<_>>(), found, "exported");
    found
}

async fn games_are_listed_by_a_position_they_went_through(store: Database) {
    for (number, moves, result) in [
        (1, ["a1a2", "a5a4", "b1b2"].as_slice(), FIRST),
        (2, &["e1e2", "e5e4"], DRAW), // in the mirror
        (3, &["a1a2", "b5b4"], FIRST),
        (4, &["b1b2", "a5a4", "a1a2", "c5c4"], DRAW), // by another way
        (5, &["a1a2", "a5a4", "a2a1", "a4a5", "a1a2"], FIRST), // twice
        (6, &["a1e5"], FIRST),                        // does not replay
    ] {
        let mut game = played(number, moves, result);
        game.summary.ended_at = Moment(9_000 + u64::try_from(number).expect("small") / 2);
        store.commit(&[ending(1, game)]).await.expect("new");
    }
    let at = |moves: &[&str]| GameFilter { place: Some(place(moves).0), ..GameFilter::default() };
    let start = at(&[]);
    let account = Some(player(0xa).id);
    let opening = vec!["a1a2".to_owned()];
    for (filter, expected) in [
        (start.clone(), vec![5, 4, 3, 2, 1]),
        (at(&["a1a2"]), vec![5, 3, 2, 1]),
        (at(&["a1a2", "a5a4"]), vec![5, 1]),
        (at(&["a1a2", "a5a4", "b1b2"]), vec![4]), // in game 1 nothing was played there
        (at(&["c1c2"]), vec![]),
        (GameFilter { result: DRAW, ..start.clone() }, vec![4, 2]),
        (GameFilter { shortest: Some(3), ..start.clone() }, vec![5, 4, 1]),
        (GameFilter { until: Some(Moment(9_002)), ..start.clone() }, vec![3, 2, 1]),
        (GameFilter { player: account, ..start.clone() }, vec![5, 4, 3, 2, 1]),
        (GameFilter { player: Some(player(7).id), ..start.clone() }, vec![]),
        (GameFilter { opening, ..at(&["a1a2"]) }, vec![5, 3, 1]),
        (GameFilter { rating: Some(0), ..start.clone() }, vec![]),
        (GameFilter { game: Some("er-chi-yi".to_owned()), ..at(&["a1a2"]) }, vec![5, 3, 2, 1]),
        (GameFilter { game: Some("xia-si".to_owned()), ..at(&["a1a2"]) }, vec![]),
    ] {
        assert_eq!(listed(&store, filter.clone()).await, expected, "{filter:?}");
    }
    assert_eq!(store.hide(match_id(3), true).await, Ok(true));
    assert_eq!(listed(&store, at(&["a1a2"])).await, [5, 2, 1]);
    assert_eq!(store.rebuild_explorer().await, Ok(6));
    assert_eq!(listed(&store, at(&["a1a2"])).await, [5, 2, 1]);
}

/// So many games went through the start that lists are read from the archive, and few through what followed.
async fn games_of_a_common_position_are_listed_as_well(store: Database) {
    let games: Vec<FinishedGame> = (1..=1_010)
        .map(|number| {
            let first = if number % 100 == 0 { "b1b2" } else { "a1a2" };
            let mut game = played(number, &[first, "a5a4"], FIRST);
            game.summary.ended_at = Moment(9_000 + u64::try_from(number).expect("small"));
            game
        })
        .collect();
    assert_eq!(store.import(&games).await, Ok(1_010));
    let account = Some(player(0xa).id);
    let at = |moves: &[&str]| GameFilter {
        place: Some(place(moves).0),
        player: account,
        ..GameFilter::default()
    };
    let all = listed(&store, at(&[])).await;
    assert_eq!((all.len(), all[0], all[1_009]), (1_010, 1_010, 1));
    let rare: Vec<u128> = (1..=10).rev().map(|hundred| hundred * 100).collect();
    assert_eq!(listed(&store, at(&["b1b2"])).await, rare);
    let others = GameFilter { player: Some(player(7).id), ..at(&[]) };
    assert_eq!(listed(&store, others).await, []);
    // The same of conditions that many games pass, or few.
    let long = GameFilter {
        game: Some("er-chi-yi".to_owned()),
        shortest: Some(2),
        ..GameFilter::default()
    };
    assert_eq!(listed(&store, long.clone()).await, all);
    let opening = vec!["b1b2".to_owned()];
    assert_eq!(listed(&store, GameFilter { opening, ..long.clone() }).await, rare);
    let rare_as_well = GameFilter { place: Some(place(&[]).0), shortest: Some(3), ..long };
    assert_eq!(listed(&store, rare_as_well).await, []);
}

async fn it_is_made_anew(store: Database) {
    for number in 1..=450 {
        let reply = if number % 2 == 0 { "a5a4" } else { "b5b4" };
        store.commit(&[ending(1, played(number, &["a1a2", reply], FIRST))]).await.expect("new");
    }
    let before = found(&store, &["a1a2"], "a5a4").await;
    assert_eq!(before, Some(([225, 0, 0], vec![450, 448, 446])));
    assert_eq!(store.rebuild_explorer().await, Ok(450));
    assert_eq!(found(&store, &["a1a2"], "a5a4").await, before);
    store.commit(&[ending(1, played(451, &["a1a2", "a5a4"], DRAW))]).await.expect("new");
    assert_eq!(found(&store, &["a1a2"], "a5a4").await, Some(([225, 1, 0], vec![451, 450, 448])));
}

crate::on_both!(
    games_are_noted_once_they_are_read,
    a_game_counts_once_for_a_position,
    what_does_not_replay_is_not_noted,
    games_are_listed_by_a_position_they_went_through,
    games_of_a_common_position_are_listed_as_well,
    it_is_made_anew,
);
