//! The journal.

use crate::samples::{append, command, ending, event, game, match_id};
use domain::Moment;
use futures_util::TryStreamExt;
use store::{Append, Closing, Conflict, Database, StoreError, Unfinished};

async fn unfinished(store: &Database) -> Vec<Unfinished> {
    store.unfinished().try_collect().await.expect("the journal reads")
}

async fn seqs(store: &Database, match_number: u128) -> Vec<u32> {
    let events = store.events(match_id(match_number), 0, 1_000).await.expect("the journal reads");
    events.iter().map(|event| event.seq).collect()
}

async fn events_come_back_as_they_were(store: Database) {
    let written = vec![event(1, Some("first:c1")), event(2, None), event(3, Some("second:c1"))];
    let batch =
        [Append { match_id: match_id(1), events: written.clone(), closing: None, seekers: None }];
    store.commit(&batch).await.expect("nothing is there yet");
    assert_eq!(store.events(match_id(1), 0, 1_000).await, Ok(written.clone()));
    assert_eq!(store.events(match_id(1), 2, 1_000).await, Ok(written[2..].to_vec()));
    assert_eq!(store.events(match_id(1), 3, 1_000).await, Ok(Vec::new()));
    assert_eq!(store.events(match_id(2), 0, 1_000).await, Ok(Vec::new()));
}

/// Around the sizes in which rows are written together.
async fn batches_of_every_size_are_written_whole(store: Database) {
    let mut first = 0;
    for size in [1, 2, 7, 8, 9, 63, 64, 65, 511, 512, 513, 1_100] {
        let batch: Vec<Append> =
            (first..first + size).map(|number| append(match_id(number), 1..=1)).collect();
        store.commit(&batch).await.expect("all are new");
        first += size;
        assert_eq!(unfinished(&store).await.len() as u128, first, "after a batch of {size}");
    }
}

async fn a_number_taken_undoes_the_whole_batch(store: Database) {
    store.commit(&[append(match_id(1), 1..=2)]).await.expect("nothing is there yet");
    let batch = [append(match_id(2), 1..=1), append(match_id(1), 2..=3)];
    assert_eq!(store.commit(&batch).await, Err(StoreError::Conflict(Conflict::Seq)));
    assert_eq!(seqs(&store, 1).await, [1, 2]);
    assert_eq!(seqs(&store, 2).await, [0; 0]);
    store.commit(&batch[..1]).await.expect("the connection is as good as before");
}

async fn a_command_is_taken_once_in_a_match(store: Database) {
    store.commit(&[command(match_id(1), 1, "c1")]).await.expect("nothing is there yet");
    store.commit(&[command(match_id(2), 1, "c1")]).await.expect("another match");
    let again = store.commit(&[command(match_id(1), 2, "c1")]).await;
    assert_eq!(again, Err(StoreError::Conflict(Conflict::Command)));
    assert_eq!(seqs(&store, 1).await, [1]);
}

async fn a_command_that_was_done_ends_no_match(store: Database) {
    let id = match_id(1);
    store.commit(&[command(id, 1, "last"), append(match_id(2), 1..=1)]).await.expect("new");
    // `ending` is by the command `last`.
    let again = store.commit(&[append(match_id(2), 2..=2), ending(2, game(id, 1_000_000))]).await;
    assert_eq!(again, Err(StoreError::Conflict(Conflict::Command)));
    assert_eq!(store.game(id).await, Ok(None));
    assert_eq!((seqs(&store, 1).await, seqs(&store, 2).await), (vec![1], vec![1]));
    assert_eq!(store.seq_of_command(id, "last").await, Ok(Some(1)));
    let number = store.commit(&[ending(1, game(match_id(2), 1_000_000))]).await;
    assert_eq!(number, Err(StoreError::Conflict(Conflict::Seq)));
}

async fn a_finished_match_moves_to_the_archive(store: Database) {
    store.commit(&[append(match_id(1), 1..=3), append(match_id(2), 1..=1)]).await.expect("new");
    let game = game(match_id(1), 9_000);
    let batch = [append(match_id(3), 1..=1), ending(4, game.clone()), append(match_id(2), 2..=2)];
    store.commit(&batch).await.expect("nothing of it is there");
    assert_eq!(seqs(&store, 1).await, [0; 0]);
    assert_eq!(store.game(match_id(1)).await, Ok(Some(game)));
    let left: Vec<_> = unfinished(&store).await.iter().map(|found| found.match_id).collect();
    assert_eq!(left, [match_id(2), match_id(3)]);
    assert_eq!(seqs(&store, 2).await, [1, 2]);
}

async fn a_match_finishes_once(store: Database) {
    store.commit(&[append(match_id(1), 1..=3)]).await.expect("new");
    store.commit(&[ending(4, game(match_id(1), 9_000))]).await.expect("new");
    store.commit(&[append(match_id(2), 1..=1)]).await.expect("new");
    let batch = [append(match_id(2), 2..=2), ending(4, game(match_id(1), 9_999))];
    assert_eq!(store.commit(&batch).await, Err(StoreError::Conflict(Conflict::Game)));
    assert_eq!(seqs(&store, 2).await, [1]);
    let kept = store.game(match_id(1)).await.expect("readable").expect("there");
    assert_eq!(kept.summary.ended_at, Moment(9_000));
}

