//! The journal's writer, on a store that fails when scripted to.

use crate::samples::{append, command, ending, game, match_id};
use futures_util::future::join_all;
use std::sync::Arc;
use store::{Conflict, Database, Fate, Faults};
use tokio_util::sync::CancellationToken;
use yiguan::live::{AppendError, Journal};

/// A journal on a store whose first commits meet `fates`.
fn start(store: &Database, fates: &[Fate]) -> (Journal, Arc<Faults>, CancellationToken) {
    let faults = Faults::of_commits(fates);
    let stop = CancellationToken::new();
    let (journal, writer) = Journal::new(store.with_faults(&faults), stop.clone());
    tokio::spawn(writer);
    (journal, faults, stop)
}

async fn what_waits_is_committed_at_once(store: Database) {
    let (journal, faults, _stop) = start(&store, &[]);
    faults.close_gate();
    let hand = |number| journal.append(append(match_id(number), 1..=1));
    // The first is being committed when the others arrive.
    let first = hand(0);
    let others = async {
        while faults.script().sizes.is_empty() {
            tokio::task::yield_now().await;
        }
        let opened = async { faults.open_gate() };
        tokio::join!(join_all((1..300).map(hand)), opened).0
    };
    let (first, others) = tokio::join!(first, others);
    assert_eq!(first, Ok(()));
    assert_eq!(others, vec![Ok(()); 299]);
    assert_eq!(faults.script().sizes, [1, 299]);
}

async fn only_the_culprit_is_refused(store: Database) {
    store.commit(&[command(match_id(1), 1, "c1")]).await.expect("new");
    store.commit(&[ending(9, game(match_id(2), 9_000))]).await.expect("new");
    let (journal, faults, _stop) = start(&store, &[]);
    let outcomes = join_all([
        journal.append(append(match_id(3), 1..=1)),
        journal.append(append(match_id(1), 1..=1)),
        journal.append(command(match_id(1), 2, "c1")),
        journal.append(ending(9, game(match_id(2), 9_000))),
        journal.append(append(match_id(1), 2..=2)),
    ])
    .await;
    assert_eq!(
        outcomes,
        [
            Ok(()),
            Err(AppendError::Conflict(Conflict::Seq)),
            Err(AppendError::Conflict(Conflict::Command)),
            Err(AppendError::Conflict(Conflict::Game)),
            Ok(()),
        ]
    );
    // They were found without a commit of each, and the others were committed together.
    assert_eq!(faults.script().sizes, [5, 2]);
}

async fn a_store_that_is_away_is_busy(store: Database) {
    let (journal, _faults, _stop) = start(&store, &[Fate::Away]);
    let asked = append(match_id(1), 1..=1);
    assert_eq!(journal.append(asked.clone()).await, Err(AppendError::Busy));
    assert_eq!(store.events(match_id(1), 0, 1_000).await, Ok(Vec::new()));
    assert_eq!(journal.append(asked).await, Ok(()));
}

/// Whatever happens to the connection, the answer agrees with the disk.
async fn a_doubt_is_settled_before_the_answer(store: Database) {
    use Fate::{Away, LostAfter, LostBefore};
    let scripts: [&[Fate]; 6] = [
        &[LostBefore],
        &[LostAfter],
        &[LostBefore, Away, LostBefore],
        &[LostAfter, Away, Away],
        &[LostBefore, LostAfter],
        &[LostAfter, LostBefore],
    ];
    for (number, fates) in (1..).zip(scripts) {
        let (journal, _faults, _stop) = start(&store, fates);
        let asked = append(match_id(number), 1..=2);
        assert_eq!(journal.append(asked.clone()).await, Ok(()), "{fates:?}");
        assert_eq!(store.events(match_id(number), 0, 1_000).await, Ok(asked.events), "{fates:?}");
    }
    let (journal, _faults, _stop) = start(&store, &[LostAfter]);
    assert_eq!(journal.append(ending(3, game(match_id(1), 9_000))).await, Ok(()));
    assert_eq!(store.events(match_id(1), 0, 1_000).await, Ok(Vec::new()));
}

async fn a_conflict_after_a_doubt_is_reported(store: Database) {
    store.commit(&[append(match_id(1), 1..=1)]).await.expect("new");
    let (journal, _faults, _stop) = start(&store, &[Fate::LostBefore]);
    let outcome = journal.append(command(match_id(1), 1, "c1")).await;
    assert_eq!(outcome, Err(AppendError::Conflict(Conflict::Seq)));
}

async fn others_are_busy_while_one_is_in_doubt(store: Database) {
    let (journal, faults, stop) = start(&store, &[Fate::LostBefore; 1_000]);
    let doubtful = journal.append(append(match_id(1), 1..=1));
    let other = async {
        while faults.script().sizes.is_empty() {
            tokio::task::yield_now().await;
        }
        let answer = journal.append(append(match_id(2), 1..=1)).await;
        stop.cancel();
        answer
    };
    let (doubtful, other) = tokio::join!(doubtful, other);
    assert_eq!(other, Err(AppendError::Busy));
    assert_eq!(doubtful, Err(AppendError::Unknown));
}

async fn what_waits_at_the_end_is_still_written(store: Database) {
    let (journal, faults, stop) = start(&store, &[]);
    faults.close_gate();
    let waiting = join_all((0..20).map(|n| journal.append(append(match_id(n), 1..=1))));
    let end = async {
        while faults.script().sizes.is_empty() {
            tokio::task::yield_now().await;
        }
        stop.cancel();
        faults.open_gate();
    };
    let (outcomes, ()) = tokio::join!(waiting, end);
    assert_eq!(outcomes, vec![Ok(()); 20]);
    let late = journal.append(append(match_id(99), 1..=1)).await;
    assert_eq!(late, Err(AppendError::Busy));
}

crate::on_both!(
    what_waits_is_committed_at_once,
    only_the_culprit_is_refused,
    a_store_that_is_away_is_busy,
    a_doubt_is_settled_before_the_answer,
    a_conflict_after_a_doubt_is_reported,
    others_are_busy_while_one_is_in_doubt,
    what_waits_at_the_end_is_still_written,
);
