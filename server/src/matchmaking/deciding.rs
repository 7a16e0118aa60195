//! Pairing of seeks: the board is changed together with the store, pairs are found and asked,
//! and matches are made of them.
//!
//! Of several servers one does this, and the store accepts its writes only while that is so. The
//! seeks end in the commit that makes the match, so whenever a server is killed, two who accepted
//! either play one match or both still seek.

use super::matchmaker::{Matchmaker, SeekError, lock};
use crate::leaders::Lead;
use crate::notifications::Notice;
use domain::seek_pool::{Answered, Expiry, NobodyFound, Pair, Standing};
use domain::{Caller, Deal, MatchId, Moment, NoPlace, Origin, PlayerId, Seek, Setup, Visibility};
use engine::{Options, Side};
use std::sync::Arc;
use std::time::Duration;
use store::{Fence, Role, Seekers, StoreError};
use tokio::time::{MissedTickBehavior, interval};
use uuid::Uuid;

/// How often those who wait are matched.
const TICK: Duration = Duration::from_secs(1);

impl From<NoPlace> for SeekError {
    fn from(error: NoPlace) -> Self {
        match error {
            NoPlace::Address => Self::TooMany,
            NoPlace::Player | NoPlace::All => Self::Full,
        }
    }
}

impl Matchmaker {
    /// Seeks, on the server that decides.
    pub(super) async fn seek_here(
        &self,
        by: Fence,
        seek: Seek,
        caller: Option<Caller>,
    ) -> Result<(), SeekError> {
        let (who, now) = (seek.who.id, self.time.now());
        if let Some(wait) = self.registry.limits().wait_to_seek(who, caller, now) {
            return Err(SeekError::Wait(wait));
        }
        let changed = {
            let _turn = self.writing.lock().await;
            if self.board().is_settling(who) {
                return Err(SeekError::Settling);
            }
            self.store.put_seek(by, &seek).await?;
            let put = self.board().put(seek, caller, now);
            if put.is_err() {
                self.store.remove_seek(by, who).await?;
            }
            put?
        };
        self.notify(&changed);
        lock(&self.newcomers).push(who);
        self.nudge.notify_one();
        Ok(())
    }

    /// Ends a seek, on the server that decides.
    pub(super) async fn withdraw_here(&self, by: Fence, who: PlayerId) -> Result<bool, SeekError> {
        let changed = {
            let _turn = self.writing.lock().await;
            if self.board().is_settling(who) {
                return Err(SeekError::Settling);
            }
            self.store.remove_seek(by, who).await?;
            self.board().withdraw(who)
        };
        self.notify(&changed);
        Ok(!changed.is_empty())
    }

    /// Takes an answer, on the server that decides.
    pub(super) async fn answer_here(
        self: &Arc<Self>,
        by: Fence,
        who: PlayerId,
        found: Uuid,
        accepts: bool,
    ) -> Result<(), NobodyFound> {
        let meeting = self.people_of(who);
        let answered = self.board().answer(who, found, accepts)?;
        self.notify(&meeting);
        match answered {
            Answered::Agreed(id, deal) => {
                // By a task of its own: the player who answered may disconnect before it is done.
                let this = Arc::clone(self);
                let begun = self.tasks.spawn(async move { this.begin(by, id, &deal).await });
                // It ends early by a panic alone, which has been reported.
                let _ = begun.await;
            }
            Answered::Declined => self.nudge.notify_one(),
            Answered::Noted => {}
        }
        Ok(())
    }

    /// Both players of a player's meeting.
    fn people_of(&self, who: PlayerId) -> Vec<PlayerId> {
        let players = self.board().standing(who).found.map(|found| found.deal.players);
        players.map_or_else(|| vec![who], |players| vec![players.first.id, players.second.id])
    }

    /// Makes the match that both accepted.
    async fn begin(&self, by: Fence, id: Uuid, deal: &Deal) {
        let people = [deal.players.first.id, deal.players.second.id];
        match self.try_begin(by, people, deal).await {
            Ok(Some((started, acts))) => {
                tracing::info!(match.id = %started, game = deal.game.game, "found by seeks");
                self.board().settle(id, started, self.time.now());
                self.push_found(deal, Some((started, acts)));
            }
            Ok(None) => {
                self.board().part(id);
            }
            Err(error) => {
                tracing::warn!(%error, "two who sought cannot be seated");
                self.board().reopen(id);
            }
        }
        self.notify(&people);
    }

