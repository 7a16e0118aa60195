//! The messages to the lobby's sockets, with paused time and a store in memory.

use super::*;
use crate::live::tests::node::{Node, Table, check_done, fischer, player};
use domain::clock::ClockSetting;
use domain::{Command, UNCLOCKED_LISTED};
use protocol::Frame;
use serde_json::Value;
use tokio::sync::broadcast::Receiver;
use tokio::time::sleep;

/// A socket of the lobby.
struct Visitor {
    matches: Vec<String>,
    updates: Receiver<Frame>,
}

impl Visitor {
    async fn of(node: &Node) -> Self {
        let (frame, updates) = node.lobby.subscribe("test").await;
        let list: Value = serde_json::from_str(frame.as_str()).expect("a frame reads back");
        let matches = list["matches"].as_array().expect("a list").iter();
        Self { matches: matches.map(|handle| text(&handle["id"])).collect(), updates }
    }

    /// The messages since the last call: each type with the match it is about, if any.
    async fn received(&mut self) -> Vec<(String, String)> {
        sleep(Duration::from_secs(10)).await;
        let mut received = Vec::new();
        while let Ok(frame) = self.updates.try_recv() {
            let said: Value = serde_json::from_str(frame.as_str()).expect("a frame reads back");
            let id = if said["type"] == "match" { &said["match"]["id"] } else { &said["id"] };
            received.push((text(&said["type"]), text(id)));
        }
        received
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn about(kind: &str, table: &Table) -> (String, String) {
    (kind.to_owned(), table.handle.id().to_string())
}

/// A server whose lobby sends updates.
async fn node() -> Node {
    let node = Node::new().await;
    let lobby = Arc::clone(&node.lobby);
    tokio::spawn(async move { lobby.run().await });
    node
}

#[tokio::test(start_paused = true)]
async fn end_is_sent_of_a_match_that_was_asked_while_it_wrote() {
    let node = node().await;
    let table = node.table(ClockSetting::None).await;
    let mut visitor = Visitor::of(&node).await;
    visitor.received().await;
    for delay in [500, 4_000] {
        let table = if delay == 500 { &node.table(ClockSetting::None).await } else { &table };
        visitor.received().await;
        // The lobby has this to ask for, and gets no answer while the next is written.
        check_done(&table.play(1, "c1", 0, "a1a2").await);
        node.faults.script().delay = Duration::from_millis(delay);
        check_done(&table.command(1, "r", Command::Resign).await);
        node.faults.script().delay = Duration::ZERO;
        let received = visitor.received().await;
        assert!(received.contains(&about("gone", table)), "after {delay} ms: {received:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn match_that_was_never_shown_is_not_removed() {
    const MORE: usize = 5;
    let node = node().await;
    let mut tables = Vec::new();
    for _ in 0..LIVE_SHOWN + MORE {
        tables.push(node.table(ClockSetting::None).await);
        sleep(Duration::from_millis(10)).await;
    }
    let mut visitor = Visitor::of(&node).await;
    assert_eq!(visitor.matches.len(), LIVE_SHOWN);
    visitor.received().await;
    for table in &tables {
        check_done(&table.play(1, "c1", 0, "a1a2").await);
    }
    let received = visitor.received().await;
    // The newest ones are in the list, and the list is updated.
    let (older, newer) = tables.split_at(MORE);
    for table in older {
        assert!(
            !received.iter().any(|(_, id)| *id == table.handle.id().to_string()),
            "{received:?}"
        );
    }
    for table in newer {
        assert!(visitor.matches.contains(&table.handle.id().to_string()));
        assert!(received.contains(&about("match", table)), "{received:?}");
    }

    // A place that has become free is taken by one that changes, and a newcomer sees the same.
    check_done(&newer[0].command(1, "r", Command::Resign).await);
    assert!(visitor.received().await.contains(&about("gone", &newer[0])));
    check_done(&older[0].play(2, "c2", 1, "a5a4").await);
    check_done(&older[1].command(1, "r", Command::Resign).await);
    assert_eq!(
        visitor.received().await,
        [about("match", &older[0]), ("counts".into(), String::new())]
    );
    let newcomer = Visitor::of(&node).await;
    assert_eq!(newcomer.matches.len(), LIVE_SHOWN);
    assert!(newcomer.matches.contains(&older[0].handle.id().to_string()));
}

#[tokio::test(start_paused = true)]
async fn shown_open_match_is_removed_once() {
    let node = node().await;
    let mut visitor = Visitor::of(&node).await;
    let handle = node.open_match(ClockSetting::None).await;
    let received = visitor.received().await;
    assert!(received.contains(&("match".to_owned(), handle.id().to_string())), "{received:?}");
    let abort = handle.ask(player(1), "a".parse().expect("plain"), Command::Abort);
    check_done(&abort.expect("there is room").await.expect("it answers"));
    let gone = ("gone".to_owned(), handle.id().to_string());
    assert_eq!(visitor.received().await, [gone]);
}

#[tokio::test(start_paused = true)]
async fn newcomer_gets_counts_though_unchanged() {
    let node = node().await;
    let mut first = Visitor::of(&node).await;
    let counts = [("counts".to_owned(), String::new())];
    assert_eq!(first.received().await, counts);
    assert_eq!(first.received().await, [], "nothing has changed");
    let mut second = Visitor::of(&node).await;
    assert_eq!(second.received().await, counts);
}

/// The matches that were sent, with who is there in the first seat.
async fn first_is_there(visitor: &mut Visitor) -> Vec<bool> {
    sleep(Duration::from_secs(10)).await;
    let mut received = Vec::new();
    while let Ok(frame) = visitor.updates.try_recv() {
        let said: Value = serde_json::from_str(frame.as_str()).expect("a frame reads back");
        received.extend(said["match"]["presence"]["first"].as_bool());
    }
    received
}

#[tokio::test(start_paused = true)]
async fn lobby_shows_whether_the_creator_is_online() {
    let node = node().await;
    let mut visitor = Visitor::of(&node).await;
    let handle = node.open_match(ClockSetting::None).await;
    // No player has come to it yet, which is sent after some seconds.
    assert_eq!(first_is_there(&mut visitor).await, [true, false]);
    let connected = handle.connect(player(1), None).await.expect("it runs");
    assert_eq!(first_is_there(&mut visitor).await.last(), Some(&true));
    // A page that is reloaded ten times is no news.
    let seat = connected.seat;
    for _ in 0..10 {
        handle.disconnect(seat, 0).await;
        sleep(Duration::from_secs(1)).await;
        handle.connect(player(1), None).await.expect("it runs");
    }
    assert!(first_is_there(&mut visitor).await.is_empty());
    handle.disconnect(seat, 0).await;
    assert_eq!(first_is_there(&mut visitor).await, [false]);
    // Matches whose creator is online comes first, though it is older.
    let newer = node.open_match(ClockSetting::None).await;
    handle.connect(player(1), None).await.expect("it runs");
    sleep(Duration::from_secs(10)).await;
    let order = node.lobby.list(Listing::Open, None, 10).await;
    assert!(order.iter().map(|handle| handle.id).eq([handle.id(), newer.id()]));
    let newcomer = Visitor::of(&node).await;
    assert_eq!(newcomer.matches, [handle.id().to_string(), newer.id().to_string()]);
}

#[tokio::test(start_paused = true)]
async fn untouched_match_without_clock_leaves_the_list_and_returns() {
    let node = node().await;
    let quiet = node.table(ClockSetting::None).await;
    let timed = node.begun(fischer(10_000)).await;
    let mut visitor = Visitor::of(&node).await;
    visitor.received().await;
    let listed = |matches: Vec<protocol::MatchSummary>| {
        matches.into_iter().map(|handle| handle.id).collect::<Vec<_>>()
    };
    let live = async || listed(node.lobby.list(Listing::Live, None, 10).await);
    sleep(Duration::from_millis(UNCLOCKED_LISTED - 60_000)).await;
    assert_eq!(live().await, [timed.handle.id(), quiet.handle.id()]);
    visitor.received().await;
    sleep(Duration::from_secs(60)).await;
    assert!(visitor.received().await.contains(&about("gone", &quiet)));
    assert_eq!(live().await, [timed.handle.id()]);
    assert_eq!(node.lobby.live(), 1);
    let own = listed(node.registry.matches_of(player(1).id, 10).await);
    assert_eq!(own, [timed.handle.id(), quiet.handle.id()], "it is still theirs");
    // Chat does not count as a touch.
    check_done(&quiet.command(1, "s", Command::Chat("hello".to_owned())).await);
    assert!(!visitor.received().await.contains(&about("match", &quiet)));
    check_done(&quiet.play(1, "c1", 0, "a1a2").await);
    assert!(visitor.received().await.contains(&about("match", &quiet)));
    assert_eq!(live().await, [timed.handle.id(), quiet.handle.id()]);
    let own = listed(node.registry.matches_of(player(1).id, 10).await);
    assert_eq!(own, [quiet.handle.id(), timed.handle.id()], "the latest action first");
}
