//! Brings together those who seek: stores their seeks, has the board find pairs, makes the matches, and
//! tells whom it concerns.
//!
//! Seeks are claimed in the store before a match is made of them, and put back if it cannot be made. So
//! nobody is paired twice, also by two servers; a server that is killed in between costs the two their
//! seeks.

use super::board::{Answered, Board, BoardIsFull, NobodyFound, Pair, Standing};
use super::listeners::{Listeners, Listening};
use crate::matches::Registry;
use crate::push::{Notice, Push};
use crate::store::{SharedStore, StoreError};
use crate::time::TimeSource;
use domain::{Deal, MatchId, Moment, PlayerId, Seek, Setup, Visibility};
use engine::{Options, Side};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Mutex as Turn, Notify};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::task::TaskTracker;
use uuid::Uuid;

/// How often those who wait are matched.
const TICK: Duration = Duration::from_secs(1);

/// How often seeks of servers that are gone are taken over, in ticks.
const ADOPT_EVERY: u32 = 10;

/// Something cannot be sought now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SeekError {
    /// There are as many seeks as one server keeps.
    #[error("there are too many seeks")]
    Full,
    /// The match of the seek there is has just been agreed on.
    #[error("your match is about to begin")]
    Settling,
    /// The store is away.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<BoardIsFull> for SeekError {
    fn from(_: BoardIsFull) -> Self {
        Self::Full
    }
}

/// All who seek on this server, and what brings them together.
#[derive(Debug)]
pub struct Matchmaker {
    board: Mutex<Board>,
    listeners: Arc<Listeners>,
    /// One change of the stored seeks at a time, so that the board and the store agree.
    writing: Turn<()>,
    /// Those who have come since the last look.
    newcomers: Mutex<Vec<PlayerId>>,
    nudge: Notify,
    registry: Arc<Registry>,
    store: SharedStore,
    time: TimeSource,
    push: Push,
    tasks: TaskTracker,
}

