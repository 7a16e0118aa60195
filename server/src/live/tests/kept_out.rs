//! Clocks of players who are turned away because the server cannot look up their credential.

use super::super::*;
use super::node::{Node, Table, check_done, fischer, player};
use domain::{Command, CreditCause, EndReason};
use protocol::Event;
use std::time::Duration;
use store::StoreError;
use tokio::time::{Instant, sleep};

/// Has look-ups of player 1 fail for so many attempts, each of two seconds and one second after the
/// last; returns how long that took, in milliseconds.
async fn turn_away(node: &Node, table: &Table, attempts: u32) -> u64 {
    let (lookups, began) = (node.registry.lookups(), Instant::now());
    for _ in 0..attempts {
        let came = node.registry.now();
        assert_eq!(lookups.look_up(std::future::pending()).await, None);
        lookups.turn_away(player(1).id, table.handle.id(), came);
        sleep(Duration::from_secs(1)).await;
    }
    u64::try_from(began.elapsed().as_millis()).expect("some seconds")
}

async fn look_up(node: &Node) {
    let found: Result<bool, StoreError> = Ok(true);
    assert_eq!(node.registry.lookups().look_up(std::future::ready(found)).await, Some(true));
}

#[tokio::test(start_paused = true)]
async fn player_turned_away_is_credited_on_return() {
    let node = Node::new().await;
    let mut table = node.begun(fischer(600)).await;
    let away = turn_away(&node, &table, 4).await;
    look_up(&node).await;
    sleep(Duration::from_secs(5)).await;
    let connected = table.handle.connect(player(1), None).await.expect("it runs");
    let Event::Credited { clock, credit, cause: CreditCause::Store } = table.next_event().await
    else {
        panic!("a credit")
    };
    assert_eq!(credit, away);
    assert_eq!(clock.first, 595_000, "the way back is the player's own");
    // Nothing is credited a second time.
    let again = table.handle.connect(player(1), None).await.expect("it runs");
    assert_eq!(again.seq, connected.seq);
}

#[tokio::test(start_paused = true)]
async fn return_of_the_opponent_credits_no_player() {
    let node = Node::new().await;
    let mut table = node.begun(fischer(600)).await;
    let away = turn_away(&node, &table, 4).await;
    let (lookups, now) = (node.registry.lookups(), node.registry.now());
    lookups.turn_away(player(2).id, table.handle.id(), now);
    look_up(&node).await;
    let _opponent = table.handle.connect(player(2), None).await.expect("it runs");
    let times = table.handle.snapshot().await.expect("it runs").clock.times.expect("a clock");
    assert_eq!(times.credit, 0, "player 1 is still away");
    let _player = table.handle.connect(player(1), None).await.expect("it runs");
    let Event::Credited { credit, .. } = table.next_event().await else { panic!("a credit") };
    assert_eq!(credit, away);
}

#[tokio::test(start_paused = true)]
async fn flag_of_player_turned_away_waits() {
    let node = Node::new().await;
    let mut table = node.begun(fischer(20)).await;
    let away = turn_away(&node, &table, 20).await;
    assert!(away > 2 * 20_000, "the flag would have fallen");
    look_up(&node).await;
    let connected = table.handle.connect(player(1), None).await.expect("it runs");
    let Event::Credited { clock, credit, .. } = table.next_event().await else {
        panic!("a credit")
    };
    assert_eq!((credit, clock.first, connected.seat.is_some()), (away, 20_000, true));
    check_done(&table.play(1, "back", 2, "b1b2").await);
}

#[tokio::test(start_paused = true)]
async fn player_turned_away_who_stays_away_loses_by_time() {
    let node = Node::new().await;
    let mut table = node.begun(fischer(20)).await;
    let began = Instant::now();
    let away = turn_away(&node, &table, 10).await;
    look_up(&node).await;
    let Event::Credited { credit, .. } = table.next_event().await else { panic!("a credit") };
    assert_eq!(credit, away);
    let Event::Ended { reason: EndReason::Timeout, .. } = table.next_event().await else {
        panic!("the flag")
    };
    let lasted = u64::try_from(began.elapsed().as_millis()).expect("some seconds");
    assert!(lasted < away + 20_000 + 2_000, "{lasted} of {away}");
}

#[tokio::test(start_paused = true)]
async fn player_with_a_connection_gains_nothing_by_an_outage() {
    let node = Node::new().await;
    let mut table = node.begun(fischer(20)).await;
    let _open = table.handle.connect(player(1), None).await.expect("it runs");
    turn_away(&node, &table, 3).await;
    look_up(&node).await;
    let _second = table.handle.connect(player(1), None).await.expect("it runs");
    let Event::Ended { reason: EndReason::Timeout, .. } = table.next_event().await else {
        panic!("the flag")
    };
}

#[tokio::test(start_paused = true)]
async fn absence_of_player_turned_away_cannot_be_claimed() {
    let node = Node::new().await;
    let mut table = node.begun(fischer(600)).await;
    turn_away(&node, &table, 40).await;
    let claim = table.command(2, "claim", Command::Claim).await;
    assert!(matches!(claim, handle::Reply::Busy { .. }), "{claim:?}");
    look_up(&node).await;
    sleep(Duration::from_secs(11)).await;
    check_done(&table.command(2, "claim2", Command::Claim).await);
    while !matches!(table.next_event().await, Event::Ended { .. }) {}
}

/// The sum of the credits until another event, and that event.
async fn credited(table: &mut Table) -> (u64, Event) {
    let mut sum = 0;
    loop {
        match table.next_event().await {
            Event::Credited { credit, cause: CreditCause::Downtime, .. } => sum += credit,
            other => return (sum, other),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn time_in_which_the_process_stood_still_is_nobodys() {
    let node = Node::new().await;
    let mut table = node.begun(fischer(20)).await;
    node.registry.record_running();
    sleep(Duration::from_secs(15)).await;
    check_done(&table.play(1, "late", 2, "b1b2").await);
    let (credit, next) = credited(&mut table).await;
    assert!(credit == 15_000 && matches!(next, Event::Moved(_)), "{credit}, {next:?}");
}

#[tokio::test(start_paused = true)]
async fn flag_does_not_fall_for_a_standstill() {
    let node = Node::new().await;
    let mut table = node.begun(fischer(20)).await;
    node.registry.record_running();
    // The match wakes up when the flag would fall, before anybody has recorded the standstill.
    sleep(Duration::from_secs(25)).await;
    check_done(&table.play(1, "late", 2, "b1b2").await);
    let (credit, next) = credited(&mut table).await;
    assert!(credit == 25_000 && matches!(next, Event::Moved(_)), "{credit}, {next:?}");
}