    async fn try_begin(
        &self,
        by: Fence,
        people: [PlayerId; 2],
        deal: &Deal,
    ) -> Result<Option<(MatchId, Side)>, StoreError> {
        let _turn = self.writing.lock().await;
        if self.are_apart(people, deal.rated).await? {
            self.board().keep_apart(people);
            return Ok(None);
        }
        if deal.rated
            && let Some(gone) = self.unrated(people).await?
        {
            self.board().withdraw(gone);
            self.store.remove_seek(by, gone).await?;
            return Ok(None);
        }
        if let Some(setup) = setup(deal)
            && let Ok(handle) =
                self.registry.create_of(&setup, Some(Seekers { players: people.into(), by })).await
        {
            return Ok(Some((handle.id(), setup.game.to_act())));
        }
        // Should the store have lost one of the seeks, it has it again.
        let seeks = people.map(|who| self.board().standing(who).seek);
        for seek in seeks.into_iter().flatten() {
            self.store.put_seek(by, &seek).await?;
        }
        Err(StoreError::Unavailable)
    }

    /// The players of two who have deleted the account since they sought a rated game.
    async fn unrated(&self, people: [PlayerId; 2]) -> Result<Option<PlayerId>, StoreError> {
        for who in people {
            if !self.store.guest(who).await?.registered {
                return Ok(Some(who));
            }
        }
        Ok(None)
    }

    /// Whether two players must not be paired.
    ///
    /// Two whose rated games count no more today are not found for another rated one.
    async fn are_apart(&self, people: [PlayerId; 2], rated: bool) -> Result<bool, StoreError> {
        let [one, other] = people;
        if self.store.blocked(one, other).await? {
            return Ok(true);
        }
        if !rated {
            return Ok(false);
        }
        Ok(self.store.pair_day(people).await?.with_game(self.time.now()).is_none())
    }

    /// Matches those who seek, and corresponds with the other servers, until it is given up; for a
    /// task of its own.
    pub(crate) async fn run(self: &Arc<Self>) {
        if self.store.is_shared() {
            tokio::join!(self.pair_up(), self.correspond());
        } else {
            self.pair_up().await;
        }
    }

    async fn pair_up(self: &Arc<Self>) {
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut lead = self.leaders.subscribe(Role::Seeks);
        // By which number the stored seeks have been read.
        let mut known = None;
        loop {
            let is_tick = tokio::select! {
                () = self.nudge.notified() => false,
                Ok(()) = lead.changed() => true,
                _ = tick.tick() => true,
            };
            if is_tick {
                let now = *lead.borrow_and_update();
                self.follow(now, &mut known).await;
            }
            let Lead::Ours(by) = *self.role.borrow() else { continue };
            if is_tick {
                self.expire(by).await;
                self.rate_next().await;
                let now = self.time.now();
                let pairs = self.board().pairs(|who| self.is_anywhere(who), rand::random, now);
                self.meet(by, pairs, now).await;
            }
            let newcomers = std::mem::take(&mut *lock(&self.newcomers));
            for who in newcomers {
                let now = self.time.now();
                let pair =
                    self.board().pair_of(who, |who| self.is_anywhere(who), rand::random, now);
                self.meet(by, pair.into_iter().collect(), now).await;
            }
        }
    }

    /// Begins to decide, or leaves it to another server, as the lease of the seeks says.
    async fn follow(&self, lead: Lead, known: &mut Option<Fence>) {
        match lead {
            Lead::Ours(by) if *known == Some(by) => {}
            Lead::Ours(by) => {
                if self.take(by).await {
                    *known = Some(by);
                }
            }
            Lead::Another(_) | Lead::Unknown => {
                *known = None;
                self.leave_to(lead);
            }
        }
    }

    /// Whether a player is reachable on this node or another.
    fn is_anywhere(&self, who: PlayerId) -> bool {
        self.presence.is_reachable(who) || self.exchange.is_reachable(who)
    }

    /// Becomes the server that decides; true if it knows the stored seeks then. While the store is away
    /// it is tried again with the next tick.
    async fn take(&self, by: Fence) -> bool {
        let _turn = self.writing.lock().await;
        match self.store.take_seeks(by, self.time.now()).await {
            Ok(seeks) => {
                // Another server may have led since this one did.
                if *self.role.borrow() != Lead::Ours(by) {
                    self.step_down();
                }
                let concerned = self.take_in(seeks);
                if self.assume(Lead::Ours(by)) {
                    tracing::info!("pairs the seeks of all servers from now on");
                }
                self.notify(&concerned);
                true
            }
            Err(StoreError::Fenced) => {
                self.leaders.hurry();
                false
            }
            Err(error) => {
                tracing::warn!(%error, "stored seeks cannot be read");
                false
            }
        }
    }

