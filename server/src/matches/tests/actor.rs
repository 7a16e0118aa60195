//! Matches in their tasks, with paused time and a store in memory.

use super::super::clock::{ClockSetting, Fischer};
use super::super::*;
use super::memory::MemoryStore;
use crate::ids::{MatchId, PlayerId};
use crate::store::{Event as Stored, Frame, SharedStore, Store};
use crate::time::{Moment, TimeSource};
use crate::wire::{
    Answer, CommandId, CreditCause, Event, EventFrame, NackCode, Offer, Player, RoomState,
    Visibility,
};
use Side::{First, Second};
use engine::{Options, Side};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

fn player(number: u128) -> Arc<Player> {
    Arc::new(Player::guest(PlayerId(Uuid::from_u128(number << 96))))
}

/// A server without sockets.
struct House {
    store: Arc<MemoryStore>,
    registry: Arc<Registry>,
    tasks: TaskTracker,
}

impl House {
    /// Starts on what the store holds, at a moment.
    async fn open(store: Arc<MemoryStore>, now: Moment) -> Self {
        let shared: SharedStore = Arc::<MemoryStore>::clone(&store);
        let tasks = TaskTracker::new();
        let (journal, writer) = Journal::new(Arc::clone(&shared), CancellationToken::new());
        tokio::spawn(writer);
        let registry = Registry::new(shared, journal, TimeSource::starting_at(now), tasks.clone());
        registry.restore().await.expect("the store reads");
        Self { store, registry, tasks }
    }

    async fn new() -> Self {
        Self::open(Arc::default(), Moment(1_000_000)).await
    }

    /// A match that player 1 has made.
    async fn room(&self, clock: ClockSetting) -> MatchHandle {
        self.registry.create(&setup(clock, First)).await.expect("there is room")
    }

    /// A match of players 1 and 2, watched by player 3.
    async fn table(&self, clock: ClockSetting) -> Table {
        let handle = self.room(clock).await;
        let watching = handle.connect(player(3), None).await.expect("it runs");
        assert_eq!(handle.join(player(2)).await, Ok(Second));
        let mut table = Table { handle, events: watching.events };
        assert!(matches!(table.told().await, Event::Joined { .. }));
        table
    }
}

/// A match that player 1 makes.
fn setup(clock: ClockSetting, seat: Side) -> Setup {
    Setup {
        game: Setup::game("er-chi-yi", None, &Options::none(), None).expect("a known game"),
        clock,
        creator: (*player(1)).clone(),
        seat,
        visibility: Visibility::Public,
        rated: false,
    }
}

fn fischer(initial: u32) -> ClockSetting {
    ClockSetting::Fischer(Fischer::new(initial, 0).expect("in range"))
}

/// A match as a watcher sees it.
struct Table {
    handle: MatchHandle,
    events: Receiver<Told>,
}

impl Table {
    /// Waits for the end of the match's task.
    async fn ended(&mut self) {
        while self.events.recv().await.is_ok() {}
    }

    /// The next event that is not about presence.
    async fn told(&mut self) -> Event {
        loop {
            let told = self.events.recv().await.expect("the match goes on");
            let frame: EventFrame =
                serde_json::from_str(told.frame.as_str()).expect("a frame reads back");
            assert_eq!(frame.seq, told.seq);
            if !matches!(frame.event, Event::Presence { .. }) {
                return frame.event;
            }
        }
    }

    async fn tell(&self, who: u128, id: &str, command: Command) -> Reply {
        let id: CommandId = id.parse().expect("a plain id");
        let reply = self.handle.command(player(who), id, command).expect("there is room");
        reply.await.expect("it answers")
    }

    async fn play(&self, who: u128, id: &str, ply: u32, action: &str) -> Reply {
        self.tell(who, id, Command::Play { ply, action: action.to_owned() }).await
    }
}

#[track_caller]
fn check_done(reply: &Reply) -> u32 {
    match reply {
        Reply::Done { seq } => *seq,
        other => panic!("{other:?}"),
    }
}

