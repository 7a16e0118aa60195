//! The answers and events of a match in its task, and the time that it charges, with paused time and a store
//! in memory.

use super::super::handle::Reply;
use super::super::*;
use super::node::{Node, Table, check_again, check_done, check_refused, fischer, player};
use domain::clock::ClockSetting;
use domain::{
    Answer, Command, CommandId, CreditCause, EndReason, MAX_LINES, MAX_OFFERS, MatchResult, Offer,
    Refusal,
};
use engine::Side::{First, Second};
use protocol::{Event, NackCode};
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
#[tokio::test(start_paused = true)]
async fn action_is_sent_and_acknowledged_after_its_commit() {
    let node = Node::new().await;
    let mut table = node.table(ClockSetting::None).await;
    node.faults.script().delay = Duration::from_millis(100);
    let handle = table.handle.clone();
    let mut reply = handle
        .ask(
            player(1),
            "c1".parse().expect("plain"),
            Command::Play { ply: 0, action: "a1a2".to_owned(), lag: 0 },
        )
        .expect("there is room");
    tokio::time::sleep(Duration::from_millis(99)).await;
    assert!(reply.try_recv().is_err(), "acknowledged before the commit");
    assert!(table.events.try_recv().is_err(), "sent before the commit");
    let seq = check_done(&reply.await.expect("it answers"));
    let journal = node.store.events(handle.id(), seq - 1, 9).await.expect("in memory");
    assert!(matches!(table.next_event().await, Event::Moved(_)));
    assert_eq!(journal.len(), 1);
    assert_eq!(journal[0].seq, seq);
}

#[tokio::test(start_paused = true)]
async fn players_are_served_before_spectators() {
    let node = Node::new().await;
    let mut table = node.table(ClockSetting::None).await;
    let mut opponent = table.handle.connect(player(2), None).await.expect("it runs").events;
    let seq = check_done(&table.play(1, "a", 0, "a1a2").await);
    while opponent.try_recv().expect("the players know").seq < seq {}
    assert!(table.events.try_recv().is_err(), "it was sent to spectators as well");
    assert!(matches!(table.next_event().await, Event::Moved(_)));
}

#[tokio::test(start_paused = true)]
async fn spectator_who_takes_a_seat_is_served_as_a_player() {
    let node = Node::new().await;
    let handle = node.open_match(ClockSetting::None).await;
    let watching = handle.connect(player(2), None).await.expect("it runs");
    assert!(handle.reseat(player(2)).await.expect("it runs").is_none());
    assert_eq!(handle.join(player(2)).await, Ok(Second));
    let mut before = watching.events;
    let reseated = handle.reseat(player(2)).await.expect("it runs");
    let Reseated { seat, events, snapshot, .. } = reseated.expect("it has a seat");
    assert!(snapshot.is_none(), "no line was written before");
    assert_eq!(seat, Second);
    let joined = std::iter::from_fn(|| before.try_recv().ok()).map(|sent| sent.kind);
    assert_eq!(
        joined.last(),
        Some(OutgoingKind::Joined(player(2).id)),
        "what came before is sent by then"
    );
    drop(before);
    let mut table = Table { handle, events };
    check_done(&table.play(1, "a", 0, "a1a2").await);
    assert!(matches!(table.next_event().await, Event::Moved(_)));
}

#[tokio::test(start_paused = true)]
async fn the_same_command_is_answered_the_same() {
    let node = Node::new().await;
    let table = node.table(ClockSetting::None).await;
    let first = check_done(&table.play(1, "c1", 0, "a1a2").await);
    let other = check_done(&table.play(2, "c1", 1, "a5a4").await);
    assert_eq!(check_again(&table.play(1, "c1", 0, "a1a2").await), first);
    assert_eq!(check_again(&table.play(2, "c1", 1, "a5a4").await), other);
    // Long ago, the store remembers: the journal catches a command that could be done again,
    // and the caller looks up one that could not.
    let said = check_done(&table.command(1, "s0", Command::Chat("hello".to_owned())).await);
    for number in 1..80 {
        let id = format!("s{number}");
        check_done(&table.command(1, &id, Command::Chat("again".to_owned())).await);
    }
    let again = table.command(1, "s0", Command::Chat("hello".to_owned())).await;
    assert!(matches!(again, Reply::Known), "{again:?}");
    check_refused(&table.play(1, "c1", 0, "a1a2").await, NackCode::Stale);
    for (id, seq) in [("s0", said), ("c1", first)] {
        let key = id.parse::<CommandId>().expect("plain").key(player(1).id);
        let known = node.store.seq_of_command(table.handle.id(), &key).await;
        assert_eq!(known.expect("in memory"), Some(seq));
    }
}

