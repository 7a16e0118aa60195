//! Streams over a bus in memory, which loses what a test chooses.

use super::{Bus, LOST_AFTER, MAX_WAITING, NatsConfig, News, Readings, nats};
use crate::accounts::identity::{Keys, Signatures};
use crate::time::TimeSource;
use domain::Moment;
use futures_util::FutureExt;
use std::collections::HashSet;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;
use tokio::process::{Child, Command};
use tokio::time::timeout;

const START: Moment = Moment(1_760_000_000_000);

fn signatures() -> Signatures {
    Keys::new([3; 32], &[]).signatures()
}

/// Two nodes that know each other.
struct Pair {
    sender: Bus,
    receiver: Bus,
    matches: Readings,
    presence: Readings,
}

impl Pair {
    fn new() -> Self {
        let (sender, receiver) =
            (Bus::new(1, START, signatures()), Bus::new(2, START, signatures()));
        sender.set_members(HashSet::from([2]));
        receiver.set_members(HashSet::from([1]));
        let (matches, presence) =
            (receiver.readings(News::Matches), receiver.readings(News::Presence));
        let mut pair = Self { sender, receiver, matches, presence };
        pair.sender.beat(START);
        pair.deliver();
        assert_eq!(pair.due(), (true, true), "everything is read at first");
        pair
    }

    fn messages(&self) -> Vec<Vec<u8>> {
        std::iter::from_fn(|| self.sender.next().now_or_never()).collect()
    }

    fn deliver(&self) {
        for message in self.messages() {
            self.receiver.receive(&message, START);
        }
    }

    fn due(&mut self) -> (bool, bool) {
        (self.matches.take(), self.presence.take())
    }
}

#[test]
fn news_makes_one_reading_due() {
    let mut pair = Pair::new();
    assert_eq!(pair.due(), (false, false), "nothing polls");
    pair.sender.publish(News::Matches);
    pair.deliver();
    assert_eq!(pair.due(), (true, false));
    pair.sender.publish(News::Presence);
    pair.deliver();
    assert_eq!(pair.due(), (false, true));
    pair.sender.beat(START);
    pair.deliver();
    assert_eq!(pair.due(), (false, false));
}

#[test]
fn every_message_lost_once_is_made_up_for() {
    let mut pair = Pair::new();
    for lost in 0..1_000 {
        pair.sender.publish(if lost % 2 == 0 { News::Matches } else { News::Presence });
        drop(pair.messages());
        assert_eq!(pair.due(), (false, false));
        // The sender has nothing more to say, but repeats its position.
        pair.sender.beat(START);
        pair.deliver();
        assert_eq!(pair.due(), (true, true), "after message {lost}");
    }
}

#[test]
fn late_and_doubled_messages_are_ignored() {
    let mut pair = Pair::new();
    pair.sender.publish(News::Matches);
    let messages = pair.messages();
    for (message, due) in [(&messages[0], true), (&messages[0], false)] {
        pair.receiver.receive(message, START);
        assert_eq!(pair.due(), (due, false));
    }
}

#[test]
fn new_stream_of_a_node_is_a_gap() {
    let mut pair = Pair::new();
    pair.sender = Bus::new(1, START.after(1), signatures());
    pair.sender.publish(News::Matches);
    pair.deliver();
    assert_eq!(pair.due(), (true, true));
}

#[test]
fn messages_of_strangers_are_refused() {
    let mut pair = Pair::new();
    // A node that is no member, and one that has other keys.
    for stranger in [
        Bus::new(3, START.after(1), signatures()),
        Bus::new(1, START.after(1), Keys::new([4; 32], &[]).signatures()),
    ] {
        stranger.publish(News::Matches);
        let message = stranger.next().now_or_never().expect("it waits");
        pair.receiver.receive(&message, START);
        assert_eq!(pair.due(), (false, false));
    }
    pair.sender.publish(News::Matches);
    pair.deliver();
    assert_eq!(pair.due(), (true, false), "its stream was not disturbed");
}

#[test]
fn news_for_one_node_concerns_no_other() {
    let mut pair = Pair::new();
    pair.sender.publish_to(3, News::Matches);
    pair.deliver();
    assert_eq!(pair.due(), (false, false));
    pair.sender.publish_to(2, News::Matches);
    pair.deliver();
    assert_eq!(pair.due(), (true, false));
}

#[test]
fn other_members_make_all_readings_due() {
    let mut pair = Pair::new();
    pair.receiver.set_members(HashSet::from([1]));
    assert_eq!(pair.due(), (false, false), "they are the same");
    pair.receiver.set_members(HashSet::new());
    assert_eq!(pair.due(), (true, true));
}

