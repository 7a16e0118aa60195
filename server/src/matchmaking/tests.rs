//! The pairing of seeks by one node, with paused time.

use super::{AnswerError, Matchmaker};
use crate::accounts::identity::Keys;
use crate::bus::Bus;
use crate::cluster::{Call, Cluster, Message, Outcome};
use crate::leaders::{Lead, Leaders};
use crate::live::tests::node::{Node, player};
use crate::notifications::{Channel, Notices, Update};
use crate::presence::{Connection, Presence, Subscription};
use domain::clock::{ClockSetting, Fischer};
use domain::seek_pool::{NobodyFound, Standing};
use domain::{
    MatchId, Moment, NotificationKind, NotificationKinds, Player, PlayerId, Seek, SoughtGame, Terms,
};
use engine::Side;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Wake, Waker};
use store::Fence;
use tokio::sync::mpsc::Receiver;
use uuid::Uuid;

/// The number of another node that leads.
const LEADER: i64 = 7;

/// A node that pairs seeks.
struct Pool {
    node: Node,
    presence: Arc<Presence>,
    matchmaker: Arc<Matchmaker>,
    notices: Receiver<Update>,
}

impl Pool {
    async fn new() -> Self {
        Self::of(Node::new().await)
    }

    fn of(node: Node) -> Self {
        let pool = Self::at_rest(node, Bus::unused(0));
        let pairing = Arc::clone(&pool.matchmaker);
        tokio::spawn(async move { pairing.run().await });
        pool
    }

    /// A node whose tasks do not run.
    fn at_rest(node: Node, bus: Bus) -> Self {
        let presence = Presence::new(*node.registry.time());
        let [held, watched] = [(); 2].map(|()| Arc::clone(&node.registry));
        let (lobby, store) = (Arc::clone(&node.lobby), node.store.clone());
        let presence_of_all = Arc::clone(&presence);
        let cluster = Cluster::new(store.clone(), held, lobby, presence_of_all, Arc::new(bus));
        let (channel, notices) = Channel::immediate(|| panic!("there is room"));
        let matchmaker = Matchmaker::new(
            watched,
            Arc::clone(&presence),
            cluster,
            Leaders::new(store.clone()),
            store,
            Notices::by(vec![channel]),
            node.tasks.clone(),
        );
        Self { node, presence, matchmaker, notices }
    }

    /// A player who is online.
    fn seeker(&self, player: Player) -> Seeker {
        let connection = self.presence.connect(player.id, !player.guest);
        let listening = self.presence.subscribe(player.id);
        let matchmaker = Arc::clone(&self.matchmaker);
        Seeker { player, matchmaker, listening, _connection: connection }
    }

    fn guests(&self) -> [Seeker; 2] {
        [1, 2].map(|number| self.seeker((*player(number)).clone()))
    }

    /// The notices so far: the player, the match if there is one, and whether they are to act.
    fn noticed(&mut self) -> Vec<(PlayerId, Option<MatchId>, bool)> {
        let turn = NotificationKinds::from_iter([NotificationKind::Turn]);
        let mut noticed = Vec::new();
        while let Ok(Update::Notice(notice)) = self.notices.try_recv() {
            noticed.push((notice.to(), notice.of(), notice.kind_for(turn).is_some()));
        }
        noticed.sort_unstable();
        noticed
    }

    async fn stored(&self) -> usize {
        let now = self.node.registry.now();
        self.node.store.take_seeks(Fence::ALONE, now).await.expect("it leads").len()
    }
}

struct Seeker {
    player: Player,
    matchmaker: Arc<Matchmaker>,
    listening: Subscription,
    _connection: Connection,
}

impl Seeker {
    fn seek_on(&self, terms: Terms, at: Moment) -> Seek {
        let game = SoughtGame::new("shogi", None).expect("known");
        let clock = ClockSetting::Fischer(Fischer::new(300, 5).expect("in range"));
        Seek::new(self.player.clone(), [game], [clock], terms, 60, at).expect("in bounds")
    }

    async fn seek(&self, terms: Terms) {
        let seek = self.seek_on(terms, self.matchmaker.registry.now());
        self.matchmaker.seek(seek, None).await.expect("there is room");
    }

    fn standing(&self) -> Standing {
        self.matchmaker.standing(self.player.id)
    }

