//! How matches begin, come back after a restart, lead to the next, and end, with paused time and a
//! store in memory.

use super::super::*;
use super::node::{Node, check_again, check_done, fischer, player, setup};
use crate::accounts::identity::RematchIds;
use crate::lobby::Listing;
use domain::clock::ClockSetting;
use domain::{
    Answer, Command, CommandId, EndReason, LISTED_MATCH_RETENTION, MatchId, MatchResult,
    MatchState, Moment, NumberedEvent, Offer,
};
use engine::Side::{First, Second};
use protocol::Event;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::{Append, Event as Stored, codec};
use uuid::Uuid;

/// One event of a match, as another server would write it.
fn append(match_id: MatchId, event: Stored) -> Append {
    Append { match_id, events: vec![event], closing: None, seekers: None }
}

#[tokio::test(start_paused = true)]
async fn unfinished_matches_come_back_with_the_downtime_credited() {
    let node = Node::new().await;
    let table = node.begun(fischer(60)).await;
    check_done(&table.play(1, "c1", 2, "b1b2").await);
    let now = node.registry.now();
    node.store.beat(now).await.expect("in memory");
    let before = table.handle.snapshot().await.expect("it runs");

    let later = now.after(3_600_000);
    let again = Node::open(&node, later).await;
    let handle = again.registry.handle(before.id).await.expect("it was restored");
    let after = handle.snapshot().await.expect("it runs");
    assert_eq!((&after.moves, &after.position), (&before.moves, &before.position));
    assert_eq!(after.seq, before.seq + 1, "the credit is an event");
    let times = after.clock.times.expect("a clock");
    assert_eq!((times.second, times.credit), (60_000, 3_600_000));
    assert_eq!(again.lobby.list(Listing::Live, None, 10).await.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_match_that_has_not_begun_has_its_grace_after_a_downtime() {
    let node = Node::new().await;
    let table = node.table(fischer(60)).await;
    tokio::time::sleep(Duration::from_secs(20)).await;
    let now = node.registry.now();
    node.store.beat(now).await.expect("in memory");
    node.registry.stop().await;

    let again = Node::open(&node, now.after(3_600_000)).await;
    let handle = again.registry.handle(table.handle.id()).await.expect("it was restored");
    let snapshot = handle.snapshot().await.expect("it runs");
    let grace = snapshot.clock.times.and_then(|times| times.grace).expect("nobody has acted");
    assert_eq!((snapshot.state, grace.side), (MatchState::Live, First));
    assert!((9_500..=10_000).contains(&grace.left), "{grace:?}");
}

#[tokio::test(start_paused = true)]
async fn a_long_start_is_credited_to_the_first_match_as_to_the_last() {
    let node = Node::new().await;
    let tables = [node.begun(fischer(600)).await, node.begun(fischer(600)).await];
    // Or it would continue to write while the other one reads.
    node.registry.stop().await;
    let now = node.registry.now();
    node.store.beat(now).await.expect("in memory");
    node.faults.script().reading = Duration::from_secs(5);
    node.faults.script().delay = Duration::from_secs(2);
    let again = Node::open(&node, now.after(60_000)).await;
    for table in tables {
        let handle = again.registry.handle(table.handle.id()).await.expect("it was restored");
        let times = handle.snapshot().await.expect("it runs").clock.times.expect("a clock");
        // A minute away, ten seconds of reading, and the writing of the credit itself; the time
        // to write the last credit is left.
        assert!(times.first >= 598_000, "{times:?}");
        assert!(times.credit >= 70_000, "{times:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_match_that_disagrees_with_its_journal_is_restored_from_it() {
    let node = Node::new().await;
    let mut table = node.table(ClockSetting::None).await;
    let id = table.handle.id();
    let seq = table.handle.snapshot().await.expect("it runs").seq + 1;
    let event = domain::Event::Offered { offer: Offer::Draw, by: Second };
    let payload = codec::write_event(&NumberedEvent { seq, at: Moment(1_000_000), event });
    let foreign = Stored { seq, command: None, payload };
    node.store.commit(&[append(id, foreign)]).await.expect("nobody else has written it");
    let reply = table.handle.ask(
        player(1),
        "c1".parse().expect("plain"),
        Command::Play { ply: 0, action: "a1a2".to_owned(), lag: 0 },
    );
    assert!(reply.expect("there is room").await.is_err(), "nobody may be answered");
    table.ended().await;
    let restored = node.registry.handle(id).await.expect("it is in its journal");
    let snapshot = restored.snapshot().await.expect("it runs");
    assert_eq!((snapshot.seq, snapshot.offers.draw), (seq, Some(Second)));
}

#[tokio::test(start_paused = true)]
async fn log_has_matches_and_failures_but_no_chat() {
    let log = keep_log();
    let node = Node::new().await;
    let mut table = node.table(ClockSetting::None).await;
    let id = table.handle.id();
    check_done(&table.play(1, "c1", 0, "a1a2").await);
    check_done(&table.command(2, "c2", Command::Chat("among us".to_owned())).await);
    table.handle.fail();
    table.ended().await;
    let log = log(&id.to_string());
    let span = format!("match{{match.id={id}}}");
    for line in ["joined seq=2", "moved seq=3", "chat seq=4"] {
        assert!(log.lines().any(|l| l.contains(&span) && l.contains(line)), "{line}\n{log}");
    }
    assert!(log.contains("a match is restored from its journal"), "{log}");
    assert!(log.contains("its task failed") && !log.contains("among us"), "{log}");
    let again = node.registry.handle(id).await.expect("it is in its journal");
    assert_eq!(again.snapshot().await.expect("it runs").seq, 4);
}

/// Records the log of this process from now on; a caller gets the lines with a word.
fn keep_log() -> impl Fn(&str) -> String {
    struct Log;
    impl std::io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            KEPT.lock().expect("nobody panics within").write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    static KEPT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE);
    let subscriber = subscriber.with_ansi(false).with_writer(|| Log).finish();
    tracing::subscriber::set_global_default(subscriber).expect("no other test keeps the log");
    |word| {
        let kept = String::from_utf8(KEPT.lock().expect("as above").clone()).expect("text");
        kept.lines().filter(|line| line.contains(word)).map(|line| format!("{line}\n")).collect()
    }
}

#[tokio::test(start_paused = true)]
async fn damaged_journal_stops_no_other_match() {
    let node = Node::new().await;
    let table = node.table(ClockSetting::None).await;
    let payload = Arc::from("{}");
    let damaged = MatchId(Uuid::from_u128(13));
    let event = Stored { seq: 1, command: None, payload };
    node.store.commit(&[append(damaged, event)]).await.expect("it is new");
    let again = Node::open(&node, node.registry.now()).await;
    assert!(again.registry.handle(table.handle.id()).await.is_ok());
    assert!(matches!(again.registry.handle(damaged).await, Err(FindError::Damaged)));
}

#[tokio::test(start_paused = true)]
async fn finished_match_leaves_memory_after_its_clients() {
    let node = Node::new().await;
    let mut table = node.table(ClockSetting::None).await;
    let id = table.handle.id();
    let seq = check_done(&table.command(1, "c1", Command::Resign).await);
    assert!(matches!(table.next_event().await, Event::Ended { .. }));
    assert_eq!(node.store.held().await, Ok(Vec::new()), "the journal is dropped");
    check_done(&table.command(3, "c2", Command::Chat("well played".to_owned())).await);
    assert!(matches!(table.next_event().await, Event::Chat { .. }));
    tokio::time::sleep(Duration::from_secs(3_600)).await;
    assert_eq!(node.registry.len(), 1, "a spectator is still there");
    table.handle.disconnect(None, 0).await;
    table.ended().await;
    assert!(node.registry.is_empty());

    let Ok(Found::Archived(state)) = node.registry.find(id).await else { panic!("archived") };
    assert_eq!(state.ending().and_then(|ending| ending.result), Some(MatchResult::Won(Second)));
    let key = "c1".parse::<CommandId>().expect("plain").key(player(1).id);
    let known = node.store.seq_of_command(id, &key).await;
    assert_eq!(known.expect("in memory"), Some(seq), "the last command can be sent again");
}

#[tokio::test(start_paused = true)]
async fn chat_lost_after_the_end_is_not_mistaken_for_new() {
    let node = Node::new().await;
    let table = node.table(ClockSetting::None).await;
    check_done(&table.command(1, "r", Command::Resign).await);
    let known = check_done(&table.command(1, "s1", Command::Chat("good game".to_owned())).await);
    // Another process: the archive knows nothing of that.
    let again = Node::open(&node, Moment(2_000_000)).await;
    let handle = again.registry.handle(table.handle.id()).await.expect("it is in the archive");
    let say = Command::Chat("thank you".to_owned());
    let reply = handle.ask(player(2), "s2".parse().expect("plain"), say).expect("room");
    assert_eq!(check_done(&reply.await.expect("it answers")), known, "the same number again");
    let back = handle.connect(player(1), Some(known)).await.expect("it runs");
    let chat = back.snapshot.expect("what the client knows is another event").chat;
    assert_eq!(chat.len(), 1);
    assert_eq!(&*chat[0].text, "thank you");
}

#[tokio::test(start_paused = true)]
async fn chat_is_not_repeated_after_the_end() {
    let node = Node::new().await;
    let table = node.table(ClockSetting::None).await;
    let say = || Command::Chat("hello".to_owned());
    let said = check_done(&table.command(1, "s", say()).await);
    for (ply, file) in (0..).step_by(2).zip("abcde".chars()) {
        check_done(&table.play(1, &format!("c{ply}"), ply, &format!("{file}1{file}2")).await);
        check_done(&table.play(2, &format!("c{ply}"), ply + 1, &format!("{file}5{file}4")).await);
    }
    check_done(&table.command(1, "r", Command::Resign).await);
    assert_eq!(check_again(&table.command(1, "s", say()).await), said);
    // Nor when the match comes from the archive.
    let again = Node::open(&node, Moment(2_000_000)).await;
    let handle = again.registry.handle(table.handle.id()).await.expect("it is in the archive");
    let reply = handle.ask(player(1), "s".parse().expect("plain"), say()).expect("room");
    assert_eq!(check_again(&reply.await.expect("it answers")), said);
}

#[tokio::test(start_paused = true)]
async fn open_match_leaves_no_trace() {
    let node = Node::new().await;
    let made = node.registry.create(&setup(ClockSetting::None, Second)).await;
    let handle = made.expect("there is room");
    assert_eq!(node.lobby.list(Listing::Open, Some("er-chi-yi"), 10).await.len(), 1);
    tokio::time::sleep(Duration::from_millis(LISTED_MATCH_RETENTION + 60_000)).await;
    assert!(node.lobby.list(Listing::Open, None, 10).await.is_empty());
    assert!(matches!(node.registry.find(handle.id()).await, Err(FindError::NotFound)));
}

#[tokio::test(start_paused = true)]
async fn rematch_is_open_before_players_are_sent_there() {
    let node = Node::new().await;
    let mut table = node.table(ClockSetting::None).await;
    check_done(&table.command(1, "c1", Command::Resign).await);
    let rematch = |answer| Command::Offer(Offer::Rematch, answer);
    check_done(&table.command(2, "c2", rematch(Answer::Offer)).await);
    check_done(&table.command(1, "c3", rematch(Answer::Accept)).await);
    let next = loop {
        if let Event::Rematched { next } = table.next_event().await {
            break next;
        }
    };
    let snapshot =
        node.registry.handle(next).await.expect("it is open").snapshot().await.expect("it runs");
    assert_eq!((snapshot.state, snapshot.turn), (MatchState::Live, Some(First)));
    assert_eq!(snapshot.players.first.map(|seated| seated.id), Some(player(2).id));
}

#[tokio::test(start_paused = true)]
async fn who_comes_back_to_a_match_for_another_rematch_is_sent_to_the_one_that_was_played() {
    let node = Node::new().await;
    let table = node.table(ClockSetting::None).await;
    check_done(&table.command(1, "c1", Command::Resign).await);
    let rematch = |answer| Command::Offer(Offer::Rematch, answer);
    check_done(&table.command(2, "c2", rematch(Answer::Offer)).await);
    check_done(&table.command(1, "c3", rematch(Answer::Accept)).await);
    let next = node.registry.context().rematch_ids.of(table.handle.id());
    let handle = node.registry.handle(next).await.expect("it is open");
    let resign = handle.ask(player(1), "c1".parse().expect("plain"), Command::Resign);
    check_done(&resign.expect("room").await.expect("it answers"));
    // Another process knows both from the archive, and of neither that one followed the other.
    let again = Node::open(&node, Moment(2_000_000)).await;
    let handle = again.registry.handle(table.handle.id()).await.expect("it is in the archive");
    for (who, answer) in [(2, Answer::Offer), (1, Answer::Accept)] {
        let id = format!("again{who}").parse().expect("plain");
        let reply = handle.ask(player(who), id, rematch(answer)).expect("room");
        check_done(&reply.await.expect("it answers"));
    }
    let snapshot = handle.snapshot().await.expect("it runs");
    assert_eq!(snapshot.rematch, Some(next));
    let held = again.store.held().await.expect("it reads");
    assert!(!held.contains(&next), "it began a second time");
    let found = again.registry.handle(next).await.expect("it is in the archive");
    assert_eq!(found.snapshot().await.expect("it runs").state, MatchState::Over);
}

/// The id of a match that is over is public; that of its rematch is the only key to it.
#[test]
fn the_id_of_a_rematch_is_known_to_those_alone_who_have_the_key() {
    let id = MatchId(Uuid::from_u128(7));
    let (ours, others) = (RematchIds::new([1; 32]), RematchIds::new([2; 32]));
    assert_eq!(ours.of(id), RematchIds::new([1; 32]).of(id), "it cannot follow twice");
    assert_ne!(ours.of(id), others.of(id));
    assert_ne!(ours.of(id), ours.of(MatchId(Uuid::from_u128(8))));
}

/// No client asks for it: its flag must fall, and it must end, all the same.
#[tokio::test(start_paused = true)]
async fn a_match_that_has_lost_its_task_gets_another_by_itself() {
    let node = Node::new().await;
    let mut table = node.begun(fischer(60)).await;
    let id = table.handle.id();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    table.handle.fail();
    table.ended().await;
    std::panic::set_hook(hook);
    // The store is away at first; nothing is given up for that.
    node.faults.script().unreadable = 1;
    assert_eq!(node.registry.inherit().await, Ok(0));
    assert_eq!(node.registry.inherit().await, Ok(1));
    assert_eq!(node.registry.inherit().await, Ok(0), "all have a task");
    tokio::time::sleep(Duration::from_secs(120)).await;
    let stored = node.store.game(id).await.expect("it reads").expect("the flag has fallen");
    assert_eq!(stored.summary.reason, EndReason::Timeout);
}

/// Reading one match may take long; its neighbours in the table do not wait for it.
#[tokio::test(start_paused = true)]
async fn a_match_that_is_long_in_reading_keeps_no_other() {
    let before = Node::new().await;
    for _ in 0..200 {
        before.open_match(ClockSetting::None).await;
    }
    let node = Node::new().await;
    node.copy_journals(&before).await;
    let ids = node.store.held().await.expect("it reads");
    node.faults.script().slow = Some((ids[0], Duration::from_secs(3_600)));
    let slow = node.registry.handle(ids[0]);
    let others = async {
        for id in &ids[1..] {
            node.registry.handle(*id).await.expect("it is there");
        }
    };
    tokio::select! {
        biased;
        slow = slow => panic!("it takes an hour: {slow:?}"),
        () = others => {}
    }
}

#[tokio::test(start_paused = true)]
async fn open_match_of_disconnected_creator_has_its_task() {
    let node = Node::new().await;
    node.faults.script().delay = Duration::from_secs(1);
    let setup = setup(ClockSetting::None, First);
    let asked = tokio::time::timeout(Duration::from_millis(10), node.registry.create(&setup));
    assert!(asked.await.is_err(), "the commit takes longer");
    node.registry.stop().await;
    node.tasks.close();
    node.tasks.wait().await;
    let held = node.store.held().await.expect("it reads");
    assert_eq!((held.len(), node.registry.len()), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_match_that_is_read_while_the_server_stops_is_stopped_too() {
    let before = Node::new().await;
    before.table(ClockSetting::None).await;
    let node = Node::new().await;
    node.copy_journals(&before).await;
    node.faults.script().reading = Duration::from_millis(100);
    let registry = Arc::clone(&node.registry);
    let restoring = tokio::spawn(async move { registry.restore().await });
    tokio::time::sleep(Duration::from_millis(10)).await;
    node.registry.stop().await;
    assert_eq!(restoring.await.expect("no panic").expect("the store reads"), 1);
    node.tasks.close();
    let ended = tokio::time::timeout(Duration::from_secs(3_600), node.tasks.wait()).await;
    assert!(ended.is_ok(), "nobody asked it to stop");
}

#[tokio::test(start_paused = true)]
async fn stopping_ends_every_match_and_refuses_new_ones() {
    let node = Node::new().await;
    let mut table = node.table(ClockSetting::None).await;
    node.registry.stop().await;
    node.tasks.close();
    node.tasks.wait().await;
    table.ended().await;
    assert!(matches!(table.handle.snapshot().await, Err(Unreachable)));
    assert!(matches!(node.registry.handle(table.handle.id()).await, Err(FindError::Busy)));
}

#[tokio::test(start_paused = true)]
async fn match_that_is_handed_over_counts_its_connections() {
    let node = Node::new().await;
    let mut table = node.table(fischer(300)).await;
    let page = table.handle.connect(player(1), None).await.expect("it runs");
    assert_eq!(table.handle.hand_over().await, 2, "player 1 and a spectator");
    drop(page);
    table.ended().await;
    assert_eq!(table.handle.hand_over().await, 0);
}