#[test]
fn full_queue_drops_its_oldest_message() {
    let mut pair = Pair::new();
    for _ in 0..=MAX_WAITING {
        pair.sender.publish(News::Matches);
    }
    let messages = pair.messages();
    assert_eq!(messages.len(), MAX_WAITING);
    pair.receiver.receive(&messages[0], START);
    assert_eq!(pair.due(), (true, true), "the gap is seen");
}

#[test]
fn connection_counts_when_the_own_stream_comes_back() {
    let bus = Bus::new(1, START, signatures());
    let mut matches = bus.readings(News::Matches);
    let echo = |now| {
        while let Some(message) = bus.next().now_or_never() {
            bus.receive(&message, now);
        }
    };
    let stale = || bus.state().stale_since;
    assert!(matches.take());
    assert_eq!(stale(), Some(START));
    bus.beat(START);
    echo(START);
    assert_eq!((stale(), matches.take()), (None, true));
    bus.beat(START.after(LOST_AFTER));
    assert_eq!(stale(), None);
    let late = START.after(LOST_AFTER + 1);
    let before = bus.next().now_or_never().expect("it waits");
    bus.beat(late);
    assert_eq!(stale(), Some(START), "since it was last complete");
    bus.receive(&before, late);
    assert_eq!(stale(), Some(START), "an old message proves nothing");
    echo(late);
    assert_eq!((stale(), matches.take()), (None, true));
}

#[test]
fn repeated_own_message_does_not_prove_a_connection() {
    let bus = Bus::new(1, START, signatures());
    bus.beat(START);
    let own = bus.next().now_or_never().expect("it waits");
    bus.receive(&own, START);
    assert_eq!(bus.stale_since(), None);
    let late = START.after(LOST_AFTER + 1);
    // The connection loses the messages of this node, and a stranger repeats an earlier one.
    bus.receive(&own, late);
    bus.beat(late);
    assert_eq!(bus.stale_since(), Some(START));
}

#[test]
fn silent_member_is_read_at_every_beat() {
    let mut pair = Pair::new();
    pair.receiver.beat(START.after(LOST_AFTER));
    assert_eq!(pair.due(), (false, false));
    for late in 1..=2 {
        pair.receiver.beat(START.after(LOST_AFTER + late));
        assert_eq!(pair.due(), (true, true));
    }
    pair.receiver.set_members(HashSet::new());
    assert_eq!(pair.due(), (true, true), "it is gone");
    pair.receiver.beat(START.after(LOST_AFTER + 3));
    assert_eq!(pair.due(), (false, false));
}

#[test]
fn readers_without_a_bus_poll() {
    let bus = Bus::unused(1);
    bus.publish(News::Matches);
    assert!(bus.next().now_or_never().is_none());
    let mut matches = bus.readings(News::Matches);
    assert!(matches.take() && matches.take() && bus.is_stale());
}

/// Starts Debian's NATS.
fn start_nats(port: u16) -> Child {
    let installed = Path::new("/usr/sbin/nats-server");
    let program = if installed.exists() { installed } else { Path::new("nats-server") };
    Command::new(program)
        .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("nats-server is installed")
}

/// Connects a bus that knows another node.
fn connect(node: i64, other: i64, port: u16) -> Arc<Bus> {
    let time = TimeSource::system();
    let bus = Arc::new(Bus::new(node, time.now(), signatures()));
    bus.set_members(HashSet::from([other]));
    let address = format!("nats://127.0.0.1:{port}");
    let nats = NatsConfig { address, login: None, authorities: None };
    tokio::spawn(nats::run(Arc::clone(&bus), nats, "yiguan.test".to_owned(), time));
    bus
}

/// Waits until a reading is due.
async fn until_due(readings: &mut Readings) {
    let due = timeout(Duration::from_secs(30), readings.due()).await;
    due.expect("a reading is due in time");
    assert!(readings.take());
}

#[tokio::test]
async fn news_passes_over_nats_and_after_it_was_killed() {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|free| free.local_addr());
    let port = port.expect("a free port").port();
    // It starts before NATS, and tries again.
    let receiver = connect(2, 1, port);
    let mut matches = receiver.readings(News::Matches);
    assert!(matches.take());
    let mut nats = start_nats(port);
    until_due(&mut matches).await;
    let sender = connect(1, 2, port);
    // The first message of its stream, and then the news.
    until_due(&mut matches).await;
    sender.publish(News::Matches);
    until_due(&mut matches).await;
    nats.kill().await.expect("it runs");
    sender.publish(News::Matches);
    while matches.take() {}
    let _nats = start_nats(port);
    until_due(&mut matches).await;
}
