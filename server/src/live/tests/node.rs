//! A node without sockets on a store in memory, and a match of it, for tests with paused time.

use super::super::handle::Reply;
use super::super::*;
use crate::accounts::identity::Keys;
use crate::lobby::Lobby;
use crate::notifications::Notices;
use crate::presence::Presence;
use crate::time::TimeSource;
use Side::{First, Second};
use domain::clock::{ClockSetting, Fischer};
use domain::{Command, CommandId, Moment, Player, PlayerId, Setup};
use engine::{Options, Side};
use protocol::{Event, EventFrame, NackCode};
use std::sync::Arc;
use store::{Append, Database, Faults};
use tokio::sync::broadcast::Receiver;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

pub(crate) fn player(number: u128) -> Arc<Player> {
    Arc::new(Player::guest(PlayerId(Uuid::from_u128(number << 96))))
}

/// A server without sockets.
pub(crate) struct Node {
    pub(crate) store: Database,
    pub(crate) faults: Arc<Faults>,
    pub(crate) registry: Arc<Registry>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) tasks: TaskTracker,
}

impl Node {
    /// Starts on the store of another, at a moment.
    pub(crate) async fn open(other: &Self, now: Moment) -> Self {
        let (store, faults) = (other.store.clone(), Arc::clone(&other.faults));
        Self::start(store, faults, now, MatchLimits::USUAL, Notices::silent()).await
    }

    async fn start(
        store: Database,
        faults: Arc<Faults>,
        now: Moment,
        limits: MatchLimits,
        notices: Notices,
    ) -> Self {
        let tasks = TaskTracker::new();
        let (journal, writer) = Journal::new(store.clone(), CancellationToken::new());
        tokio::spawn(writer);
        let (time, keys) = (TimeSource::starting_at(now), Keys::new([7; 32], &[]));
        let registry = Registry::with_limits(
            store.clone(),
            journal,
            time,
            tasks.clone(),
            &keys,
            notices,
            limits,
        );
        let lobby = Lobby::new(Arc::clone(&registry), Presence::new(time));
        registry.restore().await.expect("the store reads");
        Self { store, faults, registry, lobby, tasks }
    }

    /// The same under other limits.
    pub(crate) async fn within(limits: MatchLimits) -> Self {
        Self::fresh(limits, Notices::silent()).await
    }

    /// The same with notices.
    pub(crate) async fn with_notices(notices: Notices) -> Self {
        Self::fresh(MatchLimits::USUAL, notices).await
    }

    pub(crate) async fn new() -> Self {
        Self::within(MatchLimits::USUAL).await
    }

    async fn fresh(limits: MatchLimits, notices: Notices) -> Self {
        let faults = Arc::<Faults>::default();
        let store = Database::in_memory().await.with_faults(&faults);
        Self::start(store, faults, Moment(1_000_000), limits, notices).await
    }

    /// Writes the journals of another's store into this one's.
    pub(crate) async fn copy_journals(&self, other: &Self) {
        for match_id in other.store.held().await.expect("it reads") {
            let events = other.store.events(match_id, 0, u32::MAX).await.expect("it reads");
            let append = Append { match_id, events, closing: None, seekers: None };
            self.store.commit(&[append]).await.expect("it is new");
        }
    }

    /// A match that player 1 has made.
    pub(crate) async fn open_match(&self, clock: ClockSetting) -> MatchHandle {
        self.registry.create(&setup(clock, First)).await.expect("there is room")
    }

    /// A match of players 1 and 2, watched by player 3.
    pub(crate) async fn table(&self, clock: ClockSetting) -> Table {
        let handle = self.open_match(clock).await;
        let watching = handle.connect(player(3), None).await.expect("it runs");
        assert_eq!(handle.join(player(2)).await, Ok(Second));
        let mut table = Table { handle, events: watching.events };
        assert!(matches!(table.next_event().await, Event::Joined { .. }));
        table
    }

    /// The same after both have acted, so that the clock of player 1 runs.
    pub(crate) async fn begun(&self, clock: ClockSetting) -> Table {
        let mut table = self.table(clock).await;
        for (who, ply, action) in [(1, 0, "a1a2"), (2, 1, "a5a4")] {
            check_done(&table.play(who, &format!("b{ply}"), ply, action).await);
            assert!(matches!(table.next_event().await, Event::Moved(_)));
        }
        table
    }
}

/// A match that player 1 makes.
pub(crate) fn setup(clock: ClockSetting, seat: Side) -> Setup {
    let game = Setup::game("er-chi-yi", None, &Options::none(), None).expect("a known game");
    Setup { clock, seat, ..Setup::open_match(game, (*player(1)).clone()) }
}

pub(crate) fn fischer(initial: u32) -> ClockSetting {
    ClockSetting::Fischer(Fischer::new(initial, 0).expect("in range"))
}

/// A match as a spectator sees it.
pub(crate) struct Table {
    pub(crate) handle: MatchHandle,
    pub(crate) events: Receiver<Outgoing>,
}

impl Table {
    /// Waits for the end of the match's task.
    pub(crate) async fn ended(&mut self) {
        while self.events.recv().await.is_ok() {}
    }

    /// The next event that is not about presence.
    pub(crate) async fn next_event(&mut self) -> Event {
        loop {
            let sent = self.events.recv().await.expect("the match goes on");
            let frame: EventFrame =
                serde_json::from_str(sent.frame.as_str()).expect("a frame reads back");
            assert_eq!(frame.seq, sent.seq);
            if !matches!(frame.event, Event::Presence { .. }) {
                return frame.event;
            }
        }
    }

    pub(crate) async fn command(&self, who: u128, id: &str, command: Command) -> Reply {
        let id: CommandId = id.parse().expect("a plain id");
        let reply = self.handle.ask(player(who), id, command).expect("there is room");
        reply.await.expect("it answers")
    }

    pub(crate) async fn play(&self, who: u128, id: &str, ply: u32, action: &str) -> Reply {
        self.command(who, id, Command::Play { ply, action: action.to_owned(), lag: 0 }).await
    }
}

#[track_caller]
pub(crate) fn check_done(reply: &Reply) -> u32 {
    match reply {
        Reply::Done { seq } => *seq,
        other => panic!("{other:?}"),
    }
}

/// It was done before, as the event of the number returned.
#[track_caller]
pub(crate) fn check_again(reply: &Reply) -> u32 {
    match reply {
        Reply::DoneBefore { seq } => *seq,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
pub(crate) fn check_refused(reply: &Reply, code: NackCode) {
    match reply {
        Reply::Refused { refusal, .. } => assert_eq!(NackCode::from(refusal), code),
        other => panic!("{other:?}"),
    }
}