/// The second copy of a frame that the network doubled comes when it would be right.
#[tokio::test(start_paused = true)]
async fn refused_command_is_refused_again() {
    let node = Node::new().await;
    let table = node.table(ClockSetting::None).await;
    let draw = |answer| Command::Offer(Offer::Draw, answer);
    check_refused(&table.command(2, "a", draw(Answer::Accept)).await, NackCode::NotAllowed);
    check_refused(&table.play(2, "b", 1, "a5a4").await, NackCode::Stale);
    check_done(&table.command(1, "o", draw(Answer::Offer)).await);
    check_refused(&table.command(2, "a", draw(Answer::Accept)).await, NackCode::NotAllowed);
    check_done(&table.play(1, "c", 0, "a1a2").await);
    check_refused(&table.play(2, "b", 1, "a5a4").await, NackCode::Stale);
    check_done(&table.play(2, "b2", 1, "a5a4").await);
    // Another's command of the same id is another command.
    check_done(&table.command(1, "b", Command::Resign).await);
}

#[tokio::test(start_paused = true)]
async fn failed_append_changes_nothing_and_costs_no_time() {
    let node = Node::new().await;
    let mut table = node.begun(fischer(60)).await;
    node.faults.script().away = true;
    let before = table.handle.snapshot().await.expect("it runs");
    let reply = table.play(1, "c1", 2, "b1b2").await;
    assert!(matches!(reply, Reply::Busy { .. }), "{reply:?}");
    let after = table.handle.snapshot().await.expect("it runs");
    assert_eq!((after.seq, &after.position), (before.seq, &before.position));
    // The clock would run out during it.
    tokio::time::sleep(Duration::from_secs(90)).await;
    assert!(table.events.try_recv().is_err(), "sent what is not on disk");
    node.faults.script().away = false;
    let Event::Credited { clock, credit, cause: CreditCause::Store } = table.next_event().await
    else {
        panic!("a credit")
    };
    assert!(credit >= 60_000, "{credit}");
    assert_eq!(clock.first, 60_000);
    check_done(&table.play(1, "c1", 2, "b1b2").await);
}

#[tokio::test(start_paused = true)]
async fn a_slow_commit_is_given_back_to_the_opponent() {
    let node = Node::new().await;
    let mut table = node.begun(fischer(60)).await;
    node.faults.script().delay = Duration::from_secs(2);
    check_done(&table.play(1, "c1", 2, "b1b2").await);
    assert!(matches!(table.next_event().await, Event::Moved(_)));
    let Event::Credited { credit, .. } = table.next_event().await else { panic!("a credit") };
    assert!(credit >= 2_000, "{credit}");
}

/// Nor does chat give more time to think while the store is slow.
#[tokio::test(start_paused = true)]
async fn who_talks_while_the_store_is_slow_has_no_more_time_for_it() {
    let node = Node::new().await;
    let mut table = node.begun(fischer(10)).await;
    node.faults.script().delay = Duration::from_millis(350);
    let began = tokio::time::Instant::now();
    let mut lines = 0;
    loop {
        match table.command(1, &format!("s{lines}"), Command::Chat("wait".to_owned())).await {
            Reply::Done { .. } => lines += 1,
            other => panic!("{other:?}"),
        }
        match table.next_event().await {
            // The reader is a spectator, who is not sent the chat of the players.
            Event::Noted => {}
            Event::Ended { reason: EndReason::Timeout, .. } => break,
            other => panic!("{other:?}"),
        }
    }
    let took = began.elapsed();
    assert!(took < Duration::from_secs(12), "{took:?} and {lines} lines");
}

/// The player to act does not pay for writing down the others' coming and going.
#[tokio::test(start_paused = true)]
async fn slow_presence_events_cost_no_player_time() {
    let node = Node::new().await;
    let mut table = node.begun(fischer(60)).await;
    let spectator = table.handle.connect(player(4), None).await.expect("it runs");
    // That players without a connection are away is reported before, and so is the spectator.
    tokio::time::sleep(Duration::from_secs(4)).await;
    check_done(&table.play(1, "c1", 2, "b1b2").await);
    assert!(matches!(table.next_event().await, Event::Moved(_)));
    node.faults.script().delay = Duration::from_secs(2);
    let other = table.handle.connect(player(5), None).await.expect("it runs");
    // The news is sent when it is three seconds old; an action comes while it is written.
    tokio::time::sleep(Duration::from_millis(3_500)).await;
    check_done(&table.play(2, "c1", 3, "b5b4").await);
    let Event::Credited { credit, clock, .. } = table.next_event().await else {
        panic!("a credit")
    };
    assert!((1_000..=1_600).contains(&credit), "{credit}");
    // But for the time until the news is old enough to be sent.
    assert!(clock.second >= 55_000, "{clock:?}");
    drop((spectator, other));
}