    /// Waits for signals until the standing is as expected.
    async fn until(&mut self, is_expected: impl Fn(&Standing) -> bool) -> Standing {
        loop {
            let standing = self.standing();
            if is_expected(&standing) {
                return standing;
            }
            self.listening.changed().await;
        }
    }

    /// The meeting for which both are asked.
    async fn found(&mut self) -> Uuid {
        self.until(|standing| standing.found.is_some()).await.found.expect("found").id
    }

    async fn answer(&self, found: Uuid, accepts: bool) -> Result<(), AnswerError> {
        self.matchmaker.answer(self.player.id, found, accepts).await
    }
}

/// Lets some rounds of pairing pass.
async fn rounds(matchmaker: &Matchmaker) {
    let until = matchmaker.registry.now().after(3_000);
    while matchmaker.registry.now() < until {
        tokio::time::advance(std::time::Duration::from_millis(100)).await;
    }
}

/// Whether a task has asked to be polled again.
#[derive(Default)]
struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[tokio::test(start_paused = true)]
async fn correspondence_rests_while_there_is_no_other_node() {
    let signatures = Keys::new([3; 32], &[]).signatures();
    let pool = Pool::at_rest(Node::new().await, Bus::new(1, Moment(1), signatures));
    let mut corresponds = pin!(pool.matchmaker.correspond());
    let woken = Arc::<Woken>::default();
    let waker = Waker::from(Arc::clone(&woken));
    assert!(corresponds.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
    // A task that has had its turn is woken when the others have had theirs.
    tokio::task::yield_now().await;
    assert!(!woken.0.load(Ordering::Relaxed), "it waits, although everything is to be read");
}

#[tokio::test(start_paused = true)]
async fn two_seeks_that_fit_become_a_match() {
    let mut pool = Pool::new().await;
    let [mut one, mut other] = pool.guests();
    one.seek(Terms::default()).await;
    assert_eq!((pool.matchmaker.len(), pool.stored().await), (1, 1));
    assert!(one.standing().seek.is_some());
    other.seek(Terms::default()).await;
    let found = one.found().await;
    assert_eq!(other.found().await, found);
    assert_eq!(pool.noticed(), [(one.player.id, None, false), (other.player.id, None, false)]);

    let stranger = pool.seeker((*player(3)).clone());
    let nobody = Err(AnswerError::NobodyFound(NobodyFound));
    assert_eq!(stranger.answer(found, true).await, nobody);
    assert_eq!(one.answer(found, true).await, Ok(()));
    let accepted = |seeker: &Seeker| seeker.standing().found.map(|found| found.accepted);
    assert_eq!((accepted(&one), accepted(&other)), (Some(true), Some(false)));
    assert_eq!(other.answer(found, true).await, Ok(()));
    let started = one.until(|standing| standing.started.is_some()).await.started;
    assert_eq!(other.standing().started, started);
    assert_eq!((pool.matchmaker.len(), pool.stored().await), (0, 0));
    let handle = pool.node.registry.handle(started.expect("a match")).await.expect("it runs");
    let seat = handle.connect(player(1), None).await.expect("it runs").seat;
    let begins = seat.expect("they have one") == Side::First;
    let noticed = [(one.player.id, started, begins), (other.player.id, started, !begins)];
    assert_eq!(pool.noticed(), noticed);
    assert_eq!(one.answer(found, true).await, nobody, "that is over");
}

#[tokio::test(start_paused = true)]
async fn declined_meeting_leaves_both_seeking() {
    let pool = Pool::new().await;
    let [mut one, mut other] = pool.guests();
    one.seek(Terms::default()).await;
    other.seek(Terms::default()).await;
    let found = one.found().await;
    assert_eq!(one.answer(found, false).await, Ok(()));
    let standing = other.until(|standing| standing.found.is_none()).await;
    assert!(standing.seek.is_some() && one.standing().seek.is_some());
    rounds(&pool.matchmaker).await;
    assert_eq!((one.standing().found, pool.matchmaker.len()), (None, 2), "they are kept apart");
}

#[tokio::test(start_paused = true)]
async fn withdrawn_seek_is_gone_from_the_store() {
    let pool = Pool::new().await;
    let [one, other] = pool.guests();
    one.seek(Terms::default()).await;
    assert_eq!(pool.matchmaker.withdraw(other.player.id).await, Ok(false));
    assert_eq!(pool.matchmaker.withdraw(one.player.id).await, Ok(true));
    assert_eq!((one.standing().seek, pool.stored().await), (None, 0));
    assert_eq!(pool.matchmaker.withdraw(one.player.id).await, Ok(false));
}

#[tokio::test(start_paused = true)]
async fn blocked_players_are_not_found_for_each_other() {
    let mut pool = Pool::new().await;
    let [one, other] = pool.guests();
    let now = pool.node.registry.now();
    pool.node.store.block(one.player.id, other.player.id, now, 10).await.expect("it is written");
    for seeker in [&one, &other] {
        seeker.seek(Terms::default()).await;
    }
    rounds(&pool.matchmaker).await;
    assert_eq!((one.standing().found, other.standing().found), (None, None));
    assert_eq!((pool.matchmaker.len(), pool.noticed()), (2, vec![]));
}

#[tokio::test(start_paused = true)]
async fn replaced_leader_asks_no_player() {
    let mut pool = Pool::new().await;
    let [mut one, other] = pool.guests();
    pool.node.faults.script().is_replaced = true;
    for seeker in [&one, &other] {
        seeker.seek(Terms::default()).await;
    }
    rounds(&pool.matchmaker).await;
    assert_eq!((one.standing().found, pool.noticed()), (None, vec![]));
    pool.node.faults.script().is_replaced = false;
    one.found().await;
}

/// Any other node may have led before.
#[tokio::test(start_paused = true)]
async fn only_the_leader_answers_and_reports_standings() {
    let pool = Pool::new().await;
    let [one, _] = pool.guests();
    let (now, exchange) = (pool.node.registry.now(), &pool.matchmaker.exchange);
    let call = exchange.call(LEADER, Call::Withdraw(one.player.id), now);
    let seek = Some(one.seek_on(Terms::default(), now));
    let of = vec![(one.player.id, Standing { seek, ..Standing::default() })];
    for (sender, outcome, seekers) in
        [(LEADER + 1, Outcome::Nothing, 0), (LEADER, Outcome::Done, 1)]
    {
        let standings = Message::Standings { anew: true, of: of.clone() };
        for message in [Message::Reply(1, outcome), standings] {
            pool.matchmaker.receive(sender, message, Lead::Another(LEADER));
        }
        assert_eq!(exchange.mirror().len(), seekers, "from {sender}");
    }
    assert!(matches!(call.outcome().await, Outcome::Done));
}

#[tokio::test(start_paused = true)]
async fn stored_seeks_are_paired_after_a_restart() {
    let pool = Pool::new().await;
    let [one, _] = pool.guests();
    one.seek(Terms::default()).await;
    let again = Pool::of(Node::open(&pool.node, pool.node.registry.now()).await);
    let [mut one, mut other] = again.guests();
    one.until(|standing| standing.seek.is_some()).await;
    other.seek(Terms::default()).await;
    assert_eq!(one.found().await, other.found().await);
}

#[tokio::test(start_paused = true)]
async fn rated_seek_ends_with_its_account() {
    let pool = Pool::new().await;
    // Both have deleted their accounts since they began to seek.
    let registered = |number| Player { guest: false, ..(*player(number)).clone() };
    let [mut one, mut other] = [1, 2].map(|number| pool.seeker(registered(number)));
    let terms = || Terms { rated: true, ..Terms::default() };
    one.seek(terms()).await;
    other.seek(terms()).await;
    let found = one.found().await;
    for seeker in [&one, &other] {
        assert_eq!(seeker.answer(found, true).await, Ok(()));
    }
    other.until(|standing| standing.found.is_none()).await;
    assert_eq!((one.standing().started, other.standing().started), (None, None));
    assert_eq!(pool.matchmaker.len(), 1, "one account at a time is found to be gone");
}

#[tokio::test(start_paused = true)]
async fn seekers_of_like_strength_are_asked_once_their_ratings_are_read() {
    let pool = Pool::new().await;
    let registered = |number| Player { guest: false, ..(*player(number)).clone() };
    let [mut one, other] = [1, 2].map(|number| pool.seeker(registered(number)));
    let game = SoughtGame::new("shogi", None).expect("known");
    let ratings = [(game.pool().expect("it has one"), 1_500)];
    for seeker in [&one, &other] {
        let ratings = ratings.iter().cloned().collect();
        seeker.seek(Terms { within: Some(100), ratings, ..Terms::default() }).await;
    }
    one.found().await;
}