    /// Leaves it to another server to decide, or to none while there is none.
    fn leave_to(&self, lead: Lead) {
        self.step_down();
        if self.assume(lead) {
            self.exchange.mirror().distrust();
            self.exchange.hurry();
        }
    }

    /// Forgets what was decided here, if this server decided; it is shown until another sends its
    /// standings.
    fn step_down(&self) {
        if !self.decides() {
            return;
        }
        let standings: Vec<(PlayerId, Standing)> = {
            let mut board = self.board();
            let former = std::mem::take(&mut *board);
            former.people().map(|who| (who, former.standing(who))).collect()
        };
        lock(&self.newcomers).clear();
        *self.exchange.peers() = Default::default();
        self.exchange.mirror().apply(true, standings, self.time.now());
    }

    /// Notes who decides; true if it was not known.
    fn assume(&self, role: Lead) -> bool {
        self.role.send_if_modified(|known| std::mem::replace(known, role) != role)
    }

    /// Fills the board; returns who may stand differently now. What another server decided before and
    /// did not store is forgotten: those who had been found still seek.
    fn take_in(&self, seeks: Vec<Seek>) -> Vec<PlayerId> {
        let mut mirror = self.exchange.mirror();
        let started: Vec<(PlayerId, MatchId, Moment)> = mirror.started().collect();
        let mut concerned = mirror.apply(true, Vec::new(), self.time.now());
        drop(mirror);
        let now = self.time.now();
        let mut board = self.board();
        for seek in seeks {
            let who = seek.who.id;
            // A player with a newer seek is not asked again.
            if board.seeks(who) {
                continue;
            }
            match board.put(seek, None, now) {
                Ok(_) => concerned.push(who),
                Err(error) => {
                    tracing::warn!(%error, "there are more seeks than a matchmaker keeps");
                }
            }
        }
        for (who, match_id, at) in started {
            board.record_started(who, match_id, at);
        }
        concerned
    }

    async fn meet(self: &Arc<Self>, by: Fence, pairs: Vec<Pair>, now: Moment) {
        // A server that stood still for so long that another decides by now must ask no player.
        if pairs.is_empty() || self.store.is_leader(Role::Seeks, by).await != Ok(true) {
            return;
        }
        for pair in pairs {
            let (people, deal) = (pair.people.map(|(who, _)| who), pair.deal.clone());
            // With other ratings they may be found with one of the next looks, or not.
            if self.have_changed(people).await != Ok(false) {
                continue;
            }
            match self.are_apart(people, deal.rated).await {
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
                    self.tasks.spawn(async move { this.begin(by, id, &deal).await });
                }
                Some(Answered::Noted | Answered::Declined) => {
                    self.notify(&people);
                    self.push_found(&deal, None);
                }
                None => {}
            }
        }
    }

    /// Notifies both, for those whose page is closed or out of sight; of a match that has begun
    /// with whose turn it is.
    fn push_found(&self, deal: &Deal, begun: Option<(MatchId, Side)>) {
        let (id, acts) = begun.unzip();
        for side in Side::ALL {
            let (player, opponent) = (&deal.players[side], &deal.players[side.other()]);
            let notice = Notice::found(player.id, id, deal.game.game, opponent);
            let notice = notice.timed_by(deal.clock);
            self.notices.notify(&if acts == Some(side) { notice.and_to_act() } else { notice });
        }
    }

    async fn expire(&self, by: Fence) {
        let now = self.time.now();
        let Expiry { over, missed, changed } =
            self.board().expire(|who| self.is_anywhere(who), now);
        for (who, caller) in missed {
            let limits = self.registry.limits();
            limits.record_missed(who, caller, now);
            // If too many behind one address do not answer, no seek of theirs is paired for a while.
            if let Some(caller) = caller
                && let Some(wait) = limits.wait_of_caller(caller, now)
            {
                self.board().hold(caller.address, now.after(wait));
            }
        }
        for who in over {
            // One that stays in the store is over there as well.
            let _ = self.store.remove_seek(by, who).await;
        }
        self.notify(&changed);
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
        origin: Origin::Seek,
    })
}
