//! The trees of stored games.

use crate::samples::{event, game, match_id};
use store::{Conflict, Database, Event, StoreError};

/// A store with two games in its archive.
async fn with_games(store: &Database) {
    let games = [game(match_id(1), 9_000), game(match_id(2), 9_001)];
    assert_eq!(store.import(&games).await, Ok(2));
}

async fn changes_come_back_in_order_as_they_were(store: Database) {
    with_games(&store).await;
    let first = [event(1, Some("a:c1")), event(2, None)];
    assert_eq!(store.add_changes(match_id(1), &first).await, Ok(()));
    assert_eq!(store.add_changes(match_id(2), &[event(1, Some("a:c1"))]).await, Ok(()));
    assert_eq!(store.add_changes(match_id(1), &[event(3, Some("b:c1"))]).await, Ok(()));
    let all: Vec<Event> = vec![event(1, Some("a:c1")), event(2, None), event(3, Some("b:c1"))];
    assert_eq!(store.changes(match_id(1), 0).await, Ok(all.clone()));
    assert_eq!(store.changes(match_id(1), 2).await, Ok(all[2..].to_vec()));
    assert_eq!(store.changes(match_id(1), 3).await, Ok(Vec::new()));
    assert_eq!(store.changes(match_id(9), 0).await, Ok(Vec::new()));
}

async fn what_is_there_already_is_refused_whole(store: Database) {
    with_games(&store).await;
    let id = match_id(1);
    store.add_changes(id, &[event(1, Some("a:c1"))]).await.expect("new");
    for (changes, conflict) in [
        (vec![event(2, None), event(1, None)], Conflict::Seq),
        (vec![event(2, None), event(3, Some("a:c1"))], Conflict::Command),
    ] {
        let refused = store.add_changes(id, &changes).await;
        assert_eq!(refused, Err(StoreError::Conflict(conflict)));
        assert_eq!(store.changes(id, 1).await, Ok(Vec::new()), "nothing of it is there");
    }
    assert_eq!(store.add_changes(id, &[event(2, Some("a:c2"))]).await, Ok(()));
}

async fn a_tree_needs_its_game(store: Database) {
    assert!(store.add_changes(match_id(1), &[event(1, None)]).await.is_err());
    assert_eq!(store.changes(match_id(1), 0).await, Ok(Vec::new()));
}

crate::on_both!(
    changes_come_back_in_order_as_they_were,
    what_is_there_already_is_refused_whole,
    a_tree_needs_its_game,
);