async fn a_discarded_match_leaves_nothing(store: Database) {
    store.commit(&[append(match_id(1), 1..=3)]).await.expect("new");
    let discard = Append {
        match_id: match_id(1),
        events: vec![event(4, None)],
        closing: Some(Closing::Discard),
        seekers: None,
    };
    store.commit(&[discard]).await.expect("nothing stands against it");
    assert_eq!(unfinished(&store).await, []);
    assert_eq!(store.game(match_id(1)).await, Ok(None));
}

async fn unfinished_matches_come_whole(store: Database) {
    assert_eq!(unfinished(&store).await, []);
    let batch: Vec<Append> = (0..200).rev().map(|number| append(match_id(number), 1..=3)).collect();
    store.commit(&batch).await.expect("new");
    let more: Vec<Append> = (0..200).map(|number| append(match_id(number), 4..=5)).collect();
    store.commit(&more).await.expect("new");
    let found = unfinished(&store).await;
    assert_eq!(found.len(), 200);
    for (number, found) in (0..).zip(found) {
        assert_eq!(found.match_id, match_id(number));
        assert_eq!(
            found.journal.events().expect("it reads"),
            (1..=5).map(|seq| event(seq, None)).collect::<Vec<_>>()
        );
    }
}

/// Enough matches come and go for their remains to be cleared away.
async fn a_long_match_outlives_many_short_ones(store: Database) {
    let long = match_id(0);
    store.commit(&[command(long, 1, "c1")]).await.expect("new");
    for round in 1..=300 {
        let short = match_id(u128::from(round));
        store.commit(&[append(short, 1..=80)]).await.expect("new");
        let discard = Append {
            match_id: short,
            events: Vec::new(),
            closing: Some(Closing::Discard),
            seekers: None,
        };
        if round % 100 == 0 {
            store.commit(&[append(long, [round])]).await.expect("new");
        }
        store.commit(&[discard]).await.expect("it is there");
    }
    assert_eq!(seqs(&store, 0).await, [1, 100, 200, 300]);
    let found = unfinished(&store).await;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].journal.events(), store.events(long, 0, 1_000).await);
    assert_eq!(store.seq_of_command(long, "c1").await, Ok(Some(1)));
    let again = store.commit(&[command(long, 301, "c1")]).await;
    assert_eq!(again, Err(StoreError::Conflict(Conflict::Command)));
}

async fn a_command_is_found_also_after_the_end(store: Database) {
    store.commit(&[command(match_id(1), 7, "first:c9")]).await.expect("new");
    store.commit(&[ending(4, game(match_id(2), 9_000))]).await.expect("new");
    for (number, command, seq) in [
        (1, "first:c9", Some(7)),
        (1, "first:c8", None),
        (2, "first:c1", Some(3)),
        (2, "second:c1", Some(4)),
        (2, "first:c9", None),
        (3, "first:c1", None),
    ] {
        let found = store.seq_of_command(match_id(number), command).await;
        assert_eq!(found, Ok(seq), "{command} in {number}");
    }
}

async fn whether_something_was_written_can_be_asked(store: Database) {
    let written = append(match_id(1), 1..=2);
    assert_eq!(store.is_written(&written).await, Ok(false));
    store.commit(std::slice::from_ref(&written)).await.expect("new");
    assert_eq!(store.is_written(&written).await, Ok(true));
    // The same number with another text is another event.
    let mut other = append(match_id(1), 1..=2);
    other.events[1].payload = "{}".to_owned().into();
    assert_eq!(store.is_written(&other).await, Ok(false));

    let end = ending(3, game(match_id(1), 9_000));
    assert_eq!(store.is_written(&end).await, Ok(false));
    store.commit(std::slice::from_ref(&end)).await.expect("new");
    assert_eq!(store.is_written(&end).await, Ok(true));
    let discard = Append {
        match_id: match_id(1),
        events: Vec::new(),
        closing: Some(Closing::Discard),
        seekers: None,
    };
    assert_eq!(store.is_written(&discard).await, Ok(true));
}

async fn a_closed_store_answers_nothing(store: Database) {
    store.close().await;
    assert_eq!(store.last_beat().await, Err(StoreError::Unavailable));
}

crate::on_both!(
    events_come_back_as_they_were,
    batches_of_every_size_are_written_whole,
    a_number_taken_undoes_the_whole_batch,
    a_command_is_taken_once_in_a_match,
    a_command_that_was_done_ends_no_match,
    a_finished_match_moves_to_the_archive,
    a_match_finishes_once,
    a_discarded_match_leaves_nothing,
    unfinished_matches_come_whole,
    a_long_match_outlives_many_short_ones,
    a_command_is_found_also_after_the_end,
    whether_something_was_written_can_be_asked,
    a_closed_store_answers_nothing,
);