/// It was done before, as the event of the number returned.
#[track_caller]
fn check_again(reply: &Reply) -> u32 {
    match reply {
        Reply::DoneBefore { seq } => *seq,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn check_refused(reply: &Reply, code: NackCode) {
    match reply {
        Reply::Refused { refusal, .. } => assert_eq!(refusal.code(), code),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn an_action_is_told_and_acknowledged_after_its_commit() {
    let house = House::new().await;
    let mut table = house.table(ClockSetting::None).await;
    house.store.lock().delay = Duration::from_millis(100);
    let handle = table.handle.clone();
    let mut reply = handle
        .command(
            player(1),
            "c1".parse().expect("plain"),
            Command::Play { ply: 0, action: "a1a2".to_owned() },
        )
        .expect("there is room");
    tokio::time::sleep(Duration::from_millis(99)).await;
    assert!(reply.try_recv().is_err(), "acknowledged before the commit");
    assert!(table.events.try_recv().is_err(), "told before the commit");
    let seq = check_done(&reply.await.expect("it answers"));
    let journal = house.store.events(handle.id(), seq - 1).await.expect("in memory");
    assert!(matches!(table.told().await, Event::Moved(_)));
    assert_eq!(journal.len(), 1);
    assert_eq!(journal[0].seq, seq);
}

#[tokio::test(start_paused = true)]
async fn players_are_told_and_answered_before_whoever_watches() {
    let house = House::new().await;
    let mut table = house.table(ClockSetting::None).await;
    let mut opponent = table.handle.connect(player(2), None).await.expect("it runs").events;
    let seq = check_done(&table.play(1, "a", 0, "a1a2").await);
    while opponent.try_recv().expect("the players know").seq < seq {}
    assert!(table.events.try_recv().is_err(), "whoever watches was told as well");
    assert!(matches!(table.told().await, Event::Moved(_)));
}

#[tokio::test(start_paused = true)]
async fn whoever_takes_a_seat_is_told_as_a_player_from_then_on() {
    let house = House::new().await;
    let handle = house.room(ClockSetting::None).await;
    let watching = handle.connect(player(2), None).await.expect("it runs");
    assert!(handle.reseat(player(2)).await.expect("it runs").is_none());
    assert_eq!(handle.join(player(2)).await, Ok(Second));
    let mut before = watching.events;
    let reseated = handle.reseat(player(2)).await.expect("it runs");
    let (seat, events) = reseated.expect("it has a seat");
    assert_eq!(seat, Second);
    let heard = std::iter::from_fn(|| before.try_recv().ok()).map(|told| told.joined);
    assert_eq!(heard.last(), Some(true), "what came before is told by then");
    drop(before);
    let mut table = Table { handle, events };
    check_done(&table.play(1, "a", 0, "a1a2").await);
    assert!(matches!(table.told().await, Event::Moved(_)));
}

#[tokio::test(start_paused = true)]
async fn the_same_command_is_answered_the_same() {
    let house = House::new().await;
    let table = house.table(ClockSetting::None).await;
    let first = check_done(&table.play(1, "c1", 0, "a1a2").await);
    let other = check_done(&table.play(2, "c1", 1, "a5a4").await);
    assert_eq!(check_again(&table.play(1, "c1", 0, "a1a2").await), first);
    assert_eq!(check_again(&table.play(2, "c1", 1, "a5a4").await), other);
    // Long ago, the store remembers: what could be done again is caught by the journal, and
    // what could not is looked up by whoever asks.
    let said = check_done(&table.tell(1, "s0", Command::Say("hello".to_owned())).await);
    for number in 1..80 {
        let id = format!("s{number}");
        check_done(&table.tell(1, &id, Command::Say("again".to_owned())).await);
    }
    let again = table.tell(1, "s0", Command::Say("hello".to_owned())).await;
    assert!(matches!(again, Reply::Known), "{again:?}");
    check_refused(&table.play(1, "c1", 0, "a1a2").await, NackCode::Stale);
    for (id, seq) in [("s0", said), ("c1", first)] {
        let key = MatchHandle::command_key(player(1).id, id.parse().expect("plain"));
        let known = house.store.seq_of_command(table.handle.id(), &key).await;
        assert_eq!(known.expect("in memory"), Some(seq));
    }
}

#[tokio::test(start_paused = true)]
async fn a_failed_append_changes_nothing_and_costs_nobody_time() {
    let house = House::new().await;
    let mut table = house.table(fischer(60)).await;
    house.store.lock().away = true;
    let before = table.handle.snapshot().await.expect("it runs");
    let reply = table.play(1, "c1", 0, "a1a2").await;
    assert!(matches!(reply, Reply::Busy { .. }), "{reply:?}");
    let after = table.handle.snapshot().await.expect("it runs");
    assert_eq!((after.seq, &after.position), (before.seq, &before.position));
    // The clock would run out meanwhile.
    tokio::time::sleep(Duration::from_secs(90)).await;
    assert!(table.events.try_recv().is_err(), "told what is not on disk");
    house.store.lock().away = false;
    let Event::Credited { clock, credit, cause: CreditCause::Store } = table.told().await else {
        panic!("a credit")
    };
    assert!(credit >= 60_000, "{credit}");
    assert_eq!(clock.first, 60_000);
    check_done(&table.play(1, "c1", 0, "a1a2").await);
}

#[tokio::test(start_paused = true)]
async fn a_slow_commit_is_given_back_to_the_opponent() {
    let house = House::new().await;
    let mut table = house.table(fischer(60)).await;
    house.store.lock().delay = Duration::from_secs(2);
    check_done(&table.play(1, "c1", 0, "a1a2").await);
    assert!(matches!(table.told().await, Event::Moved(_)));
    let Event::Credited { credit, .. } = table.told().await else { panic!("a credit") };
    assert!(credit >= 2_000, "{credit}");
}

/// Whoever is to act is not asked whether the others' coming and going may be written down.
#[tokio::test(start_paused = true)]
async fn nobody_pays_for_slow_news_of_who_is_there() {
    let house = House::new().await;
    let mut table = house.table(fischer(60)).await;
    check_done(&table.play(1, "c1", 0, "a1a2").await);
    assert!(matches!(table.told().await, Event::Moved(_)));
    house.store.lock().delay = Duration::from_secs(2);
    let watcher = table.handle.connect(player(4), None).await.expect("it runs");
    let Event::Credited { credit, clock, .. } = table.told().await else { panic!("a credit") };
    assert!(credit >= 2_000, "{credit}");
    // But for the time until the news is old enough to be told.
    assert!(clock.second >= 55_000, "{clock:?}");
    drop(watcher);
}

#[tokio::test(start_paused = true)]
async fn a_slow_join_is_given_back_to_who_acts_first() {
    let house = House::new().await;
    let room = house.room(fischer(60)).await;
    house.store.lock().delay = Duration::from_secs(2);
    assert_eq!(room.join(player(2)).await, Ok(Second));
    let times = room.snapshot().await.expect("it runs").clock.times.expect("a clock");
    assert!(times.first >= 58_000 && times.credit >= 2_000, "{times:?}");
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_by_itself() {
    let house = House::new().await;
    let mut table = house.table(fischer(60)).await;
    check_done(&table.play(1, "c1", 0, "a1a2").await);
    assert!(matches!(table.told().await, Event::Moved(_)));
    let began = tokio::time::Instant::now();
    let Event::Ended { result, reason: EndReason::Timeout, .. } = table.told().await else {
        panic!("the time is up")
    };
    assert_eq!(result, Some(MatchResult::Won(First)));
    let took = began.elapsed();
    assert!((60_000..60_100).contains(&took.as_millis()), "{took:?}");
    check_refused(&table.play(2, "c1", 1, "a5a4").await, NackCode::Over);
}

#[tokio::test(start_paused = true)]
async fn unfinished_matches_come_back_with_the_downtime_credited() {
    let house = House::new().await;
    let table = house.table(fischer(60)).await;
    check_done(&table.play(1, "c1", 0, "a1a2").await);
    let now = house.registry.now();
    house.store.beat(now).await.expect("in memory");
    let before = table.handle.snapshot().await.expect("it runs");

    let later = now.after(3_600_000);
    let again = House::open(Arc::clone(&house.store), later).await;
    let handle = again.registry.handle(before.id).await.expect("it was restored");
    let after = handle.snapshot().await.expect("it runs");
    assert_eq!((&after.moves, &after.position), (&before.moves, &before.position));
    assert_eq!(after.seq, before.seq + 1, "the credit is an event");
    let times = after.clock.times.expect("a clock");
    assert_eq!((times.second, times.credit), (60_000, 3_600_000));
    assert_eq!(again.registry.lobby().rooms(Listing::Live, None, 10).await.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_long_start_is_credited_to_the_first_match_as_to_the_last() {
    let house = House::new().await;
    let tables = [house.table(fischer(600)).await, house.table(fischer(600)).await];
    // Or it would go on writing while the other one reads.
    house.registry.stop().await;
    let now = house.registry.now();
    house.store.beat(now).await.expect("in memory");
    house.store.lock().reading = Duration::from_secs(5);
    house.store.lock().delay = Duration::from_secs(2);
    let again = House::open(Arc::clone(&house.store), now.after(60_000)).await;
    for table in tables {
        let handle = again.registry.handle(table.handle.id()).await.expect("it was restored");
        let times = handle.snapshot().await.expect("it runs").clock.times.expect("a clock");
        // A minute away, ten seconds of reading, and the writing of the credit itself; what it
        // takes to write down the last credit is left.
        assert!(times.first >= 598_000, "{times:?}");
        assert!(times.credit >= 70_000, "{times:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_match_that_disagrees_with_its_journal_is_restored_from_it() {
    let house = House::new().await;
    let mut table = house.table(ClockSetting::None).await;
    let id = table.handle.id();
    let seq = table.handle.snapshot().await.expect("it runs").seq + 1;
    let event = Event::Offered { offer: Offer::Draw, by: Second };
    let payload = Frame::from(EventFrame { seq, at: 1_000_000, event }.to_text());
    let foreign = Stored { seq, command: None, payload };
    house.store.lock().journals.get_mut(&id).expect("it has a journal").push(foreign);
    let reply = table.handle.command(
        player(1),
        "c1".parse().expect("plain"),
        Command::Play { ply: 0, action: "a1a2".to_owned() },
    );
    assert!(reply.expect("there is room").await.is_err(), "nobody may be answered");
    table.ended().await;
    let restored = house.registry.handle(id).await.expect("it is in its journal");
    let snapshot = restored.snapshot().await.expect("it runs");
    assert_eq!((snapshot.seq, snapshot.offers.draw), (seq, Some(Second)));
}

#[tokio::test(start_paused = true)]
async fn a_damaged_journal_keeps_nobody_else_from_playing() {
    let house = House::new().await;
    let table = house.table(ClockSetting::None).await;
    let payload = Frame::from("{}".to_owned());
    let damaged = MatchId(Uuid::from_u128(13));
    let event = Stored { seq: 1, command: None, payload };
    house.store.lock().journals.insert(damaged, vec![event]);
    let again = House::open(Arc::clone(&house.store), house.registry.now()).await;
    assert!(again.registry.handle(table.handle.id()).await.is_ok());
    assert!(matches!(again.registry.handle(damaged).await, Err(FindError::Damaged)));
}

#[tokio::test(start_paused = true)]
async fn a_finished_match_leaves_memory_when_everybody_has_left() {
    let house = House::new().await;
    let mut table = house.table(ClockSetting::None).await;
    let id = table.handle.id();
    let seq = check_done(&table.tell(1, "c1", Command::Resign).await);
    assert!(matches!(table.told().await, Event::Ended { .. }));
    assert!(house.store.lock().journals.is_empty(), "the journal is dropped");
    check_done(&table.tell(3, "c2", Command::Say("well played".to_owned())).await);
    assert!(matches!(table.told().await, Event::Said { .. }));
    tokio::time::sleep(Duration::from_secs(3_600)).await;
    assert_eq!(house.registry.len(), 1, "a watcher is still there");
    table.handle.disconnect(None).await;
    table.ended().await;
    assert!(house.registry.is_empty());

    let Ok(Found::Archived(state)) = house.registry.find(id).await else { panic!("archived") };
    assert_eq!(state.snapshot(house.registry.now()).result, Some(MatchResult::Won(Second)));
    let key = MatchHandle::command_key(player(1).id, "c1".parse().expect("plain"));
    let known = house.store.seq_of_command(id, &key).await;
    assert_eq!(known.expect("in memory"), Some(seq), "the last command can be sent again");
}

#[tokio::test(start_paused = true)]
async fn what_was_said_after_the_end_and_lost_with_the_process_is_not_taken_for_what_is_said_now() {
    let house = House::new().await;
    let table = house.table(ClockSetting::None).await;
    check_done(&table.tell(1, "r", Command::Resign).await);
    let known = check_done(&table.tell(1, "s1", Command::Say("good game".to_owned())).await);
    // Another process: the archive knows nothing of that.
    let again = House::open(Arc::clone(&house.store), Moment(2_000_000)).await;
    let handle = again.registry.handle(table.handle.id()).await.expect("it is in the archive");
    let say = Command::Say("thank you".to_owned());
    let reply = handle.command(player(2), "s2".parse().expect("plain"), say).expect("room");
    assert_eq!(check_done(&reply.await.expect("it answers")), known, "the same number again");
    let back = handle.connect(player(1), Some(known)).await.expect("it runs");
    let chat = back.snapshot.expect("what the client knows is another event").chat;
    assert_eq!(chat.len(), 1);
    assert_eq!(&*chat[0].text, "thank you");
}

#[tokio::test(start_paused = true)]
async fn what_was_said_is_not_said_again_after_the_end() {
    let house = House::new().await;
    let table = house.table(ClockSetting::None).await;
    let say = || Command::Say("hello".to_owned());
    let said = check_done(&table.tell(1, "s", say()).await);
    for (ply, file) in (0..).step_by(2).zip("abcde".chars()) {
        check_done(&table.play(1, &format!("c{ply}"), ply, &format!("{file}1{file}2")).await);
        check_done(&table.play(2, &format!("c{ply}"), ply + 1, &format!("{file}5{file}4")).await);
    }
    check_done(&table.tell(1, "r", Command::Resign).await);
    assert_eq!(check_again(&table.tell(1, "s", say()).await), said);
    // Nor when the match comes from the archive.
    let again = House::open(Arc::clone(&house.store), Moment(2_000_000)).await;
    let handle = again.registry.handle(table.handle.id()).await.expect("it is in the archive");
    let reply = handle.command(player(1), "s".parse().expect("plain"), say()).expect("room");
    assert_eq!(check_again(&reply.await.expect("it answers")), said);
}

#[tokio::test(start_paused = true)]
async fn a_room_that_nobody_joined_leaves_no_trace() {
    let house = House::new().await;
    let made = house.registry.create(&setup(ClockSetting::None, Second)).await;
    let handle = made.expect("there is room");
    assert_eq!(house.registry.lobby().rooms(Listing::Open, Some("er-chi-yi"), 10).await.len(), 1);
    tokio::time::sleep(Duration::from_millis(LISTED_ROOM_KEPT + 60_000)).await;
    assert!(house.registry.lobby().rooms(Listing::Open, None, 10).await.is_empty());
    assert!(matches!(house.registry.find(handle.id()).await, Err(FindError::NotFound)));
}

#[tokio::test(start_paused = true)]
async fn a_rematch_is_open_before_anybody_is_sent_there() {
    let house = House::new().await;
    let mut table = house.table(ClockSetting::None).await;
    check_done(&table.tell(1, "c1", Command::Resign).await);
    let rematch = |answer| Command::Offer(Offer::Rematch, answer);
    check_done(&table.tell(2, "c2", rematch(Answer::Offer)).await);
    check_done(&table.tell(1, "c3", rematch(Answer::Accept)).await);
    let next = loop {
        if let Event::Rematched { next } = table.told().await {
            break next;
        }
    };
    let snapshot =
        house.registry.handle(next).await.expect("it is open").snapshot().await.expect("it runs");
    assert_eq!((snapshot.state, snapshot.turn), (RoomState::Live, Some(First)));
    assert_eq!(snapshot.players.first.map(|seated| seated.id), Some(player(2).id));
}

#[tokio::test(start_paused = true)]
async fn who_comes_back_to_a_match_for_another_rematch_is_sent_to_the_one_that_was_played() {
    let house = House::new().await;
    let table = house.table(ClockSetting::None).await;
    check_done(&table.tell(1, "c1", Command::Resign).await);
    let rematch = |answer| Command::Offer(Offer::Rematch, answer);
    check_done(&table.tell(2, "c2", rematch(Answer::Offer)).await);
    check_done(&table.tell(1, "c3", rematch(Answer::Accept)).await);
    let next = table.handle.id().successor();
    let handle = house.registry.handle(next).await.expect("it is open");
    let resign = handle.command(player(1), "c1".parse().expect("plain"), Command::Resign);
    check_done(&resign.expect("room").await.expect("it answers"));
    // Another process knows both from the archive, and of neither that one followed the other.
    let again = House::open(Arc::clone(&house.store), Moment(2_000_000)).await;
    let handle = again.registry.handle(table.handle.id()).await.expect("it is in the archive");
    for (who, answer) in [(2, Answer::Offer), (1, Answer::Accept)] {
        let id = format!("again{who}").parse().expect("plain");
        let reply = handle.command(player(who), id, rematch(answer)).expect("room");
        check_done(&reply.await.expect("it answers"));
    }
    let snapshot = handle.snapshot().await.expect("it runs");
    assert_eq!(snapshot.rematch, Some(next));
    assert!(!again.store.lock().journals.contains_key(&next), "it began a second time");
    let found = again.registry.handle(next).await.expect("it is in the archive");
    assert_eq!(found.snapshot().await.expect("it runs").state, RoomState::Over);
}

#[tokio::test(start_paused = true)]
async fn a_room_whose_maker_has_gone_away_meanwhile_has_its_task() {
    let house = House::new().await;
    house.store.lock().delay = Duration::from_secs(1);
    let setup = setup(ClockSetting::None, First);
    let asked = tokio::time::timeout(Duration::from_millis(10), house.registry.create(&setup));
    assert!(asked.await.is_err(), "the commit takes longer");
    house.registry.stop().await;
    house.tasks.close();
    house.tasks.wait().await;
    assert_eq!((house.store.lock().journals.len(), house.registry.len()), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_match_takes_so_many_words_and_actions_still() {
    let house = House::new().await;
    let table = house.table(ClockSetting::None).await;
    for number in 0..MOST_WORDS {
        let id = format!("s{number}");
        check_done(&table.tell(1, &id, Command::Say("again".to_owned())).await);
    }
    check_refused(&table.tell(1, "s", Command::Say("more".to_owned())).await, NackCode::Rate);
    let draw = Command::Offer(Offer::Draw, Answer::Offer);
    check_refused(&table.tell(2, "d", draw).await, NackCode::Rate);
    check_done(&table.play(1, "c1", 0, "a1a2").await);
    check_done(&table.tell(2, "r", Command::Resign).await);
    check_done(&table.tell(1, "t", Command::Say("thank you".to_owned())).await);
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_falls_behind_and_no_further() {
    let house = House::new().await;
    let mut table = house.table(ClockSetting::None).await;
    for number in 0..90 {
        let id = format!("c{number}");
        check_done(&table.tell(1, &id, Command::Say("quick".to_owned())).await);
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
async fn stopping_ends_every_match_and_refuses_new_ones() {
    let house = House::new().await;
    let mut table = house.table(ClockSetting::None).await;
    house.registry.stop().await;
    house.tasks.close();
    house.tasks.wait().await;
    table.ended().await;
    assert!(matches!(table.handle.snapshot().await, Err(Unreachable)));
    assert!(matches!(house.registry.handle(table.handle.id()).await, Err(FindError::Busy)));
}