#[tokio::test(start_paused = true)]
async fn a_slow_join_is_given_back_to_who_acts_first() {
    let node = Node::new().await;
    let handle = node.open_match(fischer(60)).await;
    node.faults.script().delay = Duration::from_secs(2);
    assert_eq!(handle.join(player(2)).await, Ok(Second));
    let times = handle.snapshot().await.expect("it runs").clock.times.expect("a clock");
    let grace = times.grace.expect("nobody has acted");
    assert!(grace.left >= 28_000 && times.credit >= 2_000, "{times:?}");
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_by_itself() {
    let node = Node::new().await;
    let mut table = node.begun(fischer(60)).await;
    check_done(&table.play(1, "c1", 2, "b1b2").await);
    assert!(matches!(table.next_event().await, Event::Moved(_)));
    let began = tokio::time::Instant::now();
    let Event::Ended { result, reason: EndReason::Timeout, .. } = table.next_event().await else {
        panic!("the time is up")
    };
    assert_eq!(result, Some(MatchResult::Won(First)));
    let took = began.elapsed();
    assert!((60_000..60_100).contains(&took.as_millis()), "{took:?}");
    check_refused(&table.play(2, "c1", 3, "b5b4").await, NackCode::Over);
}

#[tokio::test(start_paused = true)]
async fn a_match_that_does_not_begin_ends_by_itself() {
    let node = Node::new().await;
    let mut table = node.table(fischer(600)).await;
    let began = tokio::time::Instant::now();
    check_done(&table.play(1, "c1", 0, "a1a2").await);
    assert!(matches!(table.next_event().await, Event::Moved(_)));
    let Event::Left(left) = table.next_event().await else {
        panic!("the second player did not act")
    };
    assert_eq!((left.seat, left.reason), (Second, EndReason::NoStart));
    let took = began.elapsed();
    assert!((60_000..60_100).contains(&took.as_millis()), "{took:?}");
    check_refused(&table.play(2, "c1", 1, "a5a4").await, NackCode::NotSeated);
    assert_eq!(node.registry.seated(player(2).id), 0);
}

#[tokio::test(start_paused = true)]
async fn a_match_takes_so_many_words_of_each_and_actions_still() {
    let node = Node::new().await;
    let table = node.table(ClockSetting::None).await;
    let say = || Command::Chat("again".to_owned());
    // A player and a spectator.
    for who in [1, 3] {
        for number in 0..MAX_LINES {
            check_done(&table.command(who, &format!("s{number}"), say()).await);
        }
        check_refused(&table.command(who, "s", say()).await, NackCode::ChatFull);
    }
    // The other player's chat, and the offers of each, have their own budget.
    check_done(&table.command(2, "s", say()).await);
    for who in [2, 1] {
        for number in 0..MAX_OFFERS {
            for (step, answer) in [Answer::Offer, Answer::Withdraw].into_iter().enumerate() {
                let draw = Command::Offer(Offer::Draw, answer);
                check_done(&table.command(who, &format!("d{number}-{step}"), draw).await);
            }
        }
        let draw = Command::Offer(Offer::Draw, Answer::Offer);
        check_refused(&table.command(who, "d", draw).await, NackCode::ChatFull);
    }
    check_done(&table.play(1, "c1", 0, "a1a2").await);
    check_done(&table.command(1, "r", Command::Resign).await);
    check_done(&table.command(1, "t", Command::Chat("thank you".to_owned())).await);
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_falls_behind_and_no_further() {
    let node = Node::new().await;
    let mut table = node.table(ClockSetting::None).await;
    for number in 0..90 {
        let id = format!("c{number}");
        check_done(&table.command(1, &id, Command::Chat("quick".to_owned())).await);
    }
    let lagged = loop {
        match table.events.recv().await {
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert!(matches!(lagged, RecvError::Lagged(_)));
}

#[tokio::test(start_paused = true)]
async fn the_verdict_on_a_command_of_long_ago_is_that_it_was_done() {
    let node = Node::new().await;
    let table = node.table(ClockSetting::None).await;
    let seq = check_done(&table.play(1, "c1", 0, "a1a2").await);
    for round in 0..10 {
        for (id, answer) in [("o", Answer::Offer), ("w", Answer::Withdraw)] {
            let draw = Command::Offer(Offer::Draw, answer);
            check_done(&table.command(1, &format!("{id}{round}"), draw).await);
        }
    }
    let verdict = async |id: &str, ply, lookup| {
        let play = Command::Play { ply, action: "a1a2".to_owned(), lag: 0 };
        let id = id.parse().expect("plain");
        table.handle.command(player(1), id, play, lookup).await.expect("it answers")
    };
    // The task has forgotten it; the store has not.
    assert_eq!(verdict("c1", 0, Lookup::Allowed).await, Verdict::Done { seq, again: true });
    let refused = verdict("c2", 0, Lookup::Allowed).await;
    assert!(matches!(refused, Verdict::Refused { refusal: Refusal::Stale, .. }), "{refused:?}");
    let spared = verdict("c1", 0, Lookup::Spared).await;
    assert!(matches!(spared, Verdict::Refused { refusal: Refusal::Stale, .. }), "{spared:?}");
}