/// Nothing under these locks panics half-way, so a poisoned one is still whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Matchmaker {
    /// Nobody seeks yet; matches are made in `registry` by tasks that `tasks` tracks.
    #[must_use]
    pub fn new(
        registry: Arc<Registry>,
        store: SharedStore,
        push: Push,
        tasks: TaskTracker,
    ) -> Arc<Self> {
        let time = *registry.time();
        Arc::new(Self {
            board: Mutex::default(),
            listeners: Listeners::new(time),
            writing: Turn::default(),
            newcomers: Mutex::default(),
            nudge: Notify::new(),
            registry,
            store,
            time,
            push,
            tasks,
        })
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        lock(&self.board)
    }

    /// Listens for what concerns somebody.
    #[must_use]
    pub fn listen(&self, who: PlayerId) -> Listening {
        self.hear(who);
        self.listeners.listen(who)
    }

    /// Notes that somebody was heard of.
    pub fn hear(&self, who: PlayerId) {
        self.board().hear(who);
        self.listeners.hear(who);
    }

    /// Calls those of somebody's sockets that listen: something else concerns them, such as a challenge.
    pub fn call(&self, who: PlayerId) {
        self.listeners.tell([who]);
    }

    /// Whether a page of somebody's listens, or they were heard of a moment ago.
    #[must_use]
    pub fn is_there(&self, who: PlayerId) -> bool {
        self.listeners.is_there(who, self.time.now())
    }

    /// How somebody stands.
    #[must_use]
    pub fn standing(&self, who: PlayerId) -> Standing {
        self.board().standing(who)
    }

    /// How many seek here.
    #[must_use]
    pub fn len(&self) -> usize {
        self.board().len()
    }

    /// Whether nobody does.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Seeks in place of what its owner sought before.
    ///
    /// # Errors
    ///
    /// [`SeekError`]; what was sought before still is.
    pub async fn seek(&self, seek: Seek) -> Result<(), SeekError> {
        let who = seek.who.id;
        let told = {
            let _turn = self.writing.lock().await;
            if self.board().is_settling(who) {
                return Err(SeekError::Settling);
            }
            self.store.put_seek(&seek).await?;
            let put = self.board().put(seek);
            if put.is_err() {
                self.store.remove_seek(who).await?;
            }
            put?
        };
        self.hear(who);
        self.listeners.tell(told);
        lock(&self.newcomers).push(who);
        self.nudge.notify_one();
        Ok(())
    }

    /// Ends what somebody seeks; false if they seek nothing.
    ///
    /// # Errors
    ///
    /// [`SeekError`] if it goes on.
    pub async fn withdraw(&self, who: PlayerId) -> Result<bool, SeekError> {
        let told = {
            let _turn = self.writing.lock().await;
            if self.board().is_settling(who) {
                return Err(SeekError::Settling);
            }
            self.store.remove_seek(who).await?;
            self.board().withdraw(who)
        };
        let was_there = !told.is_empty();
        self.listeners.tell(told);
        Ok(was_there)
    }

    /// Answers that somebody has been found. If both accept, the match is there when this returns,
    /// unless it cannot be made: then both wait on.
    ///
    /// # Errors
    ///
    /// [`NobodyFound`] if it was too late.
    pub async fn answer(
        self: &Arc<Self>,
        who: PlayerId,
        found: Uuid,
        accepts: bool,
    ) -> Result<(), NobodyFound> {
        self.hear(who);
        let meeting = self.people_of(who);
        let answered = self.board().answer(who, found, accepts)?;
        self.listeners.tell(meeting);
        match answered {
            Answered::Agreed(id, deal) => {
                // By a task of its own: whoever answered may go away meanwhile.
                let this = Arc::clone(self);
                let begun = self.tasks.spawn(async move { this.begin(id, &deal).await });
                // It ends early by a panic alone, which has been told of.
                let _ = begun.await;
            }
            Answered::Declined => self.nudge.notify_one(),
            Answered::Noted => {}
        }
        Ok(())
    }

    /// Whoever has been found together with somebody, and they themselves.
    fn people_of(&self, who: PlayerId) -> Vec<PlayerId> {
        let players = self.standing(who).found.map(|found| found.deal.players);
        players.map_or_else(|| vec![who], |players| vec![players.first.id, players.second.id])
    }

    /// Makes the match that both accepted.
    async fn begin(&self, id: Uuid, deal: &Deal) {
        let people = [deal.players.first.id, deal.players.second.id];
        match self.try_begin(people, deal).await {
            Ok(Some((started, acts))) => {
                tracing::info!(match.id = %started, game = deal.game.game, "found by seeks");
                self.board().settle(id, started, self.time.now());
                self.tell_found(deal, Some((started, acts)));
            }
            Ok(None) => {
                self.board().part(id);
            }
            Err(error) => {
                tracing::warn!(%error, "two who sought cannot be seated");
                self.board().reopen(id);
            }
        }
        self.listeners.tell(people);
    }

    async fn try_begin(
        &self,
        people: [PlayerId; 2],
        deal: &Deal,
    ) -> Result<Option<(MatchId, Side)>, StoreError> {
        let _turn = self.writing.lock().await;
        if self.are_apart(people).await? {
            self.board().keep_apart(people);
            return Ok(None);
        }
        if deal.rated
            && let Some(gone) = self.unrated(people).await?
        {
            self.board().withdraw(gone);
            self.store.remove_seek(gone).await?;
            return Ok(None);
        }
        let seeks = people.map(|who| self.standing(who).seek);
        let missing = self.store.claim_seeks(&people).await?;
        if !missing.is_empty() {
            // Another server has paired them, or they have withdrawn there.
            let mut board = self.board();
            for who in missing {
                board.withdraw(who);
            }
            return Ok(None);
        }
        if let Some(setup) = setup(deal)
            && let Ok(handle) = self.registry.create(&setup).await
        {
            return Ok(Some((handle.id(), setup.game.to_act())));
        }
        for seek in seeks.into_iter().flatten() {
            self.store.put_seek(&seek).await?;
        }
        Err(StoreError::Unavailable)
    }

    /// Whoever of two has deleted the identity since they sought a rated game.
    async fn unrated(&self, people: [PlayerId; 2]) -> Result<Option<PlayerId>, StoreError> {
        for who in people {
            if !self.store.guest(who).await?.kept {
                return Ok(Some(who));
            }
        }
        Ok(None)
    }

    /// Whether two must not meet.
    async fn are_apart(&self, [one, other]: [PlayerId; 2]) -> Result<bool, StoreError> {
        self.store.blocked(one, other).await
    }

    /// Matches those who seek until it is given up; for a task of its own.
    pub async fn run(self: &Arc<Self>) {
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut ticks = 0_u32;
        loop {
            tokio::select! {
                () = self.nudge.notified() => {}
                _ = tick.tick() => {
                    if ticks.is_multiple_of(ADOPT_EVERY) && (ticks == 0 || self.store.is_shared()) {
                        self.adopt(&mut ticks).await;
                    }
                    ticks = ticks.wrapping_add(1);
                    self.expire().await;
                    let now = self.time.now();
                    let pairs = self.board().pairs(|who| self.listeners.is_there(who, now), now);
                    self.meet(pairs, now).await;
                }
            }
            let newcomers = std::mem::take(&mut *lock(&self.newcomers));
            for who in newcomers {
                let now = self.time.now();
                let is_there = |who| self.listeners.is_there(who, now);
                let pair = self.board().pair_of(who, is_there, now);
                self.meet(pair, now).await;
            }
        }
    }

    /// Takes over the seeks that no living server keeps; all of them where there is one server. While the
    /// store is away it is tried again with the next tick.
    async fn adopt(&self, ticks: &mut u32) {
        let _turn = self.writing.lock().await;
        match self.store.adopt_seeks(self.time.now()).await {
            Ok(seeks) => {
                let mut board = self.board();
                for seek in seeks {
                    // Nobody is asked anew who has sought something else meanwhile.
                    if !board.seeks(seek.who.id) && board.put(seek).is_err() {
                        tracing::warn!("there are more seeks than one server keeps");
                    }
                }
            }
            Err(error) => {
                tracing::warn!(%error, "stored seeks cannot be read");
                *ticks = ticks.wrapping_sub(1);
            }
        }
    }

    async fn meet(self: &Arc<Self>, pairs: impl IntoIterator<Item = Pair>, now: Moment) {
        for pair in pairs {
            let (people, deal) = (pair.people.map(|(who, _)| who), pair.deal.clone());
            match self.are_apart(people).await {
                Ok(false) => {}
                Ok(true) => {
                    self.board().keep_apart(people);
                    continue;
                }
                // They are found with one of the next looks.
                Err(_) => continue,
            }
            let met = self.board().meet(pair, now);
            match met {
                Some(Answered::Agreed(id, deal)) => {
                    let this = Arc::clone(self);
                    self.tasks.spawn(async move { this.begin(id, &deal).await });
                }
                Some(Answered::Noted | Answered::Declined) => {
                    self.listeners.tell(people);
                    self.tell_found(&deal, None);
                }
                None => {}
            }
        }
    }

    /// Tells both by push, for those whose page is closed or out of sight; of a match that has begun
    /// with whose turn it is.
    fn tell_found(&self, deal: &Deal, begun: Option<(MatchId, Side)>) {
        let (id, acts) = begun.unzip();
        for side in Side::ALL {
            let (player, opponent) = (&deal.players[side], &deal.players[side.other()]);
            let notice = Notice::found(player.id, id, deal.game.game, opponent);
            self.push.tell(if acts == Some(side) { notice.and_to_act() } else { notice });
        }
    }

    async fn expire(&self) {
        let now = self.time.now();
        self.listeners.tidy(now);
        let (over, told) = self.board().expire(now);
        for who in over {
            // One that stays in the store is over there as well.
            let _ = self.store.remove_seek(who).await;
        }
        self.listeners.tell(told);
    }
}

/// The match of a deal, listed like any other; `None` for a game that is not played any more.
fn setup(deal: &Deal) -> Option<Setup> {
    let options = Options::none();
    let game = Setup::game(deal.game.game, Some(deal.game.ruleset), &options, None).ok()?;
    Some(Setup {
        game,
        clock: deal.clock,
        creator: deal.players.first.clone(),
        seat: Side::First,
        opponent: Some(deal.players.second.clone()),
        invited: None,
        visibility: Visibility::Public,
        rated: deal.rated,
    })
}
