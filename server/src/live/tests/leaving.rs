//! Open matches whose opponent leaves before both sides have acted, in their tasks.

use super::super::*;
use super::node::{Node, Table, check_done, fischer, player};
use crate::lobby::{LISTED, Listing};
use domain::clock::ClockSetting;
use domain::{Command, EndReason, MatchState, Moment};
use engine::Side::Second;
use protocol::Event;
use std::time::Duration;
use tokio::time::sleep;

impl Table {
    /// The opponent aborts, and the seat is open again.
    async fn abort_as(&mut self, who: u128, id: &str) {
        check_done(&self.command(who, id, Command::Abort).await);
        let Event::Left(left) = self.next_event().await else { panic!("the opponent left") };
        assert_eq!((left.seat, left.reason), (Second, EndReason::Aborted));
    }
}

#[tokio::test(start_paused = true)]
async fn opponent_who_aborts_frees_the_seat_and_waits() {
    let node = Node::new().await;
    let mut table = node.table(fischer(300)).await;
    check_done(&table.play(1, "c1", 0, "a1a2").await);
    assert!(matches!(table.next_event().await, Event::Moved(_)));
    table.abort_as(2, "a").await;
    let snapshot = table.handle.snapshot().await.expect("it runs");
    assert_eq!((snapshot.state, snapshot.ply), (MatchState::Open, 0));
    assert!(snapshot.players.second.is_none() && snapshot.moves.is_empty());
    assert_eq!(node.registry.seated(player(2).id), 0);
    assert_eq!(table.handle.join(player(2)).await, Err(JoinError::Wait(60_000)));
    let open = node.lobby.list(Listing::Open, None, 9).await;
    assert_eq!(open.iter().map(|summary| summary.id).collect::<Vec<_>>(), [table.handle.id()]);
    assert!(node.lobby.list(Listing::Live, None, 9).await.is_empty());

    assert_eq!(table.handle.join(player(4)).await, Ok(Second), "for anybody else");
    assert!(matches!(table.next_event().await, Event::Joined { .. }));
    table.abort_as(4, "a").await;
    sleep(Duration::from_secs(60)).await;
    assert_eq!(table.handle.join(player(2)).await, Ok(Second));
    assert!(matches!(table.next_event().await, Event::Joined { .. }));
    table.abort_as(2, "b").await;
    assert_eq!(table.handle.join(player(2)).await, Err(JoinError::Wait(300_000)), "longer now");
}

#[tokio::test(start_paused = true)]
async fn finished_game_ends_the_wait() {
    let node = Node::new().await;
    let mut table = node.table(ClockSetting::None).await;
    table.abort_as(2, "a").await;
    sleep(Duration::from_secs(60)).await;
    assert_eq!(table.handle.join(player(2)).await, Ok(Second));
    for (who, ply, action) in [(1, 0, "a1a2"), (2, 1, "a5a4")] {
        check_done(&table.play(who, &format!("b{ply}"), ply, action).await);
    }
    check_done(&table.command(2, "r", Command::Resign).await);
    let mut next = node.table_of(4, 2).await;
    next.abort_as(2, "a").await;
    assert_eq!(next.handle.join(player(2)).await, Err(JoinError::Wait(60_000)), "the first again");
}

#[tokio::test(start_paused = true)]
async fn one_guest_ends_no_open_match() {
    let node = Node::new().await;
    let mut open = Vec::new();
    for number in 0..40 {
        open.push(node.open_match_of(100 + number).await);
    }
    let mut joined = 0;
    for handle in &open {
        if handle.join(player(2)).await.is_ok() {
            joined += 1;
            let abort = handle.ask(player(2), "a".parse().expect("plain"), Command::Abort);
            check_done(&abort.expect("room").await.expect("it answers"));
        }
    }
    assert_eq!(joined, 1, "then they wait");
    let listed = node.lobby.list(Listing::Open, None, LISTED).await;
    assert_eq!(listed.len(), 40);
}

#[tokio::test(start_paused = true)]
async fn left_match_is_restored_as_open() {
    let node = Node::new().await;
    let mut table = node.table(fischer(300)).await;
    check_done(&table.play(1, "c1", 0, "a1a2").await);
    assert!(matches!(table.next_event().await, Event::Moved(_)));
    table.abort_as(2, "a").await;
    let before = table.handle.snapshot().await.expect("it runs");
    node.registry.stop().await;
    table.ended().await;
    let again = Node::open(&node, Moment(2_000_000)).await;
    let handle = again.registry.handle(table.handle.id()).await.expect("it is restored");
    let after = handle.snapshot().await.expect("it runs");
    assert_eq!((after.state, after.seq, after.ply), (MatchState::Open, before.seq, 0));
    assert_eq!((after.players, after.position), (before.players, before.position));
    assert_eq!(handle.join(player(3)).await, Ok(Second));
}

#[tokio::test(start_paused = true)]
async fn connection_of_left_opponent_takes_no_presence_from_the_next() {
    let node = Node::new().await;
    let mut table = node.table(ClockSetting::None).await;
    let left = table.handle.connect(player(2), None).await.expect("it runs");
    assert_eq!((left.seat, left.leaves), (Some(Second), 0));
    table.abort_as(2, "a").await;
    assert_eq!(table.handle.join(player(4)).await, Ok(Second));
    let next = table.handle.connect(player(4), None).await.expect("it runs");
    assert_eq!((next.seat, next.leaves), (Some(Second), 1));
    table.handle.disconnect(left.seat, left.leaves).await;
    let snapshot = table.handle.snapshot().await.expect("it runs");
    assert!(snapshot.presence.second, "the next opponent is still there");
    table.handle.disconnect(next.seat, next.leaves).await;
    let snapshot = table.handle.snapshot().await.expect("it runs");
    assert!(!snapshot.presence.second);
}
