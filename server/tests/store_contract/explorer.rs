//! What was played in the positions of finished games.

use crate::samples::{ending, game, match_id};
use domain::explorer::Place;
use domain::{FinishedGame, MatchResult};
use engine::{AnyGame, Options, Side};
use yiguan::store::{SeenAction, SharedStore};

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
    let place = Place::of(&game);
    (place.key, move |action: &str| place.representative(action))
}

const FIRST: Option<MatchResult> = Some(MatchResult::Won(Side::First));
const DRAW: Option<MatchResult> = Some(MatchResult::Draw);

/// Results of an action in a position: won, drawn, lost, and the last games.
async fn found(store: &SharedStore, moves: &[&str], action: &str) -> Option<([u32; 3], Vec<u128>)> {
    let (key, representative) = place(moves);
    let seen = store.seen(key).await.expect("it reads");
    let action = representative(action);
    let SeenAction { first, draws, second, last, .. } =
        seen.into_iter().find(|seen| seen.action == action)?;
    Some(([first, draws, second], last.iter().map(|id| id.0.as_u128()).collect()))
}

async fn games_are_noted_as_they_are_archived(store: SharedStore) {
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
    // What an operator took from the lists is named nowhere.
    assert_eq!(store.hide(match_id(3), true).await, Ok(true));
    assert_eq!(found(&store, &[], "a1a2").await, Some(([2, 2, 0], vec![4, 2])));
}

/// A position that comes back within a game counts once.
async fn a_game_counts_once_for_a_position(store: SharedStore) {
    let there_and_back = ["a1a2", "a5a4", "a2a1", "a4a5", "a1a2"];
    store.commit(&[ending(1, played(1, &there_and_back, FIRST))]).await.expect("new");
    assert_eq!(found(&store, &[], "a1a2").await, Some(([1, 0, 0], vec![1])));
}

/// What cannot be replayed is archived all the same.
async fn what_does_not_replay_is_not_noted(store: SharedStore) {
    store.commit(&[ending(1, played(1, &["a1e5"], FIRST))]).await.expect("new");
    assert_eq!(found(&store, &[], "a1a2").await, None);
    assert!(store.game(match_id(1)).await.expect("it reads").is_some());
}

async fn it_is_made_anew(store: SharedStore) {
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
    games_are_noted_as_they_are_archived,
    a_game_counts_once_for_a_position,
    what_does_not_replay_is_not_noted,
    it_is_made_anew,
);
